import type { SeededRandom } from '@acequia/testkit/oracle';

const inputBytesMax = 4096;
const oddBytes = [0, 0x0a, 0x0d, 0x20, 0x22, 0x5c, 0x7f, 0x80, 0xc0, 0xed, 0xf8, 0xff];

export interface Material {
  readonly corpus: readonly Uint8Array[];
  /** Pieces of the grammar. */
  readonly words: readonly string[];
}

/** One input made of another: bytes and pieces of the grammar changed, put in, taken out, doubled, or taken from a third. */
export function changeInput(input: Uint8Array, { corpus, words }: Material, random: SeededRandom): Uint8Array {
  let out: Buffer = Buffer.from(input);
  for (let changes = 1 + random.below(6); changes > 0; changes--) {
    const at = random.below(out.length + 1);
    const to = Math.min(out.length, at + random.below(out.length - at + 1));
    out = random.pick(changesOf)(out, at, to, { corpus, words }, random).subarray(0, inputBytesMax);
  }
  return out;
}

type Change = (input: Buffer, at: number, to: number, material: Material, random: SeededRandom) => Buffer;

const withBetween = (input: Buffer, at: number, to: number, put: Uint8Array): Buffer =>
  Buffer.concat([input.subarray(0, at), put, input.subarray(to)]);

const changesOf: readonly Change[] = [
  (input, at, _to, { words }, random) => withBetween(input, at, at, Buffer.from(random.pick(words), 'utf8')),
  (input, at, to, { words }, random) => withBetween(input, at, to, Buffer.from(random.pick(words), 'utf8')),
  (input, at, _to, _material, random) => withBetween(input, at, Math.min(input.length, at + 1), Buffer.of(random.below(256))),
  (input, at, _to, _material, random) => withBetween(input, at, at, Buffer.of(random.pick(oddBytes))),
  (input, at, _to, _material, random) =>
    withBetween(input, at, Math.min(input.length, at + 1), Buffer.of((input[at] ?? 0) ^ (1 << random.below(8)))),
  (input, at, to) => withBetween(input, at, to, Buffer.alloc(0)),
  (input, at, to) => withBetween(input, at, at, input.subarray(at, to)),
  (input, at, _to, { corpus }, random) => {
    const other = random.pick(corpus);
    return withBetween(input, at, input.length, other.subarray(random.below(other.length + 1)));
  },
];
