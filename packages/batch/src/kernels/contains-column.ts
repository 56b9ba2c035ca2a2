import { columnSpans } from '../column-spans.ts';
import type { TableView } from '../table-view.ts';
import type { Slot } from '../view.ts';
import type { Kernels } from './kernels.ts';

const callWords = 8;

/** A text that is not empty; `folds`: capitals are the same, and it is ASCII in small letters. */
export interface WantedText {
  readonly bytes: Uint8Array;
  readonly folds: boolean;
}

/** Writes 1 for rows whose text holds what is wanted, 0 for other texts, 2 where that is not known; rows without a plain text, or without room, are passed over. */
export function markContaining(kernels: Kernels, view: TableView, slot: Slot, wanted: WantedText, marks: Uint8Array): void {
  for (const { bytes, table } of columnSpans(view, slot)) {
    kernels.reset();
    const call = kernels.region(callWords * 4);
    const block = kernels.copyIn(bytes);
    const frames = kernels.copyIn(new Uint8Array(table.buffer, table.byteOffset, table.byteLength));
    const text = kernels.copyIn(wanted.bytes);
    const results = kernels.copyIn(marks);
    if ([call, block, frames, text, results].some((region) => region < 0)) return;
    kernels.words.set([block, frames, view.count, text, wanted.bytes.length, results, wanted.folds ? 1 : 0], call >> 2);
    kernels.run.textsContaining(call);
    marks.set(kernels.bytes.subarray(results, results + marks.length));
  }
}
