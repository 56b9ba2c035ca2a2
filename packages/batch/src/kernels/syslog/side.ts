import { addCell } from '../cells.ts';
import { tagTime } from '../layout.ts';
import { setWord, wordAt, writeTime, type bool, type i32 } from '../platform.ts';
import { side, sideTag } from './call.ts';
import { daysRead, nanosRead, secondsRead } from './read-time.ts';

let at: i32 = 0;
let limit: i32 = 0;

/** New bytes of rows are written one after the other from `from` on, up to `to`. */
export function beginSide(from: i32, to: i32): void {
  at = from;
  limit = to;
}

/** Where the next bytes go; `moveSide` goes there. */
export function sideAt(): i32 {
  return at;
}

export function sideLimit(): i32 {
  return limit;
}

export function moveSide(to: i32): void {
  at = to;
}

/** The time read last, as the row's own and as a cell. False: no room. */
export function addTime(call: i32, row: i32): bool {
  if (at + 8 > limit) return false;
  writeTime(row + 32, daysRead(), secondsRead(), nanosRead());
  writeTime(at, daysRead(), secondsRead(), nanosRead());
  setWord(row + 24, 0);
  addCell(at - wordAt(call + side), 8, tagTime | wordAt(call + sideTag));
  at += 8;
  return true;
}
