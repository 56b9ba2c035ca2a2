import type { BulkRows } from '../bulk-rows.ts';
import { frameWords } from '../frame-block.ts';
import { rowWord, rowWords } from '../row-table.ts';
import { cellTags, frameFlags, type FrameBlock, type Slot } from '../view.ts';

const timeFromReceipt = 1;

/**
 * Adds an event for each frame with the whole frame as one text field, and calls `other` for refused frames and those
 * that begin with a byte order mark. False: nothing was done.
 */
export function addTextFrames(block: FrameBlock, out: BulkRows, slot: Slot, other: (frame: number) => void): boolean {
  const { table, count, bytes } = block;
  const shape = table === undefined ? -1 : out.shapeOf([slot]);
  if (table === undefined || shape < 0) return false;
  const fields = 1 + out.spare;
  const width = fields * 3;
  const first = out.addRoom(count * width);
  const { cells } = out;
  for (let frame = 0; frame < count; frame++) {
    const cell = first + frame * width;
    cells[cell] = table[frame * frameWords]!;
    cells[cell + 1] = table[frame * frameWords + 1]!;
    cells[cell + 2] = cellTags.text;
  }
  const rows = rowsScratch(count, [shape, 0, width, fields, 0, -1, timeFromReceipt, 0, 0, 1 << 31]);
  let from = 0;
  for (let frame = 0; frame < count; frame++) {
    const at = frame * frameWords;
    if ((table[at + 3]! & frameFlags.rejected) === 0 && (table[at + 1]! < 3 || bytes[table[at]!] !== 0xef)) {
      rows[frame * rowWords + rowWord.start] = first + frame * width;
      rows[frame * rowWords + rowWord.frame] = frame;
      continue;
    }
    if (frame > from) out.addRows(rows, from, frame - from);
    other(frame);
    from = frame + 1;
  }
  if (count > from) out.addRows(rows, from, count - from);
  return true;
}

let scratch = new Int32Array(0);

/** Memory for the words of `count` rows, each as given; used again by the next call. */
function rowsScratch(count: number, row: readonly number[]): Int32Array {
  if (scratch.length < count * rowWords) scratch = new Int32Array(count * rowWords);
  for (let at = 0; at < count * rowWords; at += rowWords) for (let word = 0; word < rowWords; word++) scratch[at + word] = row[word]!;
  return scratch;
}
