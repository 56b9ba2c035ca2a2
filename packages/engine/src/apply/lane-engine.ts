import type { Clock, Log, Random } from '@acequia/base';
import { createSlotTable, type Kernels } from '@acequia/batch';
import type { JournalStreams, StoredBlock } from '@acequia/journal';
import { Committer } from '../commit/committer.ts';
import { RecordKeeper } from '../commit/record-keeper.ts';
import type { BlockHolders } from '../intake/block-pool.ts';
import { Lane } from '../lanes/lane.ts';
import { madeStream } from '../lanes/made-queue.ts';
import type { VersionRun } from '../lanes/version-run.ts';
import type { Components, EngineLimits } from '../options.ts';
import { DeadLetters } from '../outcomes/dead-letters.ts';
import { inFlight, type ToldPieces } from '../outcomes/ledger.ts';
import { CrashGuard } from '../poison/crash-guard.ts';
import type { LaneCrashes } from '../poison/crash-options.ts';
import { Replays } from '../replay/replays.ts';
import { Samples } from '../samples/samples.ts';
import type { ApplyReport, DeliveryAttempt, PipelineStatus, SampleRecord } from '../status.ts';
import { Deployer } from './deployer.ts';
import { EngineState } from './engine-state.ts';
import type { LaneEvents, LaneLag, LaneLink, LaneLook, LaneShare } from './lane-link.ts';
import { StateBudget } from './state-budget.ts';
import { RuntimeServices } from './runtime-services.ts';
import { VersionFactory, imagesFor } from './version-factory.ts';

export interface LaneOptions {
  readonly journal: JournalStreams;
  readonly components: Components;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly worker: string;
  readonly limits: EngineLimits;
  readonly kernels: Kernels;
  /** Counts the holders of blocks that intake has put. */
  readonly blocks: BlockHolders;
  readonly events: LaneEvents;
  readonly crashes?: LaneCrashes | undefined;
  secret(reference: string, tenantId: string): string | undefined;
  lookup(id: string, version: number | undefined, tenantId: string): SharedArrayBuffer | undefined;
}

const releaseMs = 2000;

/** A lane at work, on whatever thread it is made: from the journal of its listeners to their destinations, with its own commits. */
export class LaneEngine implements LaneLink {
  readonly #o: LaneOptions;
  readonly #lane: Lane;
  readonly #deadLetters: DeadLetters;
  readonly #samples: Samples;
  readonly #committer: Committer;
  readonly #keeper: RecordKeeper;
  readonly #deployer: Deployer;
  readonly #replays: Replays;
  readonly #crashes: CrashGuard | undefined;
  readonly #state = new EngineState();

