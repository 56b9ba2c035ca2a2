import type { Log } from '@acequia/base';
import type { FastifyInstance } from 'fastify';
import { refuse } from './wire-error.ts';

/** After so many seconds a client may try again what was refused for now. */
const retryAfterSeconds = 2;

/** While the database cannot be reached, every route answers 503 with a code and a Retry-After header. Call before routes are added. */
export function registerOutages(app: FastifyInstance, log: Log): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', String(retryAfterSeconds));
  });
  app.setErrorHandler((error, _request, reply) => void refuse(reply, error, log));
}
