import { expect, test } from 'vitest';
import { seal, unseal } from './envelope.ts';

const key = Buffer.alloc(32, 1);

test('another tenant, secret, version or key does not open it', () => {
  const sealed = seal(key, Buffer.from('hunter2'), ['tenant-a', 'SE_1', 1]);
  expect(unseal(key, sealed, ['tenant-a', 'SE_1', 1]).toString()).toBe('hunter2');
  for (const context of [
    ['tenant-b', 'SE_1', 1],
    ['tenant-a', 'SE_2', 1],
    ['tenant-a', 'SE_1', 2],
    ['tenant-aS', 'E_1', 1],
  ]) {
    expect(() => unseal(key, sealed, context)).toThrow();
  }
  expect(() => unseal(Buffer.alloc(32, 2), sealed, ['tenant-a', 'SE_1', 1])).toThrow();
});

test('a changed byte does not open', () => {
  const sealed = seal(key, Buffer.from('hunter2'), ['t']);
  for (let at = 0; at < sealed.length; at += 1) {
    const copy = Buffer.from(sealed);
    copy[at]! ^= 1;
    expect(() => unseal(key, copy, ['t'])).toThrow();
  }
});

test('10,000 sealings repeat no nonce', () => {
  const nonces = new Set(Array.from({ length: 10_000 }, () => seal(key, Buffer.of(1), ['t']).subarray(0, 12).toString('hex')));
  expect(nonces.size).toBe(10_000);
});
