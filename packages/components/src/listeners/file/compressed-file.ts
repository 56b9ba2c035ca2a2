import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { digestOf, sampleBytes } from './fingerprint.ts';

const pieceBytes = 262_144;

/** `.gz` and `.zst` are read once, whole. */
export const isCompressed = (path: string): boolean => path.endsWith('.gz') || path.endsWith('.zst');

/** The plain content of a compressed file from its beginning, in pieces. Throws when it is damaged or ends early. */
export async function* inflate(handle: FileHandle, path: string): AsyncGenerator<Buffer> {
  const plain = path.endsWith('.gz') ? createGunzip({ chunkSize: pieceBytes }) : createZstdDecompress({ chunkSize: pieceBytes });
  const packed = Readable.from(pieces(handle));
  packed.on('error', (error) => plain.destroy(error));
  packed.pipe(plain);
  try {
    for await (const piece of plain) yield piece as Buffer;
  } finally {
    packed.destroy();
    plain.destroy();
  }
}

async function* pieces(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const buffer = Buffer.allocUnsafe(pieceBytes);
    const { bytesRead } = await handle.read(buffer, 0, pieceBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Digest of the plain bytes before each place (ascending), as long as the content reaches so far. */
export async function plainDigests(handle: FileHandle, path: string, places: readonly number[]): Promise<(Buffer | undefined)[]> {
  const digests: (Buffer | undefined)[] = places.map((place) => (place === 0 ? digestOf(new Uint8Array()) : undefined));
  let before = Buffer.alloc(0);
  let position = 0;
  for await (const piece of inflate(handle, path)) {
    const read = Buffer.concat([before, piece]);
    const start = position - before.length;
    position += piece.length;
    for (const [index, place] of places.entries()) {
      if (digests[index] === undefined && place <= position)
        digests[index] = digestOf(read.subarray(place - Math.min(sampleBytes, place) - start, place - start));
    }
    if (digests.every((digest) => digest !== undefined)) break;
    before = read.subarray(Math.max(0, read.length - sampleBytes));
  }
  return digests;
}
