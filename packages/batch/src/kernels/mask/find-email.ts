import { byteAt, type bool, type i32 } from '../platform.ts';
import { isDigit, isLetter } from './signs.ts';

const dot: i32 = 0x2e;
const hyphen: i32 = 0x2d;

function isSign(byte: i32): bool {
  return byte === dot || byte === hyphen || byte === 0x5f || byte === 0x25 || byte === 0x2b;
}

/** UTF-8 bytes of Latin letters beyond ASCII, U+00C0 to U+024F. */
function isLatinLead(byte: i32): bool {
  return byte >= 0xc3 && byte <= 0xc9;
}

function isTrail(byte: i32): bool {
  return (byte & 0xc0) === 0x80;
}

/** Where the address begins whose `@` stands at `end`; `end` when there is none. */
export function emailStart(end: i32, from: i32): i32 {
  let start = end;
  while (start > from) {
    const byte = byteAt(start - 1);
    if (isLetter(byte) || isDigit(byte) || isSign(byte)) start--;
    else if (isTrail(byte) && start - 2 >= from && isLatinLead(byteAt(start - 2))) start -= 2;
    else break;
  }
  while (start < end && isSign(byteAt(start))) start++;
  return start;
}

/** End of the domain at `start`: at least two labels, the last one of letters; −1 when there is none. */
export function domainEnd(start: i32, to: i32): i32 {
  let end = namesEnd(start, to);
  while (end > start) {
    while (end > start && (byteAt(end - 1) === dot || byteAt(end - 1) === hyphen)) end--;
    let label = end;
    while (label > start && byteAt(label - 1) !== dot) label--;
    if (label <= start + 1) return -1;
    if (isTopLevel(label, end)) return end;
    end = label;
  }
  return -1;
}

function namesEnd(start: i32, to: i32): i32 {
  let end = start;
  while (end < to) {
    const byte = byteAt(end);
    if (isLetter(byte) || isDigit(byte) || byte === hyphen) end++;
    else if (byte === dot && end > start && byteAt(end - 1) !== dot) end++;
    else if (isLatinLead(byte) && end + 1 < to && isTrail(byteAt(end + 1))) end += 2;
    else break;
  }
  return end;
}

function isTopLevel(start: i32, end: i32): bool {
  if (end - start < 2) return false;
  if (end - start > 5 && byteAt(start + 2) === hyphen && byteAt(start + 3) === hyphen) return true;
  for (let at = start; at < end; at++) if (!isLetter(byteAt(at)) && byteAt(at) < 0x80) return false;
  return true;
}
