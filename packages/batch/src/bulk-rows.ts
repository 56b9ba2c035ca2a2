import type { Slot } from './view.ts';

/** How kernels hand whole rows to a batch being built, between the rows that are begun one by one. */
export interface BulkRows {
  /** Cells that each row leaves free behind its own, for fields that are added to all rows. They count as the row's fields. */
  readonly spare: number;
  /** Id of the shape with these fields in this order; −1 when the batch has too many shapes. */
  shapeOf(slots: readonly Slot[]): number;
  /** The same for names from data, each a field name as it is. Give the same list again for the same names. */
  shapeOfNames(names: readonly string[]): number;
  /** Adds bytes that cells may point into; returns the segment's number. They are not copied. `ascii`: all of them are. */
  addSegment(bytes: Uint8Array, ascii: boolean): number;
  /** The number of a segment whose bytes are given afterwards. */
  reserveSegment(): number;
  /** The bytes are copied. `ascii`: all of them are; not given: they are when the block's are. */
  setSegment(segment: number, bytes: Uint8Array, ascii?: boolean): void;
  /** Copies cells into the batch; returns the word where the first one lies. */
  addCells(cells: Uint32Array): number;
  /** Makes room for words of cells, whatever they hold now; returns the word where the first one lies. */
  addRoom(words: number): number;
  /** The batch's cells; another array after more were added. */
  readonly cells: Uint32Array;
  /** Adds `count` events: rows of a row table from row `first` of `words` on, their shapes and first cells as this batch numbers them. */
  addRows(words: Int32Array, first: number, count: number): void;
}
