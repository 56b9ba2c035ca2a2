import type { ArrayPool } from './array-pool.ts';

/** Words of one row in a row table (see the package's README for the drawing). */
export const rowWords = 10;
export const rowWord = {
  /** Shape id, or `genericShape`. */
  shape: 0,
  /** First word of its cells. */
  start: 1,
  /** Words its cells may fill where they are. */
  room: 2,
  /** Fields, hidden ones included. */
  fields: 3,
  frame: 4,
  /** Index inside the frame, -1 when the frame is one event. */
  element: 5,
  /** Bits in the order of `eventFlags`, and `overflowBit`. */
  flags: 6,
  /** Number of the id's tail among the batch's suffixes; 0 = none. */
  suffix: 7,
  /** Two words: `_time` in ns, `noTime` when there is none. */
  time: 8,
} as const;

export const genericShape = -1;
export const noTime = -(2n ** 63n);
/** A step tried to give the row more fields than an event may have. */
export const overflowBit = 1 << 30;

/** Rows of a batch as one branch sees them. Copied by a fork; its cells stay shared until a row is changed. */
export class RowTable {
  words: Int32Array<ArrayBuffer>;
  times: BigInt64Array<ArrayBuffer>;
  /** 1 where the row's cells belong to this table alone and may be changed in place. */
  owned: Uint8Array;
  count = 0;
  readonly #pool: ArrayPool | undefined;

  /** Empty, with room for `rows`. */
  constructor(rows: number, pool?: ArrayPool) {
    this.#pool = pool;
    this.words = this.#newWords(Math.max(8, rows) * rowWords);
    this.times = new BigInt64Array(this.words.buffer);
    this.owned = new Uint8Array(Math.floor(this.words.length / rowWords));
  }

  /** A table of rows that are there already, ten words each. */
  static of(words: Int32Array): RowTable {
    const count = words.length / rowWords;
    const table = new RowTable(count);
    table.words.set(words);
    table.count = count;
    return table;
  }

  /** An equal table, of its own memory: one branch may hold the batch long after the others. From now on neither owns the cells. */
  copy(): RowTable {
    this.owned.fill(0);
    const table = new RowTable(this.count);
    table.words.set(this.words.subarray(0, this.count * rowWords));
    table.count = this.count;
    return table;
  }

  /** A new row, all words zero but `time`, owned. */
  add(): number {
    const row = this.count++;
    if (row >= this.owned.length) this.#grow();
    this.owned[row] = 1;
    this.words.fill(0, row * rowWords, (row + 1) * rowWords);
    this.times[row * 5 + 4] = noTime;
    return row;
  }

  /** A new row, owned, its ten words copied from `words[at …]`. */
  addOf(words: Int32Array, at: number): number {
    const row = this.count++;
    if (row >= this.owned.length) this.#grow();
    this.owned[row] = 1;
    const table = this.words;
    const to = row * rowWords;
    for (let word = 0; word < rowWords; word++) table[to + word] = words[at + word]!;
    return row;
  }

  /** Nobody looks at the table any more. */
  release(): void {
    this.#pool?.give(this.words.buffer);
  }

  #grow(): void {
    const words = this.#newWords(this.words.length * 2);
    words.set(this.words);
    const owned = new Uint8Array(Math.floor(words.length / rowWords));
    owned.set(this.owned);
    this.#pool?.give(this.words.buffer);
    this.words = words;
    this.times = new BigInt64Array(words.buffer);
    this.owned = owned;
  }

  #newWords(words: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#pool?.take(words * 4) ?? new ArrayBuffer(words * 4));
  }
}
