import type { FrameMeta } from '@acequia/batch';
import type { BlockInput } from '@acequia/journal';
import { blockBytes, blockFrames } from '../limits.ts';
import { MetaDictionary } from './meta-dictionary.ts';

/** A block being filled with whole frames of all connections of a partition. */
export class OpenBlock {
  readonly #meta = new MetaDictionary();
  #bytes: Uint8Array;
  #frames = new Uint32Array(5 * 32);
  #count = 0;
  #end = 0;

  constructor(firstFrameBytes: number) {
    this.#bytes = new Uint8Array(Math.max(firstFrameBytes, 4096));
  }

  get count(): number {
    return this.#count;
  }

  get size(): number {
    return this.#end;
  }

  /** Whether a frame of this length may still come in. */
  fits(length: number): boolean {
    return this.#count === 0 || (this.#count < blockFrames && this.#end + length <= blockBytes);
  }

  add(bytes: Uint8Array, offset: number, length: number, meta: FrameMeta, receivedMs: number, flags: number, wireBytes: number): void {
    this.#room(length);
    this.#bytes.set(bytes.subarray(offset, offset + length), this.#end);
    const at = this.#count * 5;
    if (at + 5 > this.#frames.length) {
      const grown = new Uint32Array(this.#frames.length * 2);
      grown.set(this.#frames);
      this.#frames = grown;
    }
    this.#frames[at] = this.#end;
    this.#frames[at + 1] = length;
    this.#frames[at + 2] = this.#meta.index(meta, receivedMs);
    this.#frames[at + 3] = flags;
    this.#frames[at + 4] = wireBytes;
    this.#end += length;
    this.#count++;
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

  #room(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#end + length, Math.min(this.#bytes.length * 4, blockBytes)));
    grown.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = grown;
  }
}
