import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RuntimeContext } from '@acequia/component-sdk/runtime';
import type { OpenTelemetryConfig } from './config.ts';

/** The credential's name; `undefined` where none is asked for. */
export type Sender = { readonly credential: string | undefined };

export interface Authenticator {
  /** Who sent it, by headers or metadata and, for keys in the query, by the query. Undefined: nobody we know. */
  sender(headers: IncomingHttpHeaders, query: URLSearchParams | undefined): Sender | undefined;
  /** Value of WWW-Authenticate, where the scheme has one. */
  readonly challenge: string | undefined;
}

/** Every comparison takes the same time for every credential and value; secrets are read anew each time, so a rotation counts at once. */
export function createAuthenticator(config: OpenTelemetryConfig, ctx: RuntimeContext): Authenticator {
  const find = (known: readonly (readonly [string, () => string])[], given: string | undefined): Sender | undefined => {
    let found: string | undefined;
    for (const [name, expected] of known) if (same(given ?? '', expected()) && given !== undefined) found ??= name;
    return found === undefined ? undefined : { credential: found };
  };
  switch (config.auth) {
    case 'none':
      return { sender: () => ({ credential: undefined }), challenge: undefined };
    case 'basic': {
      const users = (config.users ?? []).map(
        ({ name, username, password }) => [name, () => `${username}:${ctx.secret(password)}`] as const,
      );
      return { sender: (headers) => find(users, basicOf(headers)), challenge: 'Basic realm="acequia", charset="UTF-8"' };
    }
    case 'bearer': {
      const tokens = (config.tokens ?? []).map(({ name, token }) => [name, () => ctx.secret(token)] as const);
      return { sender: (headers) => find(tokens, schemeOf(headers, 'bearer')), challenge: 'Bearer' };
    }
    case 'api-key': {
      const keys = (config.keys ?? []).map(({ name, key }) => [name, () => ctx.secret(key)] as const);
      const header = config.keyName.toLowerCase();
      return {
        sender: (headers, query) =>
          find(keys, config.keyIn === 'query' && query ? (query.get(config.keyName) ?? undefined) : [headers[header] ?? []].flat()[0]),
        challenge: undefined,
      };
    }
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const same = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));

function schemeOf(headers: IncomingHttpHeaders, scheme: string): string | undefined {
  const match = /^(\S+)\s+(.+)$/.exec(headers.authorization ?? '');
  return match?.[1]?.toLowerCase() === scheme ? match[2]!.trim() : undefined;
}

function basicOf(headers: IncomingHttpHeaders): string | undefined {
  const encoded = schemeOf(headers, 'basic');
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString();
}
