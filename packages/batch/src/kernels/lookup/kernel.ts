import { cellSize, tagNull, tagText } from '../layout.ts';
import { byteAt, copyBytes, multiply, sameBytesAt, setByte, setWord, wordAt, type i32 } from '../platform.ts';

/** Words of the call: see `lookup-column.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const count: i32 = 8;
const outputs: i32 = 12;
const outputCount: i32 = 16;
const cells: i32 = 20;
const side: i32 = 24;
const limit: i32 = 28;
const states: i32 = 32;
const used: i32 = 36;
const segment: i32 = 40;
/** Of the table: hash slots (0 is free) and their number, cell ends, tags, cell bytes, columns, key column, bits of a slot that hold row + 1. */
const slots: i32 = 44;
const slotCount: i32 = 48;
const ends: i32 = 52;
const tags: i32 = 56;
const bytes: i32 = 60;
const columns: i32 = 64;
const keyColumn: i32 = 68;
const rowBits: i32 = 72;

const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;
const kindNull: i32 = 0;
const kindText: i32 = 1;

const stateFound: i32 = 0;
const stateLeft: i32 = 1;
const stateMissed: i32 = 2;

let out: i32 = 0;

/**
 * The rows of a table whose keys are these texts, and cells of their columns, with a copy of the bytes in the output. State 0:
 * found; 1: left, also where a cell is neither text nor null or there is no room; 2: no such key.
 */
export function lookupTexts(call: i32): void {
  const base = wordAt(call + block);
  const texts = wordAt(call + count);
  const width = wordAt(call + outputCount) * cellSize;
  out = wordAt(call + side);
  for (let index = 0; index < texts; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    let state = stateLeft;
    if ((wordAt(frame + 12) & frameRejected) === 0) {
      const row = find(call, base + wordAt(frame), wordAt(frame + 4));
      state = row < 0 ? stateMissed : copyCells(call, row, wordAt(call + cells) + index * width);
    }
    setByte(wordAt(call + states) + index, state);
  }
  setWord(call + used, out - wordAt(call + side));
}

function find(call: i32, key: i32, length: i32): i32 {
  const last = wordAt(call + slotCount) - 1;
  const width = wordAt(call + columns);
  const rows = wordAt(call + rowBits);
  let hash: i32 = -2128831035;
  for (let i = 0; i < length; i++) hash = multiply(hash ^ byteAt(key + i), 0x01000193);
  hash = multiply(hash ^ (hash >>> 16), -2048144789);
  hash = hash ^ (hash >>> 13);
  let slot = hash & last;
  while (true) {
    const entry = wordAt(wordAt(call + slots) + (slot << 2));
    if (entry === 0) return -1;
    if (((entry ^ hash) & ~rows) === 0) {
      const row = (entry & rows) - 1;
      const cell = row * width + wordAt(call + keyColumn);
      const start = cellStart(call, cell);
      if (cellEnd(call, cell) - start === length && sameBytesAt(wordAt(call + bytes) + start, key, length)) return row;
    }
    slot = (slot + 1) & last;
  }
}

function copyCells(call: i32, row: i32, to: i32): i32 {
  const before = out;
  const first = row * wordAt(call + columns);
  const wanted = wordAt(call + outputCount);
  for (let i = 0; i < wanted; i++, to += cellSize) {
    const cell = first + wordAt(wordAt(call + outputs) + (i << 2));
    const kind = byteAt(wordAt(call + tags) + cell);
    const start = cellStart(call, cell);
    const length: i32 = kind === kindNull ? 0 : cellEnd(call, cell) - start;
    if ((kind !== kindText && kind !== kindNull) || out + length + 16 > wordAt(call + limit)) {
      out = before;
      return stateLeft;
    }
    setWord(to, kind === kindNull ? 0 : out - wordAt(call + side));
    setWord(to + 4, length);
    setWord(to + 8, kind === kindNull ? tagNull : tagText | wordAt(call + segment));
    out = copyBytes(out, wordAt(call + bytes) + start, length);
  }
  return stateFound;
}

function cellEnd(call: i32, cell: i32): i32 {
  return wordAt(wordAt(call + ends) + (cell << 2));
}

function cellStart(call: i32, cell: i32): i32 {
  return cell === 0 ? 0 : cellEnd(call, cell - 1);
}
