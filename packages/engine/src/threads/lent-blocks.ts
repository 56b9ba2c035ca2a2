import type { StoredBlock } from '@acequia/journal';
import type { BlockHolders } from '../intake/block-pool.ts';
import type { LaneNews } from './messages.ts';

type Returned = Extract<LaneNews, { kind: 'returned' }>;

interface Loan {
  readonly memory: number;
  holders: number;
}

/** In a lane's thread: counts who reads the memory that intake has lent, and gives it back a turn later, much at a time. */
export class LentBlocks implements BlockHolders {
  readonly #giveBack: (returned: Returned) => void;
  readonly #loans = new WeakMap<ArrayBufferLike, Loan>();
  #memories: number[] = [];
  #left = new Map<string, number>();
  #scheduled = false;

  constructor(giveBack: (returned: Returned) => void) {
    this.#giveBack = giveBack;
  }

  /** The ring is about to hold a block. */
  take(block: StoredBlock, memory: number): void {
    if (memory > 0) this.#loans.set(block.bytes.buffer, { memory, holders: 1 });
  }

  hold(payload: Uint8Array): void {
    const loan = this.#loans.get(payload.buffer);
    if (loan) loan.holders++;
  }

  drop(payload: Uint8Array): void {
    const loan = this.#loans.get(payload.buffer);
    if (!loan) return;
    loan.holders--;
    if (loan.holders > 0) return;
    this.#loans.delete(payload.buffer);
    this.#memories.push(loan.memory);
    this.#schedule();
  }

  leave({ stream, bytes }: StoredBlock): void {
    this.#left.set(stream, (this.#left.get(stream) ?? 0) + bytes.length);
    this.#schedule();
    this.drop(bytes);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const returned: Returned = { kind: 'returned', memories: this.#memories, left: [...this.#left] };
      this.#memories = [];
      this.#left = new Map();
      this.#giveBack(returned);
    });
  }
}
