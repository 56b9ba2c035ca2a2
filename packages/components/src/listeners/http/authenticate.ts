import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { durationMs } from '@acequia/component-sdk/definition';
import type { RuntimeContext } from '@acequia/component-sdk/runtime';
import type { HmacConfig, HttpConfig } from './config.ts';

/** Who sent it, `undefined` = nobody we know. `stale`: a good signature of long ago. */
export type Verdict = { readonly credential: string | undefined } | 'unknown' | 'stale';

export interface Authenticator {
  /** Before the body is read. `later`: the body decides. */
  headers(request: IncomingMessage, query: URLSearchParams): Verdict | 'later';
  body(request: IncomingMessage, body: Buffer): Verdict;
  /** Value of WWW-Authenticate, where the scheme has one. */
  readonly challenge: string | undefined;
}

/** Every comparison takes the same time for every credential and value; secrets are read anew each time, so a rotation counts at once. */
export function createAuthenticator(config: HttpConfig, ctx: RuntimeContext): Authenticator {
  const anyone: Verdict = { credential: undefined };
  const find = <C extends { readonly name: string }>(
    credentials: readonly C[] | undefined,
    given: string | undefined,
    expected: (credential: C) => string,
  ): Verdict => {
    let found: string | undefined;
    for (const credential of credentials ?? []) {
      if (same(given ?? '', expected(credential)) && given !== undefined) found ??= credential.name;
    }
    return found === undefined ? 'unknown' : { credential: found };
  };
  switch (config.auth) {
    case 'none':
      return { headers: () => anyone, body: () => anyone, challenge: undefined };
    case 'basic':
      return {
        headers: (request) => find(config.users, basicOf(request), (user) => `${user.username}:${ctx.secret(user.password)}`),
        body: () => anyone,
        challenge: 'Basic realm="acequia", charset="UTF-8"',
      };
    case 'bearer':
      return {
        headers: (request) => find(config.tokens, schemeOf(request, 'bearer'), (token) => ctx.secret(token.token)),
        body: () => anyone,
        challenge: 'Bearer',
      };
    case 'api-key':
      return {
        headers: (request, query) =>
          find(
            config.keys,
            config.keyIn === 'query' ? (query.get(config.keyName) ?? undefined) : headerOf(request, config.keyName),
            (key) => ctx.secret(key.key),
          ),
        body: () => anyone,
        challenge: undefined,
      };
    case 'hmac':
      return {
        headers: () => 'later',
        body: (request, body) => (config.hmac ? signature(config.hmac, ctx, request, body) : 'unknown'),
        challenge: undefined,
      };
  }
}

interface Scheme {
  readonly header: string;
  readonly algorithm: 'sha1' | 'sha256' | 'sha512';
  readonly encoding: 'hex' | 'base64';
  readonly prefix: string;
  readonly signed: string;
  readonly timestampHeader: string | undefined;
}

/** As the senders' own documentation describes their webhooks. */
const knownSchemes: Readonly<Record<Exclude<HmacConfig['sender'], 'custom'>, Scheme>> = {
  github: {
    header: 'x-hub-signature-256',
    algorithm: 'sha256',
    encoding: 'hex',
    prefix: 'sha256=',
    signed: '{body}',
    timestampHeader: undefined,
  },
  slack: {
    header: 'x-slack-signature',
    algorithm: 'sha256',
    encoding: 'hex',
    prefix: 'v0=',
    signed: 'v0:{timestamp}:{body}',
    timestampHeader: 'x-slack-request-timestamp',
  },
  stripe: {
    header: 'stripe-signature',
    algorithm: 'sha256',
    encoding: 'hex',
    prefix: 'v1=',
    signed: '{timestamp}.{body}',
    timestampHeader: 'stripe-signature',
  },
  shopify: {
    header: 'x-shopify-hmac-sha256',
    algorithm: 'sha256',
    encoding: 'base64',
    prefix: '',
    signed: '{body}',
    timestampHeader: undefined,
  },
};

function signature(config: HmacConfig, ctx: RuntimeContext, request: IncomingMessage, body: Buffer): Verdict {
  const scheme: Scheme =
    config.sender === 'custom'
      ? { ...config, prefix: config.prefix ?? '', timestampHeader: config.timestampHeader }
      : knownSchemes[config.sender];
  const given = headerOf(request, scheme.header);
  const timestamp = timestampOf(request, scheme);
  if (given === undefined || (scheme.timestampHeader !== undefined && timestamp === undefined)) return 'unknown';
  const candidates = given
    .split(/[,\s]+/)
    .filter((part) => part.startsWith(scheme.prefix))
    .slice(0, 10)
    .map((part) => part.slice(scheme.prefix.length));
  let found: string | undefined;
  for (const { name, secret } of config.secrets) {
    const hash = createHmac(scheme.algorithm, ctx.secret(secret));
    for (const part of scheme.signed.split(/(\{body\}|\{timestamp\})/))
      hash.update(part === '{body}' ? body : part === '{timestamp}' ? (timestamp ?? '') : part);
    const expected = hash.digest(scheme.encoding);
    for (const candidate of candidates) if (same(scheme.encoding === 'hex' ? candidate.toLowerCase() : candidate, expected)) found ??= name;
  }
  if (found === undefined) return 'unknown';
  if (timestamp !== undefined && !fresh(timestamp, ctx.clock.now(), durationMs(config.tolerance))) return 'stale';
  return { credential: found };
}

function timestampOf(request: IncomingMessage, scheme: Scheme): string | undefined {
  if (scheme.timestampHeader === undefined) return undefined;
  const value = headerOf(request, scheme.timestampHeader);
  if (scheme.timestampHeader.toLowerCase() !== scheme.header.toLowerCase()) return value;
  return /(?:^|[,\s])t=(\d+)/.exec(value ?? '')?.[1];
}

/** Epoch seconds or milliseconds, or RFC 3339. */
function fresh(timestamp: string, nowMs: number, toleranceMs: number): boolean {
  const number = Number(timestamp);
  const ms = Number.isFinite(number) ? (number > 1e11 ? number : number * 1000) : Date.parse(timestamp);
  return Math.abs(nowMs - ms) <= toleranceMs;
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const same = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));

const headerOf = (request: IncomingMessage, name: string) => [request.headers[name.toLowerCase()] ?? []].flat()[0];

function schemeOf(request: IncomingMessage, scheme: string): string | undefined {
  const match = /^(\S+)\s+(.+)$/.exec(request.headers.authorization ?? '');
  return match?.[1]?.toLowerCase() === scheme ? match[2]!.trim() : undefined;
}

function basicOf(request: IncomingMessage): string | undefined {
  const encoded = schemeOf(request, 'basic');
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString();
}
