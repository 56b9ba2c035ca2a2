import type { Log } from '@acequia/base';
import type { JournalStreams, StoredBlock } from '@acequia/journal';
import type { BlockRing } from './block-ring.ts';

const readBytes = 1 << 20;

export interface NextBlock {
  readonly block: StoredBlock | undefined;
  /** The position to go on from; beyond what was asked for where damage left a hole. */
  readonly at: number;
}

/** Reads one stream forward for one reader: from memory while the block is still there, else from the journal, ahead. */
export class BlockReader {
  readonly #journal: JournalStreams;
  readonly #stream: string;
  readonly #ring: BlockRing;
  readonly #log: Log;
  readonly #onArrival: () => void;
  #fetched: readonly StoredBlock[] = [];
  #fetching = false;
  #holeTo = 0;
  #fetchedFrom = 0;

  constructor(journal: JournalStreams, stream: string, ring: BlockRing, log: Log, onArrival: () => void) {
    this.#journal = journal;
    this.#stream = stream;
    this.#ring = ring;
    this.#log = log;
    this.#onArrival = onArrival;
  }

  /** The block at `position`, or what comes after a hole; undefined while it is being fetched or there is none. */
  next(position: number): NextBlock | undefined {
    const held = this.#ring.get(position);
    if (held) return { block: held, at: position };
    if (position >= this.#journal.head(this.#stream).block) return undefined;
    const tail = this.#journal.tail(this.#stream).block;
    if (position < tail) return { block: undefined, at: tail };
    const found = this.#fetched.find(({ block }) => block >= position);
    if (found && this.#fetchedFrom <= position) return this.#noteHole(position, found.block, found);
    if (this.#holeTo > position) return this.#noteHole(position, this.#holeTo, undefined);
    this.#fetch(position);
    return undefined;
  }

  #noteHole(position: number, at: number, block: StoredBlock | undefined): NextBlock {
    if (at > position)
      this.#log.error({ stream: this.#stream, from: position, to: at }, 'blocks of the journal are damaged; their frames are lost');
    return { block, at };
  }

  #fetch(position: number): void {
    if (this.#fetching) return;
    this.#fetching = true;
    const head = this.#journal.head(this.#stream).block;
    this.#journal
      .read(this.#stream, { block: position, frame: 0 }, readBytes)
      .then(
        (blocks) => {
          this.#fetched = blocks;
          this.#fetchedFrom = position;
          if (blocks.length === 0) this.#holeTo = head;
        },
        (error: unknown) => this.#log.error({ stream: this.#stream, error }, 'the journal cannot be read'),
      )
      .finally(() => {
        this.#fetching = false;
        this.#onArrival();
      });
  }
}
