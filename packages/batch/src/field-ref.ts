import type { Slot } from './view.ts';

/** One field name inside a batch, or inside the batches that share a name cache. */
export interface FieldRef {
  readonly name: string;
  /** -1: no plan asked for the name when the ref was made. */
  readonly slot: Slot;
  /** Number within its name cache, for hashes over rows of names. */
  readonly id: number;
  /** Serial number of the row that last used it, for the builder's check of double names. */
  stamp: number;
  /** Highest number given to the name in that row (`_2`, `_3` …). */
  number: number;
}

export function fieldRef(name: string, slot: Slot, id = 0): FieldRef {
  return { name, slot, id, stamp: -1, number: 1 };
}
