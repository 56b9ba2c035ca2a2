import type { Clock } from '@acequia/base';
import {
  Agent as PlainAgent,
  request as requestPlain,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { checkEgress, type EgressPolicy } from '../egress/egress-guard.ts';
import { createGuardedLookup } from '../egress/guarded-lookup.ts';
import { parseIp } from '../egress/ip-address.ts';
import type { Resolver } from '../egress/resolver.ts';
import { clientOptions, type TlsClientSettings } from '../tls/tls-options.ts';
import { toWireError, wireError } from '../wire-error.ts';
import { openTunnel, proxyAuthorization } from './proxy-tunnel.ts';

export interface HttpClientOptions {
  readonly egress: EgressPolicy;
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  /** From the last byte sent to the end of the answer. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly maxSockets: number;
  /** Redirects to follow; never to plain http from https, credentials never to another host. */
  readonly followRedirects?: number;
  readonly tls?: TlsClientSettings;
  /** `http://host:port` of a proxy. */
  readonly proxy?: string;
  readonly resolver?: Resolver;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal?: AbortSignal;
  /** Names of headers that carry credentials, beside the usual ones: a redirect takes them to no other host. */
  readonly confidential?: readonly string[];
  /** The body carries credentials: a redirect to another host is refused (`REDIRECT_REFUSED`). */
  readonly confidentialBody?: true;
  /** Of this request, in place of the client's: a client may call for several tenants. */
  readonly egress?: EgressPolicy;
  /** Given the body of a 2xx answer piece by piece, in place of collecting it; the next piece waits. */
  readonly takeBody?: (piece: Buffer) => Promise<void>;
  /** An answer longer than `maxResponseBytes` is cut there, and its connection closed, in place of `RESPONSE_TOO_LARGE`. */
  readonly cutAnswer?: true;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly url: string;
}

export interface HttpClient {
  /** Any status is an answer. Throws AppError of `WireErrorCode` when there is none. */
  request(request: HttpRequest): Promise<HttpAnswer>;
  close(): void;
}

const credentialHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'x-amz-security-token']);

