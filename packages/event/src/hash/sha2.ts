import { padded } from './md5.ts';
import { wordsBytes } from './sha1.ts';

const primes = firstPrimes(80);

function firstPrimes(count: number): bigint[] {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n += 1n) if (found.every((p) => n % p !== 0n)) found.push(n);
  return found;
}

/** The first 64 bits after the point of the square (2) or cube (3) root. */
function rootFraction(prime: bigint, degree: 2n | 3n): bigint {
  const scaled = prime << (64n * degree);
  let low = 0n;
  let high = 1n << 70n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** degree <= scaled) low = middle;
    else high = middle - 1n;
  }
  return low & 0xffffffffffffffffn;
}

const start = primes.slice(0, 8).map((p) => rootFraction(p, 2n));
const rounds = primes.map((p) => rootFraction(p, 3n));
const start32 = start.map((x) => Number(x >> 32n) | 0);
const rounds32 = rounds.map((x) => Number(x >> 32n) | 0);

const rotr = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** SHA-256 (FIPS 180-4). */
export function sha256(data: Uint8Array): Uint8Array {
  const { view, blocks } = padded(data, false);
  const h = new Int32Array(start32);
  const w = new Int32Array(64);
  for (let block = 0; block < blocks; block += 1) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(block * 64 + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      w[i] = w[i - 16]! + (rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3)) + w[i - 7]! + (rotr(y, 17) ^ rotr(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, z] = h as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i += 1) {
      const t1 = (z + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + rounds32[i]! + w[i]!) | 0;
      const t2 = ((rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      z = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, z].forEach((word, i) => (h[i] = h[i]! + word));
  }
  return wordsBytes(h);
}

const mask = 0xffffffffffffffffn;
const rotr64 = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (64n - n))) & mask;

/** SHA-512 (FIPS 180-4). */
export function sha512(data: Uint8Array): Uint8Array {
  const blocks = Math.ceil((data.length + 17) / 128);
  const bytes = new Uint8Array(blocks * 128);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(data.length) * 8n);
  const h = [...start];
  const w = Array.from({ length: 80 }, () => 0n);
  for (let block = 0; block < blocks; block += 1) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getBigUint64(block * 128 + i * 8);
    for (let i = 16; i < 80; i += 1) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const s0 = rotr64(x, 1n) ^ rotr64(x, 8n) ^ (x >> 7n);
      const s1 = rotr64(y, 19n) ^ rotr64(y, 61n) ^ (y >> 6n);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) & mask;
    }
    let [a, b, c, d, e, f, g, z] = h as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < 80; i += 1) {
      const s1 = rotr64(e, 14n) ^ rotr64(e, 18n) ^ rotr64(e, 41n);
      const t1 = (z + s1 + ((e & f) ^ (~e & mask & g)) + rounds[i]! + w[i]!) & mask;
      const s0 = rotr64(a, 28n) ^ rotr64(a, 34n) ^ rotr64(a, 39n);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) & mask;
      [z, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & mask, c, b, a, (t1 + t2) & mask];
    }
    [a, b, c, d, e, f, g, z].forEach((word, i) => (h[i] = (h[i]! + word) & mask));
  }
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, i) => out.setBigUint64(i * 8, word));
  return new Uint8Array(out.buffer);
}
