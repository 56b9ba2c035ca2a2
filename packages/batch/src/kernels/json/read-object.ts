import { addCell, cellRoom } from '../cells.ts';
import { addName, takeNames, templateNameBytes, templateNames } from '../keyed/names.ts';
import { tagBool, tagEscaped, tagFloatText, tagIntegerText, tagJson, tagNull, tagText } from '../layout.ts';
import { byteAt, plainEnd, sameBytesAt, setByte, wordAt, type bool, type i32 } from '../platform.ts';

const depthMax: i32 = 62;
const membersMax: i32 = 50_000;

let members: i32 = 0;
let levels: i32 = 0;
/** Escapes of lone surrogates since the outermost bracket; a container with any is left to JavaScript, which replaces them. */
let loneSurrogates: i32 = 0;
/** Of the value read last. */
let valueStart: i32 = 0;
let valueEnd: i32 = 0;
let valueTag: i32 = 0;

/**
 * Members of the object in `start … end − 1` as cells. 1: read whole, with the names of the template `likely` (0: none); 2: read
 * whole, with other names, which are noted; 0: not plainly right. `stack` has a byte per level.
 */
export function readObject(base: i32, start: i32, end: i32, book: i32, likely: i32, stack: i32): i32 {
  levels = stack;
  members = 0;
  let expected: i32 = likely === 0 ? -1 : wordAt(likely);
  let name = likely + templateNames;
  let at = blanks(start, end);
  if (at >= end || byteAt(at) !== 0x7b) return 0;
  at = blanks(at + 1, end);
  let i = 0;
  while (true) {
    if (at + 2 > end || byteAt(at) !== 0x22 || !cellRoom(1)) return 0;
    let length: i32 = -1;
    if (expected >= 0) {
      if (i < expected && isName(at + 1, end, book + wordAt(name), wordAt(name + 4))) length = wordAt(name + 4);
      else {
        takeNames(book, likely, i);
        expected = -1;
      }
    }
    if (length < 0) {
      const close = readString(at + 1, end);
      if (close < 0 || valueTag === tagEscaped) return 0;
      length = close - at - 1;
      if (!addName(at + 1, length)) return 0;
    }
    at = blanks(at + length + 2, end);
    if (at >= end || byteAt(at) !== 0x3a) return 0;
    at = readValue(blanks(at + 1, end), end);
    if (at < 0) return 0;
    addCell(valueStart - base, valueEnd - valueStart, valueTag);
    at = blanks(at, end);
    if (at >= end) return 0;
    const next = byteAt(at);
    if (next === 0x2c) at = blanks(at + 1, end);
    else if (next !== 0x7d || blanks(at + 1, end) !== end) return 0;
    else {
      if (expected === i + 1) return 1;
      if (expected >= 0) takeNames(book, likely, i + 1);
      return 2;
    }
    i++;
    name += templateNameBytes;
  }
}

/** Whether the name and its closing quote stand at `at`. */
function isName(at: i32, end: i32, name: i32, length: i32): bool {
  return at + length < end && byteAt(at + length) === 0x22 && sameBytesAt(at, name, length);
}

function blanks(at: i32, end: i32): i32 {
  while (at < end && byteAt(at) <= 0x20 && isBlank(byteAt(at))) at++;
  return at;
}

