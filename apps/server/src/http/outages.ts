import type { Log } from '@acequia/base';
import { errorCodes } from '@acequia/contract';
import type { FastifyInstance } from 'fastify';
import { databaseOutage } from '../db/unavailable.ts';

/** After so many seconds a client may try again what was refused for now. */
const retryAfterSeconds = 2;

/** While the database cannot be reached, every route answers 503 with a code and a Retry-After header. Call before routes are added. */
export function registerOutages(app: FastifyInstance, log: Log): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', String(retryAfterSeconds));
  });
  app.setErrorHandler((error, _request, reply) => {
    const outage = databaseOutage(error);
    if (outage) return reply.code(errorCodes[outage].status).send({ code: outage });
    const { statusCode = 500 } = error as { readonly statusCode?: number };
    if (statusCode >= 500) log.error({ error }, 'a request failed unexpectedly');
    return reply.code(statusCode).send({ code: statusCode >= 500 ? 'WEB-00000' : 'WEB-00022' });
  });
}
