import { expect, test } from 'vitest';
import * as digests from './digests.ts';
import { base64Of, bytesOfBase64, bytesOfHex, hexOf, utf8 } from './bytes.ts';
import { md5 } from './md5.ts';
import { sha1 } from './sha1.ts';
import { sha256, sha512 } from './sha2.ts';
import { uuid5 } from './uuid5.ts';
import { hash64Text, xxhash64 } from './xxhash64.ts';

const crypto = await import('node:crypto');

test('digests agree with the platform at every block border', () => {
  const hashes = { md5, sha1, sha256, sha512 };
  for (const length of [0, 1, 5, 54, 55, 56, 57, 63, 64, 65, 110, 111, 112, 113, 127, 128, 129, 300, 1000]) {
    const data = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
    for (const [name, hash] of Object.entries(hashes)) {
      expect(hexOf(hash(data)), `${name} ${length}`).toBe(crypto.createHash(name).update(data).digest('hex'));
    }
  }
});

test('in Node digests are those of the host, the same as ours', () => {
  const data = utf8('España');
  for (const [name, own, digest] of [
    ['md5', md5, digests.md5],
    ['sha1', sha1, digests.sha1],
    ['sha256', sha256, digests.sha256],
    ['sha512', sha512, digests.sha512],
  ] as const) {
    expect(hexOf(digest(data)), name).toBe(hexOf(own(data)));
    expect(digest, name).not.toBe(own);
  }
});

test('xxhash64 vectors', () => {
  expect(hash64Text(xxhash64(utf8('')))).toBe('ef46db3751d8e999');
  expect(hash64Text(xxhash64(utf8('a')))).toBe('d24ec4f1a98c6e5b');
  expect(hash64Text(xxhash64(utf8('abc')))).toBe('44bc2cf5ad770999');
  expect(hash64Text(xxhash64(utf8('Nobody inspects the spammish repetition')))).toBe('fbcea83c8a378bf1');
});

test('uuid5', () => {
  expect(uuid5('dns', 'example.com')).toBe('cfbff0d1-9375-5685-968c-48ce8b15ae17');
  expect(uuid5('nonsense', 'x')).toBeUndefined();
});

test('base64 and hex of bytes beyond one chunk; bad text is refused', () => {
  const data = Uint8Array.from({ length: 20_000 }, (_, i) => i % 256);
  expect(base64Of(data)).toBe(Buffer.from(data).toString('base64'));
  expect(bytesOfBase64(base64Of(data))).toEqual(data);
  expect(bytesOfHex(hexOf(data))).toEqual(data);
  expect(bytesOfBase64('a$')).toBeUndefined();
  expect(bytesOfBase64('abcde')).toBeUndefined();
  expect(bytesOfHex('abc')).toBeUndefined();
});
