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
  words: Int32Array;
  times: BigInt64Array;
  /** 1 where the row's cells belong to this table alone and may be changed in place. */
  owned: Uint8Array;
  count: number;

  constructor(words: Int32Array<ArrayBuffer>, count: number) {
    this.words = words;
    this.times = new BigInt64Array(words.buffer);
    this.owned = new Uint8Array(words.length / rowWords);
    this.count = count;
  }

  static withRoomFor(rows: number): RowTable {
    return new RowTable(new Int32Array(Math.max(8, rows) * rowWords), 0);
  }

  /** An equal table. From now on neither owns the cells. */
  copy(): RowTable {
    this.owned.fill(0);
    return new RowTable(new Int32Array(this.words.subarray(0, Math.max(8, this.count) * rowWords)), this.count);
  }

  /** A new row, all words zero but `time`, owned. */
  add(): number {
    const row = this.count++;
    if (row >= this.owned.length) this.#grow();
    this.owned[row] = 1;
    this.times[row * 5 + 4] = noTime;
    return row;
  }

  #grow(): void {
    const words = new Int32Array(this.words.length * 2);
    words.set(this.words);
    const owned = new Uint8Array(this.owned.length * 2);
    owned.set(this.owned);
    this.words = words;
    this.times = new BigInt64Array(words.buffer);
    this.owned = owned;
  }
}
