import { Readable } from 'node:stream';
import { AppError, isAppError, minuteMs, secondMs, senderOf, type Clock, type Log, type Sender } from '@acequia/base';
import { errorCodes, isErrorCode } from '@acequia/contract';
import {
  enrolRequestSchema,
  fleetHeaders,
  fleetPaths,
  fleetProtocol,
  letterReplySchema,
  openingRequestSchema,
  reportSchema,
  traceReplySchema,
  type DownMessage,
} from '@acequia/contract/fleet';
import { bodyDigest } from '@acequia/contract/fleet-crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { databaseOutage } from '../db/unavailable.ts';
import { cutOffStalledReader } from '../http/event-streams.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Desk } from './desk.ts';
import type { WorkerRow } from './fleet.store.ts';
import type { Gateway } from './gateway.ts';
import { EarlierStart, StaleRequest } from './request-check.ts';

/** Workers wait 30 s for a sign of life. */
const commentIntervalMs = 10 * secondMs;
/** A worker that takes nothing of its stream for so long connects again, and gets everything anew. */
const stalledMs = minuteMs;
const bodyMax = 16 * 1024 * 1024;

interface Reply<A> {
  readonly requestId: string;
  readonly answer: A;
}

/** A request to join is a few hundred bytes. */
const enrolBodyMax = 64 * 1024;
/** Of a worker of an earlier version, which does not tell the digest of its body before the body. */
const unsignedBodyMax = 1024 * 1024;

export interface FleetRates {
  readonly enrol: RateLimit<Sender>;
  readonly calls: RateLimit<Sender>;
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';
const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '');

/** What workers call: JSON in, JSON or an event stream out; signed, except for enrolling. */
export function registerFleetRoutes(app: FastifyInstance, gateway: Gateway, clock: Clock, log: Log, rates: FleetRates): void {
  app.register(async (fleet) => {
    fleet.removeAllContentTypeParsers();
    fleet.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: bodyMax }, (_request, body, done) => done(null, body));
    fleet.setErrorHandler((error, _request, reply) => refuse(reply, error, log));

    const signers = new WeakMap<FastifyRequest, WorkerRow>();
    const digestOf = ({ method, headers }: FastifyRequest) => {
      const told = headers[fleetHeaders.body];
      return method === 'GET' ? bodyDigest('') : typeof told === 'string' ? told : undefined;
    };
    const check = (request: FastifyRequest, digest: string) =>
      gateway.check.check({ method: request.method as 'GET' | 'POST', path: pathOf(request), digest, headers: request.headers });
    // Before a body is read: who floods costs neither memory nor the database.
    fleet.addHook('onRequest', async (request) => {
      rates.calls.take(senderOf(request.ip));
      if (request.routeOptions.url === fleetPaths.enrol) return;
      const digest = digestOf(request);
      if (digest !== undefined) signers.set(request, await check(request, digest));
      else if (!(Number(request.headers['content-length']) <= unsignedBodyMax)) throw new AppError('ACQ-TOO-LARGE');
    });
    /** The worker that signed the request with its body. */
    const signerOf = async (request: FastifyRequest): Promise<WorkerRow> => {
      const digest = bodyDigest(bodyOf(request));
      const worker = signers.get(request) ?? (await check(request, digest));
      if (digest !== (digestOf(request) ?? digest)) throw new AppError('ACQ-FLEET-SIGNATURE');
      return worker;
    };

    fleet.post(fleetPaths.enrol, { bodyLimit: enrolBodyMax }, async (request, reply) => {
      rates.enrol.take(senderOf(request.ip));
      const parsed = enrolRequestSchema.safeParse(readJson(request.body));
      if (!parsed.success) {
        log.warn({ ip: request.ip, issue: parsed.error.issues[0] }, 'a request to join could not be read; is the worker older?');
        return reply.code(400).send({ code: 'WEB-00022', protocol: fleetProtocol });
      }
      return gateway.enrolment.enrol(parsed.data);
    });

    fleet.post(fleetPaths.report, async (request, reply) => {
      const worker = await signerOf(request);
      const parsed = reportSchema.safeParse(readJson(request.body));
      if (!parsed.success || parsed.data.protocol > fleetProtocol || parsed.data.protocol < fleetProtocol - 1) {
        log.warn({ worker: worker.id, issue: parsed.error?.issues[0] }, 'a report could not be read');
        return reply.code(400).send({ code: 'WEB-00022', protocol: fleetProtocol });
      }
      await gateway.report(worker, parsed.data);
      return reply.code(204).send();
    });

    fleet.post(fleetPaths.log, async (request) => {
      const worker = await signerOf(request);
      return gateway.enrolment.log(worker.id);
    });

    fleet.post(fleetPaths.opening, async (request, reply) => {
      const worker = await signerOf(request);
      const parsed = openingRequestSchema.safeParse(readJson(request.body));
      if (!parsed.success) {
        log.warn({ worker: worker.id, issue: parsed.error.issues[0] }, 'a request for an opening could not be read');
        return reply.code(400).send({ code: 'WEB-00022', protocol: fleetProtocol });
      }
      return gateway.open(worker, parsed.data);
    });

    /** An answer to a question that went down the stream. */
    const takesAnswers = <A>(path: string, schema: z.ZodType<Reply<A>>, desk: Pick<Desk<object, A>, 'answer'>) =>
      fleet.post(path, async (request, reply) => {
        const worker = await signerOf(request);
        const parsed = schema.safeParse(readJson(request.body));
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
      const worker = await signerOf(request);
      const file = await gateway.lookupFile(worker, versionId);
      if (!file) return reply.code(404).send({ code: 'ACQ-NOT-FOUND' });
      return reply
        .header('content-type', 'application/octet-stream')
        .header('cache-control', 'no-store')
        .send(Readable.from(file, { objectMode: false }));
    });

    fleet.get(fleetPaths.stream, async (request, reply) => {
      const worker = await signerOf(request);
      reply.hijack();
      const response = reply.raw;
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      response.write(': welcome\n\n');
      const end = new AbortController();
      const connection = {
        ended: end.signal,
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
        end.abort();
      });
      response.on('error', () => undefined);
      cutOffStalledReader(response, stalledMs, clock);
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
  if (error instanceof EarlierStart) {
    void reply.code(errorCodes['ACQ-FLEET-EARLIER'].status).send({ code: 'ACQ-FLEET-EARLIER', epoch: error.epoch });
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
