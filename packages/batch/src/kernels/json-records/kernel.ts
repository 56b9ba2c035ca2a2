import {
  cellSize,
  tagBool,
  tagEscaped,
  tagFloatText,
  tagI64,
  tagIntegerText,
  tagJson,
  tagMissing,
  tagNull,
  tagText,
  tagTime,
} from '../layout.ts';
import { printTime } from '../print-time.ts';
import {
  byteAt,
  copyBytes,
  copyPlain,
  findEither,
  isSafeInteger,
  printInteger,
  setByte,
  setWord,
  wordAt,
  type bool,
  type i32,
} from '../platform.ts';
import {
  cells,
  count,
  ends,
  limit,
  optionChosen,
  optionLineFeed,
  optionOmitNull,
  optionQuoteBig,
  options,
  output,
  rowBytes,
  rows,
  segments,
  shapes,
  states,
} from '../record-call.ts';

const full: i32 = -1;
const declined: i32 = -2;

/** Room that no cell's fixed part exceeds. */
const slack: i32 = 64;

/**
 * Rows as JSON objects, one after the other. A row that needs JavaScript gets the state 1 and no bytes. Returns how many
 * rows were done; fewer than asked for when the output is full.
 */
export function jsonRecords(call: i32): i32 {
  const last = wordAt(call + count);
  const start = wordAt(call + output);
  let out = start;
  let index = 0;
  for (; index < last; index++) {
    const row = wordAt(call + rows) + index * rowBytes;
    const shape = wordAt(row);
    const plan: i32 = shape < 0 ? 0 : wordAt(wordAt(call + shapes) + (shape << 2));
    const end: i32 = plan === 0 ? declined : record(call, row, plan, out);
    if (end === full) break;
    setByte(wordAt(call + states) + index, end === declined ? 1 : 0);
    if (end !== declined) out = end;
    setWord(wordAt(call + ends) + (index << 2), out - start);
  }
  return index;
}

function record(call: i32, row: i32, plan: i32, at: i32): i32 {
  const bound = wordAt(call + limit);
  const flags = wordAt(call + options);
  const chosen: i32 = flags & optionChosen;
  const base = wordAt(call + segments);
  const first = wordAt(call + cells) + (wordAt(row + 4) << 2);
  const last = plan + 4 + wordAt(plan) * 12;
  let out = at;
  for (let field = plan + 4; field < last; field += 12) {
    const column = wordAt(field + 8);
    const cell = first + column * cellSize;
    let tagWord = column < 0 ? tagMissing : wordAt(cell + 8);
    if ((tagWord & 0xff) === tagMissing) {
      if (chosen === 0) continue;
      tagWord = tagNull;
    }
    const tag = tagWord & 0xff;
    if (tag === tagNull && (flags & optionOmitNull) !== 0) continue;
    const length: i32 = tag === tagNull ? 0 : wordAt(cell + 4);
    const keyLength = wordAt(field + 4);
    if (length > 0x800_0000 || out + keyLength + length * 6 + slack > bound) return full;
    setByte(out, out === at ? 0x7b : 0x2c);
    out = copyBytes(out + 1, wordAt(field), keyLength);
    const source: i32 = tag === tagNull ? 0 : wordAt(base + (((tagWord >>> 8) & 0xffff) << 2)) + wordAt(cell);
    out = value(out, source, length, tag, flags);
    if (out === declined) return declined;
  }
  if (out + 8 > bound) return full;
  if (out === at) setByte(out++, 0x7b);
  setByte(out++, 0x7d);
  if ((flags & optionLineFeed) !== 0) setByte(out++, 0x0a);
  return out;
}

function value(out: i32, source: i32, length: i32, tag: i32, flags: i32): i32 {
  if (tag === tagText) {
    setByte(out, 0x22);
    out = copyText(out + 1, source, source + length);
    setByte(out, 0x22);
    return out + 1;
  }
  if ((tag === tagI64 || tag === tagTime) && (source & 7) !== 0) return declined;
  if (tag === tagI64) return integer(out, source, flags);
  if (tag === tagTime) {
    setByte(out, 0x22);
    out = printTime(out + 1, source);
    setByte(out, 0x22);
    return out + 1;
  }
  if (tag === tagIntegerText) return integerText(out, source, length, flags);
  if (tag === tagFloatText) return floatText(out, source, length);
  if (tag === tagJson) {
    if ((flags & optionQuoteBig) !== 0 || findEither(source, source + length, 0x0a, 0x0d) < source + length) return declined;
    return copyBytes(out, source, length);
  }
  if (tag === tagEscaped) return escapedText(out, source, source + length);
  if (tag === tagBool) return length === 1 ? word(out, 0x74, 0x72, 0x75, 0x65) : falseWord(out);
  if (tag === tagNull) return word(out, 0x6e, 0x75, 0x6c, 0x6c);
  return declined;
}

function word(out: i32, one: i32, two: i32, three: i32, four: i32): i32 {
  setByte(out, one);
  setByte(out + 1, two);
  setByte(out + 2, three);
  setByte(out + 3, four);
  return out + 4;
}

function falseWord(out: i32): i32 {
  setByte(word(out, 0x66, 0x61, 0x6c, 0x73), 0x65);
  return out + 5;
}

