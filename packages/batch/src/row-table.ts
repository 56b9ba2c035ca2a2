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
/** A step tried to give the row a value after the run had added as many bytes as it may. */
export const overfullBit = 1 << 29;

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
    ({ words: this.words, times: this.times, owned: this.owned } = newRows(Math.max(8, rows), pool));
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

  /** New rows, owned, their words copied, ten each; returns the first. */
  addAll(words: Int32Array): number {
    const first = this.count;
    this.count += words.length / rowWords;
    while (this.count > this.owned.length) this.#grow();
    this.owned.fill(1, first, this.count);
    this.words.set(words, first * rowWords);
    return first;
  }

  /** Nobody looks at the table any more. */
  release(): void {
    this.#pool?.give(this.words.buffer);
  }

  #grow(): void {
    const { words, times, owned } = newRows(this.owned.length * 2, this.#pool);
    words.set(this.words);
    owned.set(this.owned);
    this.#pool?.give(this.words.buffer);
    this.words = words;
    this.times = times;
    this.owned = owned;
  }
}

/** Arrays for at least `rows` in one buffer, whatever that held before. */
function newRows(rows: number, pool: ArrayPool | undefined): Pick<RowTable, 'words' | 'times' | 'owned'> {
  const bytes = rows * (rowWords * 4 + 1);
  const buffer = pool?.take(bytes) ?? new ArrayBuffer(bytes);
  const room = Math.floor(buffer.byteLength / (rowWords * 4 + 1));
  return {
    words: new Int32Array(buffer, 0, room * rowWords),
    times: new BigInt64Array(buffer, 0, room * (rowWords / 2)),
    owned: new Uint8Array(buffer, room * rowWords * 4, room),
  };
}
