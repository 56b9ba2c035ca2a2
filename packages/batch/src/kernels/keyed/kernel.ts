import { beginCells, cellsAt, rewindCells, skipCells } from '../cells.ts';
import { readObject } from '../json/read-object.ts';
import { readPairs } from '../key-value/read-pairs.ts';
import { cellSize, rowSize } from '../layout.ts';
import { beginNames, findTemplate, namesHash, templateAt } from './names.ts';
import { firstBelow, setByte, setWord, wordAt, type i32 } from '../platform.ts';

/** Words of the call: see `keyed-call.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const from: i32 = 8;
const to: i32 = 12;
const rows: i32 = 16;
const cells: i32 = 20;
const cellsLimit: i32 = 24;
const states: i32 = 28;
const templates: i32 = 32;
const names: i32 = 36;
const stack: i32 = 40;
const cellsUsed: i32 = 44;
const spare: i32 = 48;
const form: i32 = 52;
const stops: i32 = 56;

const formJson: i32 = 0;
const formParsed: i32 = 2;
const timeFromReceipt: i32 = 1;
const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;

/** Number of the template that the row before had; −1: none. */
let lastTemplate: i32 = -1;

/**
 * Named values of a block's frames (members of a JSON object, or `name=value` pairs) as rows and cells, for frames whose
 * names come in an order known as a template (see `template-book.ts`). All that is not plainly right gets the state 1 and no
 * row, what has other names the state 2 and their hash in place of its first cell. With `stops` the call ends behind the first
 * one of these. Returns how many frames were looked at.
 */
export function keyedFrames(call: i32): i32 {
  const last = wordAt(call + to);
  const first = wordAt(call + from);
  beginCells(wordAt(call + cells), wordAt(call + cellsLimit) - wordAt(call + spare));
  lastTemplate = -1;
  let index = first;
  for (; index < last; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    const row = wordAt(call + rows) + index * rowSize;
    const before = cellsAt();
    const template: i32 = (wordAt(frame + 12) & frameRejected) !== 0 ? -1 : readFrame(call, frame);
    setByte(wordAt(call + states) + index, template < 0 ? -template : 0);
    if (template < 0) {
      rewindCells(before);
      if (template === -2) {
        setWord(row + 4, namesHash());
        if (wordAt(call + stops) !== 0) {
          index++;
          break;
        }
      }
      continue;
    }
    skipCells(wordAt(call + spare));
    const fields = ((cellsAt() - before) / cellSize) | 0;
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
  setWord(call + cellsUsed, (cellsAt() - wordAt(call + cells)) >> 2);
  return index - first;
}

/** Number of the template whose names the frame has; −1: left to JavaScript; −2: so too, and its names are no template. */
function readFrame(call: i32, frame: i32): i32 {
  const base = wordAt(call + block);
  const start = base + wordAt(frame);
  const end = start + wordAt(frame + 4);
  const book = wordAt(call + templates);
  const isParsed = wordAt(call + form) === formParsed;
  if (isParsed && firstBelow(start, end, 0x20) < end) return -1;
  const likely: i32 = lastTemplate < 0 ? 0 : templateAt(book, lastTemplate);
  beginNames(wordAt(call + names));
  const done: i32 =
    wordAt(call + form) === formJson
      ? readObject(base, start, end, book, likely, wordAt(call + stack))
      : readPairs(base, start, end, book, likely, isParsed);
  if (done === 1) return lastTemplate;
  if (done === 0) return -1;
  const found = findTemplate(book);
  if (found < 0) return -2;
  lastTemplate = found;
  return found;
}
