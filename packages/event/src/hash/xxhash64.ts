const mask = 0xffffffffffffffffn;
const p1 = 0x9e3779b185ebca87n;
const p2 = 0xc2b2ae3d27d4eb4fn;
const p3 = 0x165667b19e3779f9n;
const p4 = 0x85ebca77c2b2ae63n;
const p5 = 0x27d4eb2f165667c5n;

const rotl = (x: bigint, n: bigint): bigint => ((x << n) | (x >> (64n - n))) & mask;
const round = (acc: bigint, input: bigint): bigint => (rotl((acc + input * p2) & mask, 31n) * p1) & mask;
const merge = (acc: bigint, value: bigint): bigint => ((acc ^ round(0n, value)) * p1 + p4) & mask;

/** xxHash64 with seed 0. */
export function xxhash64(data: Uint8Array): bigint {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  let h: bigint;
  if (data.length >= 32) {
    let [a, b, c, d] = [(p1 + p2) & mask, p2, 0n, (mask + 1n - p1) & mask];
    for (; at + 32 <= data.length; at += 32) {
      a = round(a, view.getBigUint64(at, true));
      b = round(b, view.getBigUint64(at + 8, true));
      c = round(c, view.getBigUint64(at + 16, true));
      d = round(d, view.getBigUint64(at + 24, true));
    }
    h = (rotl(a, 1n) + rotl(b, 7n) + rotl(c, 12n) + rotl(d, 18n)) & mask;
    for (const lane of [a, b, c, d]) h = merge(h, lane);
  } else {
    h = p5;
  }
  h = (h + BigInt(data.length)) & mask;
  for (; at + 8 <= data.length; at += 8) h = (rotl(h ^ round(0n, view.getBigUint64(at, true)), 27n) * p1 + p4) & mask;
  if (at + 4 <= data.length) {
    h = (rotl(h ^ ((BigInt(view.getUint32(at, true)) * p1) & mask), 23n) * p2 + p3) & mask;
    at += 4;
  }
  for (; at < data.length; at += 1) h = (rotl(h ^ ((BigInt(data[at]!) * p5) & mask), 11n) * p1) & mask;
  h = ((h ^ (h >> 33n)) * p2) & mask;
  h = ((h ^ (h >> 29n)) * p3) & mask;
  return h ^ (h >> 32n);
}

export const hash64Text = (hash: bigint): string => hash.toString(16).padStart(16, '0');

/** A fraction in [0, 1) from the first 53 bits. */
export const hashFraction = (hash: bigint): number => Number(hash >> 11n) / 2 ** 53;
