import type { Clock } from '@acequia/base';
import type { IntakeStream } from '@acequia/component-sdk/runtime';
import type { FileRecords } from './file-records.ts';

/** Pieces on their way to the journal. */
const commitsMax = 8;

interface CommitWindowOptions {
  readonly stream: IntakeStream;
  readonly records: FileRecords;
  readonly clock: Clock;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
}

/** Commits what was written together with the records, and holds reading back while too much is on its way. */
export class CommitWindow {
  readonly #o: CommitWindowOptions;
  readonly #commits = new Set<Promise<void>>();
  readonly #stopped: Promise<void>;

  constructor(options: CommitWindowOptions) {
    this.#o = options;
    this.#stopped = new Promise((resolve) => options.signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  /** In the turn of the writing: what was written and the records are kept together or not at all. */
  commit(): void {
    const { stream, records, clock } = this.#o;
    const commit = stream.commit(records.bytes(clock.now())).catch(() => undefined);
    this.#commits.add(commit);
    void commit.finally(() => this.#commits.delete(commit));
  }

  /** Waits until the journal takes more, or until the signal. */
  async ready(): Promise<void> {
    const wait = this.#o.stream.ready();
    if (wait) await Promise.race([wait, this.#stopped]);
    while (this.#commits.size >= commitsMax && !this.#o.signal.aborted) await Promise.race([...this.#commits, this.#stopped]);
  }
}
