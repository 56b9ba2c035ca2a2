import { blockBytes, blockBytesFirst, blockBytesMin, unitMs } from '../limits.ts';

/**
 * How large the blocks of a listener should be for one that runs them: so that each takes it about `unitMs`, for as long as which
 * nobody else on its lane gets a turn. What is cheap gets blocks of the usual size. Intake forms them: once a block is durable, its
 * size stays, so that a block that is run again after a crash is the same.
 */
export class BlockSize {
  #bytes = blockBytesFirst;

  /** Between `blockBytesMin` and `blockBytes`. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A block with a payload of `bytes` took `ms` in one unit. */
  ran(bytes: number, ms: number): void {
    if (ms > unitMs) this.#bytes = Math.max(blockBytesMin, Math.min(this.#bytes, Math.floor((bytes * unitMs) / ms)));
    // A block that was not nearly full says nothing of larger ones, and one that was cheap not that all are.
    else if (ms < unitMs / 2 && bytes >= this.#bytes / 2)
      this.#bytes = Math.min(blockBytes, this.#bytes * 8, Math.floor((bytes * unitMs) / ms));
  }
}
