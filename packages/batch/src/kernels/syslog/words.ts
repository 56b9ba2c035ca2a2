import { addCell } from '../cells.ts';
import { tagText } from '../layout.ts';
import { byteAt, wordAt, type bool, type i32 } from '../platform.ts';
import { block } from './call.ts';

/** Bytes of the block as a text cell. */
export function addSpan(call: i32, from: i32, end: i32): void {
  addCell(from - wordAt(call + block), end - from, tagText);
}

/** The same for a word of the header. False: it is `-`, which stands for none. */
export function addHeaderWord(call: i32, from: i32, end: i32): bool {
  if (end - from === 1 && byteAt(from) === 0x2d) return false;
  addSpan(call, from, end);
  return true;
}
