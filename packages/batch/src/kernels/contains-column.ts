import { columnSpans } from '../column-spans.ts';
import type { TableView } from '../table-view.ts';
import type { Slot } from '../view.ts';
import type { Kernels } from './kernels.ts';

const callWords = 8;

/** Writes 1 for rows whose text holds `wanted` (not empty), 0 for other texts; rows without a plain text, or without room, are passed over. */
export function markContaining(kernels: Kernels, view: TableView, slot: Slot, wanted: Uint8Array, marks: Uint8Array): void {
  for (const { bytes, table } of columnSpans(view, slot)) {
    kernels.reset();
    const call = kernels.region(callWords * 4);
    const block = kernels.copyIn(bytes);
    const frames = kernels.copyIn(new Uint8Array(table.buffer, table.byteOffset, table.byteLength));
    const text = kernels.copyIn(wanted);
    const results = kernels.copyIn(marks);
    if ([call, block, frames, text, results].some((region) => region < 0)) return;
    kernels.words.set([block, frames, view.count, text, wanted.length, results], call >> 2);
    kernels.run.textsContaining(call);
    marks.set(kernels.bytes.subarray(results, results + marks.length));
  }
}
