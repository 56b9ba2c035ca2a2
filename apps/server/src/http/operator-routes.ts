import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';

export interface OperatorDeps {
  readonly metrics: Metrics;
  readonly operatorToken: string | undefined;
  readonly version: string;
  /** Resolves when the database answers. */
  readonly ready: () => Promise<void>;
}

/** What machines ask: alive, which version, how much. */
export function registerOperatorRoutes(app: FastifyInstance, { metrics, operatorToken, version, ready }: OperatorDeps): void {
  app.get('/healthz', async (_request, reply) => {
    try {
      await ready();
      return await reply.send({ status: 'ok' });
    } catch {
      return reply.code(503).send({ status: 'database away' });
    }
  });
  app.get('/api/version', async () => ({ version }));
  app.get('/metrics', async (request, reply) => {
    if (!isLoopbackAddress(request) && !hasToken(request, operatorToken)) return reply.code(404).send({ code: 'ACQ-NOT-FOUND' });
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** The socket's own address: what a proxy forwards is not loopback. */
const isLoopbackAddress = (request: FastifyRequest): boolean =>
  /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers['forwarded'] === undefined;

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
