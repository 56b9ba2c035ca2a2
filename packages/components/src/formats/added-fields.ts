import type { BulkRows, Slot } from '@acequia/batch';

const startWord = 1;
const fieldsWord = 3;
const frameWord = 4;

/** Fields that all rows made in bulk get behind their own. */
export interface AddedFields {
  readonly names: readonly string[];
  readonly slots: readonly Slot[];
  /** Writes their cells for a row of the frame, from the word `cell` on. */
  put(frame: number, cell: number): void;
}

/** `out`, whose rows get these fields too; rows that have one of them already are left. */
export function withAddedFields(out: BulkRows, { names, slots, put }: AddedFields): BulkRows {
  return {
    spare: names.length,
    shapeOf: (own) => (own.some((slot) => slots.includes(slot)) ? -1 : out.shapeOf([...own, ...slots])),
    shapeOfNames: (own) => (own.some((name) => names.includes(name)) ? -1 : out.shapeOfNames([...own, ...names])),
    addSegment: (bytes, ascii) => out.addSegment(bytes, ascii),
    reserveSegment: () => out.reserveSegment(),
    setSegment: (segment, bytes, ascii) => out.setSegment(segment, bytes, ascii),
    addCells: (cells) => out.addCells(cells),
    addRoom: (words) => out.addRoom(words),
    get cells() {
      return out.cells;
    },
    setCell: (word, offset, length, tag) => out.setCell(word, offset, length, tag),
    addRow(words, at) {
      put(words[at + frameWord]!, words[at + startWord]! + (words[at + fieldsWord]! - names.length) * 3);
      out.addRow(words, at);
    },
  };
}
