const parts = 256;
const words = 4;

/**
 * Tells keys that came before, of millions in little memory: 96 bits of each key and the line it stood on, 16 bytes a key at a
 * load of three quarters at most. It is cut into parts that grow one by one, so that no single key waits for a whole copy.
 */
export class KnownKeys {
  readonly #parts: { slots: Uint32Array; used: number }[] = Array.from({ length: parts }, () => ({
    slots: new Uint32Array(16 * words),
    used: 0,
  }));

  /** Line of the same key before; 0 when it is new, and then it is kept. Lines count from 1. */
  enter(key: KeyHash, line: number): number {
    const part = this.#parts[key.a & (parts - 1)]!;
    if ((part.used + 1) * words * 4 > part.slots.length * 3) part.slots = grown(part.slots);
    const at = placeOf(part.slots, key.a, key.b, key.c);
    if (part.slots[at + 3] !== 0) return part.slots[at + 3]!;
    put(part.slots, at, key.a, key.b, key.c, line);
    part.used += 1;
    return 0;
  }
}

function placeOf(slots: Uint32Array, a: number, b: number, c: number): number {
  const last = slots.length / words - 1;
  for (let slot = (b ^ (a >>> 8)) & last; ; slot = (slot + 1) & last) {
    const at = slot * words;
    if (slots[at + 3] === 0 || (slots[at] === a && slots[at + 1] === b && slots[at + 2] === c)) return at;
  }
}

function put(slots: Uint32Array, at: number, a: number, b: number, c: number, line: number): void {
  slots[at] = a;
  slots[at + 1] = b;
  slots[at + 2] = c;
  slots[at + 3] = line;
}

function grown(slots: Uint32Array): Uint32Array {
  const larger = new Uint32Array(slots.length * 2);
  for (let at = 0; at < slots.length; at += words) {
    const [a, b, c, line] = [slots[at]!, slots[at + 1]!, slots[at + 2]!, slots[at + 3]!];
    if (line !== 0) put(larger, placeOf(larger, a, b, c), a, b, c, line);
  }
  return larger;
}

/** Three hashes of 32 bits that go their own ways, fed piece by piece. */
export class KeyHash {
  a = 0;
  b = 0;
  c = 0;
  #length = 0;

  constructor() {
    this.clear();
  }

  clear(): void {
    this.a = 0x811c9dc5;
    this.b = 0x3c6ef372;
    this.c = 0x7a5662c3;
    this.#length = 0;
  }

  add(bytes: Uint8Array, start: number, end: number): void {
    let { a, b, c } = this;
    for (let i = start; i < end; i += 1) {
      const byte = bytes[i]!;
      a = Math.imul(a ^ byte, 0x01000193);
      b = Math.imul(((b << 5) | (b >>> 27)) ^ byte, 0x9e3779b1);
      c = Math.imul(c ^ (c >>> 15) ^ byte, 0x5bd1e995);
    }
    this.a = a;
    this.b = b;
    this.c = c;
    this.#length += end - start;
  }

  /** Spreads what was fed over all bits; to be called once, before it is entered. */
  end(): void {
    this.a = mixed(this.a ^ this.#length);
    this.b = mixed(this.b);
    this.c = mixed(this.c);
  }
}

function mixed(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
