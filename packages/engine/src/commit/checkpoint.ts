import { causeOf, Episode, KiB, type Clock, type Log } from '@acequia/base';
import { JournalFull, type CommitValue, type JournalStreams } from '@acequia/journal';
import type { DeliveryQueue } from '../delivery/delivery-queue.ts';
import type { MadeQueue } from '../lanes/made-queue.ts';
import type { CompiledVersion } from '../steps/compiled-version.ts';
import { inlineStates, statesOf, writeStates, type KeptState } from './state-file.ts';

/** A state in the commit record: it has absorbed every block before `positions` and none after. */
export interface StoredCheckpoint {
  readonly positions: Readonly<Record<string, number>>;
  readonly kept: KeptState;
  /** Events made out of state before this block of `madeStream` are in it, or went on before; they may go on once it is named. */
  readonly madeTo?: number;
}

export interface CheckpointOptions {
  readonly journal: JournalStreams;
  readonly clock: Clock;
  readonly log: Log;
  readonly stream: string;
  readonly intervalMs: number;
  readonly intervalBytes: number;
  readonly stored: StoredCheckpoint | undefined;
  /** Does work on the state of all nodes, and says so until it is done. */
  atWork<T>(work: () => T): T;
  /** A copy with events that wait for it is on disk: the next commit may name it. */
  onMade(): void;
}

/** What a checkpoint looks at in its version. */
export interface KeyedRun {
  readonly compiled: CompiledVersion;
  readonly branches: ReadonlyMap<string, DeliveryQueue>;
  /** Listener stream → next block. */
  readonly positions: ReadonlyMap<string, number>;
  readonly made: MadeQueue;
  readonly draining: boolean;
  /** Bytes of all events taken in since the start. */
  readonly takenBytes: number;
  /** First block with something neither delivered nor synced elsewhere. */
  settledTo(stream: string): number;
}

/** What a version whose windows end all the time writes of its whole state, at most. */
const copyBytesPerMs = 32 * KiB;

interface Copy {
  readonly positions: Readonly<Record<string, number>>;
  readonly madeTo: number;
  /** Synced, and everything that had left a branch when the copy was made is durable. */
  kept?: KeptState;
  /** Resolves when `kept` is there or will never be. */
  ended: Promise<void>;
}

/**
 * Durable state of a version's keyed nodes (engine decision 21). State is copied between two blocks and written aside
 * while the version runs on; a commit record names it only when nothing from before the copy waits to be delivered any
 * more. Until then the record names the state before, and after a crash blocks are run again from there: with the state
 * they first met, so with the same outcome. A record never names a state that knows an event which must be run again.
 * Events made out of state lie in the copy beside the state without them, and go on when a commit has named it.
 * A full journal must not hold back the cursors that would free it: small states then lie in the record itself, and larger
 * ones are given up for as long as it is full.
 */
export class Checkpoint {
  readonly #o: CheckpointOptions;
  readonly #unwritten: Episode;
  readonly #lost: Episode;
  #named: StoredCheckpoint;
  #copy: Copy | undefined;
  #copiedAt: number;
  #copiedBytes = 0;
  /** Of the last copy. */
  #writtenBytes = 0;
  #storedMadeTo: number;
  /** Events made before this block of `madeStream` may go on: a durable record holds them. */
  madeTo: number;

