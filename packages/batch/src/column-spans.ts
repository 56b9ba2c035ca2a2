import { chargeRun } from '@acequia/event';
import { frameWords } from './frame-block.ts';
import { segmentOf, tagOf } from './cell-codec.ts';
import { handlingSteps } from './handling-steps.ts';
import { internalSlots } from './internal-fields.ts';
import { rowWord, rowWords } from './row-table.ts';
import type { TableView } from './table-view.ts';
import { cellTags, frameFlags, type Slot } from './view.ts';

/** Text cells of one field that lie in one segment, in the form of a block's frame table: one entry for each row of the view. */
export interface ColumnSpans {
  readonly segment: number;
  readonly bytes: Uint8Array;
  /** Rows whose text is not here are marked `rejected`. */
  readonly table: Uint32Array;
}

/** Segments looked at; text in further ones is left. */
const segmentsMax = 4;

/** Where the plain text of a field lies, by segment. Rows without one (missing, escaped, of another type) are in none. */
export function columnSpans(view: TableView, slot: Slot): readonly ColumnSpans[] {
  const { core, table, cells, rows, count } = view;
  const found: ColumnSpans[] = [];
  let last: ColumnSpans | undefined;
  const put = (index: number, segment: number, offset: number, length: number): void => {
    if (last?.segment !== segment) {
      last = found.find((spans) => spans.segment === segment);
      if (last === undefined) {
        if (found.length >= segmentsMax) return;
        found.push((last = { segment, bytes: core.side.usedBytes(segment), table: emptyTable(core.words(count * frameWords)) }));
      }
    }
    const entry = index * frameWords;
    last.table[entry] = offset;
    last.table[entry + 1] = length;
    last.table[entry + 3] = 0;
  };
  chargeRun(handlingSteps.find * count);
  for (let index = 0; index < count; index++) {
    const row = rows[index]!;
    const word = cells.locate(row, slot);
    if (word >= 0) {
      const tag = core.cells[word + 2]!;
      if (tagOf(tag) === cellTags.text) put(index, segmentOf(tag), core.cells[word]!, core.cells[word + 1]!);
    } else if (slot === internalSlots.raw && table.words[row * rowWords + rowWord.element]! < 0) {
      const frame = table.words[row * rowWords + rowWord.frame]!;
      const length = core.frames.rawLength(frame);
      if (length >= 0) put(index, 0, core.frames.rawOffset(frame), length);
    }
  }
  return found;
}

function emptyTable(table: Uint32Array): Uint32Array {
  for (let entry = 3; entry < table.length; entry += frameWords) table[entry] = frameFlags.rejected;
  return table;
}
