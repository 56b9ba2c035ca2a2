import { createHash } from 'node:crypto';
import { AppError, minuteMs, secondMs } from '@acequia/base';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { readStrictObject } from './strict-json.ts';

/** Ours, whatever a token or a provider says: never `none`, never an algorithm with a shared secret (quality.md 9.1.2). */
export const signatureAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

/** What the clocks of the two machines may differ. */
const skewMs = minuteMs;
/** A token is used at once: older ones are refused, however long they say they last. */
const oldestMs = 5 * minuteMs;
const longestToken = 16_384;

export interface IdTokenExpectations {
  readonly issuer: string;
  readonly clientId: string;
  readonly nonce: string;
  /** ms since 1970. */
  readonly now: number;
  /** Of the same answer; compared when the token names its hash. */
  readonly accessToken?: string | undefined;
  /** The user has logged in just now: the token must say so. */
  readonly again: boolean;
}

export type IdTokenClaims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** A token was refused; `internal` says why, for the operator's log. */
export const refusedToken = (why: string, cause?: unknown) => new AppError('AUTH.SSO_TOKEN', { internal: why, cause });

/**
 * The claims of an id_token that was signed by one of the provider's keys, for this client, as the answer to this one request, now
 * (OpenID Connect Core 3.1.3.7 and 3.2.2.11). Throws AUTH.SSO_TOKEN.
 */
export async function checkIdToken(token: string, keys: JSONWebKeySet, expected: IdTokenExpectations): Promise<IdTokenClaims> {
  if (token.length > longestToken || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw refusedToken('not a signed token');
  const algorithm = checkHeader(readPart(token.split('.')[0] ?? ''));
  const claims = readStrictObject(await verifiedText(token, keys, algorithm));
  if (!claims) throw refusedToken('claims are no JSON object, or name one twice');
  checkParties(claims, expected);
  checkTimes(claims, expected);
  checkHash(claims, algorithm, expected.accessToken);
  return claims as IdTokenClaims;
}

async function verifiedText(token: string, keys: JSONWebKeySet, algorithm: string): Promise<string> {
  try {
    const { payload } = await compactVerify(token, createLocalJWKSet(keys), { algorithms: [algorithm] });
    return new TextDecoder('utf-8', { fatal: true }).decode(payload);
  } catch (error) {
    throw refusedToken('signature', error);
  }
}

/** The key a token says it was signed with, before anything is checked. */
export const keyIdOf = (token: string): unknown => readPart(token.slice(0, longestToken).split('.')[0] ?? '')?.['kid'];

const readPart = (part: string) => readStrictObject(Buffer.from(part, 'base64url').toString('utf8'));

function checkHeader(header: Readonly<Record<string, unknown>> | undefined): string {
  if (!header) throw refusedToken('header is no JSON object, or names something twice');
  const { alg, typ, kid } = header;
  if (typeof alg !== 'string' || !signatureAlgorithms.includes(alg)) throw refusedToken(`algorithm ${String(alg)}`);
  if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT')) throw refusedToken('another type of token');
  if (kid !== undefined && (typeof kid !== 'string' || kid.length > 256)) throw refusedToken('key id');
  for (const name of ['jwk', 'jku', 'x5u', 'crit', 'b64', 'zip', 'enc']) if (name in header) throw refusedToken(`header ${name}`);
  return alg;
}

/** The audience is this client alone; a party it was issued to is too. */
function checkParties(claims: Readonly<Record<string, unknown>>, { issuer, clientId, nonce }: IdTokenExpectations): void {
  const { iss, sub, aud, azp } = claims;
  if (iss !== issuer) throw refusedToken('issuer');
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw refusedToken('subject');
  const audience: unknown = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud;
  if (audience !== clientId) throw refusedToken('audience');
  if (azp !== undefined && azp !== clientId) throw refusedToken('authorized party');
  if (claims['nonce'] !== nonce) throw refusedToken('nonce');
}

function checkTimes(claims: Readonly<Record<string, unknown>>, { now, again }: IdTokenExpectations): void {
  const moment = (name: string): number => {
    const seconds = claims[name];
    if (typeof seconds !== 'number' || !Number.isFinite(seconds)) throw refusedToken(`${name} is no time`);
    return seconds * secondMs;
  };
  if (moment('exp') <= now - skewMs) throw refusedToken('expired');
  const issued = moment('iat');
  if (issued > now + skewMs || issued < now - oldestMs) throw refusedToken('not issued now');
  if ('nbf' in claims && moment('nbf') > now + skewMs) throw refusedToken('not valid yet');
  if (!again) return;
  const login = moment('auth_time');
  if (login > now + skewMs || login < now - oldestMs) throw refusedToken('no new login');
}

function checkHash(claims: Readonly<Record<string, unknown>>, algorithm: string, accessToken: string | undefined): void {
  if (claims['at_hash'] === undefined || accessToken === undefined) return;
  const bits = algorithm.startsWith('Ed') ? '512' : algorithm.slice(-3);
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  if (claims['at_hash'] !== digest.subarray(0, digest.length / 2).toString('base64url')) throw refusedToken('access token hash');
}
