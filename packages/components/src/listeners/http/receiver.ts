import { createHash } from 'node:crypto';
import { isAppError } from '@acequia/base';
import { sizeBytes } from '@acequia/component-sdk/definition';
import { DeliveryError, IntakeBusy, type ListenerContext } from '@acequia/component-sdk/runtime';
import {
  answer,
  bodyStatus,
  checkBodyHeaders,
  clientAddress,
  createCidrSet,
  createFailureGate,
  readBody,
  type BodyErrorCode,
  type ByteHold,
  type HttpExchange,
} from '@acequia/wire';
import type { ListenerBodies } from '../bodies.ts';
import type { Refusals } from '../refusals.ts';
import { createAuthenticator, type Verdict } from './authenticate.ts';
import type { HttpConfig } from './config.ts';
import { createCors } from './cors.ts';
import { createElements, queryElements } from './elements.ts';
import { frameMeta } from './frame-meta.ts';
import { handshakeOfBody, handshakeOfHeaders } from './handshake.ts';
import { createReplies } from './replies.ts';

/** Streams that requests take turns on. */
const streamsMax = 4;
const idempotencyKeyMax = 256;

/** Answers the requests of one listener. */
export function createReceiver(
  config: HttpConfig,
  ctx: ListenerContext,
  bodyTimeoutMs: number,
  bodies: ListenerBodies,
  { refused, body: refusedBody }: Pick<Refusals, 'refused' | 'body'>,
) {
  const limits = {
    maxBytes: sizeBytes(config.maxBody),
    maxDecodedBytes: sizeBytes(config.maxDecoded),
    timeoutMs: bodyTimeoutMs,
    clock: ctx.clock,
  };
  const cut = createElements(config, { maxEventBytes: ctx.intake.maxEventBytes, onOversize: ctx.intake.onOversize });
  const authenticator = createAuthenticator(config, ctx);
  const gate = createFailureGate(ctx.clock);
  const trusted = createCidrSet(config.trustedProxies);
  const replies = createReplies(config);
  const cors = createCors(config);
  const streams = Array.from({ length: streamsMax }, () => ctx.intake.open());
  const methods = new Set<string>(config.methods);
  let turn = 0;

  async function receive(exchange: HttpExchange, clientIp: string, hold: ByteHold): Promise<void> {
    const { request } = exchange;
    const url = new URL(request.url?.startsWith('/') ? `http://host${request.url}` : '/', 'http://host');
    const origin = cors.headers(request);
    const reply = (status: number, headers: Readonly<Record<string, string>> = {}, body = '') =>
      answer(exchange, ctx.clock, status, { ...origin, ...headers }, body);
    const fail = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
      reply(status, { 'content-type': 'application/json', ...headers }, replies.fault(code));

    const wrong = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) => {
      refused('request', clientIp);
      fail(status, code, headers);
    };

    if (!pathMatches(url.pathname, config.path)) return wrong(404, 'HTTP_PATH');
    const early = handshakeOfHeaders(config, request, url.searchParams);
    if (early) return reply(early.status, early.headers, early.body);
    if (request.method === 'OPTIONS' && cors.isPreflight(request)) return reply(204, cors.preflight(request));
    if (!methods.has(request.method ?? '')) return wrong(405, 'HTTP_METHOD', { allow: [...methods].join(', ') });

    const blocked = gate.blockedSeconds(clientIp);
    if (blocked > 0) {
      refused('blocked', clientIp);
      return fail(429, 'HTTP_TOO_MANY_FAILURES', { 'retry-after': String(blocked) });
    }
    const refuse = (verdict: Exclude<Verdict, object>) => {
      gate.failed(clientIp);
      refused('credentials', clientIp);
      if (verdict === 'stale') return fail(403, 'HTTP_SIGNATURE_STALE');
      return fail(401, 'HTTP_CREDENTIALS', authenticator.challenge === undefined ? {} : { 'www-authenticate': authenticator.challenge });
    };
    const first = authenticator.headers(request, url.searchParams);
    if (first === 'unknown' || first === 'stale') return refuse(first);

    const { busy } = ctx.intake;
    if (busy !== false) return fail(busy === 'quota' ? 429 : 503, busy === 'quota' ? 'HTTP_QUOTA' : 'HTTP_BUSY', { 'retry-after': '1' });

    checkBodyHeaders(request, limits);
    exchange.proceed();
    const body = request.method === 'GET' ? Buffer.from(url.search.slice(1)) : (await readBody(request, limits, hold)).bytes;
    const verdict = first === 'later' ? authenticator.body(request, body) : first;
    if (typeof verdict !== 'object') return refuse(verdict);
    const late = await handshakeOfBody(config, ctx, request, body);
    if (late) return reply(late.status, late.headers, late.body);

    const contentType = request.method === 'GET' ? 'query' : (request.headers['content-type'] ?? '').toLowerCase();
    const elements = request.method === 'GET' ? queryElements(body) : cut(body, contentType);
    const { list } = elements;
    const stream = streams[turn++ % streamsMax]!;
    if (list.empty > 0) stream.empty(list.empty);
    if (list.count > 0) {
      const key = idempotencyKey(request.headers['idempotency-key'], [url.pathname, contentType], body);
      const meta = frameMeta(config, exchange, { receivedMs: ctx.clock.now(), clientIp, credential: verdict.credential, url, elements });
      await stream.submit({
        bytes: body,
        frames: list.frames,
        count: list.count,
        meta,
        rejectCode: (index) => list.codeOf(index),
        ...(key === undefined ? {} : { idempotencyKey: key }),
      });
    }
    if (list.count > 0 && list.rejected === list.count) {
      const oversize = list.faults.every((fault) => fault.code === 'LIMIT_EVENT_SIZE');
      return reply(oversize ? 413 : 400, { 'content-type': 'application/json' }, replies.summary(list));
    }
    return reply(config.successStatus, ...replies.success(list));
  }

  return {
    /** Never throws; every exchange gets an answer or a closed connection. */
    async handle(exchange: HttpExchange): Promise<void> {
      const fail = (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
        answer(
          exchange,
          ctx.clock,
          status,
          { 'content-type': 'application/json', ...cors.headers(exchange.request), ...headers },
          replies.fault(code),
        );
      const clientIp = clientAddress(exchange.peer.ip, exchange.request.headers, trusted, config.forwardedHeader);
      const hold = bodies.open(trusted.has(clientIp) ? undefined : clientIp);
      try {
        await receive(exchange, clientIp, hold);
      } catch (error) {
        if (error instanceof IntakeBusy) {
          const seconds = String(Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
          fail(error.reason === 'quota' ? 429 : 503, error.reason === 'quota' ? 'HTTP_QUOTA' : 'HTTP_BUSY', { 'retry-after': seconds });
        } else if (isAppError(error) && error.code === 'BODY_BUSY') fail(503, 'BODY_BUSY', { 'retry-after': '1' });
        else if (isAppError(error) && error.code in bodyStatus) {
          refusedBody(error.code as BodyErrorCode, clientIp);
          fail(bodyStatus[error.code as BodyErrorCode], error.code);
        } else if (error instanceof DeliveryError) fail(503, error.code, { 'retry-after': '5' });
        else {
          ctx.log.error({ error }, 'request could not be handled');
          fail(500, 'HTTP_INTERNAL');
        }
      } finally {
        hold.release();
      }
    },
    close() {
      for (const stream of streams) stream.close();
    },
  };
}

const pathMatches = (path: string, wanted: readonly string[]) =>
  wanted.some((each) => (each.endsWith('*') ? path.startsWith(each.slice(0, -1)) : path === each));

/** Of the request as a whole: other content under a key that somebody has used before is not the same request, and is taken. */
function idempotencyKey(header: string | string[] | undefined, how: readonly string[], body: Uint8Array): string | undefined {
  const key = [header ?? []].flat()[0];
  if (key === undefined || key === '' || key.length > idempotencyKeyMax) return undefined;
  return [key, ...how, createHash('sha256').update(body).digest('base64')].join('\n');
}
