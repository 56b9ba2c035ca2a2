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
  /** Who waits for a commit to end, or for the signal. Each is called once and forgotten. */
  readonly #waiting = new Set<() => void>();

  constructor(options: CommitWindowOptions) {
    this.#o = options;
    options.signal.addEventListener('abort', () => this.#wake(), { once: true });
  }

  /** Calls that wait now. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** In the turn of the writing: what was written and the records are kept together or not at all. */
  commit(): void {
    const { stream, records, clock } = this.#o;
    const commit = stream.commit(records.bytes(clock.now())).catch(() => undefined);
    this.#commits.add(commit);
    void commit.finally(() => {
      this.#commits.delete(commit);
      this.#wake();
    });
  }

  /** Waits until the journal takes more, or until the signal. */
  async ready(): Promise<void> {
    await this.#until(this.#o.stream.ready());
    while (this.#commits.size >= commitsMax && !this.#o.signal.aborted) await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  /** Resolves with the promise or at the signal; what waits for the latter is forgotten either way. */
  async #until(ready: Promise<void> | undefined): Promise<void> {
    const { signal } = this.#o;
    if (!ready || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        signal.removeEventListener('abort', end);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      ready.then(end, end);
    });
  }

  #wake(): void {
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }
}
