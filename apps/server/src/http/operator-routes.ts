import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '@acequia/base';
import type { OperatorCommands } from '../operator/operator-commands.ts';
import type { Metrics } from './metrics.ts';
import { toWireError } from './wire-error.ts';

export interface OperatorDeps {
  readonly commands: OperatorCommands;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly operatorToken: string | undefined;
  readonly metricsToken: string | undefined;
  readonly version: string;
  /** Resolves when the database answers. */
  readonly ready: () => Promise<void>;
}

/** What machines and operators ask: alive, which version, how much; and commands, with the operator's token alone. */
export function registerOperatorRoutes(
  app: FastifyInstance,
  { commands, log, metrics, operatorToken, metricsToken, version, ready }: OperatorDeps,
): void {
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
    // Not for loopback as such: a proxy on this machine calls from there too, for anybody.
    if (!hasToken(request, metricsToken) && !hasToken(request, operatorToken)) return reply.code(404).send({ code: 'ACQ-NOT-FOUND' });
    return reply.type(metrics.contentType).send(await metrics.text());
  });
  app.post('/operator/:noun/:verb', async (request, reply) => {
    const { noun, verb } = request.params as { readonly noun: string; readonly verb: string };
    const name = `${noun}/${verb}`;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!hasToken(request, operatorToken) || !command) return reply.code(404).send({ code: 'ACQ-NOT-FOUND', fields: {} });
    try {
      const answer = await command(request.body, request.ip);
      log.info({ command: name, ip: request.ip }, 'an operator command was carried out');
      return await reply.send(answer);
    } catch (error) {
      const { code, status, data } = toWireError(error, ['operator', name], log);
      return reply.code(status).send({ code, fields: (data as { readonly fields?: unknown } | undefined)?.fields ?? {} });
    }
  });
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || given === undefined) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
