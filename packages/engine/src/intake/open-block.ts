import { copyBytes } from '@acequia/base';
import type { FrameMeta } from '@acequia/batch';
import type { BlockInput } from '@acequia/journal';
import { blockBytes, blockFrames } from '../limits.ts';
import type { BlockPool } from './block-pool.ts';
import { MetaDictionary } from './meta-dictionary.ts';

/** Bytes between two frames (their trailer) up to which they are copied as one piece. */
const gapMax = 16;

/** A block being filled with whole frames of all connections of a partition. */
export class OpenBlock {
  readonly #pool: BlockPool;
  readonly #bytesMax: number;
  readonly #meta = new MetaDictionary();
  #bytes: Uint8Array;
  #frames: Uint32Array;
  #count = 0;
  #end = 0;

  /** Frames come in up to a payload of `bytesMax`, at most `blockBytes`; a larger one stands alone. */
  constructor(pool: BlockPool, bytesMax: number, expectedBytes: number, expectedFrames: number) {
    this.#pool = pool;
    this.#bytesMax = bytesMax;
    this.#bytes = pool.take(Math.max(expectedBytes, 4096));
    this.#frames = new Uint32Array(5 * Math.max(expectedFrames, 32));
  }

  get count(): number {
    return this.#count;
  }

  get size(): number {
    return this.#end;
  }

  /** Whether a frame of this length may still come in. */
  fits(length: number): boolean {
    return this.#count === 0 || (this.#count < blockFrames && this.#end + length <= this.#bytesMax);
  }

  add(bytes: Uint8Array, offset: number, length: number, meta: FrameMeta, receivedMs: number, flags: number, wireBytes: number): void {
    this.#room(length);
    copyBytes(this.#bytes, this.#end, bytes.subarray(offset, offset + length));
    const at = this.#count * 5;
    const frames = at === this.#frames.length ? this.#moreFrames() : this.#frames;
    frames[at] = this.#end;
    frames[at + 1] = length;
    frames[at + 2] = this.#meta.index(meta, receivedMs, offset - this.#end);
    frames[at + 3] = flags;
    frames[at + 4] = wireBytes;
    this.#end += length;
    this.#count++;
  }

  /**
   * Frames `from` … of the ranges, as many as fit and follow one another closely, copied as one piece with what lies between them.
   * The first must fit. Returns the frame after the last one taken.
   */
  addRun(bytes: Uint8Array, ranges: Uint32Array, from: number, to: number, lengthMax: number, meta: FrameMeta, receivedMs: number): number {
    const start = ranges[from * 2]!;
    const shift = start - this.#end;
    const most = Math.min(to, from + Math.max(1, blockFrames - this.#count));
    const metaIndex = this.#meta.index(meta, receivedMs, shift);
    let frames = this.#frames;
    let at = this.#count * 5;
    let end = start;
    let next = from;
    for (; next < most; next++) {
      const offset = ranges[next * 2]!;
      const length = ranges[next * 2 + 1]!;
      if (next > from && (length > lengthMax || offset < end || offset - end > gapMax || offset + length - shift > this.#bytesMax)) break;
      if (at === frames.length) frames = this.#moreFrames();
      frames[at] = offset - shift;
      frames[at + 1] = length;
      frames[at + 2] = metaIndex;
      frames[at + 3] = 0;
      frames[at + 4] = length;
      at += 5;
      end = offset + length;
    }
    this.#room(end - start);
    copyBytes(this.#bytes, this.#end, bytes.subarray(start, end));
    this.#end += end - start;
    this.#count += next - from;
    return next;
  }

  seal(stream: string, codec: number): BlockInput {
    return {
      stream,
      codec,
      meta: this.#meta.texts,
      frames: this.#frames.subarray(0, this.#count * 5),
      frameCount: this.#count,
      bytes: this.#bytes.subarray(0, this.#end),
    };
  }

  #moreFrames(): Uint32Array {
    const grown = new Uint32Array(this.#frames.length * 2);
    grown.set(this.#frames);
    return (this.#frames = grown);
  }

  #room(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const grown = this.#pool.take(Math.max(this.#end + length, Math.min(this.#bytes.length * 4, blockBytes)));
    copyBytes(grown, 0, this.#bytes.subarray(0, this.#end));
    this.#pool.drop(this.#bytes);
    this.#bytes = grown;
  }
}
