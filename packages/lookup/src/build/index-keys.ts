import { cellKinds } from '../parse/row-sink.ts';
import { hashBytes, rowBitsFor, spreadHash } from '../search/hash-bytes.ts';
import { headerWord } from './table-layout.ts';

/** Enters the key of each row; of equal keys the first row stays. */
export function indexKeys(block: SharedArrayBuffer, header: Uint32Array): void {
  const slots = new Uint32Array(block, header[headerWord.slotsAt], header[headerWord.slots]);
  const columns = header[headerWord.columns]!;
  const cells = header[headerWord.rows]! * columns;
  const ends = new Uint32Array(block, header[headerWord.endsAt], cells);
  const tags = new Uint8Array(block, header[headerWord.tagsAt], cells);
  const bytes = Buffer.from(block, header[headerWord.bytesAt], header[headerWord.bytes]);
  const rowBits = rowBitsFor(header[headerWord.rows]!);
  const last = slots.length - 1;
  const startOf = (cell: number) => (cell === 0 ? 0 : ends[cell - 1]!);
  for (let row = 0; row < header[headerWord.rows]!; row += 1) {
    const cell = row * columns + header[headerWord.keyColumn]!;
    if (tags[cell] === cellKinds.null) {
      header[headerWord.keyless]! += 1;
      continue;
    }
    const start = startOf(cell);
    const end = ends[cell]!;
    const spread = spreadHash(hashBytes(bytes, start, end));
    let slot = spread & last;
    for (; slots[slot] !== 0; slot = (slot + 1) & last) {
      if (((slots[slot]! ^ spread) & ~rowBits) !== 0) continue;
      const other = ((slots[slot]! & rowBits) - 1) * columns + header[headerWord.keyColumn]!;
      if (ends[other]! - startOf(other) === end - start && bytes.compare(bytes, startOf(other), ends[other], start, end) === 0) break;
    }
    if (slots[slot] === 0) slots[slot] = (spread & ~rowBits) | (row + 1);
    else header[headerWord.duplicates]! += 1;
  }
}
