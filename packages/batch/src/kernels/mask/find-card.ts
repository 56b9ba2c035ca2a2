import { byteAt, type bool, type i32 } from '../platform.ts';
import { isDigit, isWord } from './signs.ts';

/** Card numbers begin with 2 to 6: the first of these digits, and how many. */
const firstOfCard: i32 = 0x32;
const firstsOfCard: i32 = 5;
const digitsMin: i32 = 13;
const digitsMax: i32 = 19;

export function digitsEnd(at: i32, to: i32): i32 {
  while (at < to && isDigit(byteAt(at))) at++;
  return at;
}

/** End of the card number that begins with the digit at `at`, the first of its run; −1 when there is none. */
export function cardEnd(at: i32, from: i32, to: i32): i32 {
  const first = byteAt(at);
  if (first < firstOfCard || first >= firstOfCard + firstsOfCard) return -1;
  if (at > from && (isWord(byteAt(at - 1)) || isPartOfNumber(at, from))) return -1;
  let end = digitsEnd(at, to);
  let digits = end - at;
  if (digits !== 4 && digits < digitsMin) return -1;
  let found: i32 = accepts(at, end, digits, to) ? end : -1;
  if (digits !== 4 || end >= to) return found;
  const separator = byteAt(end);
  if (separator !== 0x20 && separator !== 0x2d) return found;
  while (end + 1 < to && byteAt(end) === separator && isDigit(byteAt(end + 1))) {
    const next = digitsEnd(end + 1, to);
    const group = next - end - 1;
    if (group < 3 || group > 7 || digits + group > digitsMax) break;
    digits += group;
    end = next;
    if (accepts(at, end, digits, to)) found = end;
  }
  return found;
}

/** `.` or `,` after a digit: decimals of a number. */
function isPartOfNumber(at: i32, from: i32): bool {
  const before = byteAt(at - 1);
  return (before === 0x2e || before === 0x2c) && at - 2 >= from && isDigit(byteAt(at - 2));
}

function accepts(start: i32, end: i32, digits: i32, to: i32): bool {
  return digits >= digitsMin && digits <= digitsMax && (end === to || !isWord(byteAt(end))) && passesLuhn(start, end);
}

function passesLuhn(start: i32, end: i32): bool {
  let sum = 0;
  let doubled = false;
  for (let at = end - 1; at >= start; at--) {
    const byte = byteAt(at);
    if (!isDigit(byte)) continue;
    const value: i32 = doubled ? (byte - 0x30) * 2 : byte - 0x30;
    sum += value > 9 ? value - 9 : value;
    doubled = !doubled;
  }
  return sum % 10 === 0;
}
