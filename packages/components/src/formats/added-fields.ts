import type { BulkRows, Slot } from '@acequia/batch';

/** Fields that all rows made in bulk get behind their own. */
export interface AddedFields {
  readonly names: readonly string[];
  readonly slots: readonly Slot[];
  /** Writes their cells into `cells` for `count` rows of a row table from row `first` on; they are the last of each row's fields. */
  put(cells: Uint32Array, words: Int32Array, first: number, count: number): void;
}

/** By the names added: listeners add few different lists. */
const known = new Map<string, WeakMap<readonly string[], readonly string[]>>();

/** A row's own names and those added, always the same list for the same two; empty when it has one of them already. */
function joined(added: readonly string[], own: readonly string[]): readonly string[] {
  const key = added.join('\0');
  let lists = known.get(key);
  if (lists === undefined) known.set(key, (lists = new WeakMap()));
  let all = lists.get(own);
  if (all === undefined) lists.set(own, (all = own.some((name) => added.includes(name)) ? [] : [...own, ...added]));
  return all;
}

/** `out`, whose rows get these fields too; rows that have one of them already are left. */
export function withAddedFields(out: BulkRows, { names, slots, put }: AddedFields): BulkRows {
  return {
    spare: names.length,
    shapeOf: (own) => (own.some((slot) => slots.includes(slot)) ? -1 : out.shapeOf([...own, ...slots])),
    shapeOfNames: (own) => {
      const all = joined(names, own);
      return all.length > 0 ? out.shapeOfNames(all) : -1;
    },
    addSegment: (bytes, ascii) => out.addSegment(bytes, ascii),
    reserveSegment: () => out.reserveSegment(),
    setSegment: (segment, bytes, ascii) => out.setSegment(segment, bytes, ascii),
    addCells: (cells) => out.addCells(cells),
    addRoom: (words) => out.addRoom(words),
    get cells() {
      return out.cells;
    },
    addRows(words, first, count) {
      put(out.cells, words, first, count);
      out.addRows(words, first, count);
    },
  };
}
