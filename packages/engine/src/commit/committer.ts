import { causeOf, Episode, type Clock, type Log } from '@acequia/base';
import type { CommitValue, JournalStreams } from '@acequia/journal';
import { awaitedCommitGapMs, earlyCommitGapMs } from '../limits.ts';

export type Changes = Map<string, CommitValue | null>;

interface Said {
  readonly value: CommitValue | null;
  readonly text: string;
}

export interface CommitterOptions {
  readonly journal: JournalStreams;
  readonly clock: Clock;
  readonly log: Log;
  readonly intervalMs: number;
  /** Sets going what must be durable before later records may say so; `full` on the regular beat, false for early commits. */
  prepare(full: boolean): void;
  /** The records as they are now, in one synchronous look. */
  collect(): Changes;
  /** The records are synced. */
  committed(): void;
}

/** One commit of all versions and partitions on each beat, or earlier when much was delivered (engine decision 20). */
export class Committer {
  readonly #o: CommitterOptions;
  /** As committed; the same object again says the same. */
  readonly #last = new Map<string, Said>();
  #running: Promise<void> = Promise.resolve();
  #cancelBeat: (() => void) | undefined;
  #early = false;
  /** A commit that a branch waits for is about to begin. */
  #waiting = false;
  #stopped = false;
  #finishedAt = 0;
  readonly #refused: Episode;

  constructor(options: CommitterOptions) {
    this.#o = options;
    this.#refused = new Episode(options.clock, options.log, {
      level: 'error',
      began: 'progress cannot be committed; after a crash more is repeated',
      ended: 'progress is committed again',
    });
  }

  start(): void {
    this.#cancelBeat = this.#o.clock.after(this.#o.intervalMs, () => {
      void this.commit(true)
        .catch(() => undefined)
        .finally(() => {
          if (!this.#stopped) this.start();
        });
    });
  }

  /** Asks for a commit before the next beat. */
  hurry(): void {
    if (this.#early || this.#stopped) return;
    this.#early = true;
    const wait = Math.max(0, this.#finishedAt + earlyCommitGapMs - this.#o.clock.monotonic());
    this.#o.clock.after(wait, () => {
      this.#early = false;
      if (!this.#stopped) void this.commit(false).catch(() => undefined);
    });
  }

  /** A branch waits: commits a few milliseconds after the commit before. */
  soon(): void {
    if (this.#waiting || this.#stopped) return;
    this.#waiting = true;
    this.#o.clock.after(Math.max(0, this.#finishedAt + awaitedCommitGapMs - this.#o.clock.monotonic()), () => {
      this.#waiting = false;
      if (!this.#stopped) void this.commit(false).catch(() => undefined);
    });
  }

  /** Commits what is true when its turn comes. Rejects when that cannot be collected, written or acted on; the next commit tries again. */
  commit(full: boolean): Promise<void> {
    const turn = this.#running.catch(() => undefined).then(() => this.#commit(full));
    this.#running = turn;
    return turn;
  }

  /** Somebody else has written, or will: the next commit writes all it collects. */
  forget(): void {
    this.#last.clear();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelBeat?.();
    await this.#running.catch(() => undefined);
  }

  async #commit(full: boolean): Promise<void> {
    try {
      this.#o.prepare(full);
      const said = this.#whatChanged();
      if (said.size > 0) await this.#o.journal.commits.commit(new Map([...said].map(([key, { value }]) => [key, value])));
      this.#finishedAt = this.#o.clock.monotonic();
      this.#o.committed();
      for (const [key, one] of said) {
        if (one.value === null) this.#last.delete(key);
        else this.#last.set(key, one);
      }
      this.#refused.succeeded();
    } catch (error) {
      this.#refused.failed(causeOf(error), { error });
      throw error;
    }
  }

  #whatChanged(): Map<string, Said> {
    const said = new Map<string, Said>();
    for (const [key, value] of this.#o.collect()) {
      const last = this.#last.get(key);
      if (last !== undefined && last.value === value) continue;
      const text = JSON.stringify(value);
      if (last?.text !== text) said.set(key, { value, text });
    }
    return said;
  }
}