/** Keep-alive connections to checked addresses only. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const agentOptions = { keepAlive: true, maxSockets: options.maxSockets, timeout: 0, scheduling: 'lifo' as const };
  const plain = new PlainAgent(agentOptions);
  const secure = options.proxy ? tunnelAgent(options, agentOptions) : new TlsAgent(agentOptions);

  async function once(request: HttpRequest, url: URL): Promise<HttpAnswer> {
    const { egress = options.egress } = request;
    const { resolver } = options;
    // A name is checked when a connection to it is made; on a kept one there is nothing to look up, unless it was made for another policy.
    if (options.proxy || request.egress || parseIp(url.hostname)) await checkEgress(url.hostname, portOf(url), egress, { resolver });
    const proxy = options.proxy && url.protocol === 'http:' ? new URL(options.proxy) : undefined;
    if (proxy) await checkEgress(proxy.hostname, portOf(proxy), egress, { resolver });
    const first = proxy ?? url;
    const headers: OutgoingHttpHeaders = { ...(proxy ? { host: url.host, ...proxyAuthorization(proxy) } : {}), ...request.headers };
    if (request.body) headers['content-length'] = request.body.byteLength;
    const target: RequestOptions = {
      method: request.method,
      host: bare(first.hostname),
      port: portOf(first),
      lookup: createGuardedLookup(egress, portOf(first), resolver),
      path: proxy ? url.href : url.pathname + url.search,
      headers,
      agent: url.protocol === 'https:' ? secure : plain,
      ...(url.protocol === 'https:' && options.tls ? clientOptions(options.tls, bare(url.hostname)) : {}),
    };
    return exchange(target, url, request, options);
  }

  return {
    async request(request) {
      let url = parseUrl(request.url);
      let current = request;
      for (let hop = 0; ; hop++) {
        const answer = await once(current, url);
        const location = answer.headers.location;
        if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined || !options.followRedirects) return answer;
        if (hop >= options.followRedirects) throw wireError('REDIRECT_REFUSED', undefined, 'too many redirects');
        const next = parseUrl(location, url);
        if (url.protocol === 'https:' && next.protocol !== 'https:') throw wireError('REDIRECT_REFUSED', undefined, 'from https to http');
        const sameOrigin = url.origin === next.origin;
        if (current.confidentialBody && !sameOrigin)
          throw wireError('REDIRECT_REFUSED', undefined, 'to another host, with credentials in the body');
        current = redirected(current, answer.status, sameOrigin);
        url = next;
      }
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

function redirected(request: HttpRequest, status: number, sameOrigin: boolean): HttpRequest {
  const secret = new Set([...credentialHeaders, ...(request.confidential ?? []).map((name) => name.toLowerCase())]);
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).filter(([name]) => sameOrigin || !secret.has(name.toLowerCase())),
  );
  const kept = {
    ...(request.signal ? { signal: request.signal } : {}),
    ...(request.egress ? { egress: request.egress } : {}),
    ...(request.confidential ? { confidential: request.confidential } : {}),
  };
  const toGet = status === 303 || ((status === 301 || status === 302) && request.method === 'POST');
  return toGet ? { method: 'GET', url: request.url, headers, ...kept } : { ...request, headers };
}

function exchange(target: RequestOptions, url: URL, request: HttpRequest, options: HttpClientOptions): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? requestTls : requestPlain)(target);
    let cancel: () => void = () => undefined;
    const wait = (ms: number, code: 'CONNECT_TIMEOUT' | 'RESPONSE_TIMEOUT') => {
      cancel();
      cancel = options.clock.after(ms, () => outgoing.destroy(wireError(code)));
    };
    const finish = () => {
      cancel();
      request.signal?.removeEventListener('abort', onAbort);
    };
    const onAbort = () => outgoing.destroy(wireError('ABORTED', request.signal?.reason));
    const fail = (error: unknown) => {
      finish();
      reject(toWireError(error));
    };
    outgoing.on('socket', (socket: Socket) => {
      if (!socket.connecting) wait(options.timeoutMs, 'RESPONSE_TIMEOUT');
      else {
        wait(options.connectTimeoutMs, 'CONNECT_TIMEOUT');
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => wait(options.timeoutMs, 'RESPONSE_TIMEOUT'));
      }
    });
    outgoing.on('error', fail);
    outgoing.on('response', (message) => {
      readAnswer(message, options.maxResponseBytes, request).then(
        (body) => {
          finish();
          resolve({ status: message.statusCode ?? 0, headers: message.headers, body, url: url.href });
        },
        (error: unknown) => {
          outgoing.destroy();
          fail(error);
        },
      );
    });
    if (request.signal?.aborted) onAbort();
    else request.signal?.addEventListener('abort', onAbort, { once: true });
    outgoing.end(request.body);
  });
}

async function readAnswer(message: IncomingMessage, maxBytes: number, { takeBody, cutAnswer }: HttpRequest): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  const status = message.statusCode ?? 0;
  const take = takeBody && status >= 200 && status <= 299 ? takeBody : async (part: Buffer) => void parts.push(part);
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes && !cutAnswer) throw wireError('RESPONSE_TOO_LARGE');
    await take(size > maxBytes ? part.subarray(0, part.length - (size - maxBytes)) : part);
    if (size > maxBytes) break;
  }
  return Buffer.concat(parts);
}

/** https through a proxy's CONNECT. */
function tunnelAgent(options: HttpClientOptions, agentOptions: ConstructorParameters<typeof TlsAgent>[0]): TlsAgent {
  const agent = new TlsAgent(agentOptions);
  agent.createConnection = (target, callback) => {
    const host = String(target.host);
    openTunnel({
      proxy: options.proxy!,
      host,
      port: Number(target.port),
      egress: options.egress,
      clock: options.clock,
      connectTimeoutMs: options.connectTimeoutMs,
    }).then(
      (socket) => {
        const secured = connectTls({ ...(options.tls ? clientOptions(options.tls, host) : { servername: host }), socket });
        const cancel = options.clock.after(options.connectTimeoutMs, () => secured.destroy(wireError('CONNECT_TIMEOUT')));
        secured.once('error', (error) => {
          cancel();
          callback?.(error, secured);
        });
        secured.once('secureConnect', () => {
          cancel();
          callback?.(null, secured);
        });
      },
      (error: unknown) => callback?.(error as Error, undefined as never),
    );
    return undefined;
  };
  return agent;
}

const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

function parseUrl(text: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(text, base);
  } catch (cause) {
    throw wireError('URL_INVALID', cause, text);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw wireError('URL_INVALID', undefined, text);
  return url;
}
