/** Random draws that depend on a seed and an index only, the same on every machine. */
export interface Draw {
  /** Uniform in [0, 1). */
  fraction(): number;
  /** Uniform, both ends included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string;
}

/** A stream of draws for one thing: `stream` keeps persons, hosts and events apart. */
export function createDraw(seed: number, stream: number, index: number): Draw {
  let state = mix(
    mix(seed ^ 0x9e3779b9) ^ mix(stream + 0x85ebca6b) ^ mix((index >>> 0) ^ mix(Math.floor(index / 0x1_0000_0000) + 0xc2b2ae35)),
  );
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return (value ^ (value >>> 14)) >>> 0;
  };
  const fraction = () => next() / 0x1_0000_0000;
  const int = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
    int,
    chance: (probability) => fraction() < probability,
    pick: (list) => list[int(0, list.length - 1)]!,
    hex: (digits) => {
      let text = '';
      while (text.length < digits) text += next().toString(16).padStart(8, '0');
      return text.slice(0, digits);
    },
  };
}

function mix(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
