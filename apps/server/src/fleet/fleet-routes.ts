import { Readable } from 'node:stream';
import { isAppError, minuteMs, secondMs, type Clock, type Log } from '@acequia/base';
import { errorCodes, isErrorCode } from '@acequia/contract';
import {
  enrolRequestSchema,
  fleetPaths,
  fleetProtocol,
  letterReplySchema,
  reportSchema,
  traceReplySchema,
  type DownMessage,
} from '@acequia/contract/fleet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type * as z from 'zod';
import { databaseOutage } from '../db/unavailable.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Desk } from './desk.ts';
import type { Gateway } from './gateway.ts';
import { StaleRequest } from './request-check.ts';

/** Workers wait 30 s for a sign of life. */
const commentIntervalMs = 10 * secondMs;
const bodyMax = 16 * 1024 * 1024;

interface Reply<A> {
  readonly requestId: string;
  readonly answer: A;
}

/** What workers call: JSON in, JSON or an event stream out; signed, except for enrolling. */
export function registerFleetRoutes(app: FastifyInstance, gateway: Gateway, clock: Clock, log: Log, rate: RateLimit): void {
  app.register(async (fleet) => {
    fleet.removeAllContentTypeParsers();
    fleet.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: bodyMax }, (_request, body, done) => done(null, body));
    fleet.setErrorHandler((error, _request, reply) => refuse(reply, error, log));

    fleet.post(fleetPaths.enrol, async (request, reply) => {
      rate.take(`enrol:${request.ip}`);
      const parsed = enrolRequestSchema.safeParse(readJson(request.body));
      if (!parsed.success) {
        log.warn({ ip: request.ip, issue: parsed.error.issues[0] }, 'a request to join could not be read; is the worker older?');
        return reply.code(400).send({ code: 'WEB-00022', protocol: fleetProtocol });
      }
      return gateway.enrolment.enrol(parsed.data);
    });

    fleet.post(fleetPaths.report, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const worker = await gateway.check.check({ method: 'POST', path: fleetPaths.report, body, headers: request.headers });
      const parsed = reportSchema.safeParse(readJson(body));
      if (!parsed.success || parsed.data.protocol > fleetProtocol || parsed.data.protocol < fleetProtocol - 1) {
        log.warn({ worker: worker.id, issue: parsed.error?.issues[0] }, 'a report could not be read');
        return reply.code(400).send({ code: 'WEB-00022', protocol: fleetProtocol });
      }
      await gateway.report(worker, parsed.data);
      return reply.code(204).send();
    });

    fleet.post(fleetPaths.log, async (request) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const worker = await gateway.check.check({ method: 'POST', path: fleetPaths.log, body, headers: request.headers });
      return gateway.enrolment.log(worker.id);
    });

    /** An answer to a question that went down the stream. */
    const takesAnswers = <A>(path: string, schema: z.ZodType<Reply<A>>, desk: Pick<Desk<object, A>, 'answer'>) =>
      fleet.post(path, async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : '';
        const worker = await gateway.check.check({ method: 'POST', path, body, headers: request.headers });
        const parsed = schema.safeParse(readJson(body));
        if (!parsed.success) {
          log.warn({ worker: worker.id, path, issue: parsed.error.issues[0] }, 'an answer of a worker could not be read');
          return reply.code(400).send({ code: 'WEB-00022', protocol: fleetProtocol });
        }
        desk.answer(worker.id, parsed.data.requestId, parsed.data.answer);
        return reply.code(204).send();
      });
    takesAnswers(fleetPaths.letters, letterReplySchema, gateway.letterDesks);
    takesAnswers(fleetPaths.traces, traceReplySchema, gateway.traceDesks);

    fleet.get<{ Params: { versionId: string } }>(`${fleetPaths.lookup}/:versionId`, async (request, reply) => {
      const { versionId } = request.params;
      const path = `${fleetPaths.lookup}/${versionId}`;
      const worker = await gateway.check.check({ method: 'GET', path, body: '', headers: request.headers });
      const file = await gateway.lookupFile(worker, versionId);
      if (!file) return reply.code(404).send({ code: 'ACQ-NOT-FOUND' });
      return reply
        .header('content-type', 'application/octet-stream')
        .header('cache-control', 'no-store')
        .send(Readable.from(file, { objectMode: false }));
    });

    fleet.get(fleetPaths.stream, async (request, reply) => {
      const worker = await gateway.check.check({ method: 'GET', path: fleetPaths.stream, body: '', headers: request.headers });
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      response.write(': welcome\n\n');
      const connection = {
        workerId: worker.id,
        clusterId: worker.clusterId,
        sealingKey: worker.sealingKey,
        deploymentHash: '',
        secretsHash: '',
        lostLetters: 0,
        send: (message: DownMessage) => void response.write(`data: ${JSON.stringify(message)}\n\n`),
        close: () => void response.end(),
      };
      let cancel = () => undefined as void;
      const comment = () => {
        response.write(': still here\n\n');
        cancel = clock.after(commentIntervalMs, comment);
      };
      cancel = clock.after(commentIntervalMs, comment);
      response.once('close', () => {
        cancel();
        gateway.disconnected(connection);
      });
      response.on('error', () => undefined);
      request.raw.socket.setTimeout(minuteMs * 10);
      await gateway.connected(connection);
    });
  });
}

function readJson(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '');
  } catch {
    return undefined;
  }
}

function refuse(reply: FastifyReply, error: unknown, log: Log): void {
  if (error instanceof StaleRequest) {
    void reply.code(409).send({ code: 'ACQ-FLEET-SIGNATURE' });
    return;
  }
  if (isAppError(error) && isErrorCode(error.code)) {
    void reply.code(errorCodes[error.code].status).send({ code: error.code });
    return;
  }
  const outage = databaseOutage(error);
  if (outage) {
    void reply.code(errorCodes[outage].status).send({ code: outage });
    return;
  }
  const status = (error as { readonly statusCode?: number }).statusCode ?? 500;
  if (status >= 500) log.error({ error }, 'a worker could not be answered');
  void reply.code(status).send({ code: status === 413 ? 'ACQ-TOO-LARGE' : 'WEB-00000' });
}
