import type { StoredBlock } from '@acequia/journal';

/** The newest blocks of one partition, still in memory: intake puts, lanes get. The oldest fall out beyond the limit. */
export class BlockRing {
  readonly #limitBytes: number;
  readonly #onLeave: (block: StoredBlock) => void;
  readonly #blocks = new Map<number, StoredBlock>();
  #bytes = 0;

  /** `onLeave`: the ring no longer holds the block. */
  constructor(limitBytes: number, onLeave: (block: StoredBlock) => void) {
    this.#limitBytes = limitBytes;
    this.#onLeave = onLeave;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(block: number): StoredBlock | undefined {
    return this.#blocks.get(block);
  }

  put(block: StoredBlock): void {
    this.#blocks.set(block.block, block);
    this.#bytes += block.bytes.length;
    for (const [number, oldest] of this.#blocks) {
      if (this.#bytes <= this.#limitBytes || number === block.block) return;
      this.#remove(number, oldest);
    }
  }

  /** No reader needs blocks before `block` from memory any longer. */
  release(block: number): void {
    for (const [number, oldest] of this.#blocks) {
      if (number >= block) return;
      this.#remove(number, oldest);
    }
  }

  /** Nobody reads the partition here any longer. */
  clear(): void {
    this.release(Number.POSITIVE_INFINITY);
  }

  #remove(number: number, block: StoredBlock): void {
    this.#blocks.delete(number);
    this.#bytes -= block.bytes.length;
    this.#onLeave(block);
  }
}
