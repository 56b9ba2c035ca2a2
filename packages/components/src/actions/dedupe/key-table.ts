import type { KeyHash } from '../../fields/event-key.ts';

const firstCapacity = 1024;
const formatVersion = 1;
const headBytes = 8;
const entryBytes = 28;

/**
 * Keys with a time and a count each, in the order in which they were added or last renewed. About 45 bytes per key, in
 * typed arrays that grow by doubling up to `max` keys: open addressing, a list through the entries, freed ones chained.
 */
export class KeyTable {
  readonly max: number;
  size = 0;
  /** Entries at the ends of the order; -1 when empty. */
  oldest = -1;
  newest = -1;
  #hashes = new Uint32Array(0);
  #times = new Float64Array(0);
  #counts = new Uint32Array(0);
  #older = new Int32Array(0);
  #newer = new Int32Array(0);
  /** Entry + 1 by place; 0 = free. Twice as many places as entries. */
  #places = new Int32Array(0);
  #used = 0;
  #freed = -1;

  constructor(max: number) {
    this.max = max;
    this.#grow(Math.min(firstCapacity, max));
  }

  /** The key's entry; -1 when it is not known. */
  find(key: KeyHash): number {
    return this.#places[this.#placeOf(key)]! - 1;
  }

  /** Adds an unknown key as the newest. There must be room: `size < max`. */
  add(key: KeyHash, timeMs: number, count = 0): void {
    if (this.#freed < 0 && this.#used === this.#times.length) this.#grow(Math.min(this.max, this.#used * 2));
    let entry = this.#freed;
    if (entry < 0) entry = this.#used++;
    else this.#freed = this.#newer[entry]!;
    this.#hashes.set(key, entry * 4);
    this.#counts[entry] = count;
    this.#places[this.#placeOf(key)] = entry + 1;
    this.size++;
    this.#append(entry, timeMs);
  }

  /** Makes an entry the newest, with a new time. */
  renew(entry: number, timeMs: number): void {
    this.#unlink(entry);
    this.#append(entry, timeMs);
  }

  remove(entry: number): void {
    this.#vacate(this.#placeOf(this.#hashes.subarray(entry * 4, entry * 4 + 4)));
    this.#unlink(entry);
    this.#newer[entry] = this.#freed;
    this.#freed = entry;
    this.size--;
  }

  timeOf(entry: number): number {
    return this.#times[entry]!;
  }

  countOf(entry: number): number {
    return this.#counts[entry]!;
  }

  setCount(entry: number, count: number): void {
    this.#counts[entry] = count;
  }

  /** Oldest first. */
  *entries(): Generator<number> {
    for (let entry = this.oldest; entry >= 0; entry = this.#newer[entry]!) yield entry;
  }

  /** All entries, oldest first: version and number in 4 bytes each, then the columns of times, hashes and counts. */
  write(): Uint8Array {
    const bytes = new ArrayBuffer(headBytes + this.size * entryBytes);
    new Uint32Array(bytes, 0, 2).set([formatVersion, this.size]);
    const { times, hashes, counts } = columnsOf(bytes, this.size);
    let at = 0;
    for (let entry = this.oldest; entry >= 0; entry = this.#newer[entry]!, at++) {
      times[at] = this.#times[entry]!;
      counts[at] = this.#counts[entry]!;
      for (let word = 0; word < 4; word++) hashes[at * 4 + word] = this.#hashes[entry * 4 + word]!;
    }
    return new Uint8Array(bytes);
  }

  /** A table as it was written, its entries numbered from 0, oldest first; an empty one when the bytes are none. */
  static read(written: Uint8Array, max: number): KeyTable {
    const table = new KeyTable(max);
    const bytes = written.slice().buffer;
    if (bytes.byteLength < headBytes) return table;
    const [version, size] = new Uint32Array(bytes, 0, 2);
    if (version !== formatVersion || size! > max || bytes.byteLength !== headBytes + size! * entryBytes) return table;
    const { times, hashes, counts } = columnsOf(bytes, size!);
    for (let at = 0; at < size!; at++) {
      const key = hashes.subarray(at * 4, at * 4 + 4);
      if (table.find(key) < 0) table.add(key, times[at]!, counts[at]!);
    }
    return table;
  }

  #append(entry: number, timeMs: number): void {
    this.#times[entry] = timeMs;
    this.#older[entry] = this.newest;
    this.#newer[entry] = -1;
    if (this.newest < 0) this.oldest = entry;
    else this.#newer[this.newest] = entry;
    this.newest = entry;
  }

  #unlink(entry: number): void {
    const older = this.#older[entry]!;
    const newer = this.#newer[entry]!;
    if (older < 0) this.oldest = newer;
    else this.#newer[older] = newer;
    if (newer < 0) this.newest = older;
    else this.#older[newer] = older;
  }

  /** The place that holds the key, or the free one where it belongs. */
  #placeOf(key: KeyHash): number {
    const mask = this.#places.length - 1;
    for (let place = key[0]! & mask; ; place = (place + 1) & mask) {
      const entry = this.#places[place]! - 1;
      if (entry < 0) return place;
      const at = entry * 4;
      const hashes = this.#hashes;
      if (hashes[at] === key[0] && hashes[at + 1] === key[1] && hashes[at + 2] === key[2] && hashes[at + 3] === key[3]) return place;
    }
  }

  /** Frees a place and moves up those behind it that a search would no longer reach. */
  #vacate(place: number): void {
    const mask = this.#places.length - 1;
    let hole = place;
    for (let at = (place + 1) & mask; this.#places[at] !== 0; at = (at + 1) & mask) {
      const home = this.#hashes[(this.#places[at]! - 1) * 4]! & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      this.#places[hole] = this.#places[at]!;
      hole = at;
    }
    this.#places[hole] = 0;
  }

  #grow(capacity: number): void {
    this.#hashes = copyInto(new Uint32Array(capacity * 4), this.#hashes);
    this.#times = copyInto(new Float64Array(capacity), this.#times);
    this.#counts = copyInto(new Uint32Array(capacity), this.#counts);
    this.#older = copyInto(new Int32Array(capacity), this.#older);
    this.#newer = copyInto(new Int32Array(capacity), this.#newer);
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(capacity * 2)));
    for (let entry = this.oldest; entry >= 0; entry = this.#newer[entry]!)
      this.#places[this.#placeOf(this.#hashes.subarray(entry * 4, entry * 4 + 4))] = entry + 1;
  }
}

function columnsOf(bytes: ArrayBuffer, size: number) {
  return {
    times: new Float64Array(bytes, headBytes, size),
    hashes: new Uint32Array(bytes, headBytes + size * 8, size * 4),
    counts: new Uint32Array(bytes, headBytes + size * 24, size),
  };
}

function copyInto<A extends Uint32Array | Int32Array | Float64Array>(larger: A, smaller: A): A {
  larger.set(smaller);
  return larger;
}
