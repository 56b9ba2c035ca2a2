import { causeOf, Episode, secondMs, type Clock, type Log } from '@acequia/base';
import type { JournalStreams, StoredBlock } from '@acequia/journal';
import type { BlockRing } from './block-ring.ts';

const readBytes = 1 << 20;
/** Between two attempts on a journal that cannot be read. */
const [firstWaitMs, longestWaitMs] = [200, 5 * secondMs];

export interface NextBlock {
  readonly block: StoredBlock | undefined;
  /** The position to go on from; beyond what was asked for where damage left a hole. */
  readonly at: number;
}

export interface BlockReaderOptions {
  readonly journal: JournalStreams;
  readonly clock: Clock;
  readonly log: Log;
  readonly stream: string;
  readonly ring: BlockRing;
  /** What was fetched is here, or another attempt is due: `next` says more than before. */
  onArrival(): void;
}

/** Reads one stream forward for one reader: from memory while the block is still there, else from the journal, ahead. */
export class BlockReader {
  readonly #o: BlockReaderOptions;
  readonly #unreadable: Episode;
  #fetched: readonly StoredBlock[] = [];
  #fetching = false;
  #holeTo = 0;
  #fetchedFrom = 0;
  #failures = 0;
  #waits = false;

  constructor(options: BlockReaderOptions) {
    this.#o = options;
    this.#unreadable = new Episode(options.clock, options.log, {
      level: 'error',
      began: 'the journal cannot be read; that is tried again',
      ended: 'the journal can be read again',
      fields: { stream: options.stream },
    });
  }

  /** The block at `position`, or what comes after a hole; undefined while it is being fetched or there is none. */
  next(position: number): NextBlock | undefined {
    const { journal, stream, ring } = this.#o;
    const held = ring.get(position);
    if (held) return { block: held, at: position };
    if (position >= journal.head(stream).block) return undefined;
    const tail = journal.tail(stream).block;
    if (position < tail) return { block: undefined, at: tail };
    const found = this.#fetched.find(({ block }) => block >= position);
    if (found && this.#fetchedFrom <= position) return this.#noteHole(position, found.block, found);
    if (this.#holeTo > position) return this.#noteHole(position, this.#holeTo, undefined);
    this.#fetch(position);
    return undefined;
  }

  #noteHole(position: number, at: number, block: StoredBlock | undefined): NextBlock {
    if (at > position)
      this.#o.log.error({ stream: this.#o.stream, from: position, to: at }, 'blocks of the journal are damaged; their frames are lost');
    return { block, at };
  }

  #fetch(position: number): void {
    if (this.#fetching || this.#waits) return;
    this.#fetching = true;
    const { journal, stream } = this.#o;
    const head = journal.head(stream).block;
    journal.read(stream, { block: position, frame: 0 }, readBytes).then(
      (blocks) => {
        this.#fetched = blocks;
        this.#fetchedFrom = position;
        if (blocks.length === 0) this.#holeTo = head;
        this.#failures = 0;
        this.#unreadable.succeeded();
        this.#fetching = false;
        this.#o.onArrival();
      },
      (error: unknown) => {
        this.#fetching = false;
        this.#unreadable.failed(causeOf(error), { error });
        this.#waitLonger();
      },
    );
  }

  #waitLonger(): void {
    this.#waits = true;
    this.#o.clock.after(Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(this.#failures++, 10)), () => {
      this.#waits = false;
      this.#o.onArrival();
    });
  }
}
