import { isAppError, secondMs } from '@acequia/base';
import { sizeBytes } from '@acequia/component-sdk/definition';
import { DeliveryError, IntakeBusy, type ListenerContext } from '@acequia/component-sdk/runtime';
import {
  answer,
  bodyStatus,
  checkBodyHeaders,
  readBody,
  startHttpServer,
  type BodyErrorCode,
  type ByteHold,
  type ContentEncoding,
  type FailureGate,
  type HttpExchange,
  type HttpServer,
} from '@acequia/wire';
import type { Signal } from '../../formats/otlp/signals.ts';
import type { ListenerBodies } from '../bodies.ts';
import type { Refusals } from '../refusals.ts';
import { socketOptions } from '../socket-options.ts';
import type { Authenticator } from './authenticate.ts';
import type { OpenTelemetryConfig } from './config.ts';
import { faultBody, responseBytes, responseJson } from './replies.ts';
import type { RequestIntake } from './take-request.ts';

const headersTimeoutMs = 10 * secondMs;
export const bodyTimeoutMs = 60 * secondMs;
const compressions: readonly ContentEncoding[] = ['gzip', 'zstd'];

type Headers = Readonly<Record<string, string>>;
type Encoding = 'protobuf' | 'json';

export interface Doorkeeping {
  readonly authenticator: Authenticator;
  readonly gate: FailureGate;
  readonly requests: RequestIntake;
  readonly refusals: Refusals;
  readonly bodies: ListenerBodies;
}

/** OTLP/HTTP (OTLP specification, "OTLP/HTTP"). */
export function startHttpSide(config: OpenTelemetryConfig, ctx: ListenerContext, door: Doorkeeping): Promise<HttpServer> {
  const maxBytes = sizeBytes(config.maxBody);
  const limits = { maxBytes, maxDecodedBytes: maxBytes, timeoutMs: bodyTimeoutMs, clock: ctx.clock };
  const signalOf = new Map<string, Signal>(config.signals.map((signal) => [`${config.pathPrefix}/${signal}`, signal]));

  async function receive(exchange: HttpExchange, hold: ByteHold): Promise<void> {
    const { request, peer } = exchange;
    const encoding = encodingOf(request.headers['content-type']);
    const fail = (status: number, code: string, headers: Headers = {}) => refuse(exchange, status, code, headers);
    const url = new URL(request.url?.startsWith('/') ? `http://host${request.url}` : '/', 'http://host');
    const signal = signalOf.get(url.pathname);
    const wrong = (status: number, code: string, headers: Headers = {}) => {
      door.refusals.refused('request', peer.ip);
      fail(status, code, headers);
    };
    if (signal === undefined) return wrong(404, 'HTTP_PATH');
    if (request.method !== 'POST') return wrong(405, 'HTTP_METHOD', { allow: 'POST' });

    const blocked = door.gate.blockedSeconds(peer.ip);
    if (blocked > 0) {
      door.refusals.refused('blocked', peer.ip);
      return fail(429, 'HTTP_TOO_MANY_FAILURES', { 'retry-after': String(blocked) });
    }
    const sender = door.authenticator.sender(request.headers, url.searchParams);
    if (sender === undefined) {
      door.gate.failed(peer.ip);
      door.refusals.refused('credentials', peer.ip);
      const { challenge } = door.authenticator;
      return fail(401, 'HTTP_CREDENTIALS', challenge === undefined ? {} : { 'www-authenticate': challenge });
    }
    if (encoding === undefined || !config.protocols.includes(encoding)) return wrong(415, 'HTTP_CONTENT_TYPE');
    const { busy } = ctx.intake;
    if (busy !== false) return fail(busy === 'quota' ? 429 : 503, busy === 'quota' ? 'HTTP_QUOTA' : 'HTTP_BUSY', { 'retry-after': '1' });

    const compression = checkBodyHeaders(request, limits);
    if (compression !== undefined && !compressions.includes(compression)) return wrong(415, 'HTTP_COMPRESSION');
    exchange.proceed();
    const body = (await readBody(request, limits, hold)).bytes;
    const verdict = await door.requests.take({
      signal,
      encoding,
      body,
      transport: exchange.secure ? 'https' : 'http',
      peer,
      credential: sender.credential,
    });
    if (verdict.code !== undefined && verdict.accepted === 0) return fail(400, verdict.code);
    answer(exchange, ctx.clock, 200, contentType(encoding), encoding === 'json' ? responseJson(signal, verdict) : responseBytes(verdict));
  }

  function refuse(exchange: HttpExchange, status: number, code: string, headers: Headers = {}): void {
    const encoding = encodingOf(exchange.request.headers['content-type']) ?? 'json';
    answer(exchange, ctx.clock, status, { ...contentType(encoding), ...headers }, faultBody(encoding, status, code));
  }

  async function handle(exchange: HttpExchange): Promise<void> {
    const hold = door.bodies.open(exchange.peer.ip);
    try {
      await receive(exchange, hold);
    } catch (error) {
      if (error instanceof IntakeBusy) {
        const seconds = String(Math.max(1, Math.ceil(error.retryAfterMs / 1000)));
        const quota = error.reason === 'quota';
        refuse(exchange, quota ? 429 : 503, quota ? 'HTTP_QUOTA' : 'HTTP_BUSY', { 'retry-after': seconds });
      } else if (isAppError(error) && error.code === 'BODY_BUSY') refuse(exchange, 503, 'BODY_BUSY', { 'retry-after': '1' });
      else if (isAppError(error) && error.code in bodyStatus) {
        door.refusals.body(error.code as BodyErrorCode, exchange.peer.ip);
        refuse(exchange, bodyStatus[error.code as BodyErrorCode], error.code);
      } else if (error instanceof DeliveryError) refuse(exchange, 503, error.code, { 'retry-after': '5' });
      else {
        ctx.log.error({ error }, 'request could not be handled');
        refuse(exchange, 503, 'HTTP_INTERNAL', { 'retry-after': '5' });
      }
    } finally {
      hold.release();
    }
  }

  return startHttpServer(
    {
      ...socketOptions(config, ctx, config.httpPort),
      headersTimeoutMs,
      requestTimeoutMs: headersTimeoutMs + bodyTimeoutMs,
      refused: door.refusals.refused,
    },
    handle,
  );
}

function encodingOf(header: string | undefined): Encoding | undefined {
  const type = (header ?? '').split(';')[0]!.trim().toLowerCase();
  if (type === 'application/x-protobuf' || type === 'application/protobuf') return 'protobuf';
  return type === 'application/json' ? 'json' : undefined;
}

const contentType = (encoding: Encoding): Headers => ({
  'content-type': encoding === 'json' ? 'application/json' : 'application/x-protobuf',
});
