import { cellSize, rowSize, tagI64, tagJson, tagText, tagTime } from '../layout.ts';
import { daysOf } from '../print-time.ts';
import {
  byteAt,
  copyBytes,
  copyPlain,
  findByte,
  sameBytesAt,
  setByte,
  setWord,
  wordAt,
  writeTime,
  type bool,
  type i32,
} from '../platform.ts';

/** Words of the call: see `syslog-frames.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const count: i32 = 8;
const rows: i32 = 12;
const cells: i32 = 16;
const side: i32 = 20;
const sideLimit: i32 = 24;
const states: i32 = 28;
const literalTag: i32 = 32;
const sideTag: i32 = 36;
const nameLengths: i32 = 40;
const cellsUsed: i32 = 44;
const sideUsed: i32 = 48;
const spare: i32 = 52;

/** Bits of a row's shape: which of the optional fields it has. */
const hasTime: i32 = 1;
const hasHost: i32 = 2;
const hasApp: i32 = 4;
const hasProc: i32 = 8;
const hasId: i32 = 16;
const hasData: i32 = 32;
const hasMessage: i32 = 64;

/** Where names of facilities and severities lie in the literal segment, 16 bytes each; integers 0 … 99 of 8 bytes stand before. */
const facilityNames: i32 = 800;
const severityNames: i32 = 1184;

const timeFromReceipt: i32 = 1;
const parametersMax: i32 = 16;
const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;

let fieldTotal: i32 = 0;
let cellAt: i32 = 0;
let sideAt: i32 = 0;
let nanos: i32 = 0;
let seconds: i32 = 0;
let days: i32 = 0;

/**
 * RFC 5424 frames of a block as rows and cells. A frame that needs JavaScript (another header, values with escapes this
 * form does not know, odd times) gets the state 1 and no row. The block must be valid UTF-8.
 */
export function syslogFrames(call: i32): void {
  const total = wordAt(call + count);
  cellAt = wordAt(call + cells);
  sideAt = wordAt(call + side);
  for (let index = 0; index < total; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    const row = wordAt(call + rows) + index * rowSize;
    const cellBefore = cellAt;
    const sideBefore = sideAt;
    const done: bool = (wordAt(frame + 12) & frameRejected) === 0 && readFrame(call, frame, row);
    setByte(wordAt(call + states) + index, done ? 0 : 1);
    if (!done) {
      cellAt = cellBefore;
      sideAt = sideBefore;
      continue;
    }
    cellAt += wordAt(call + spare);
    fieldTotal = ((cellAt - cellBefore) / cellSize) | 0;
    setWord(row + 4, (cellBefore - wordAt(call + cells)) >> 2);
    setWord(row + 8, fieldTotal * 3);
    setWord(row + 12, fieldTotal);
    setWord(row + 16, index);
    setWord(row + 20, -1);
    setWord(row + 28, 0);
  }
  setWord(call + cellsUsed, (cellAt - wordAt(call + cells)) >> 2);
  setWord(call + sideUsed, sideAt - wordAt(call + side));
}

function addCell(offset: i32, length: i32, tag: i32): void {
  setWord(cellAt, offset);
  setWord(cellAt + 4, length);
  setWord(cellAt + 8, tag);
  cellAt += cellSize;
  fieldTotal++;
}

function addWord(call: i32, from: i32, end: i32): bool {
  if (end - from === 1 && byteAt(from) === 0x2d) return false;
  addCell(from - wordAt(call + block), end - from, tagText);
  return true;
}

function readFrame(call: i32, frame: i32, row: i32): bool {
  fieldTotal = 0;
  const start = wordAt(call + block) + wordAt(frame);
  let end = start + wordAt(frame + 4);
  if (end > start && byteAt(end - 1) === 0x0a) end--;
  if (end - start < 10 || byteAt(start) !== 0x3c) return false;
  let at = start + 1;
  let priority = 0;
  while (at < end && at - start <= 3 && isDigit(byteAt(at))) priority = priority * 10 + byteAt(at++) - 0x30;
  const padded: bool = byteAt(start + 1) === 0x30 && at - start > 2;
  if (at === start + 1 || padded || priority > 191 || byteAt(at) !== 0x3e) return false;
  const version = byteAt(at + 1);
  if (version < 0x31 || version > 0x39 || byteAt(at + 2) !== 0x20) return false;
  const literal = wordAt(call + literalTag);
  const facility = priority >> 3;
  const severity = priority & 7;
  addCell(facility << 3, 8, tagI64 | literal);
  addCell(severity << 3, 8, tagI64 | literal);
  addCell((version - 0x30) << 3, 8, tagI64 | literal);
  addCell(facilityNames + (facility << 4), byteAt(wordAt(call + nameLengths) + facility), tagText | literal);
  addCell(severityNames + (severity << 4), byteAt(wordAt(call + nameLengths) + 24 + severity), tagText | literal);
  return header(call, row, at + 3, end);
}

