import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { inAddresses } from './address-list.ts';
import { createToken, maskToken, readToken } from './token-text.ts';

const random = { bytes: (n: number) => randomBytes(n) };

test('no single wrong character passes the checksum, and no prefix of another kind', () => {
  const token = createToken('key', random);
  expect(token).toMatch(/^acq_key_[0-9A-Za-z]{36}_[0-9A-Za-z]{6}$/);
  expect(readToken(token)).toBe('key');
  for (let at = 'acq_key_'.length; at < token.length; at += 1) {
    if (token[at] === '_') continue;
    const wrong = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
    expect([at, readToken(wrong)]).toEqual([at, undefined]);
  }
  expect(readToken(token.replace('acq_key_', 'acq_tmp_'))).toBeUndefined();
});

test('1,000 keys differ, use every character, and their masks give away four', () => {
  const tokens = Array.from({ length: 1000 }, () => createToken('key', random));
  expect(new Set(tokens).size).toBe(1000);
  expect(new Set(tokens.map((token) => token.slice(8, 44)).join('')).size).toBe(62);
  expect(maskToken(tokens[0]!)).toBe(`${tokens[0]!.slice(0, 12)}…`);
});

test('addresses: one, a network, both families, one wrapped in the other; nothing else', () => {
  const list = ['10.1.0.0/16', '192.0.2.7', '2001:db8::/32'];
  for (const ip of ['10.1.255.1', '192.0.2.7', '::ffff:192.0.2.7', '2001:db8::1']) expect([ip, inAddresses(list, ip)]).toEqual([ip, true]);
  for (const ip of ['10.2.0.1', '192.0.2.8', '2001:db9::1', '::1', '']) expect([ip, inAddresses(list, ip)]).toEqual([ip, false]);
  expect(inAddresses([], '203.0.113.9')).toBe(true);
});
