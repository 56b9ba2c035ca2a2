const digit = 1;
const upper = 2;
const lower = 4;
const hexLetter = 8;
const classes = new Uint8Array(256);
for (let byte = 0x30; byte <= 0x39; byte += 1) classes[byte] = digit;
for (let byte = 0x41; byte <= 0x5a; byte += 1) classes[byte] = upper | (byte <= 0x46 ? hexLetter : 0);
for (let byte = 0x61; byte <= 0x7a; byte += 1) classes[byte] = lower | (byte <= 0x66 ? hexLetter : 0);

export const isDigit = (byte: number | undefined): boolean => (classes[byte ?? 0]! & digit) !== 0;
export const isUpper = (byte: number | undefined): boolean => (classes[byte ?? 0]! & upper) !== 0;
export const isLower = (byte: number | undefined): boolean => (classes[byte ?? 0]! & lower) !== 0;
export const isLetter = (byte: number | undefined): boolean => (classes[byte ?? 0]! & (upper | lower)) !== 0;
export const isAlnum = (byte: number | undefined): boolean => (classes[byte ?? 0]! & (digit | upper | lower)) !== 0;
export const isHex = (byte: number | undefined): boolean => (classes[byte ?? 0]! & (digit | hexLetter)) !== 0;
export const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;
export const isSpace = (byte: number | undefined): boolean => byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);

/** Letters, digits and `_`: what may not touch a value that stands alone. */
export const isWord = (byte: number | undefined): boolean => isAlnum(byte) || byte === 0x5f;

/** Upper case of an ASCII letter; other bytes as they are. */
export const upperOf = (byte: number): number => (isLower(byte) ? byte - 32 : byte);

/** The codes of the characters of an ASCII text. */
export const codes = (text: string): readonly number[] => Array.from(text, (character) => character.charCodeAt(0));

export const digitBytes: readonly number[] = codes('0123456789');

/** End of the digits that begin at `at`. */
export function digitsEnd(bytes: Uint8Array, at: number, to: number): number {
  let end = at;
  while (end < to && isDigit(bytes[end])) end += 1;
  return end;
}

/** Number in the digits `[start, end)`; callers keep it below 2^53. */
export function numberAt(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i += 1) value = value * 10 + bytes[i]! - 0x30;
  return value;
}

/** Whether the text stands at `at`, any case when it is given in upper case and `fold` is set. */
export function standsAt(bytes: Uint8Array, text: readonly number[], at: number, from: number, to: number, fold = false): boolean {
  if (at < from || at + text.length > to) return false;
  for (let i = 0; i < text.length; i += 1) {
    const byte = bytes[at + i]!;
    if ((fold ? upperOf(byte) : byte) !== text[i]) return false;
  }
  return true;
}

/** Whether nothing that belongs to a word touches `[start, end)`. */
export const standsAlone = (bytes: Uint8Array, start: number, end: number, from: number, to: number): boolean =>
  (start === from || !isWord(bytes[start - 1])) && (end === to || !isWord(bytes[end]));
