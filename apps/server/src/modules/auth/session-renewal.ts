import { createHash, createHmac } from 'node:crypto';
import { minuteMs, secondMs } from '@acequia/base';

/** quality.md 2.4: an id is renewed after 10 min of use; the old one lasts 10 s more for requests that were under way. */
export const renewAfterMs = 10 * minuteMs;
export const graceMs = 10 * secondMs;
/** No answer takes longer than the server's own limit for a request. */
const answerLastsMs = minuteMs;

const idBytes = 16;
const secretBytes = 32;

/** What a session's cookie holds: which session, and the proof. */
export interface CookieValue {
  /** UUID of the session; the same for its whole life. */
  readonly id: string;
  readonly secret: Uint8Array;
}

/** 48 bytes in base64url: nothing can be read from it but by this server. */
export const writeCookieValue = ({ id, secret }: CookieValue): string =>
  Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), secret]).toString('base64url');

/** Undefined for anything a server of ours has not written. */
export function readCookieValue(text: string): CookieValue | undefined {
  if (!/^[\w-]{64}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const id = bytes.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { id, secret: bytes.subarray(idBytes, idBytes + secretBytes) };
}

/** Secrets are kept hashed: who reads the table cannot use a session. */
export const hashSecret = (secret: Uint8Array): Buffer => createHash('sha256').update(secret).digest();

/**
 * The secret that follows, made from a random seed of 32 bytes and the deployment's key: as long as the browser has not shown it,
 * any server can send the very same one again, and the seed in the table is of no use without the key.
 */
export const nextSecret = (key: Uint8Array, seed: Uint8Array): Buffer =>
  createHmac('sha256', key).update('session secret ').update(seed).digest();

/** What the database keeps of a session's secrets. */
export interface SecretState {
  readonly secretHash: Uint8Array;
  /** The secret before, once there was one. */
  readonly previousHash: Uint8Array | null;
  /** Of the present secret, until the browser has shown it. */
  readonly seed: Uint8Array | null;
  /** When the browser first showed the present secret, ms since 1970; from then on the one before has its grace. */
  readonly replacedAt: number | null;
}

/**
 * How a shown secret stands to its session: `current`; `unanswered` (its successor was sent and has not come back: perhaps that
 * answer was lost, so it is good and the successor is sent again); `grace` (a request that was under way); `reused` (an old one
 * came back: two hold this session, and one of them stole it).
 */
export function standingOf(state: SecretState, shownHash: Uint8Array, now: number): 'current' | 'unanswered' | 'grace' | 'reused' {
  if (Buffer.compare(state.secretHash, shownHash) === 0) return 'current';
  if (state.previousHash === null || Buffer.compare(state.previousHash, shownHash) !== 0) return 'reused';
  if (state.seed !== null) return 'unanswered';
  return now < (state.replacedAt ?? 0) + graceMs ? 'grace' : 'reused';
}

/**
 * Whether the shown, current secret gets its successor. Not before its first minute of use: until then answers that carry it may
 * still be under way, and one that came in after the successor's would bring back an old secret.
 */
export function isDue(state: SecretState & { readonly renewedAt: number }, now: number): boolean {
  if (state.seed !== null || now < state.renewedAt + renewAfterMs) return false;
  return state.replacedAt === null || now >= state.replacedAt + answerLastsMs;
}