  constructor(options: CheckpointOptions) {
    this.#o = options;
    this.#unwritten = new Episode(options.clock, options.log, {
      level: 'warn',
      began: 'the state of a version cannot be written; after a crash more is run again',
      ended: 'the state of a version is written again',
      fields: { stream: options.stream },
    });
    this.#lost = new Episode(options.clock, options.log, {
      level: 'warn',
      began: 'no room for the state of a version; a crash now loses it',
      ended: 'there is room for the state of a version again',
      fields: { stream: options.stream },
    });
    this.#named = options.stored ?? { positions: {}, kept: 'none' };
    this.#copiedAt = options.clock.monotonic();
    this.#storedMadeTo = this.madeTo = this.#named.madeTo ?? 0;
  }

  /** The version begins here, without state. */
  begin(positions: ReadonlyMap<string, number>): void {
    this.#named = { positions: Object.fromEntries(positions), kept: 'none' };
  }

  /** Where blocks are run from after a crash; undefined for a stream the state knows nothing of. */
  positionOf(stream: string): number | undefined {
    return this.#named.positions[stream];
  }

  get kept(): KeptState {
    return this.#named.kept;
  }

  /**
   * Makes a copy when it is time, or events wait for one; of a large state, not as often as they would have it. Must be called between
   * two blocks.
   */
  advance(run: KeyedRun): void {
    if (this.#copy) return;
    const passedMs = this.#o.clock.monotonic() - this.#copiedAt;
    if (!run.made.empty && run.made.end > (this.#named.madeTo ?? 0)) {
      if (passedMs >= this.#writtenBytes / copyBytesPerMs) this.#take(run);
      return;
    }
    if (run.draining) return;
    const long = passedMs >= this.#o.intervalMs;
    const much = run.takenBytes - this.#copiedBytes >= this.#o.intervalBytes;
    const moved = [...run.positions].some(([stream, position]) => this.#named.positions[stream] !== position);
    if (moved && (long || much)) this.#take(run);
  }

  /** Takes over a copy that may be named now; for the record about to be written. */
  install(run: KeyedRun): void {
    const copy = this.#copy;
    if (!copy?.kept || !this.settled(run, copy.positions)) return;
    this.#named = { positions: copy.positions, kept: copy.kept, madeTo: copy.kept === 'lost' ? this.madeTo : copy.madeTo };
    this.#copy = undefined;
  }

  /** Copies a version that is held and settled, whatever the time. False: the state cannot be written or named. */
  async force(run: KeyedRun): Promise<boolean> {
    await this.#copy?.ended;
    const copy = this.#take(run);
    await copy.ended;
    this.install(run);
    return this.#named.positions === copy.positions;
  }

  /** Nothing from before `positions` waits any more. */
  settled(run: KeyedRun, positions: Readonly<Record<string, number>>): boolean {
    return Object.entries(positions).every(([stream, position]) => run.settledTo(stream) >= position);
  }

  store(): CommitValue {
    const { positions, kept, madeTo = 0 } = this.#named;
    this.#storedMadeTo = madeTo;
    return { positions, kept, madeTo };
  }

  /** What `store` said last is durable. */
  committed(): void {
    this.madeTo = this.#storedMadeTo;
  }

  #take(run: KeyedRun): Copy {
    this.#copiedAt = this.#o.clock.monotonic();
    this.#copiedBytes = run.takenBytes;
    const copy: Copy = { positions: Object.fromEntries(run.positions), madeTo: run.made.end, ended: Promise.resolve() };
    this.#copy = copy;
    copy.ended = this.#write(run, copy);
    return copy;
  }

  /** Events that are leaving a branch by its error port may be in the state already: they must be safe before it is named. */
  async #write(run: KeyedRun, copy: Copy): Promise<void> {
    const leaving = Promise.all([...run.branches.values()].map((branch) => branch.reroutesUnderWay()));
    try {
      const { state, writing } = this.#o.atWork(() => {
        const state = { nodes: statesOf(run.compiled), made: run.made.entries() };
        return { state, writing: writeStates(this.#o.journal, this.#o.stream, state) };
      });
      const kept = await writing.catch((error: unknown) => {
        if (!(error instanceof JournalFull)) throw error;
        const instead = inlineStates(state);
        if (instead === 'lost') this.#lost.failed(causeOf(error), { error });
        return instead;
      });
      this.#unwritten.succeeded();
      if (kept !== 'lost') this.#lost.succeeded();
      this.#writtenBytes = typeof kept === 'object' && 'first' in kept ? kept.bytes : 0;
      if ((await leaving).every(Boolean)) copy.kept = kept;
      if (copy.kept && copy.madeTo > this.madeTo) this.#o.onMade();
    } catch (error) {
      this.#unwritten.failed(causeOf(error), { error });
    }
    if (!copy.kept && this.#copy === copy) this.#copy = undefined;
  }
}
