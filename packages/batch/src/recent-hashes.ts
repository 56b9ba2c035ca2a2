const setSize = 4;
const sets = 1024;

/** Hashes met lately, about 4,096 of them in 16 KiB: tells what comes again from what never does. */
export class RecentHashes {
  /** Four places for hashes that have their lower bits in common, the latest first. */
  #table: Int32Array | undefined;

  /** Whether the hash was added and not forgotten since. */
  has(hash: number): boolean {
    const table = this.#table;
    if (table === undefined) return false;
    const at = placeOf(hash);
    const wanted = hash | 1;
    return table[at] === wanted || table[at + 1] === wanted || table[at + 2] === wanted || table[at + 3] === wanted;
  }

  add(hash: number): void {
    const table = (this.#table ??= new Int32Array(sets * setSize));
    const at = placeOf(hash);
    table.copyWithin(at + 1, at, at + setSize - 1);
    table[at] = hash | 1;
  }

  /** Whether the hash was there already; from now on it is. */
  again(hash: number): boolean {
    if (this.has(hash)) return true;
    this.add(hash);
    return false;
  }
}

const placeOf = (hash: number): number => (((hash >>> 12) ^ hash) & (sets - 1)) * setSize;
