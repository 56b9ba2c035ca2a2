/** MD5 (RFC 1321); for identity, never for security. */
const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const sines = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0);

export function md5(data: Uint8Array): Uint8Array {
  const { view, blocks } = padded(data, true);
  let [a0, b0, c0, d0] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let block = 0; block < blocks; block += 1) {
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (let i = 0; i < 64; i += 1) {
      const round = i >> 4;
      let f: number;
      let g: number;
      if (round === 0) [f, g] = [(b & c) | (~b & d), i];
      else if (round === 1) [f, g] = [(d & b) | (~d & c), (5 * i + 1) & 15];
      else if (round === 2) [f, g] = [b ^ c ^ d, (3 * i + 5) & 15];
      else [f, g] = [c ^ (b | ~d), (7 * i) & 15];
      const sum = (a + f + sines[i]! + view.getInt32(block * 64 + g * 4, true)) | 0;
      const shift = shifts[round * 4 + (i & 3)]!;
      [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
    }
    a0 = (a0 + a) | 0;
    b0 = (b0 + b) | 0;
    c0 = (c0 + c) | 0;
    d0 = (d0 + d) | 0;
  }
  const out = new DataView(new ArrayBuffer(16));
  [a0, b0, c0, d0].forEach((word, i) => out.setInt32(i * 4, word, true));
  return new Uint8Array(out.buffer);
}

/** The data with the 1 bit, zeros and its bit length, as 64-byte blocks. */
export function padded(data: Uint8Array, littleEndian: boolean): { view: DataView; blocks: number } {
  const blocks = Math.ceil((data.length + 9) / 64);
  const bytes = new Uint8Array(blocks * 64);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(data.length) * 8n, littleEndian);
  return { view, blocks };
}
