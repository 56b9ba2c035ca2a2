import { cellSize, rowSize, tagText } from '../layout.ts';
import { byteAt, findEither, sameBytesAt, setByte, setWord, wordAt, type bool, type i32 } from '../platform.ts';

/** Words of the call: the same as of `jsonFrames`; see `keyed-frames.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const from: i32 = 8;
const to: i32 = 12;
const rows: i32 = 16;
const cells: i32 = 20;
const cellsLimit: i32 = 24;
const states: i32 = 28;
const templates: i32 = 32;
const templateCount: i32 = 36;
const cellsUsed: i32 = 44;
const spare: i32 = 48;

const timeFromReceipt: i32 = 1;
const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;

let cellAt: i32 = 0;
let limit: i32 = 0;
let lastTemplate: i32 = 0;

/**
 * `name=value` pairs between blanks as rows and cells, for frames whose names come in an order known as a template.
 * Others, and values with escapes, get the state 1 and no row; the call ends behind the first one whose names are in no
 * template. Returns how many frames were looked at.
 */
export function keyValueFrames(call: i32): i32 {
  const last = wordAt(call + to);
  const first = wordAt(call + from);
  cellAt = wordAt(call + cells);
  limit = wordAt(call + cellsLimit) - wordAt(call + spare);
  lastTemplate = 0;
  let index = first;
  for (; index < last; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    const row = wordAt(call + rows) + index * rowSize;
    const before = cellAt;
    const template: i32 = (wordAt(frame + 12) & frameRejected) !== 0 ? -1 : readFrame(call, frame);
    setByte(wordAt(call + states) + index, template < 0 ? 1 : 0);
    if (template < 0) {
      cellAt = before;
      if (template === -2) {
        index++;
        break;
      }
      continue;
    }
    cellAt += wordAt(call + spare);
    const fields = ((cellAt - before) / cellSize) | 0;
    setWord(row, template);
    setWord(row + 4, (before - wordAt(call + cells)) >> 2);
    setWord(row + 8, fields * 3);
    setWord(row + 12, fields);
    setWord(row + 16, index);
    setWord(row + 20, -1);
    setWord(row + 24, timeFromReceipt);
    setWord(row + 28, 0);
    setWord(row + 32, 0);
    setWord(row + 36, 1 << 31);
  }
  setWord(call + cellsUsed, (cellAt - wordAt(call + cells)) >> 2);
  return index - first;
}

/** The template whose names the frame has; −1: left to JavaScript; −2: so too, and its names are in no template. */
function readFrame(call: i32, frame: i32): i32 {
  const base = wordAt(call + block);
  const start = base + wordAt(frame);
  const end = start + wordAt(frame + 4);
  const count = wordAt(call + templateCount);
  for (let tried = 0; tried < count; tried++) {
    const index = lastTemplate + tried < count ? lastTemplate + tried : lastTemplate + tried - count;
    const before = cellAt;
    const done = readPairs(base, start, end, wordAt(wordAt(call + templates) + (index << 2)));
    if (done === 1) {
      lastTemplate = index;
      return index;
    }
    cellAt = before;
    if (done === 0) return -1;
  }
  return -2;
}

/** 1: read whole; 0: not plainly right; 2: other names. */
function readPairs(base: i32, start: i32, end: i32, template: i32): i32 {
  const names = wordAt(template);
  if (cellAt + names * cellSize > limit) return 0;
  let name = template + 4;
  let at = blanks(start, end);
  for (let i = 0; i < names; i++, name += 8) {
    const length = wordAt(name + 4);
    if (at + length >= end || byteAt(at + length) !== 0x3d || !sameBytesAt(at, wordAt(name), length)) return 2;
    at += length + 1;
    let from = at;
    let to = at;
    if (at < end && byteAt(at) === 0x22) {
      from = at + 1;
      to = findEither(from, end, 0x22, 0x5c);
      if (to >= end || byteAt(to) === 0x5c) return 0;
      at = to + 1;
      if (at < end && !isBlank(byteAt(at))) return 0;
    } else {
      to = findEither(at, end, 0x20, 0x09);
      at = to;
    }
    setWord(cellAt, from - base);
    setWord(cellAt + 4, to - from);
    setWord(cellAt + 8, tagText);
    cellAt += cellSize;
    at = blanks(at, end);
  }
  return at === end ? 1 : 2;
}

function blanks(at: i32, end: i32): i32 {
  while (at < end && isBlank(byteAt(at))) at++;
  return at;
}

function isBlank(byte: i32): bool {
  return byte === 0x20 || byte === 0x09;
}
