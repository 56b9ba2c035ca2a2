import type { HttpClient, HttpRequest } from '@acequia/wire';
import type { HttpClientConfig } from '@acequia/component-sdk/definition';
import { Misconfigured, type RuntimeContext } from '@acequia/component-sdk/runtime';
import { signAws } from './aws-sigv4.ts';
import { createTokenSource } from './oauth2.ts';
import type { SentSecrets } from './sent-secrets.ts';

/** Adds what the group `http-client` says about authentication to a request. */
export interface Credentials {
  /** The request with its credentials. Throws one of the four delivery errors (a token that cannot be had). */
  sign(request: SignableRequest): Promise<HttpRequest>;
  /** After a 401: true when other credentials will be used next time, so that one more try makes sense. */
  renew(): boolean;
}

export type SignableRequest = HttpRequest & { readonly headers: Readonly<Record<string, string>> };

type AuthConfig = Pick<
  HttpClientConfig,
  | 'secretHeaders'
  | 'auth'
  | 'username'
  | 'password'
  | 'token'
  | 'keyName'
  | 'keyIn'
  | 'key'
  | 'tokenUrl'
  | 'clientId'
  | 'clientSecret'
  | 'scopes'
  | 'audience'
  | 'sendIn'
  | 'region'
  | 'service'
  | 'accessKeyId'
  | 'secretAccessKey'
  | 'sessionToken'
>;

/**
 * Reads the secrets once; a changed secret makes a new instance. Headers of the group's secrets come before what proves who sends.
 * What is made of secrets, and tokens that come in their place, are in `sent` before they are sent.
 */
export function createCredentials(
  config: AuthConfig,
  client: HttpClient,
  ctx: Pick<RuntimeContext, 'secret' | 'clock'>,
  sent: SentSecrets,
): Credentials {
  const proof = createProof(config, client, ctx, sent);
  const secretHeaders = config.secretHeaders.map(({ name, value }) => {
    const text = ctx.secret(value);
    if (ownHeaders.has(name.toLowerCase()) || /[^\t\x20-\x7e\x80-\xff]/.test(text))
      throw new Misconfigured('CONFIG_HEADER', { message: name });
    return [name, text] as const;
  });
  if (secretHeaders.length === 0) return proof;
  const confidential = secretHeaders.map(([name]) => name);
  return { ...proof, sign: (request) => proof.sign(withHeaders(request, Object.fromEntries(secretHeaders), confidential)) };
}

/** Headers that a request gets by itself. */
export const ownHeaders: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding', 'connection', 'content-encoding']);

/** Headers of other spellings are replaced: a name is sent once. */
function withHeaders(request: SignableRequest, added: Readonly<Record<string, string>>, confidential: readonly string[]): SignableRequest {
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  const kept = Object.entries(request.headers).filter(([name]) => !names.has(name.toLowerCase()));
  return {
    ...request,
    headers: { ...Object.fromEntries(kept), ...added },
    confidential: [...(request.confidential ?? []), ...confidential],
  };
}

function createProof(
  config: AuthConfig,
  client: HttpClient,
  ctx: Pick<RuntimeContext, 'secret' | 'clock'>,
  sent: SentSecrets,
): Credentials {
  const withHeader = (name: string, value: string): Credentials => ({
    sign: (request) => Promise.resolve(withHeaders(request, { [name]: value }, [name])),
    renew: () => false,
  });
  switch (config.auth) {
    case 'none':
      return { sign: (request) => Promise.resolve(request), renew: () => false };
    case 'basic': {
      const pair = `${need(config.username)}:${ctx.secret(need(config.password))}`;
      sent.add(pair);
      return withHeader('Authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
    }
    case 'bearer':
      return withHeader('Authorization', `Bearer ${ctx.secret(need(config.token))}`);
    case 'api-key': {
      const key = ctx.secret(need(config.key));
      if (config.keyIn === 'header') return withHeader(config.keyName, key);
      return {
        sign: (request) => {
          const url = new URL(request.url);
          url.searchParams.set(config.keyName, key);
          return Promise.resolve({ ...request, url: url.href });
        },
        renew: () => false,
      };
    }
    case 'oauth2': {
      const tokens = createTokenSource(
        {
          tokenUrl: need(config.tokenUrl),
          clientId: need(config.clientId),
          clientSecret: ctx.secret(need(config.clientSecret)),
          scopes: config.scopes,
          audience: config.audience,
          sendIn: config.sendIn,
        },
        client,
        ctx.clock,
        sent,
      );
      return {
        sign: async (request) => ({ ...request, headers: { ...request.headers, Authorization: `Bearer ${await tokens.get()}` } }),
        renew: () => {
          tokens.forget();
          return true;
        },
      };
    }
    case 'aws-sigv4': {
      const keys = {
        region: need(config.region),
        service: need(config.service),
        accessKeyId: need(config.accessKeyId),
        secretAccessKey: ctx.secret(need(config.secretAccessKey)),
        sessionToken: config.sessionToken === undefined ? undefined : ctx.secret(config.sessionToken),
      };
      return { sign: (request) => Promise.resolve(signAws(request, keys, ctx.clock.now())), renew: () => false };
    }
  }
}

function need(value: string | undefined): string {
  if (value === undefined) throw new Misconfigured('CONFIG_REQUIRED');
  return value;
}
