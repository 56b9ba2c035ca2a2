import { copyBytes } from '@acequia/base';
import { rowWord, rowWords } from '../row-table.ts';
import type { Shape } from '../shape-table.ts';
import { TableView } from '../table-view.ts';
import { cellTags, type BatchView, type Slot } from '../view.ts';
import type { EncodedRows } from './rows-encoder.ts';

/** Shorter runs are not worth a call of their own. */
const runMin = 16;
const lineFeed = 10;

/**
 * Lines whose texts stand in one segment with a line feed behind each, as they came: their records are those bytes. A text
 * alone between two such runs is copied. One per encoder.
 */
export class AdjacentTexts {
  readonly #slot: Slot;
  #ends = new Int32Array(1024);
  #states = new Uint8Array(1024);
  #line = new Uint8Array(1024);
  /** Of the run found last. */
  #segment = 0;
  #start = 0;

  constructor(slot: Slot) {
    this.#slot = slot;
  }

  /** As `RowsEncoder.encode`, each record ended by a line feed. Undefined: the texts from `from` on lie otherwise. */
  encode(view: BatchView, from: number, to: number): EncodedRows | undefined {
    if (!(view instanceof TableView)) return undefined;
    const count = this.#run(view, from, to);
    if (count > 0 && (count >= runMin || from + count === to)) {
      const bytes = view.core.side.segments[this.#segment]!.subarray(this.#start, this.#start + this.#ends[count - 1]!);
      return { bytes, ends: this.#ends, states: this.#states.subarray(0, count), count };
    }
    const alone = count === 0 && this.#start >= 0 && (from + 1 === to || this.#runFollows(view, from + 1, to));
    return alone ? this.#one(view, from) : undefined;
  }

  #runFollows(view: TableView, from: number, to: number): boolean {
    const some = Math.min(to, from + runMin);
    return this.#run(view, from, some) === some - from;
  }

  /** Rows from `from` on whose texts follow one another, each with a line feed behind it. Start −1: the first has no plain text. */
  #run({ core, table, rows }: TableView, from: number, to: number): number {
    const { words } = table;
    const { cells } = core;
    if (this.#ends.length < to - from) {
      this.#ends = new Int32Array(to - from);
      this.#states = new Uint8Array(to - from);
    }
    const ends = this.#ends;
    let shape: Shape | undefined;
    let column = -1;
    let bytes: Uint8Array = this.#line;
    let tag = -1;
    let next = -1;
    this.#start = -1;
    for (let index = from; index < to; index++) {
      const at = rows[index]! * rowWords;
      const id = words[at + rowWord.shape]!;
      if (id < 0) return index - from;
      if (shape?.id !== id) column = (shape = core.shapes.shapes[id]!).column(this.#slot, core.nameOf);
      if (column < 0) return index - from;
      const cell = words[at + rowWord.start]! + column * 3;
      const offset = cells[cell]!;
      if (index === from) {
        tag = cells[cell + 2]!;
        if ((tag & 0xff) !== cellTags.text) return 0;
        this.#segment = (tag >>> 8) & 0xffff;
        this.#start = offset;
        bytes = core.side.segments[this.#segment]!;
      } else if (offset !== next || cells[cell + 2] !== tag) return index - from;
      next = offset + cells[cell + 1]! + 1;
      if (bytes[next - 1] !== lineFeed) return index - from;
      ends[index - from] = next - this.#start;
    }
    return to - from;
  }

  #one({ core, table, rows }: TableView, index: number): EncodedRows {
    const at = rows[index]! * rowWords;
    const column = core.shapes.shapes[table.words[at + rowWord.shape]!]!.column(this.#slot, core.nameOf);
    const cell = table.words[at + rowWord.start]! + column * 3;
    const offset = core.cells[cell]!;
    const length = core.cells[cell + 1]!;
    if (this.#line.length <= length) this.#line = new Uint8Array(length + 1);
    copyBytes(this.#line, 0, core.side.segments[(core.cells[cell + 2]! >>> 8) & 0xffff]!.subarray(offset, offset + length));
    this.#line[length] = lineFeed;
    this.#ends[0] = length + 1;
    return { bytes: this.#line.subarray(0, length + 1), ends: this.#ends, states: this.#states.subarray(0, 1), count: 1 };
  }
}
