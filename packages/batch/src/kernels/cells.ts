import { cellSize } from './layout.ts';
import { setWord, type bool, type i32 } from './platform.ts';

let at: i32 = 0;
let end: i32 = 0;

/** Cells are written one after the other from `from` on, up to `limit`. */
export function beginCells(from: i32, limit: i32): void {
  at = from;
  end = limit;
}

/** Where the next cell goes; `rewindCells` goes back there. */
export function cellsAt(): i32 {
  return at;
}

export function rewindCells(to: i32): void {
  at = to;
}

/** Whether there is room for so many more. */
export function cellRoom(count: i32): bool {
  return at + count * cellSize <= end;
}

export function addCell(offset: i32, length: i32, tag: i32): void {
  setWord(at, offset);
  setWord(at + 4, length);
  setWord(at + 8, tag);
  at += cellSize;
}

/** Leaves room for cells that are written by others. */
export function skipCells(bytes: i32): void {
  at += bytes;
}
