import { minuteMs, type Clock } from '@acequia/base';
import type { CommitValue, JournalStreams, Position } from '@acequia/journal';
import { outboxStream } from '../apply/version-factory.ts';
import type { EngineState } from '../apply/engine-state.ts';
import type { StateBudget } from '../apply/state-budget.ts';
import type { DeliveryQueue } from '../delivery/delivery-queue.ts';
import { keptTables } from '../epochs/kept-tables.ts';
import type { VersionRun } from '../lanes/version-run.ts';
import { ledgerMinutesKept } from '../limits.ts';
import type { EngineLimits } from '../options.ts';
import { crashesOf } from '../poison/crash-record.ts';
import { Ledger, type StoredLedger, type ToldPieces } from '../outcomes/ledger.ts';
import type { Changes } from './committer.ts';
import { committedLedger } from './committed-ledgers.ts';
import { listenerOfVersion } from './lane-records.ts';
import { readListener, readVersion, recordKeys, storedVersions, streamsThatLeft, versionOf, type StoredVersion } from './records.ts';
import { stateStream } from './state-file.ts';
import { VersionRecords } from './version-records.ts';

export interface RecordKeeperOptions {
  readonly state: EngineState;
  readonly stateBudget: StateBudget;
  readonly journal: JournalStreams;
  readonly clock: Clock;
  readonly limits: EngineLimits;
  hurry(): void;
  wake(): void;
  /** Does work of a tenant at once, and notes for whom the time it takes was spent. */
  account<T>(tenantId: string, work: () => T): T;
  onStatus(): void;
  /** `holds`: blocks that only replays want. */
  onCommitted(cursors: ReadonlyMap<string, number>, holds: ReadonlyMap<string, number>): void;
  /** More records of the same commit, once those of the versions are there. */
  also(changes: Changes, finished: readonly VersionRun[]): void;
}

/** Says what a commit consists of: brings versions to where they can be written, writes them, and frees what the commit made needless. */
export class RecordKeeper {
  readonly #o: RecordKeeperOptions;
  readonly #state: EngineState;
  readonly #batchesSinceCommit = new Map<DeliveryQueue, number>();
  readonly #records = new VersionRecords();
  #committedLows = new Map<string, Position>();
  #collectedCursors = new Map<string, number>();
  #collectedHolds = new Map<string, number>();
  #collectedLows = new Map<string, Position>();
  /** What the server has of ledgers, as heard since the last commit. */
  #told: ReadonlyMap<string, ToldPieces> = new Map();
  /** Of which the commit under way says that they are over. */
  #finished: readonly VersionRun[] = [];
  /** Of which the commit under way has all that they will ever deliver. */
  #done: { readonly run: VersionRun; readonly branch: DeliveryQueue }[] = [];

  constructor(options: RecordKeeperOptions) {
    this.#o = options;
    this.#state = options.state;
  }

