/** The same numbers for the same seed (mulberry32). */
export interface SeededRandom {
  /** 0 ≤ n < 1. */
  next(): number;
  /** A whole number, 0 ≤ n < `below`. */
  below(below: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Numbers that do not depend on how many were drawn here meanwhile. */
  fork(name: string): SeededRandom;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)]!,
    fork: (name) => seededRandom(hashOf(`${seed}/${name}`)),
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