function header(call: i32, row: i32, from: i32, end: i32): bool {
  let shape = 0;
  const timeEnd = findByte(from, end, 0x20);
  setWord(row + 32, 0);
  setWord(row + 36, 1 << 31);
  setWord(row + 24, timeFromReceipt);
  if (timeEnd - from !== 1 || byteAt(from) !== 0x2d) {
    if (!readTime(from, timeEnd) || sideAt + 8 > wordAt(call + sideLimit)) return false;
    writeTime(row + 32, days, seconds, nanos);
    writeTime(sideAt, days, seconds, nanos);
    addCell(sideAt - wordAt(call + side), 8, tagTime | wordAt(call + sideTag));
    sideAt += 8;
    setWord(row + 24, 0);
    shape |= hasTime;
  }
  if (timeEnd >= end) return false;
  const hostEnd = findByte(timeEnd + 1, end, 0x20);
  if (hostEnd >= end) return false;
  if (addWord(call, timeEnd + 1, hostEnd)) shape |= hasHost;
  const appEnd = findByte(hostEnd + 1, end, 0x20);
  if (appEnd >= end) return false;
  if (addWord(call, hostEnd + 1, appEnd)) shape |= hasApp;
  const procEnd = findByte(appEnd + 1, end, 0x20);
  if (procEnd >= end) return false;
  if (addWord(call, appEnd + 1, procEnd)) shape |= hasProc;
  const idEnd = findByte(procEnd + 1, end, 0x20);
  if (idEnd >= end) return false;
  if (addWord(call, procEnd + 1, idEnd)) shape |= hasId;
  const dataAt = idEnd + 1;
  let dataEnd = dataAt + 1;
  if (dataAt >= end) return false;
  if (byteAt(dataAt) !== 0x2d) {
    dataEnd = structuredData(call, dataAt, end);
    if (dataEnd < 0) return false;
    shape |= hasData;
  }
  if (dataEnd < end && byteAt(dataEnd) !== 0x20) return false;
  if (dataEnd + 1 <= end) {
    let text = dataEnd + 1;
    if (text + 3 <= end && byteAt(text) === 0xef && byteAt(text + 1) === 0xbb && byteAt(text + 2) === 0xbf) text += 3;
    addCell(text - wordAt(call + block), end - text, tagText);
    shape |= hasMessage;
  }
  setWord(row, shape);
  return true;
}

/** `YYYY-MM-DDThh:mm:ss[.f…](Z|±hh:mm)` from 1971 to 2261 into `days`, `seconds`, `nanos`; leap seconds are left to JavaScript. */
function readTime(at: i32, end: i32): bool {
  if (end - at < 20 || byteAt(at + 4) !== 0x2d || byteAt(at + 7) !== 0x2d || byteAt(at + 10) !== 0x54) return false;
  if (byteAt(at + 13) !== 0x3a || byteAt(at + 16) !== 0x3a) return false;
  const year: i32 = two(at) * 100 + two(at + 2);
  const month: i32 = two(at + 5);
  const day: i32 = two(at + 8);
  const hour: i32 = two(at + 11);
  const minute: i32 = two(at + 14);
  const second: i32 = two(at + 17);
  if (
    two(at) < 0 ||
    two(at + 2) < 0 ||
    year < 1971 ||
    year > 2261 ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > 28 + monthRest(year, month)
  )
    return false;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return false;
  days = daysOf(year, month, day);
  seconds = hour * 3600 + minute * 60 + second;
  nanos = 0;
  at += 19;
  if (byteAt(at) === 0x2e) {
    const from = ++at;
    let scale: i32 = 100_000_000;
    while (at < end && isDigit(byteAt(at))) {
      nanos += (byteAt(at++) - 0x30) * scale;
      scale = (scale / 10) | 0;
    }
    if (at === from) return false;
  }
  if (at + 1 === end && (byteAt(at) | 0x20) === 0x7a) return true;
  const sign = byteAt(at);
  if (at + 6 !== end || (sign !== 0x2b && sign !== 0x2d) || byteAt(at + 3) !== 0x3a) return false;
  const hours: i32 = two(at + 1);
  const minutes: i32 = two(at + 4);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return false;
  const offset: i32 = hours * 3600 + minutes * 60;
  seconds = sign === 0x2b ? seconds - offset : seconds + offset;
  return true;
}

/** Days of a month beyond 28. */
function monthRest(year: i32, month: i32): i32 {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 1 : 0;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 2 : 3;
}

/** Two digits, or a negative number. */
function two(at: i32): i32 {
  return isDigit(byteAt(at)) && isDigit(byteAt(at + 1)) ? (byteAt(at) - 0x30) * 10 + byteAt(at + 1) - 0x30 : -10_000;
}

function isDigit(byte: i32): bool {
  return byte >= 0x30 && byte <= 0x39;
}

/** Elements (RFC 5424 section 6.3) as the text of one JSON object in the side region; returns their end, or −1. */
function structuredData(call: i32, from: i32, end: i32): i32 {
  const bound = wordAt(call + sideLimit);
  const start = sideAt;
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
  sideAt = (out + 7) & -8;
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
  for (; at < end; at++) {
    const byte = byteAt(at);
    if (byte === 0x22) return at;
    if (byte === 0x5c) at++;
  }
  return -1;
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
