import { rowWord, rowWords, type BulkRows, type Slot } from '@acequia/batch';

/** Fields that all rows made in bulk get behind their own. */
export interface AddedFields {
  readonly names: readonly string[];
  readonly slots: readonly Slot[];
  /** Writes their cells into `cells` for a row of the frame, from the word `at` on. */
  put(frame: number, cells: Uint32Array, at: number): void;
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
    addRows(words, first, count) {
      const { cells } = out;
      for (let at = first * rowWords; at < (first + count) * rowWords; at += rowWords)
        put(words[at + rowWord.frame]!, cells, words[at + rowWord.start]! + (words[at + rowWord.fields]! - names.length) * 3);
      out.addRows(words, first, count);
    },
  };
}
