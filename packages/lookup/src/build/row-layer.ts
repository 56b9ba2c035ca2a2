import { assert } from '@acequia/base';
import type { CellKind, RowSink } from '../parse/row-sink.ts';

/** Where the cells of a block lie. */
export interface CellPlaces {
  readonly ends: Uint32Array;
  readonly tags: Uint8Array;
  readonly bytes: Uint8Array;
}

/** Lays rows into a block as they are read: their cells in the order of the columns, without gaps. */
export class RowLayer implements RowSink {
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #places: CellPlaces;
  readonly #starts: Int32Array;
  readonly #stops: Int32Array;
  readonly #kinds: Uint8Array;
  #row: Uint8Array = new Uint8Array(4096);
  #rowBytes = 0;
  #cellStart = 0;
  #cells = 0;
  /** Bytes laid. */
  used = 0;

  constructor(columns: readonly string[], places: CellPlaces) {
    this.#numbers = new Map(columns.map((name, index) => [name, index]));
    this.#places = places;
    this.#starts = new Int32Array(columns.length).fill(-1);
    this.#stops = new Int32Array(columns.length);
    this.#kinds = new Uint8Array(columns.length);
  }

  column(name: string): number {
    const column = this.#numbers.get(name);
    assert(column !== undefined, 'a column that was not there before');
    return column;
  }

  bytes(_column: number, bytes: Uint8Array, start: number, end: number): void {
    const count = end - start;
    if (this.#rowBytes + count > this.#row.length) this.#grow(this.#rowBytes + count);
    for (let i = 0; i < count; i += 1) this.#row[this.#rowBytes + i] = bytes[start + i]!;
    this.#rowBytes += count;
  }

  cell(column: number, kind: CellKind): void {
    this.#starts[column] = this.#cellStart;
    this.#stops[column] = this.#rowBytes;
    this.#kinds[column] = kind;
    this.#cellStart = this.#rowBytes;
  }

  endRow(): void {
    const { ends, tags, bytes } = this.#places;
    assert(this.#cells + this.#starts.length <= ends.length, 'more rows than before');
    for (let column = 0; column < this.#starts.length; column += 1) {
      const start = this.#starts[column]!;
      if (start >= 0) {
        const stop = this.#stops[column]!;
        assert(this.used + stop - start <= bytes.length, 'more bytes than before');
        for (let i = start; i < stop; i += 1) bytes[this.used + i - start] = this.#row[i]!;
        this.used += stop - start;
        tags[this.#cells] = this.#kinds[column]!;
      }
      ends[this.#cells] = this.used;
      this.#cells += 1;
    }
    this.#starts.fill(-1);
    this.#rowBytes = 0;
    this.#cellStart = 0;
  }

  #grow(bytes: number): void {
    const larger = new Uint8Array(Math.max(bytes, this.#row.length * 2));
    larger.set(this.#row.subarray(0, this.#rowBytes));
    this.#row = larger;
  }
}
