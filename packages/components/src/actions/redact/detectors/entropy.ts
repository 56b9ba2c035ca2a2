import { codes, isAlnum, isDigit, isHex, isLower, isUpper } from './byte-classes.ts';
import type { Detector } from './detector.ts';

const lengthMin = 20;
const hexLengthMin = 32;
const bitsMin = 3.8;
const hexBitsMin = 3;
const inside: ReadonlySet<number> = new Set(codes('+/_-='));
const counts = new Uint32Array(256);

const isSign = (byte: number | undefined): boolean => isAlnum(byte) || inside.has(byte ?? 0);

/**
 * A string that looks drawn at random: letters of both cases and digits mixed, at least 20 signs and 3.8 bits of Shannon
 * entropy each; or at least 32 hexadecimal digits with 3 bits each. Ids and hashes are found too.
 */
export const entropy: Detector = {
  anchors: codes('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'),
  find: (bytes, at, from, to, span) => {
    if (at > from && isSign(bytes[at - 1])) return false;
    let end = at;
    let [hex, upper, lower, digit] = [true, false, false, false];
    while (end < to && isSign(bytes[end])) {
      const byte = bytes[end]!;
      hex &&= isHex(byte);
      upper ||= isUpper(byte);
      lower ||= isLower(byte);
      digit ||= isDigit(byte);
      end += 1;
    }
    const length = end - at;
    const random = hex
      ? length >= hexLengthMin && digit && (upper || lower) && bitsOf(bytes, at, end) >= hexBitsMin
      : length >= lengthMin && digit && upper && lower && bitsOf(bytes, at, end) >= bitsMin;
    if (!random) return false;
    span.start = at;
    span.end = end;
    return true;
  },
};

/** Shannon entropy of the bytes, bits per byte. */
function bitsOf(bytes: Uint8Array, start: number, end: number): number {
  counts.fill(0);
  for (let i = start; i < end; i += 1) counts[bytes[i]!]! += 1;
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / (end - start)) * Math.log2(count / (end - start));
  return bits;
}