/** Text as the inside of a JSON string. */
function copyText(out: i32, source: i32, end: i32): i32 {
  while (true) {
    const stop = copyPlain(out, source, end);
    out += stop - source;
    if (stop === end) return out;
    out = escapeByte(out, byteAt(stop));
    source = stop + 1;
  }
}

function escapeByte(out: i32, byte: i32): i32 {
  setByte(out, 0x5c);
  const short = shortEscape(byte);
  if (short !== 0) {
    setByte(out + 1, short);
    return out + 2;
  }
  out = word(out + 1, 0x75, 0x30, 0x30, 0x30 + (byte >> 4));
  const low = byte & 15;
  setByte(out, low < 10 ? 0x30 + low : 0x57 + low);
  return out + 1;
}

function shortEscape(byte: i32): i32 {
  if (byte === 0x22 || byte === 0x5c) return byte;
  if (byte === 0x0a) return 0x6e;
  if (byte === 0x0d) return 0x72;
  if (byte === 0x09) return 0x74;
  if (byte === 0x08) return 0x62;
  return byte === 0x0c ? 0x66 : 0;
}

/** The inside of a JSON string that has escapes, in its shortest form. Surrogates are left to JavaScript. */
function escapedText(out: i32, source: i32, end: i32): i32 {
  setByte(out++, 0x22);
  while (true) {
    const stop = copyPlain(out, source, end);
    out += stop - source;
    if (stop === end) break;
    if (byteAt(stop) !== 0x5c || stop + 1 >= end) return declined;
    const kind = byteAt(stop + 1);
    source = stop + 2;
    if (kind === 0x2f) setByte(out++, 0x2f);
    else if (kind === 0x75) {
      const code = hexAt(source, end);
      if (code < 0 || (code >= 0xd800 && code < 0xe000)) return declined;
      source += 4;
      out = code < 0x20 || code === 0x22 || code === 0x5c ? escapeByte(out, code) : encode(out, code);
    } else if (isEscapeLetter(kind)) {
      setByte(out, 0x5c);
      setByte(out + 1, kind);
      out += 2;
    } else return declined;
  }
  setByte(out, 0x22);
  return out + 1;
}

function isEscapeLetter(kind: i32): bool {
  return kind === 0x22 || kind === 0x5c || kind === 0x6e || kind === 0x72 || kind === 0x74 || kind === 0x62 || kind === 0x66;
}

function hexAt(at: i32, end: i32): i32 {
  if (at + 4 > end) return -1;
  let code = 0;
  for (let i = 0; i < 4; i++) {
    const byte = byteAt(at + i) | 0x20;
    const digit: i32 = byte >= 0x61 ? byte - 0x57 : byte - 0x30;
    if (digit < 0 || digit > 15 || (byte > 0x39 && byte < 0x61)) return -1;
    code = (code << 4) | digit;
  }
  return code;
}

function encode(out: i32, code: i32): i32 {
  if (code < 0x80) {
    setByte(out, code);
    return out + 1;
  }
  if (code < 0x800) {
    setByte(out, 0xc0 | (code >> 6));
    setByte(out + 1, 0x80 | (code & 63));
    return out + 2;
  }
  setByte(out, 0xe0 | (code >> 12));
  setByte(out + 1, 0x80 | ((code >> 6) & 63));
  setByte(out + 2, 0x80 | (code & 63));
  return out + 3;
}

function integer(out: i32, source: i32, flags: i32): i32 {
  if ((flags & optionQuoteBig) === 0 || isSafeInteger(source)) return printInteger(out, source);
  setByte(out, 0x22);
  out = printInteger(out + 1, source);
  setByte(out, 0x22);
  return out + 1;
}

/** Digits in their canonical form are copied; others, and those that may not fit 64 bits, are left to JavaScript. */
function integerText(out: i32, source: i32, length: i32, flags: i32): i32 {
  const negative: i32 = length > 0 && byteAt(source) === 0x2d ? 1 : 0;
  const digits = length - negative;
  if (digits < 1 || digits > 18 || (digits > 15 && (flags & optionQuoteBig) !== 0)) return declined;
  if (byteAt(source + negative) === 0x30 && length > 1) return declined;
  if (digitsEnd(source + negative, source + length) !== source + length) return declined;
  return copyBytes(out, source, length);
}

/** Decimals of up to 15 significant digits are their own shortest form once zeros at the end are gone. */
function floatText(out: i32, source: i32, length: i32): i32 {
  const end = source + length;
  const whole: i32 = length > 0 && byteAt(source) === 0x2d ? source + 1 : source;
  const point = digitsEnd(whole, end);
  if (point === whole || point >= end || byteAt(point) !== 0x2e || digitsEnd(point + 1, end) !== end || point + 1 === end) return declined;
  if (byteAt(whole) === 0x30 && point - whole > 1) return declined;
  if (end - whole > 16) return declined;
  if (byteAt(whole) === 0x30 && zerosAfter(point, end) > 5) return declined;
  let last = end;
  while (last > point + 2 && byteAt(last - 1) === 0x30) last--;
  return copyBytes(out, source, last - source);
}

function zerosAfter(point: i32, end: i32): i32 {
  let at = point + 1;
  while (at < end && byteAt(at) === 0x30) at++;
  return at === end ? 0 : at - point - 1;
}

function digitsEnd(at: i32, end: i32): i32 {
  while (at < end && byteAt(at) >= 0x30 && byteAt(at) <= 0x39) at++;
  return at;
}
