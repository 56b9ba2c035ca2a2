import type { bool, i32 } from '../platform.ts';

export function isDigit(byte: i32): bool {
  return byte >= 0x30 && byte <= 0x39;
}

export function isLetter(byte: i32): bool {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a && byte < 0x80;
}

/** Letters, digits and `_`: what may not touch a value that stands alone. */
export function isWord(byte: i32): bool {
  return isLetter(byte) || isDigit(byte) || byte === 0x5f;
}
