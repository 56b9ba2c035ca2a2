import { byteAt, type i32 } from './platform.ts';

export function digitsEnd(at: i32, end: i32): i32 {
  while (at < end && byteAt(at) >= 0x30 && byteAt(at) <= 0x39) at++;
  return at;
}

/** End of an integer as it is printed, of at most 18 digits; −1 when there is none. */
export function integerEnd(at: i32, end: i32): i32 {
  const digits: i32 = at < end && byteAt(at) === 0x2d ? at + 1 : at;
  const behindDigits = digitsEnd(digits, end);
  const whole = behindDigits - digits;
  if (whole < 1 || whole > 18) return -1;
  if (byteAt(digits) === 0x30 && (whole > 1 || digits > at)) return -1;
  return behindDigits;
}

/** End of a decimal number without exponent, of at most 15 digits before and behind the point. */
export function floatEnd(at: i32, end: i32): i32 {
  const digits: i32 = at < end && byteAt(at) === 0x2d ? at + 1 : at;
  let to = digitsEnd(digits, end);
  if (to === digits || to - digits > 15) return -1;
  if (to + 1 < end && byteAt(to) === 0x2e && byteAt(to + 1) >= 0x30 && byteAt(to + 1) <= 0x39) {
    const point = to;
    to = digitsEnd(point + 1, end);
    if (to - point > 16) return -1;
  }
  return to < end && (byteAt(to) | 0x20) === 0x65 ? -1 : to;
}
