import { cellSize, tagFloatText, tagIntegerText, tagText } from '../layout.ts';
import { findText } from '../find-text.ts';
import { byteAt, findEither, sameBytesAt, setByte, setWord, wordAt, type bool, type i32 } from '../platform.ts';
import { digitsEnd, integerEnd } from '../read-number.ts';

/** Words of the call: see `pattern-column.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const count: i32 = 8;
const steps: i32 = 12;
const stepCount: i32 = 16;
const cells: i32 = 20;
const columns: i32 = 24;
const states: i32 = 28;

const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;
const stepBytes: i32 = 16;

/** What the steps do, in the order of `pattern-column.ts`. */
const literal: i32 = 0;
const until: i32 = 1;
const untilBlank: i32 = 2;
const rest: i32 = 3;
const integer: i32 = 4;
const float: i32 = 5;
const word: i32 = 6;
const quoted: i32 = 7;
const blanks: i32 = 8;
const past: i32 = 9;
const behind: i32 = 10;

/** Of the value read last. */
let valueStart: i32 = 0;
let valueEnd: i32 = 0;

/** Texts read by the steps of a pattern, each value a cell of its row. Texts that do not plainly fit get the state 1. */
export function patternTexts(call: i32): void {
  const rows = wordAt(call + count);
  const width = wordAt(call + columns) * cellSize;
  for (let index = 0; index < rows; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    const fits: bool = (wordAt(frame + 12) & frameRejected) === 0 && readText(call, frame, wordAt(call + cells) + index * width);
    setByte(wordAt(call + states) + index, fits ? 0 : 1);
  }
}

function readText(call: i32, frame: i32, row: i32): bool {
  const base = wordAt(call + block);
  let at = base + wordAt(frame);
  const end = at + wordAt(frame + 4);
  let step = wordAt(call + steps);
  const last = step + wordAt(call + stepCount) * stepBytes;
  for (; step < last; step += stepBytes) {
    const kind = wordAt(step);
    at = move(kind, at, end, wordAt(step + 4), wordAt(step + 8));
    if (at < 0) return false;
    const output = wordAt(step + 12);
    if (output < 0) continue;
    const cell = row + output * cellSize;
    setWord(cell, valueStart - base);
    setWord(cell + 4, valueEnd - valueStart);
    setWord(cell + 8, kind === integer ? tagIntegerText : kind === float ? tagFloatText : tagText);
  }
  return at === end;
}

/** Position behind the step, or −1. Sets the value. */
function move(kind: i32, at: i32, end: i32, text: i32, length: i32): i32 {
  valueStart = at;
  valueEnd = end;
  if (kind === until) return (valueEnd = findText(at, end, text, length));
  if (kind === literal) return at + length <= end && sameBytesAt(at, text, length) ? at + length : -1;
  if (kind === integer) return (valueEnd = integerEnd(at, end));
  if (kind === float) return (valueEnd = floatEnd(at, end));
  if (kind === rest) return end;
  if (kind === untilBlank) {
    valueEnd = findEither(at, end, 0x20, 0x09);
    return valueEnd < end ? valueEnd : -1;
  }
  if (kind === word) return (valueEnd = wordEnd(at, end));
  if (kind === quoted) return readQuoted(at, end);
  if (kind === blanks) return blanksEnd(at, end);
  if (kind === past) return findText(at, end, text, length);
  if (kind === behind) {
    const found = findText(at, end, text, length);
    return found < 0 ? -1 : found + length;
  }
  while (at + length <= end && sameBytesAt(at, text, length)) at += length;
  return at;
}

/** End of a decimal number without exponent, of at most 15 digits before and behind the point. */
function floatEnd(at: i32, end: i32): i32 {
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

/** End of signs that are no blanks; beyond ASCII there are blanks that JavaScript knows. */
function wordEnd(at: i32, end: i32): i32 {
  const start = at;
  while (at < end) {
    const byte = byteAt(at);
    if (byte >= 0x80) return -1;
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) break;
    at++;
  }
  return at === start ? -1 : at;
}

function readQuoted(at: i32, end: i32): i32 {
  if (at >= end || byteAt(at) !== 0x22) return (valueEnd = wordEnd(at, end));
  valueStart = at + 1;
  valueEnd = findEither(valueStart, end, 0x22, 0x5c);
  return valueEnd < end && byteAt(valueEnd) === 0x22 ? valueEnd + 1 : -1;
}

function blanksEnd(at: i32, end: i32): i32 {
  const start = at;
  while (at < end && (byteAt(at) === 0x20 || byteAt(at) === 0x09)) at++;
  return at === start ? -1 : at;
}
