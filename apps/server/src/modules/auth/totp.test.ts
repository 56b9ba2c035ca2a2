import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nextLoginStep, padTotpCode } from '@acequia/domain';
import { describeTotp, matchingSteps, totpCodeAt } from './totp.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';

/** The secret of RFC 6238, appendix B; its codes there have 8 digits, of which the last 6 are ours. */
const secret = Buffer.from('12345678901234567890');
const vectors = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const;

describe('codes of an authenticator', () => {
  test.each(vectors)('at %d s is the one of RFC 6238', (seconds, code) => {
    expect(totpCodeAt(secret, Math.floor(seconds / 30))).toBe(code);
  });

  test('a code that travelled as a number keeps its leading zeros', () => {
    expect(padTotpCode(5924)).toBe('005924');
    expect(padTotpCode(0)).toBe('000000');
    expect(padTotpCode('005924')).toBe('005924');
    expect(matchingSteps(secret, padTotpCode(5924), 1234567890_000)).toEqual([41152263]);
  });

  test('one step early or late is right, two are not', () => {
    const step = 50_000_000;
    const now = step * 30_000 + 15_000;
    for (const drift of [-1, 0, 1]) expect(matchingSteps(secret, totpCodeAt(secret, step + drift), now)).toContain(step + drift);
    for (const drift of [-2, 2]) expect(matchingSteps(secret, totpCodeAt(secret, step + drift), now)).toEqual([]);
  });

  test.each(['', '5924', '0059240', '00592a', '٠٠٥٩٢٤'])('%j is nobody’s code', (code) => {
    expect(matchingSteps(secret, code, 1234567890_000)).toEqual([]);
  });

  test('an app gets the key for typing and everything in the address', () => {
    const { key, url } = describeTotp(secret, 'ana@example.com');
    expect(key).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    const { protocol, host, searchParams } = new URL(url);
    expect([protocol, host]).toEqual(['otpauth:', 'totp']);
    expect(Object.fromEntries(searchParams)).toEqual({ issuer: 'Acequia', secret: key, algorithm: 'SHA1', digits: '6', period: '30' });
    expect(decodeURIComponent(url)).toContain('Acequia:ana@example.com');
  });
});

describe('recovery codes', () => {
  test('are ten, all different, and typing them with capitals or without dashes makes no difference', () => {
    const codes = createRecoveryCodes({ bytes: (n) => randomBytes(n) });
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
      expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toEqual(hashRecoveryCode(code));
    }
    expect(hashRecoveryCode(codes[0]!)).not.toEqual(hashRecoveryCode(codes[1]!));
  });
});

describe('the step a login misses', () => {
  test.each([
    [{ enrolled: false, passed: false, required: false }, null],
    [{ enrolled: false, passed: true, required: true }, 'activation'],
    [{ enrolled: false, passed: false, required: true }, 'activation'],
    [{ enrolled: true, passed: false, required: false }, 'totp'],
    [{ enrolled: true, passed: false, required: true }, 'totp'],
    [{ enrolled: true, passed: true, required: true }, null],
  ] as const)('%j: %s', (facts, step) => {
    expect(nextLoginStep(facts)).toBe(step);
  });
});
