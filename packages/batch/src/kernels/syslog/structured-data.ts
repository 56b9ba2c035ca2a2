import { addCell } from '../cells.ts';
import { tagJson } from '../layout.ts';
import { byteAt, copyBytes, copyPlain, findEither, sameBytesAt, setByte, wordAt, type bool, type i32 } from '../platform.ts';
import { side, sideTag } from './call.ts';
import { moveSide, sideAt, sideLimit } from './side.ts';

const parametersMax: i32 = 16;

/** Elements (RFC 5424 section 6.3) as the text of one JSON object in the side region; returns their end, or −1. */
export function structuredData(call: i32, from: i32, end: i32): i32 {
  const bound = sideLimit();
  const start = sideAt();
  let out = start;
  let at = from;
  let elements = 0;
  while (at < end && byteAt(at) === 0x5b) {
    const idEnd = nameEnd(at + 1, end);
    if (idEnd === at + 1 || out + (idEnd - at) + 32 > bound || elements >= parametersMax) return -1;
    if (elements > 0 && repeated(from, at + 1, idEnd)) return -1;
    setByte(out, elements === 0 ? 0x7b : 0x2c);
    setByte(out + 1, 0x22);
    out = copyBytes(out + 2, at + 1, idEnd - at - 1);
    setByte(out, 0x22);
    setByte(out + 1, 0x3a);
    setByte(out + 2, 0x7b);
    out += 3;
    const element = idEnd;
    let parameters = 0;
    at = idEnd;
    while (at < end && byteAt(at) === 0x20) {
      const keyEnd = nameEnd(at + 1, end);
      if (keyEnd === at + 1 || keyEnd + 1 >= end || byteAt(keyEnd) !== 0x3d || byteAt(keyEnd + 1) !== 0x22) return -1;
      if (parameters >= parametersMax || (parameters > 0 && repeatedKey(element, at + 1, keyEnd))) return -1;
      const close = quotedEnd(keyEnd + 2, end);
      if (close < 0 || out + (keyEnd - at) + (close - keyEnd) * 6 + 32 > bound) return -1;
      if (parameters > 0) setByte(out++, 0x2c);
      setByte(out, 0x22);
      out = copyBytes(out + 1, at + 1, keyEnd - at - 1);
      setByte(out, 0x22);
      setByte(out + 1, 0x3a);
      setByte(out + 2, 0x22);
      out = parameter(out + 3, keyEnd + 2, close);
      if (out < 0) return -1;
      setByte(out++, 0x22);
      parameters++;
      at = close + 1;
    }
    if (at >= end || byteAt(at) !== 0x5d) return -1;
    setByte(out++, 0x7d);
    at++;
    elements++;
  }
  if (elements === 0) return -1;
  setByte(out++, 0x7d);
  addCell(start - wordAt(call + side), out - start, tagJson | wordAt(call + sideTag));
  moveSide((out + 7) & -8);
  return at;
}

/** End of a name; a name with a backslash is left to JavaScript. */
function nameEnd(at: i32, end: i32): i32 {
  const start = at;
  while (at < end) {
    const byte = byteAt(at);
    if (byte <= 0x20 || byte === 0x3d || byte === 0x5d || byte === 0x22) return at;
    if (byte === 0x5c || byte >= 0x7f) return start;
    at++;
  }
  return at;
}

function quotedEnd(at: i32, end: i32): i32 {
  while (true) {
    at = findEither(at, end, 0x22, 0x5c);
    if (at >= end) return -1;
    if (byteAt(at) === 0x22) return at;
    at += 2;
  }
}

/** A value as the inside of a JSON string: `\"`, `\\` and `\]` stand for their second character. Control characters are left to JavaScript. */
function parameter(out: i32, from: i32, end: i32): i32 {
  while (true) {
    const stop = copyPlain(out, from, end);
    out += stop - from;
    if (stop >= end) return out;
    if (byteAt(stop) !== 0x5c) return -1;
    const next: i32 = stop + 1 < end ? byteAt(stop + 1) : 0;
    if (next === 0x5d) {
      setByte(out++, 0x5d);
      from = stop + 2;
      continue;
    }
    setByte(out, 0x5c);
    if (next === 0x22 || next === 0x5c) {
      setByte(out + 1, next);
      from = stop + 2;
    } else {
      setByte(out + 1, 0x5c);
      from = stop + 1;
    }
    out += 2;
  }
}

/** Whether an element before `at` has the same id. */
function repeated(from: i32, at: i32, end: i32): bool {
  let other = from;
  while (other < at - 1) {
    const otherEnd = nameEnd(other + 1, at);
    if (otherEnd - other - 1 === end - at && sameBytesAt(other + 1, at, end - at)) return true;
    other = elementEnd(otherEnd, at);
  }
  return false;
}

/** Behind the bracket that closes the element whose id ends at `at`. */
function elementEnd(at: i32, end: i32): i32 {
  while (at < end && byteAt(at) === 0x20) at = quotedEnd(nameEnd(at + 1, end) + 2, end) + 1;
  return at + 1;
}

/** Whether a parameter of the element whose id ends at `from` and that stands before `at` has the same name. */
function repeatedKey(from: i32, at: i32, end: i32): bool {
  let other = from;
  while (other < at - 1) {
    const otherEnd = nameEnd(other + 1, at);
    if (otherEnd - other - 1 === end - at && sameBytesAt(other + 1, at, end - at)) return true;
    other = quotedEnd(otherEnd + 2, at) + 1;
  }
  return false;
}
