/**
 * Numbers for one event, the same for the same seed and index on every machine: SplitMix32 (a 32-bit form of Steele, Lea
 * and Flood, "Fast splittable pseudorandom number generators", 2014), started from a hash of both. So any event can be
 * made again alone, which is how outputs are checked.
 */
export class EventRandom {
  #state: number;

  constructor(seed: number, index: number) {
    this.#state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) | 0;
    this.next();
  }

  /** 0 … 2³² − 1. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }

  /** 0 … limit − 1. */
  below(limit: number): number {
    return Math.floor((this.next() / 4294967296) * limit);
  }

  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  /** True in `percent` of all cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
