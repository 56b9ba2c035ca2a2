import { passesLuhn } from './check-digits.ts';
import { digitBytes, digitsEnd, isDigit, isWord } from './byte-classes.ts';
import type { Detector } from './detector.ts';

const digitsMin = 13;
const digitsMax = 19;

const isSeparator = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x2d;

/**
 * A payment card number (ISO/IEC 7812): 13 to 19 digits that begin with 2 to 6 and pass Luhn, in one piece, or in groups
 * of at least three, the first of four, parted by one blank or hyphen, always the same.
 */
export const card: Detector = {
  anchors: digitBytes,
  find: (bytes, at, from, to, span) => {
    const first = bytes[at]!;
    if (first < 0x32 || first > 0x36) return false;
    if (at > from && (isWord(bytes[at - 1]) || isPartOfNumber(bytes, at, from))) return false;
    let end = digitsEnd(bytes, at, to);
    let digits = end - at;
    if (digits !== 4 && digits < digitsMin) return false;
    const separator = bytes[end];
    let found = accepts(bytes, at, end, digits, to) ? end : -1;
    if (digits === 4) {
      while (end + 1 < to && bytes[end] === separator && isSeparator(separator) && isDigit(bytes[end + 1])) {
        const next = digitsEnd(bytes, end + 1, to);
        const group = next - end - 1;
        if (group < 3 || group > 7 || digits + group > digitsMax) break;
        digits += group;
        end = next;
        if (accepts(bytes, at, end, digits, to)) found = end;
      }
    }
    if (found < 0) return false;
    span.start = at;
    span.end = found;
    return true;
  },
};

/** `.` or `,` after a digit: decimals of a number. */
function isPartOfNumber(bytes: Uint8Array, at: number, from: number): boolean {
  const before = bytes[at - 1];
  return (before === 0x2e || before === 0x2c) && at - 2 >= from && isDigit(bytes[at - 2]);
}

function accepts(bytes: Uint8Array, start: number, end: number, digits: number, to: number): boolean {
  return digits >= digitsMin && digits <= digitsMax && (end === to || !isWord(bytes[end])) && passesLuhn(bytes, start, end);
}
