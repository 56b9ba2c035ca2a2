import type { StoredBlock } from '@acequia/journal';
import type { BlockPool } from '../intake/block-pool.ts';
import type { LaneNews, LaneOrder } from './messages.ts';

interface Ring {
  bytes: number;
  /** Bytes that have left it since the thread began. */
  left: number;
}

/**
 * At intake's side: hands blocks to one life of a lane's thread. Shared memory stays where it is until the lane gives it
 * back. A lane that has as much in its ring as may lie there only hears of further blocks, and reads them from the journal.
 */
export class BlockLender {
  readonly #pool: BlockPool;
  readonly #ringBytes: number;
  readonly #post: (order: LaneOrder, transfer: readonly ArrayBuffer[]) => void;
  readonly #lent = new Map<number, Uint8Array>();
  readonly #rings = new Map<string, Ring>();
  /** A listener's ring is that of its stream. */
  readonly #streams = new Map<string, string>();
  #memories = 0;

  constructor(pool: BlockPool, ringBytes: number, post: (order: LaneOrder, transfer: readonly ArrayBuffer[]) => void) {
    this.#pool = pool;
    this.#ringBytes = ringBytes;
    this.#post = post;
  }

  lend(listenerId: string, block: StoredBlock): void {
    const { stream, bytes, frames } = block;
    const ring = this.#ringOf(stream);
    this.#streams.set(listenerId, stream);
    if (ring.bytes > 0 && ring.bytes + bytes.length > this.#ringBytes) {
      this.#pool.drop(bytes);
      this.#post({ kind: 'arrived', stream, head: block.block + 1, bytes: bytes.length }, []);
      return;
    }
    ring.bytes += bytes.length;
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
      const ring = this.#ringOf(stream);
      ring.bytes -= bytes;
      ring.left += bytes;
    }
    for (const memory of memories) {
      const bytes = this.#lent.get(memory);
      this.#lent.delete(memory);
      if (bytes) this.#pool.drop(bytes);
    }
  }

  /** What lies in the lane's ring of a listener; undefined when nothing was ever lent. */
  ring(listenerId: string): Readonly<Ring> | undefined {
    return this.#rings.get(this.#streams.get(listenerId) ?? '');
  }

  #ringOf(stream: string): Ring {
    let ring = this.#rings.get(stream);
    if (!ring) this.#rings.set(stream, (ring = { bytes: 0, left: 0 }));
    return ring;
  }

  /** The thread has ended: nobody reads what was lent any more. */
  end(): void {
    for (const bytes of this.#lent.values()) this.#pool.drop(bytes);
    this.#lent.clear();
  }
}
