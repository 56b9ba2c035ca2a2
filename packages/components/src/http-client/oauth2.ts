import type { Clock } from '@acequia/base';
import { Misconfigured, Retry } from '@acequia/component-sdk/runtime';
import type { HttpClient } from '@acequia/wire';
import type { SentSecrets } from './sent-secrets.ts';
import { deliveryErrorOfWire } from './wire-faults.ts';

export interface TokenSettings {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string | undefined;
  readonly audience: string | undefined;
  readonly sendIn: 'body' | 'basic';
}

/** Renewed this long before it expires. */
const earlyMs = 60_000;
/** Lifetime of a token that does not say (RFC 6749, 5.1 leaves it open). */
const defaultLifeMs = 5 * 60_000;

/**
 * Access tokens by client credentials (RFC 6749, 4.4). One request at a time, its answer shared by all who wait; kept
 * until 60 s before it expires. All of it that is secret is in `sent` before anybody gets it.
 */
export function createTokenSource(settings: TokenSettings, client: HttpClient, clock: Clock, sent: SentSecrets) {
  let current: { readonly token: string; readonly untilMs: number } | undefined;
  let pending: Promise<string> | undefined;

  const fetchToken = async (): Promise<string> => {
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (settings.scopes !== undefined) form.set('scope', settings.scopes);
    if (settings.audience !== undefined) form.set('audience', settings.audience);
    const headers: Record<string, string> = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' };
    if (settings.sendIn === 'basic') {
      const pair = `${encodeURIComponent(settings.clientId)}:${encodeURIComponent(settings.clientSecret)}`;
      sent.add(pair);
      headers['Authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
    } else {
      form.set('client_id', settings.clientId);
      form.set('client_secret', settings.clientSecret);
    }
    const answer = await client
      .request({ method: 'POST', url: settings.tokenUrl, headers, body: Buffer.from(form.toString()), confidentialBody: true })
      .catch((error: unknown) => {
        throw deliveryErrorOfWire(error);
      });
    const response = sent.hide(answer.body.toString('utf8')).slice(0, 2048);
    if (answer.status >= 500 || answer.status === 429) throw new Retry('DELIVERY_TOKEN', { status: answer.status, response });
    if (answer.status !== 200) throw new Misconfigured('DELIVERY_TOKEN', { status: answer.status, response });
    const grant = readGrant(answer.body.toString('utf8'));
    if (grant === undefined) throw new Misconfigured('DELIVERY_TOKEN', { status: answer.status });
    sent.add(grant.token);
    current = { token: grant.token, untilMs: clock.monotonic() + Math.max(0, grant.lifeMs - earlyMs) };
    return grant.token;
  };

  return {
    get(): Promise<string> {
      if (current !== undefined && clock.monotonic() < current.untilMs) return Promise.resolve(current.token);
      pending ??= fetchToken().finally(() => (pending = undefined));
      return pending;
    },
    /** The token was refused: the next `get` asks for another. */
    forget(): void {
      current = undefined;
    },
  };
}

function readGrant(text: string): { token: string; lifeMs: number } | undefined {
  try {
    const grant = JSON.parse(text) as { access_token?: unknown; expires_in?: unknown };
    if (typeof grant.access_token !== 'string' || grant.access_token === '') return undefined;
    const seconds = Number(grant.expires_in);
    return { token: grant.access_token, lifeMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : defaultLifeMs };
  } catch {
    return undefined;
  }
}