  onBatch(branch: DeliveryQueue): void {
    const batches = (this.#batchesSinceCommit.get(branch) ?? 0) + 1;
    this.#batchesSinceCommit.set(branch, batches);
    if (batches >= this.#o.limits.commitAfterBatches) this.#o.hurry();
  }

  /** The server has these pieces of ledgers. */
  told(ledgers: ReadonlyMap<string, ToldPieces>): void {
    this.#told = ledgers;
    for (const { deployed, ledger } of this.#state.listeners.values()) ledger.told(ledgers.get(`listener ${deployed.id}`) ?? []);
    for (const { replay, versionId, ledger } of this.#state.runs)
      ledger.told(ledgers.get(replay ? `replay ${replay.id}` : `version ${versionId}`) ?? []);
  }

  /** Old pending entries go to disk, so that cursors follow; time passes for keyed nodes; states that are due are copied. */
  prepare(full: boolean): void {
    if (!full) return;
    const now = this.#o.clock.now();
    this.#o.stateBudget.shareOut(this.#state.runs.flatMap(({ checkpoint, deployed }) => (checkpoint ? [deployed] : [])));
    for (const run of this.#state.runs) this.#o.account(run.deployed.tenantId, () => this.#prepareRun(run, now));
  }

  #prepareRun(run: VersionRun, nowMs: number): void {
    for (const { store } of run.branches.values()) if (store.pendingAgeMs >= this.#o.limits.commitIntervalMs) void store.spill();
    if (run.held || run.fault) return;
    if (run.pass(nowMs, new Map(this.#state.hostsOf(run).map(({ partition }) => [partition.stream, partition.head])))) this.#o.wake();
    // A state that has thrown has lost a part of itself: after a crash it must be met as it was before.
    if (!run.fault) run.checkpoint?.advance(run);
  }

  collect(): Changes {
    const changes: Changes = new Map();
    this.#collectedCursors = new Map();
    this.#collectedHolds = new Map();
    this.#collectedLows = new Map();
    const ends = new Map<string, number>();
    for (const host of this.#state.listeners.values()) {
      const { partition } = host;
      const record = host.record();
      if (this.#state.leaving.has(record.listenerId)) {
        changes.set(recordKeys.partition(partition.stream), { ...record, partition: null } as unknown as CommitValue);
        changes.set(recordKeys.listener(record.listenerId), null);
        for (const key of this.#o.journal.commits.keys(recordKeys.revisionsOf(record.listenerId))) changes.set(key, null);
        continue;
      }
      changes.set(recordKeys.partition(partition.stream), record as unknown as CommitValue);
      ends.set(partition.stream, partition.store().next);
      this.#collectedCursors.set(partition.stream, partition.cursor);
    }
    for (const run of this.#state.runs) {
      this.#o.account(run.deployed.tenantId, () => {
        run.checkpoint?.install(run);
        this.#collectRun(run, changes, ends);
      });
    }
    const unrestored = this.#unrestored();
    for (const versionId of unrestored) this.#keepBlocksOf(versionId);
    this.#collectEpochs(changes, unrestored);
    this.#removeFinished(changes);
    this.#forgetTold(changes);
    this.#o.also(changes, this.#finished);
    return changes;
  }

  /** Behind the cursors of the same commit nobody asks for a version of a lookup any more. */
  #collectEpochs(changes: Changes, unrestored: readonly string[]): void {
    const { epochs, listeners } = this.#state;
    const kept = new Set(unrestored.map((versionId) => listenerOfVersion(this.#o.journal, versionId)));
    for (const id of listeners.keys()) {
      if (!kept.has(id)) epochs.prune(id, this.#state.readersOf(id));
      const stored = this.#state.leaving.has(id) ? null : epochs.store(id);
      if (stored !== null || this.#o.journal.commits.get(recordKeys.epochs(id)) !== undefined) changes.set(recordKeys.epochs(id), stored);
    }
  }

  /** Versions that could not be taken up; they keep their blocks, and the tables for them, until they can. */
  #unrestored(): string[] {
    const living = new Set(this.#state.runs.map(({ deployed }) => deployed.versionId));
    return storedVersions(this.#o.journal).filter(
      (versionId) => !living.has(versionId) && this.#o.journal.commits.get(recordKeys.deployed(versionId)) !== undefined,
    );
  }

  #keepBlocksOf(versionId: string): void {
    for (const [stream, cursor] of Object.entries(readVersion(this.#o.journal, versionId)?.cursors ?? {}))
      needFrom(this.#collectedCursors, stream, cursor);
  }

  #collectRun(run: VersionRun, changes: Changes, ends: ReadonlyMap<string, number>): void {
    const deployedKey = recordKeys.deployed(run.deployed.versionId);
    if (this.#o.journal.commits.get(deployedKey) === undefined) changes.set(deployedKey, this.#deployedRecord(run));
    changes.set(recordKeys.version(run.deployed.versionId), this.#records.recordOf(run, ends));
    const needed = run.replay ? this.#collectedHolds : this.#collectedCursors;
    for (const stream of run.positions.keys()) needFrom(needed, stream, run.cursor(stream));
    for (const [node, branch] of run.branches) {
      branch.collected();
      const low = branch.store.low();
      if (low) this.#collectedLows.set(outboxStream(run.deployed, node), low);
    }
    const kept = run.checkpoint?.kept;
    if (typeof kept === 'object' && 'first' in kept) this.#collectedLows.set(stateStream(run.deployed), { block: kept.first, frame: 0 });
  }

  /** What a version was made of, written together with its first position. */
  #deployedRecord(run: VersionRun): CommitValue {
    const ids = new Set([...run.branches.values()].map((branch) => branch.status().datasinkId));
    const datasinks = [...ids].flatMap((id) => this.#state.datasinks.get(id) ?? []);
    return JSON.parse(
      JSON.stringify({ pipeline: run.deployed, datasinks, lookups: keptTables(run, this.#state.deployment) }),
    ) as CommitValue;
  }

  /** Replaced versions whose branches are empty: when a commit has their last counts, the next one says that they are over. */
  #removeFinished(changes: Changes): void {
    const finished: VersionRun[] = [];
    this.#done = [];
    for (const run of this.#state.runs) {
      if (!run.draining) continue;
      const caughtUp = run.caughtUp && !run.making;
      if (caughtUp) {
        for (const branch of run.branches.values()) branch.finish();
        if (!run.replay) this.#done.push(...run.doneBranches().map((branch) => ({ run, branch })));
      }
      if (!caughtUp || run.parking || ![...run.branches.values()].every(({ done }) => done)) continue;
      const key = recordKeys.version(run.deployed.versionId);
      const isAlone = !this.#state.runs.some((other) => other !== run && other.ledger === run.ledger);
      if (textOf(this.#o.journal.commits.get(key), isAlone) !== textOf(changes.get(key), isAlone)) continue;
      finished.push(run);
      changes.set(recordKeys.deployed(run.deployed.versionId), null);
      for (const crash of this.#o.journal.commits.keys(crashesOf(run.deployed.versionId))) changes.set(crash, null);
    }
    this.#finished = finished;
  }

  /**
   * Ledgers of ended versions, and of listeners that have left, stay until the server has all of them and some time more, or another
   * run of theirs goes on counting.
   */
  #forgetTold(changes: Changes): void {
    const { journal } = this.#o;
    for (const stream of streamsThatLeft(journal)) {
      const stored = readListener(journal, stream)!;
      if (this.#state.listeners.has(stored.listenerId)) continue;
      const ledger = this.#afterTelling(`listener ${stored.listenerId}`, stored.ledger);
      if (ledger !== undefined) changes.set(recordKeys.partition(stream), ledger && ({ ...stored, ledger } as unknown as CommitValue));
    }
    const living = new Set(this.#state.runs.map(({ deployed }) => deployed.versionId));
    const counting = new Set(this.#state.runs.flatMap(({ versionId, replay }) => (replay ? [] : [versionId])));
    for (const versionId of storedVersions(journal)) {
      if (living.has(versionId) || journal.commits.get(recordKeys.deployed(versionId)) !== undefined) continue;
      const stored = journal.commits.get(recordKeys.version(versionId)) as unknown as StoredVersion;
      if (counting.has(versionOf(versionId))) {
        changes.set(recordKeys.version(versionId), null);
        continue;
      }
      const key = stored.replay ? `replay ${stored.replay.id}` : `version ${versionOf(versionId)}`;
      const ledger = this.#afterTelling(key, committedLedger(journal, versionOf(versionId)) ?? stored.ledger);
      if (ledger !== undefined) changes.set(recordKeys.version(versionId), ledger && ({ ...stored, ledger } as unknown as CommitValue));
    }
    this.#told = new Map();
  }

  /** Of a ledger in which nothing is counted any more: null when it is needed no longer, undefined when nothing was heard of it. */
  #afterTelling(key: string, stored: CommitValue): CommitValue | null | undefined {
    const pieces = this.#told.get(key);
    const isEmpty = (stored as unknown as StoredLedger).minutes.length === 0;
    if (!pieces && !isEmpty) return undefined;
    const { clock, journal } = this.#o;
    const ledger = new Ledger(clock, journal.generation, stored);
    ledger.told(pieces ?? []);
    return ledger.isTold && clock.now() - newestMinute(stored) > ledgerMinutesKept * minuteMs ? null : ledger.store();
  }

  #finish(run: VersionRun): void {
    this.#state.runs = this.#state.runs.filter((other) => other !== run);
    void this.#state.discard(run).then(async () => {
      for (const [node, branch] of run.branches) {
        await branch.released;
        this.#o.journal.drop(outboxStream(run.deployed, node));
      }
      this.#o.journal.drop(stateStream(run.deployed));
      this.#o.onStatus();
    });
  }

  committed(): void {
    this.#committedLows = this.#collectedLows;
    this.#batchesSinceCommit.clear();
    for (const run of this.#state.runs) {
      for (const branch of run.branches.values()) branch.committed();
      run.checkpoint?.committed();
      if (run.mayRelease) this.#o.wake();
    }
    for (const { run, branch } of this.#done) if (!branch.stopped) this.#state.handOver(run, branch);
    this.#done = [];
    for (const run of this.#finished) this.#finish(run);
    this.#finished = [];
    this.#o.onCommitted(this.#collectedCursors, this.#collectedHolds);
    for (const [stream, low] of this.#committedLows)
      if (low.block > this.#o.journal.tail(stream).block) this.#o.journal.trim(stream, { block: low.block, frame: 0 });
  }

  /** Waits until nothing of the version is pending before its position. The version must be held. */
  async settle(run: VersionRun, timeoutMs: number): Promise<boolean> {
    const { clock } = this.#o;
    const end = clock.monotonic() + timeoutMs;
    for (;;) {
      const spills = Promise.all([...run.branches.values()].map(({ store }) => store.spill()));
      await Promise.race([spills, clock.sleep(Math.max(1, end - clock.monotonic()))]);
      if ([...run.positions].every(([stream, position]) => run.settledTo(stream) >= position)) return true;
      if (clock.monotonic() >= end) return false;
      await clock.sleep(1);
    }
  }

  release(run: VersionRun): void {
    run.held = false;
    for (const branch of run.branches.values()) branch.pump();
    this.#o.wake();
  }
}

/** Without the ledger, in which another run of the version may go on counting. */
function textOf(record: CommitValue | null | undefined, withLedger: boolean): string {
  return JSON.stringify(withLedger || typeof record !== 'object' || record === null ? record : { ...record, ledger: null });
}

function needFrom(cursors: Map<string, number>, stream: string, cursor: number): void {
  cursors.set(stream, Math.min(cursor, cursors.get(stream) ?? cursor));
}

function newestMinute(ledger: CommitValue): number {
  return (ledger as unknown as { minutes: readonly (readonly [number, number, unknown])[] }).minutes.at(-1)?.[1] ?? 0;
}
