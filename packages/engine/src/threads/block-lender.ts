import type { StoredBlock } from '@acequia/journal';
import type { BlockPool } from '../intake/block-pool.ts';
import type { LaneNews, LaneOrder } from './messages.ts';

/**
 * At intake's side: hands blocks to one life of a lane's thread. Shared memory stays where it is until the lane gives it
 * back. A lane that has as much in its ring as may lie there only hears of further blocks, and reads them from the journal.
 */
export class BlockLender {
  readonly #pool: BlockPool;
  readonly #ringBytes: number;
  readonly #post: (order: LaneOrder, transfer: readonly ArrayBuffer[]) => void;
  readonly #lent = new Map<number, Uint8Array>();
  /** Bytes in the lane's rings, by stream. */
  readonly #ringed = new Map<string, number>();
  #memories = 0;

  constructor(pool: BlockPool, ringBytes: number, post: (order: LaneOrder, transfer: readonly ArrayBuffer[]) => void) {
    this.#pool = pool;
    this.#ringBytes = ringBytes;
    this.#post = post;
  }

  lend(listenerId: string, block: StoredBlock): void {
    const { stream, bytes, frames } = block;
    const ringed = this.#ringed.get(stream) ?? 0;
    if (ringed > 0 && ringed + bytes.length > this.#ringBytes) {
      this.#pool.drop(bytes);
      this.#post({ kind: 'arrived', stream, head: block.block + 1, bytes: bytes.length }, []);
      return;
    }
    this.#ringed.set(stream, ringed + bytes.length);
    const transfer = [frames.buffer as ArrayBuffer];
    if (!(bytes.buffer instanceof SharedArrayBuffer)) {
      this.#post({ kind: 'block', listenerId, block, memory: 0 }, [...transfer, bytes.buffer as ArrayBuffer]);
      return;
    }
    this.#lent.set(++this.#memories, bytes);
    this.#post({ kind: 'block', listenerId, block, memory: this.#memories }, transfer);
  }

  takeBack({ memories, left }: Extract<LaneNews, { kind: 'returned' }>): void {
    for (const [stream, bytes] of left) {
      const rest = (this.#ringed.get(stream) ?? 0) - bytes;
      if (rest > 0) this.#ringed.set(stream, rest);
      else this.#ringed.delete(stream);
    }
    for (const memory of memories) {
      const bytes = this.#lent.get(memory);
      this.#lent.delete(memory);
      if (bytes) this.#pool.drop(bytes);
    }
  }

  /** The thread has ended: nobody reads what was lent any more. */
  end(): void {
    for (const bytes of this.#lent.values()) this.#pool.drop(bytes);
    this.#lent.clear();
  }
}
