import { timingSafeEqual } from 'node:crypto';
import type { Random } from '@acequia/base';
import { totpDigits } from '@acequia/domain';
import { HOTP, Secret, TOTP } from 'otpauth';

/** docs/decisions.md: 160 bits, SHA-1, 30 s, 6 digits, as every authenticator app understands; one step early or late is accepted. */
const secretBytes = 20;
const stepSeconds = 30;
const driftSteps = 1;
const algorithm = 'SHA1';

export const createTotpSecret = (random: Random): Buffer => Buffer.from(random.bytes(secretBytes));

const stepOf = (now: number): number => Math.floor(now / (stepSeconds * 1000));

/** The code of a 30-second step (RFC 6238), `step` 30-second steps after 1970. */
export const totpCodeAt = (secret: Uint8Array, step: number): string =>
  HOTP.generate({ secret: toSecret(secret), algorithm, digits: totpDigits, counter: step });

/** The steps around a moment (ms since 1970) whose code this is, oldest first; none for a wrong code. */
export function matchingSteps(secret: Uint8Array, code: string, now: number): number[] {
  const present = stepOf(now);
  const steps = [];
  for (let step = present - driftSteps; step <= present + driftSteps; step += 1)
    if (sameText(totpCodeAt(secret, step), code)) steps.push(step);
  return steps;
}

/** What an authenticator needs to know: the key for typing, and all of it for a QR code. */
export function describeTotp(secret: Uint8Array, email: string): { readonly key: string; readonly url: string } {
  const totp = new TOTP({ issuer: 'Acequia', label: email, secret: toSecret(secret), algorithm, digits: totpDigits, period: stepSeconds });
  return { key: totp.secret.base32, url: totp.toString() };
}

const toSecret = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });

function sameText(expected: string, shown: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(shown)];
  return a.length === b.length && timingSafeEqual(a, b);
}
