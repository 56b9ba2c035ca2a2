import { padded } from './md5.ts';

/** SHA-1 (FIPS 180-4); for identity, never for security. */
export function sha1(data: Uint8Array): Uint8Array {
  const { view, blocks } = padded(data, false);
  const h = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const w = new Int32Array(80);
  for (let block = 0; block < blocks; block += 1) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(block * 64 + i * 4);
    for (let i = 16; i < 80; i += 1) {
      const x = w[i - 3]! ^ w[i - 8]! ^ w[i - 14]! ^ w[i - 16]!;
      w[i] = (x << 1) | (x >>> 31);
    }
    let [a, b, c, d, e] = h as unknown as [number, number, number, number, number];
    for (let i = 0; i < 80; i += 1) {
      const f = i < 20 ? (b & c) | (~b & d) : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      const k = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6;
      const next = (((a << 5) | (a >>> 27)) + f + e + k + w[i]!) | 0;
      [e, d, c, b, a] = [d, c, (b << 30) | (b >>> 2), a, next];
    }
    [a, b, c, d, e].forEach((word, i) => (h[i] = h[i]! + word));
  }
  return wordsBytes(h);
}

export function wordsBytes(words: Int32Array): Uint8Array {
  const out = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, i) => out.setInt32(i * 4, word));
  return new Uint8Array(out.buffer);
}
