import type { Clock, Log } from '@acequia/base';
import type { JournalStreams, Position, StoredBlock } from '@acequia/journal';

const firstWaitMs = 1000;
/** Longest wait before a stream that could not be read is read again. */
const longestWaitMs = 60_000;

export interface SpillReaderOptions {
  readonly journal: Pick<JournalStreams, 'read'>;
  readonly stream: string;
  readonly clock: Clock;
  readonly log: Log;
  /** `failing` has changed. */
  onStatus(): void;
  /** A stream that could not be read may be read again. */
  onRetry(): void;
}

/** Reads one stream of the journal. It never throws: while the stream cannot be read, attempts come with growing waits. */
export class SpillReader {
  readonly #o: SpillReaderOptions;
  /** In a row. */
  #failures = 0;
  #cancelWait: (() => void) | undefined;
  #closed = false;

  constructor(options: SpillReaderOptions) {
    this.#o = options;
  }

  /** The last attempt has failed. */
  get failing(): boolean {
    return this.#failures > 0;
  }

  /** `onRetry` will be called: until then nothing should be read. */
  get waiting(): boolean {
    return this.#cancelWait !== undefined;
  }

  /** Undefined: it cannot be read now, or was closed. */
  async read(from: Position, bytes: number): Promise<readonly StoredBlock[] | undefined> {
    const { journal, stream, log, onStatus } = this.#o;
    try {
      const blocks = await journal.read(stream, from, bytes);
      if (this.#failures > 0) {
        this.#failures = 0;
        log.info({ stream }, 'spilled events can be read again');
        onStatus();
      }
      return blocks;
    } catch (error) {
      if (this.#closed) return undefined;
      const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** this.#failures);
      if (this.#failures++ === 0) {
        log.error({ stream, from: from.block, error }, 'spilled events cannot be read; that is tried again');
        onStatus();
      }
      this.#cancelWait?.();
      this.#cancelWait = this.#o.clock.after(waitMs, () => this.retryNow());
      return undefined;
    }
  }

  retryNow(): void {
    this.#cancelWait?.();
    this.#cancelWait = undefined;
    this.#o.onRetry();
  }

  close(): void {
    this.#closed = true;
    this.#cancelWait?.();
  }
}
