import { cellSize, tagIntegerText, tagNull, tagText } from '../layout.ts';
import { byteAt, findByte, findEither, firstBelow, setByte, setWord, wordAt, type bool, type i32 } from '../platform.ts';
import { integerEnd } from '../read-number.ts';

/** Words of the call: see `regex-column.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const count: i32 = 8;
const classes: i32 = 12;
const table: i32 = 16;
const whole: i32 = 20;
const kinds: i32 = 24;
const marks: i32 = 28;
const columns: i32 = 32;
const cells: i32 = 36;
const states: i32 = 40;
const textTag: i32 = 44;

const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;

/** Words of a state in the table; behind them two for each class: the state that follows (−1: none) and its marks. */
const skip: i32 = 0;
const skipFirst: i32 = 4;
const skipSecond: i32 = 8;
const ends: i32 = 12;
const endMarks: i32 = 16;
const moves: i32 = 20;

/** Bytes that lead back to their state are passed over: until one byte, one of two, or one below a limit. */
const untilByte: i32 = 1;
const untilEither: i32 = 2;
const untilBelow: i32 = 3;

const kindInteger: i32 = 1;

/** Texts read by an automaton, each group a cell of its row. Texts that do not match get the state 1. */
export function regexTexts(call: i32): void {
  const rows = wordAt(call + count);
  const width = wordAt(call + columns) * cellSize;
  for (let index = 0; index < rows; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    const fits: bool =
      (wordAt(frame + 12) & frameRejected) === 0 && runOver(call, frame) && writeCells(call, wordAt(call + cells) + index * width);
    setByte(wordAt(call + states) + index, fits ? 0 : 1);
  }
}

function runOver(call: i32, frame: i32): bool {
  let at = wordAt(call + block) + wordAt(frame);
  const end = at + wordAt(frame + 4);
  const found = wordAt(call + marks);
  const classOf = wordAt(call + classes);
  const first = wordAt(call + table);
  const isWhole: bool = wordAt(call + whole) !== 0;
  for (let output = wordAt(call + columns) - 1; output >= 0; output--) setWord(found + output * 8, -1);
  let state = first;
  while (at < end) {
    const how = wordAt(state + skip);
    if (how !== 0) {
      if (how === untilByte) at = findByte(at, end, wordAt(state + skipFirst));
      else if (how === untilEither) at = findEither(at, end, wordAt(state + skipFirst), wordAt(state + skipSecond));
      else if (how === untilBelow) at = firstBelow(at, end, wordAt(state + skipFirst));
      if (at >= end) break;
    }
    const move = state + moves + byteAt(classOf + byteAt(at)) * 8;
    const next = wordAt(move);
    if (next < 0) {
      if (isWhole) return false;
      break;
    }
    mark(found, wordAt(move + 4), at);
    state = first + next;
    at++;
  }
  if (wordAt(state + ends) === 0) return false;
  mark(found, wordAt(state + endMarks), at);
  return true;
}

/** `which`: the numbers of up to four marks, each plus one, a byte each. */
function mark(found: i32, which: i32, at: i32): void {
  while (which !== 0) {
    setWord(found + ((which & 0xff) - 1) * 4, at);
    which = which >>> 8;
  }
}

/** False: a value is not what its column asks for. */
function writeCells(call: i32, row: i32): bool {
  const base = wordAt(call + block);
  const outputs = wordAt(call + columns);
  for (let output = 0; output < outputs; output++) {
    const start = wordAt(wordAt(call + marks) + output * 8);
    const end = wordAt(wordAt(call + marks) + output * 8 + 4);
    const cell = row + output * cellSize;
    const isInteger: bool = wordAt(wordAt(call + kinds) + output * 4) === kindInteger;
    if (start >= 0 && isInteger && integerEnd(start, end) !== end) return false;
    setWord(cell, start < 0 ? 0 : start - base);
    setWord(cell + 4, start < 0 ? 0 : end - start);
    setWord(cell + 8, start < 0 ? tagNull : (isInteger ? tagIntegerText : tagText) | wordAt(call + textTag));
  }
  return true;
}