function isBlank(byte: i32): bool {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Position behind the value, or −1. */
function readValue(at: i32, end: i32): i32 {
  if (at >= end) return -1;
  const first = byteAt(at);
  valueStart = at;
  if (first === 0x22) {
    const close = readString(at + 1, end);
    if (close < 0) return -1;
    valueStart = at + 1;
    valueEnd = close;
    return close + 1;
  }
  if (first === 0x7b || first === 0x5b) {
    const close = readContainer(at, end);
    valueStart = at;
    valueEnd = close;
    valueTag = tagJson;
    return close;
  }
  return readScalar(at, end, first);
}

function readScalar(at: i32, end: i32, first: i32): i32 {
  valueStart = at;
  if (first === 0x74) return isWord(at, end, 0x72, 0x75, 0x65) ? scalar(at + 1, at + 4, tagBool) : -1;
  if (first === 0x66)
    return at + 5 <= end && isWord(at, end, 0x61, 0x6c, 0x73) && byteAt(at + 4) === 0x65 ? scalar(at, at + 5, tagBool) : -1;
  if (first === 0x6e) return isWord(at, end, 0x75, 0x6c, 0x6c) ? scalar(at, at + 4, tagNull) : -1;
  return readNumber(at, end);
}

/** Sets the cell of a word: its length is the value of a boolean. */
function scalar(lengthEnd: i32, behind: i32, tag: i32): i32 {
  valueEnd = lengthEnd;
  valueTag = tag;
  return behind;
}

function isWord(at: i32, end: i32, second: i32, third: i32, fourth: i32): bool {
  return at + 4 <= end && byteAt(at + 1) === second && byteAt(at + 2) === third && byteAt(at + 3) === fourth;
}

/** From behind the opening quote to the closing one, or −1. Sets `valueTag`. */
function readString(at: i32, end: i32): i32 {
  valueTag = tagText;
  while (true) {
    at = plainEnd(at, end);
    if (at >= end) return -1;
    const byte = byteAt(at);
    if (byte === 0x22) return at;
    if (byte !== 0x5c || at + 1 >= end) return -1;
    valueTag = tagEscaped;
    const kind = byteAt(at + 1);
    if (kind === 0x75) {
      if (!isUnit(at, end)) return -1;
      at += 6;
      if (!isSurrogate(at - 6)) continue;
      if (isHigh(at - 6) && isUnit(at, end) && isSurrogate(at) && !isHigh(at)) at += 6;
      else loneSurrogates++;
    } else {
      if (!isEscape(kind)) return -1;
      at += 2;
    }
  }
}

/** Whether `\u` and four digits stand at `at`. */
function isUnit(at: i32, end: i32): bool {
  return (
    at + 6 <= end &&
    byteAt(at) === 0x5c &&
    byteAt(at + 1) === 0x75 &&
    isHex(byteAt(at + 2)) &&
    isHex(byteAt(at + 3)) &&
    isHex(byteAt(at + 4)) &&
    isHex(byteAt(at + 5))
  );
}

function isSurrogate(at: i32): bool {
  return (byteAt(at + 2) | 0x20) === 0x64 && byteAt(at + 3) >= 0x38;
}

/** Of a surrogate: the first half of a pair. */
function isHigh(at: i32): bool {
  return (byteAt(at + 3) | 0x20) < 0x63;
}

function isHex(byte: i32): bool {
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

function isEscape(kind: i32): bool {
  return (
    kind === 0x22 || kind === 0x5c || kind === 0x2f || kind === 0x62 || kind === 0x66 || kind === 0x6e || kind === 0x72 || kind === 0x74
  );
}

/** Numbers that may not fit 64 bits or a double are left to JavaScript. */
function readNumber(start: i32, end: i32): i32 {
  let at = start;
  if (byteAt(at) === 0x2d) at++;
  const digits = at;
  at = digitsEnd(at, end);
  const whole = at - digits;
  if (whole === 0 || whole > 18 || (whole > 1 && byteAt(digits) === 0x30)) return -1;
  valueTag = tagIntegerText;
  if (at < end && byteAt(at) === 0x2e) {
    valueTag = tagFloatText;
    const point = at + 1;
    at = digitsEnd(point, end);
    if (at === point) return -1;
  }
  if (at < end && (byteAt(at) | 0x20) === 0x65) {
    valueTag = tagFloatText;
    at++;
    if (at < end && (byteAt(at) === 0x2b || byteAt(at) === 0x2d)) at++;
    const exponent = at;
    at = digitsEnd(at, end);
    if (at === exponent || at - exponent > 2) return -1;
  }
  valueEnd = at;
  return at;
}

function digitsEnd(at: i32, end: i32): i32 {
  while (at < end && byteAt(at) >= 0x30 && byteAt(at) <= 0x39) at++;
  return at;
}

/** From an opening bracket to behind its closing one, or −1; one byte a level on the stack. */
function readContainer(start: i32, end: i32): i32 {
  let depth = 0;
  let at = start;
  loneSurrogates = 0;
  while (true) {
    if (at >= end) return -1;
    const first = byteAt(at);
    let ended = true;
    if (first === 0x7b || first === 0x5b) {
      if (depth >= depthMax) return -1;
      setByte(levels + depth, first);
      depth++;
      at = blanks(at + 1, end);
      if (at < end && byteAt(at) === first + 2) {
        depth--;
        at++;
      } else {
        ended = false;
        at = first === 0x5b ? countMember(at) : readKey(at, end);
        if (at < 0) return -1;
      }
    } else if (first === 0x22) {
      at = readString(at + 1, end) + 1;
      if (at === 0) return -1;
    } else {
      at = readScalar(at, end, first);
      if (at < 0) return -1;
    }
    while (ended) {
      if (depth === 0) return loneSurrogates === 0 ? at : -1;
      at = blanks(at, end);
      if (at >= end) return -1;
      const next = byteAt(at);
      const open = byteAt(levels + depth - 1);
      if (next === 0x2c) {
        at = blanks(at + 1, end);
        at = open === 0x7b ? readKey(at, end) : countMember(at);
        if (at < 0) return -1;
        ended = false;
      } else if (next === open + 2) {
        depth--;
        at++;
      } else return -1;
    }
  }
}

function countMember(at: i32): i32 {
  members++;
  return members > membersMax ? -1 : at;
}

/** From a key's quote to the start of its value, or −1. */
function readKey(at: i32, end: i32): i32 {
  if (at >= end || byteAt(at) !== 0x22) return -1;
  const close = readString(at + 1, end);
  if (close < 0) return -1;
  const colon = blanks(close + 1, end);
  if (colon >= end || byteAt(colon) !== 0x3a) return -1;
  return countMember(blanks(colon + 1, end));
}
