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
  const row = new Int32Array(rowWords);
  row.set([shape, 0, width, fields, 0, -1, timeFromReceipt, 0, 0, 1 << 31]);
  for (let frame = 0; frame < count; frame++) {
    const at = frame * frameWords;
    if ((table[at + 3]! & frameFlags.rejected) !== 0 || (table[at + 1]! >= 3 && bytes[table[at]!] === 0xef)) {
      other(frame);
      continue;
    }
    row[rowWord.start] = first + frame * width;
    row[rowWord.frame] = frame;
    out.addRow(row, 0);
  }
  return true;
}
