import type { Log } from '@acequia/base';
import type { FastifyInstance } from 'fastify';
import { liftBudget } from '../db/database-health.ts';
import type { Database } from '../db/database.ts';
import { refuse } from './wire-error.ts';

/** After so many seconds a client may try again what was refused for now. */
const retryAfterSeconds = 2;

/**
 * While the database cannot be reached or hangs, every route answers 503 with a code and a Retry-After header, within the database's bound
 * for a request (`answerInTime`). An operator's command may take longer. Call before routes are added.
 */
export function registerOutages(app: FastifyInstance, database: Pick<Database, 'answerInTime'>, log: Log): void {
  // After the body was read: its events would lose the context.
  app.addHook('preHandler', (request, reply, done) => {
    if (request.url.startsWith('/operator/')) {
      done();
      return;
    }
    database.answerInTime((lift) => {
      reply.raw.once('close', lift);
      done();
    });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) liftBudget();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', String(retryAfterSeconds));
  });
  app.setErrorHandler((error, _request, reply) => void refuse(reply, error, log));
}
