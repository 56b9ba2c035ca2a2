import { cellSize, tagBool, tagIntegerText, tagNull, tagText, tagTime } from '../layout.ts';
import { sameBytesAt, setByte, setWord, wordAt, writeTime, type bool, type i32 } from '../platform.ts';
import { convertValue } from './convert.ts';
import { move } from './move.ts';
import { timeDays, timeNanos, timeSeconds } from './read-time.ts';
import { other, textEnd } from './read-text.ts';
import {
  doDone,
  doInteger,
  doLiteral,
  doNullText,
  doTry,
  stepBytes,
  stepFirst,
  stepLast,
  stepLength,
  stepOutput,
  stepPast,
  stepText,
  stepTo,
} from './step.ts';
import { none, setValue, unsure, valueEnd, valueStart, valueTag } from './value.ts';

/** Words of the call: see `pattern-column.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const count: i32 = 8;
const steps: i32 = 12;
const stepCount: i32 = 16;
const cells: i32 = 20;
const columns: i32 = 24;
const states: i32 = 28;
/** Of the segments where texts and times lie, in bits 8–23. */
const textTag: i32 = 32;
const sideTag: i32 = 36;
const side: i32 = 40;
/** Room for the branches being tried: where they begin, the position, and the end of the times. */
const stack: i32 = 44;
const used: i32 = 48;

const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;
const branchBytes: i32 = 12;

let timesEnd: i32 = 0;

/** Texts read by the steps of a pattern, each value a cell of its row. Texts that do not plainly fit get the state 1. */
export function patternTexts(call: i32): void {
  const rows = wordAt(call + count);
  const width = wordAt(call + columns) * cellSize;
  timesEnd = wordAt(call + side);
  for (let index = 0; index < rows; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    const before = timesEnd;
    const fits: bool = (wordAt(frame + 12) & frameRejected) === 0 && readText(call, frame, wordAt(call + cells) + index * width);
    if (!fits) timesEnd = before;
    setByte(wordAt(call + states) + index, fits ? 0 : 1);
  }
  setWord(call + used, timesEnd - wordAt(call + side));
}

function readText(call: i32, frame: i32, row: i32): bool {
  const base = wordAt(call + block);
  const plainTag = wordAt(call + textTag);
  let at = base + wordAt(frame);
  const end = at + wordAt(frame + 4);
  const first = wordAt(call + steps);
  const last = first + wordAt(call + stepCount) * stepBytes;
  let branch = wordAt(call + stack);
  let step = first;
  while (step < last) {
    const kind = wordAt(step);
    let next: i32 = none;
    if (kind === doLiteral) {
      const length = wordAt(step + stepLength);
      if (at + length <= end && sameBytesAt(at, wordAt(step + stepText), length)) next = at + length;
    } else {
      next = textEnd(step, kind, at, end);
      const output = wordAt(step + stepOutput);
      if (next >= 0) {
        if (output >= 0) {
          const cell = row + output * cellSize;
          setWord(cell, at - base);
          setWord(cell + 4, next - at);
          setWord(cell + 8, (kind === doInteger ? tagIntegerText : tagText) | plainTag);
        } else {
          setValue(at, next, kind === doInteger ? tagIntegerText : tagText);
        }
        const past = wordAt(step + stepPast);
        if (past > 0) {
          next += past;
          step += stepBytes;
        }
      } else if (next === other) {
        if (kind === doTry) {
          setWord(branch, step);
          setWord(branch + 4, at);
          setWord(branch + 8, timesEnd);
          branch += branchBytes;
          clearCells(row, step);
          next = at;
        } else if (kind === doDone) {
          branch -= branchBytes;
          step = first + wordAt(step + stepTo) - stepBytes;
          next = at;
        } else {
          next = kind < doNullText ? move(step, kind, at, end) : convertValue(step, kind, at);
          if (next >= 0 && output >= 0) putCell(call, row + output * cellSize, base);
        }
      }
    }
    if (next >= 0) {
      at = next;
      step += stepBytes;
    } else {
      if (next === unsure || branch === wordAt(call + stack)) return false;
      branch -= branchBytes;
      const failed = wordAt(branch);
      at = wordAt(branch + 4);
      timesEnd = wordAt(branch + 8);
      clearCells(row, failed);
      step = first + wordAt(failed + stepTo);
    }
  }
  return at === end;
}

/** The cells a branch may set become null. */
function clearCells(row: i32, step: i32): void {
  const last = row + wordAt(step + stepLast) * cellSize;
  for (let cell = row + wordAt(step + stepFirst) * cellSize; cell < last; cell += cellSize) {
    setWord(cell, 0);
    setWord(cell + 4, 0);
    setWord(cell + 8, tagNull);
  }
}

function putCell(call: i32, cell: i32, base: i32): void {
  const tag = valueTag();
  if (tag === tagTime) {
    writeTime(timesEnd, timeDays(), timeSeconds(), timeNanos());
    setWord(cell, timesEnd - wordAt(call + side));
    setWord(cell + 4, 8);
    setWord(cell + 8, tag | wordAt(call + sideTag));
    timesEnd += 8;
  } else {
    const isPlain: bool = tag !== tagNull && tag !== tagBool;
    setWord(cell, isPlain ? valueStart() - base : 0);
    setWord(cell + 4, tag === tagNull ? 0 : valueEnd() - valueStart());
    setWord(cell + 8, isPlain ? tag | wordAt(call + textTag) : tag);
  }
}