  constructor(options: LaneOptions) {
    const { clock, journal, log, random, limits } = options;
    const state = this.#state;
    const onStatus = () => options.events.onStatus();
    this.#o = options;
    this.#lane = new Lane(clock, log, limits.quantumMs);
    this.#deadLetters = new DeadLetters({ journal, clock, log, images: imagesFor(createSlotTable()) });
    this.#samples = new Samples(clock);
    const services = new RuntimeServices({
      clock,
      random,
      log,
      kernels: options.kernels,
      sinkFiles: limits.sinkFiles,
      secret: (reference, tenantId) => options.secret(reference, tenantId),
      lookup: (id, version, tenantId) => options.lookup(id, version, tenantId),
    });
    const wake = () => this.#lane.wake();
    const account = <T>(tenantId: string, work: () => T): T => this.#lane.account(tenantId, work);
    const crashes = options.crashes && new CrashGuard({ ...options, ...options.crashes, wake });
    this.#crashes = crashes;
    const stateBudget = new StateBudget(limits);
    const keeper = new RecordKeeper({
      state,
      stateBudget,
      journal,
      clock,
      limits,
      wake,
      account,
      onStatus,
      hurry: () => this.#committer.hurry(),
      onCommitted: (cursors, holds) => options.events.onCommitted(cursors, holds),
      also: (changes, finished) => {
        this.#replays.collect(changes, finished);
        for (const [key, record] of this.#deadLetters.records()) changes.set(key, record);
      },
    });
    this.#keeper = keeper;
    this.#committer = new Committer({
      journal,
      clock,
      log,
      intervalMs: limits.commitIntervalMs,
      prepare: (full) => keeper.prepare(full),
      collect: () => keeper.collect(),
      committed: () => keeper.committed(),
    });
    const factory = new VersionFactory({
      journal,
      clock,
      log,
      random,
      limits,
      services,
      crashes,
      stateBudget,
      wake,
      account,
      later: (tenantId, work) => this.#lane.later(tenantId, work),
      onStatus,
      components: options.components,
      worker: options.worker,
      place: state.epochs.place,
      deadLetters: this.#deadLetters,
      samples: this.#samples,
      cluster: () => state.deployment?.cluster.name ?? '',
      placeHeld: (pipelineId, place) => state.placeHeld(pipelineId, place),
      onBatch: (branch) => keeper.onBatch(branch),
      onBound: () => this.#committer.soon(),
      onTurn: (pipelineId) => state.giveTurns(pipelineId),
    });
    const lane = this.#lane;
    this.#replays = new Replays({ state, factory, journal, clock, log, lane, onStatus, committer: this.#committer });
    this.#deployer = new Deployer({
      options,
      state,
      services,
      crashes,
      factory,
      keeper,
      lane: this.#lane,
      deadLetters: this.#deadLetters,
      committer: this.#committer,
      replays: this.#replays,
    });
  }

  apply(share: LaneShare): Promise<ApplyReport['pipelines']> {
    return this.#deployer.apply(share);
  }

  async release(listenerIds: readonly string[], pipelineIds: readonly string[]): Promise<void> {
    const leaving = new Set(listenerIds);
    const runs = this.#state.runs.filter((run) => leaving.has(run.compiled.listenerId));
    for (const [id, { partition }] of this.#state.listeners) if (leaving.has(id)) this.#lane.remove(partition);
    const deadline = new AbortController();
    const cancel = this.#o.clock.after(releaseMs, () => deadline.abort(new Error('the time to let go is over')));
    const released = await this.#settle(runs, deadline.signal);
    await within(this.#state.placesFree(pipelineIds), deadline.signal);
    cancel();
    if (!released || this.#state.holdsPlaces(pipelineIds)) throw new Error('a data sink does not close');
    await this.#committer.commit(false).catch(() => undefined);
    this.#deadLetters.forget(listenerIds);
    this.#replays.release(listenerIds);
    this.#state.runs = this.#state.runs.filter((run) => !runs.includes(run));
    for (const run of runs) this.#state.close(run);
    for (const id of leaving) {
      this.#state.listeners.get(id)?.partition.close();
      this.#state.listeners.delete(id);
      this.#state.slots.delete(id);
      this.#state.adopting.delete(id);
      this.#state.epochs.forget(id);
    }
    this.#committer.forget();
  }

  put(listenerId: string, block: StoredBlock): void {
    const partition = this.#state.listeners.get(listenerId)?.partition;
    if (partition) partition.ring.put(block);
    else this.#o.blocks.leave(block);
    this.#lane.wake();
  }

  lag(listenerId: string): LaneLag | undefined {
    const partition = this.#state.listeners.get(listenerId)?.partition;
    return partition && { bytes: partition.ring.bytes, progress: partition.next, blockBytes: partition.blockBytes };
  }

  arrived(): void {
    this.#lane.wake();
  }

  whenDelivered(listenerId: string, from: number, to: number, done: (delivered: boolean) => void): () => void {
    const partition = this.#state.listeners.get(listenerId)?.partition;
    if (partition && !this.#state.adopting.has(listenerId)) return partition.whenDelivered(from, to, done);
    done(false);
    return () => undefined;
  }

  empty(listenerId: string, count: number): void {
    this.#state.listeners.get(listenerId)?.empty(count);
  }

  told(ledgers: ReadonlyMap<string, ToldPieces>): void {
    this.#keeper.told(ledgers);
  }

  retryNow(pipelineId: string, node: string): void {
    for (const run of this.#state.runs) if (run.deployed.id === pipelineId) run.branches.get(node)?.retryNow();
  }

  async attempts(pipelineId: string, node: string): Promise<readonly DeliveryAttempt[]> {
    return this.#state.runs.flatMap((run) => (run.deployed.id === pipelineId ? (run.branches.get(node)?.attempts() ?? []) : []));
  }

  async secretsChanged(): Promise<void> {
    this.#state.refreshDeliveries();
  }

  /** It asks for each table anew. */
  tablesReleased(): void {}

  samples(pipelineId: string, node: string): readonly SampleRecord[] {
    const run = this.#state.runningOf(pipelineId);
    return run ? this.#samples.read(run.deployed.versionId, node) : [];
  }

  look(): LaneLook {
    const { listeners, errors } = this.#state;
    const runs = this.#state.runs.filter(({ replay }) => !replay);
    const current = new Set(runs.map(({ deployed }) => deployed.id));
    const failed = [...errors].filter(([id]) => !current.has(id));
    return {
      pipelines: [
        ...runs.map((run) => this.#pipelineStatus(run)),
        ...failed.map(([id, { versionId, fault }]): PipelineStatus => ({
          id,
          versionId,
          state: 'error',
          error: fault,
          lagBlocks: 0,
          straggler: false,
          branches: [],
        })),
      ],
      listeners: Object.fromEntries([...listeners].map(([id, listener]) => [id, listener.counters()])),
      counters: Object.fromEntries(
        runs.map((run) => [run.versionId, { pipelineId: run.deployed.id, ...run.live.read(), inFlight: inFlight(run.ledger) }]),
      ),
      replays: this.#replays.look(),
    };
  }

  async drain(deadlineMs: number): Promise<boolean> {
    const { clock, journal } = this.#o;
    const end = clock.monotonic() + deadlineMs;
    for (;;) {
      // Of the listener's stream, and of that of events that come in once more.
      const working = this.#state.runs.filter(({ fault }) => !fault);
      const caughtUp = working.every((run) =>
        [...run.positions.keys()].every((stream) => stream === madeStream || !run.hasWork(stream, journal.head(stream).block)),
      );
      const counted = [...this.#state.listeners.values()].every(({ partition }) => !partition.riderHasWork);
      if (caughtUp && counted) {
        for (const run of this.#state.runs) for (const branch of run.branches.values()) branch.finish();
        if (working.every((run) => !run.parking && !run.making && [...run.branches.values()].every(({ idle }) => idle))) return true;
      }
      if (clock.monotonic() >= end) return false;
      await clock.sleep(5);
    }
  }

  async stop(deadlineMs: number): Promise<void> {
    const deadline = new AbortController();
    const abort = () => deadline.abort(new Error('the time to stop is over'));
    const cancel = this.#o.clock.after(deadlineMs, abort);
    if (deadlineMs <= 0) abort();
    this.#lane.stop();
    await this.#settle(this.#state.runs, deadline.signal, () => this.#committer.stop());
    if (this.#state.recovered) await this.#committer.commit(true).catch(() => undefined);
    for (const run of this.#state.runs) this.#state.close(run);
    this.#deadLetters.close();
    await this.#crashes?.stop();
    cancel();
  }

  /**
   * Lets what is under way end, commits that, and brings the rest to disk, as far as the signal allows. The versions run nothing
   * any more. A data sink is closed when it has heard that all it delivered is committed: it leaves nothing to be undone. False: a data sink could not be closed.
   */
  async #settle(runs: readonly VersionRun[], signal: AbortSignal, sent?: () => Promise<void>): Promise<boolean> {
    const branches = runs.flatMap((run) => [...run.branches.values()]);
    await Promise.all(branches.map((branch) => branch.halt(signal)));
    if (this.#state.recovered)
      await within(
        this.#committer.commit(false).catch(() => undefined),
        signal,
      );
    const released = await Promise.all(branches.map((branch) => branch.stop(signal)));
    await Promise.all([sent?.(), within(this.#deadLetters.written(), signal)]);
    for (const run of runs) run.held = true;
    await Promise.all(branches.map(({ store }) => within(store.spill(), signal)));
    const kept = runs.flatMap((run) => (run.draining || run.fault || !run.checkpoint ? [] : [run.checkpoint.force(run)]));
    await within(Promise.all(kept), signal);
    return released.every(Boolean);
  }

  #pipelineStatus(run: VersionRun): PipelineStatus {
    const lag = this.#state.hostsOf(run).map(({ partition }) => ({
      blocks: partition.head - (run.positions.get(partition.stream) ?? partition.head),
      behind: partition.isBehind(run),
    }));
    const { id } = run.deployed;
    const error = run.fault ?? this.#state.errors.get(id)?.fault;
    return {
      id,
      versionId: run.versionId,
      state: run.draining ? 'draining' : run.fault ? 'error' : 'running',
      lagBlocks: run.draining ? 0 : lag.reduce((sum, { blocks }) => sum + blocks, 0),
      straggler: !run.draining && lag.some(({ behind }) => behind),
      branches: run.branchStatus(),
      ...(error && !run.draining ? { error } : {}),
    };
  }
}

async function within(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await Promise.race([work, new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))]);
}
