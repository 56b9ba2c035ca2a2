import type { FieldValue } from '@acequia/event';
import type { Row, Slot } from './view.ts';

/**
 * Values already read, per slot and row. An entry is good for one cell only, so forks that see different cells of the same
 * row never meet. Arrays are kept and used again by the lane's next batch: `reset` at a batch's end.
 */
export class ValueCache {
  #cells: Int32Array[] = [];
  #values: (FieldValue | undefined)[][] = [];
  #used: Slot[] = [];

  /** The cached value of the cell that starts at `word`; undefined when there is none. */
  get(slot: Slot, row: Row, word: number): FieldValue | undefined {
    const cells = this.#cells[slot];
    return cells !== undefined && cells[row] === word + 1 ? this.#values[slot]![row] : undefined;
  }

  put(slot: Slot, row: Row, word: number, value: FieldValue): void {
    let cells = this.#cells[slot];
    if (cells === undefined || row >= cells.length) cells = this.#grow(slot, row);
    if (cells[0] === 0 && this.#values[slot]!.length === 0) this.#used.push(slot);
    cells[row] = word + 1;
    this.#values[slot]![row] = value;
  }

  /** The cell at `word` gets new contents. */
  forget(slot: Slot, row: Row): void {
    const cells = this.#cells[slot];
    if (cells !== undefined && row < cells.length) cells[row] = 0;
  }

  reset(): void {
    for (const slot of this.#used) {
      this.#cells[slot]!.fill(0);
      this.#values[slot]!.length = 0;
    }
    this.#used.length = 0;
  }

  #grow(slot: Slot, row: Row): Int32Array {
    const old = this.#cells[slot];
    const cells = new Int32Array(Math.max(64, 2 ** Math.ceil(Math.log2(row + 1))));
    if (old !== undefined) cells.set(old);
    for (let i = this.#cells.length; i < slot; i++) {
      this.#cells[i] ??= new Int32Array(0);
      this.#values[i] ??= [];
    }
    this.#cells[slot] = cells;
    this.#values[slot] ??= [];
    return cells;
  }
}
