import { FreeBuffers } from '@acequia/base';
import type { StoredBlock } from '@acequia/journal';
import { blockBytes } from '../limits.ts';

/** Blocks below this are few and small: they get memory of their own size. */
const pooledFrom = blockBytes / 16;

/** Counts who still reads the memory of blocks. */
export interface BlockHolders {
  /** One more holder of the payload's memory. */
  hold(payload: Uint8Array): void;
  /** One holder less; each holder drops once. */
  drop(payload: Uint8Array): void;
  /** The ring, which held the block since it was put there, lets it go. */
  leave(block: StoredBlock): void;
}

/**
 * Memory of block payloads, shared so that the journal writes from where it lies, and used again once nobody holds it:
 * the ring, and every batch made of the block. Memory that is never given back is only garbage.
 */
export class BlockPool implements BlockHolders {
  readonly #holders = new WeakMap<ArrayBufferLike, number>();
  /** Sizes are powers of two up to a block's. */
  readonly #free: FreeBuffers<SharedArrayBuffer>;

  /** `freeBytesMax` bounds what lies unused. */
  constructor(freeBytesMax: number) {
    this.#free = new FreeBuffers(freeBytesMax);
  }

  /** At least `bytes` of memory with one holder. */
  take(bytes: number): Uint8Array {
    if (bytes < pooledFrom) return new Uint8Array(bytes);
    if (bytes > blockBytes) return new Uint8Array(new SharedArrayBuffer(bytes));
    const size = 2 ** Math.ceil(Math.log2(bytes));
    const memory = this.#free.take(size) ?? new SharedArrayBuffer(size);
    this.#holders.set(memory, 1);
    return new Uint8Array(memory);
  }

  hold(payload: Uint8Array): void {
    const holders = this.#holders.get(payload.buffer);
    if (holders !== undefined) this.#holders.set(payload.buffer, holders + 1);
  }

  leave({ bytes }: StoredBlock): void {
    this.drop(bytes);
  }

  drop(payload: Uint8Array): void {
    const holders = this.#holders.get(payload.buffer);
    if (holders === undefined) return;
    if (holders > 1) {
      this.#holders.set(payload.buffer, holders - 1);
      return;
    }
    this.#holders.delete(payload.buffer);
    this.#free.give(payload.buffer as SharedArrayBuffer);
  }
}
