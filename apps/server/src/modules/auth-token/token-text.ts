import { crc32 } from 'node:zlib';
import { createHash } from 'node:crypto';
import type { Random } from '@acequia/base';

/** `key`: lasts until it expires or is removed. `tmp`: exchanged for a key. */
export type TokenKind = 'key' | 'tmp';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 36 of 62 characters are 214 random bits; the mask shows four of them. */
const bodyLength = 36;
const checksumLength = 6;
const shownLength = 4;
const form = /^acq_(key|tmp)_([0-9A-Za-z]{36})_([0-9A-Za-z]{6})$/;

/** `acq_key_<36>_<6>`: a prefix for scanners, a checksum that finds a typing error without a look into the database. */
export function createToken(kind: TokenKind, random: Random): string {
  let body = '';
  // Bytes from 248 on would make some characters likelier than others.
  while (body.length < bodyLength)
    for (const byte of random.bytes(bodyLength)) if (byte < 248 && body.length < bodyLength) body += digits[byte % 62];
  const head = `acq_${kind}_${body}`;
  return `${head}_${checksum(head)}`;
}

/** Undefined for what this product has not made. */
export function readToken(text: string): TokenKind | undefined {
  const match = form.exec(text);
  if (!match || checksum(text.slice(0, -checksumLength - 1)) !== match[3]) return undefined;
  return match[1] as TokenKind;
}

/** Tokens are kept hashed: who reads the table cannot use one. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const maskToken = (token: string): string => `${token.slice(0, 'acq_key_'.length + shownLength)}…`;

function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  for (let i = 0; i < checksumLength; i += 1) {
    out = digits[rest % 62] + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}
