import { createKernels, createSlotTable } from '@acequia/batch';
import type { Journal } from '@acequia/journal';
import type { Deployment } from '@acequia/pipeline';
import { Deployer } from './apply/deployer.ts';
import { EngineState } from './apply/engine-state.ts';
import { RuntimeServices } from './apply/runtime-services.ts';
import { VersionFactory, imagesFor } from './apply/version-factory.ts';
import { Committer } from './commit/committer.ts';
import { RecordKeeper } from './commit/record-keeper.ts';
import { committedLedgers } from './commit/committed-ledgers.ts';
import { Retention } from './commit/retention.ts';
import { Lane } from './lanes/lane.ts';
import type { VersionRun } from './lanes/version-run.ts';
import { defaultLimits } from './limits.ts';
import type { EngineOptions } from './options.ts';
import { DeadLetters } from './outcomes/dead-letters.ts';
import { inFlight } from './outcomes/ledger.ts';
import { Samples } from './samples/samples.ts';
import type {
  ApplyReport,
  DeadLetter,
  EngineStatus,
  LedgerRow,
  LedgerTotals,
  LiveCounters,
  PipelineStatus,
  SampleRecord,
} from './status.ts';

export interface Engine {
  /** Makes what runs equal to the deployment; touches only what differs. Calls are taken one after the other. */
  apply(deployment: Deployment): Promise<ApplyReport>;
  status(): EngineStatus;
  counters(): LiveCounters;
  /** Ledger rows of the last minutes, as committed. */
  ledger(): readonly LedgerRow[];
  /** Counts of every listener and version since its first event, as committed; the minutes may be gone long since. */
  totals(): readonly LedgerTotals[];
  /** Recent events at a node, newest last; asking keeps the taking alive for 30 s. */
  samples(pipelineId: string, node: string): readonly SampleRecord[];
  deadLetters(tenantId: string, from: DeadLetter['position'] | undefined, limit: number): Promise<readonly DeadLetter[]>;
  /** Tries a destination again at once; with `listener`, opens it again. */
  retryNow(subject: { readonly pipelineId: string; readonly node: string } | { readonly listenerId: string }): Promise<void>;
  /** Secrets have changed: what uses them is opened again. */
  secretsChanged(): Promise<void>;
  /** Stops listeners and delivers all that was taken in, at most until the deadline. */
  drain(options: { readonly deadlineMs: number }): Promise<boolean>;
  /** Stops listeners first, lets sends under way end until the deadline, commits, closes. The journal stays open. */
  stop(options: { readonly deadlineMs: number }): Promise<void>;
  /** Blocks decoded by a listener's decoder since the start. */
  decodeCalls(listenerId: string): number;
}

export function createEngine(options: EngineOptions): Engine {
  return new RunningEngine(options);
}

class RunningEngine implements Engine {
  readonly #o: EngineOptions;
  readonly #journal: Journal;
  readonly #lane: Lane;
  readonly #deadLetters: DeadLetters;
  readonly #samples: Samples;
  readonly #committer: Committer;
  readonly #deployer: Deployer;
  readonly #state = new EngineState();
  #turn: Promise<unknown> = Promise.resolve();
  #report = 0;

  constructor(options: EngineOptions) {
    const { clock, journal, log, random } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const state = this.#state;
    const onStatus = () => options.onStatus?.();
    this.#o = options;
    this.#journal = journal;
    this.#lane = new Lane(clock, log, limits.quantumMs);
    this.#deadLetters = new DeadLetters({ journal, clock, log, images: imagesFor(createSlotTable()), limitBytes: limits.deadLetterBytes });
    this.#samples = new Samples(clock);
    const kernels =
      options.kernels ??
      createKernels('wasm', (error) => log.warn({ error }, 'the compiled kernels cannot be used; their slower form runs instead'));
    const services = new RuntimeServices({
      clock,
      random,
      log,
      kernels,
      secret: (reference, tenantId) => options.secret(reference, tenantId),
      lookup: (id, version, tenantId) => options.lookup?.(id, version, tenantId),
    });
    const wake = () => this.#lane.wake();
    const retention = new Retention(journal, clock, limits.retentionMs, limits.retentionBytes);
    const keeper = new RecordKeeper({ state, journal, clock, limits, retention, wake, onStatus, hurry: () => this.#committer.hurry() });
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
      wake,
      onStatus,
      components: options.components,
      worker: options.worker,
      deadLetters: this.#deadLetters,
      samples: this.#samples,
      cluster: () => state.deployment?.cluster.name ?? '',
      onBatch: (branch) => keeper.onBatch(branch),
      onBound: () => this.#committer.soon(),
    });
    this.#deployer = new Deployer({
      options,
      limits,
      state,
      services,
      factory,
      keeper,
      lane: this.#lane,
      deadLetters: this.#deadLetters,
      committer: this.#committer,
    });
  }

  apply(deployment: Deployment): Promise<ApplyReport> {
    return this.#inTurn(() => this.#deployer.apply(deployment));
  }

  status(): EngineStatus {
    const current = new Set(this.#state.runs.map(({ deployed }) => deployed.id));
    const desired = new Set(this.#state.deployment?.listeners.map(({ id }) => id));
    const failed = [...this.#state.errors].filter(([id]) => !current.has(id));
    return {
      deployment: this.#state.deployment?.hash,
      listeners: [...this.#state.listeners.values()].filter((host) => desired.has(host.deployed.id)).map((host) => host.status()),
      pipelines: [
        ...this.#state.runs.map((run) => this.#pipelineStatus(run)),
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
    };
  }

  counters(): LiveCounters {
    return {
      listeners: Object.fromEntries([...this.#state.listeners].map(([id, host]) => [id, host.counters()])),
      pipelines: Object.fromEntries(
        this.#state.runs.map((run) => [
          run.deployed.versionId,
          { pipelineId: run.deployed.id, ...run.live.read(), inFlight: inFlight(run.ledger) },
        ]),
      ),
    };
  }

  ledger(): readonly LedgerRow[] {
    const report = this.#journal.generation * 2 ** 32 + ++this.#report;
    const rows: LedgerRow[] = [];
    for (const { subject, tenantId, ledger, datasinks } of committedLedgers(this.#journal))
      for (const [generation, minute, nodes] of ledger.minutes)
        for (const [node, counts] of Object.entries(nodes))
          rows.push({ subject, tenantId, report, generation, minute, node, datasinkId: datasinks[node] ?? '', counts });
    return rows;
  }

  totals(): readonly LedgerTotals[] {
    return [...committedLedgers(this.#journal)].map(({ subject, ledger }) => ({ subject, counts: ledger.totals }));
  }

  samples(pipelineId: string, node: string): readonly SampleRecord[] {
    const run = this.#state.runningOf(pipelineId);
    return run ? this.#samples.read(run.deployed.versionId, node) : [];
  }

  deadLetters(tenantId: string, from: DeadLetter['position'] | undefined, limit: number): Promise<readonly DeadLetter[]> {
    return this.#deadLetters.list(tenantId, from, limit);
  }

  retryNow(subject: { readonly pipelineId: string; readonly node: string } | { readonly listenerId: string }): Promise<void> {
    return this.#inTurn(async () => {
      if ('listenerId' in subject) {
        const host = this.#state.listeners.get(subject.listenerId);
        if (host && host.status().state === 'error') await host.start();
        return;
      }
      for (const run of this.#state.runs) if (run.deployed.id === subject.pipelineId) run.branches.get(subject.node)?.retryNow();
    });
  }

  secretsChanged(): Promise<void> {
    return this.#inTurn(async () => {
      for (const run of this.#state.runs) for (const branch of run.branches.values()) await branch.reopen();
      for (const host of this.#state.listeners.values()) await host.secretsChanged();
    });
  }

  async drain({ deadlineMs }: { readonly deadlineMs: number }): Promise<boolean> {
    const { clock } = this.#o;
    await Promise.all([...this.#state.listeners.values()].map((host) => host.stop()));
    const end = clock.monotonic() + deadlineMs;
    for (;;) {
      const caughtUp = this.#state.runs.every((run) =>
        [...this.#state.listeners.values()].every(({ partition }) => !run.hasWork(partition.stream, partition.head)),
      );
      const counted = [...this.#state.listeners.values()].every(({ partition }) => !partition.riderHasWork);
      if (caughtUp && counted) {
        for (const run of this.#state.runs) for (const branch of run.branches.values()) branch.finish();
        if (this.#state.runs.every((run) => !run.parking && [...run.branches.values()].every(({ idle }) => idle))) return true;
      }
      if (clock.monotonic() >= end) return false;
      await clock.sleep(5);
    }
  }

  async stop({ deadlineMs }: { readonly deadlineMs: number }): Promise<void> {
    if (this.#state.stopped) return;
    this.#state.stopped = true;
    await this.#turn.catch(() => undefined);
    const deadline = new AbortController();
    const cancel = this.#o.clock.after(deadlineMs, () => deadline.abort(new Error('the time to stop is over')));
    await Promise.all([...this.#state.listeners.values()].map((host) => host.stop(deadline.signal)));
    this.#lane.stop();
    await Promise.all(this.#state.runs.flatMap((run) => [...run.branches.values()].map((branch) => branch.stop(deadline.signal))));
    await this.#committer.stop();
    for (const run of this.#state.runs) run.held = true;
    await Promise.all(
      this.#state.runs.flatMap((run) => [...run.branches.values()].map(({ outbox }) => within(outbox.spill(), deadline.signal))),
    );
    const kept = this.#state.runs.flatMap((run) => (run.draining || !run.checkpoint ? [] : [run.checkpoint.force(run)]));
    await within(Promise.all(kept), deadline.signal);
    if (this.#state.recovered) await this.#committer.commit(true).catch(() => undefined);
    for (const run of this.#state.runs) this.#state.close(run);
    this.#deadLetters.close();
    cancel();
  }

  decodeCalls(listenerId: string): number {
    return this.#state.listeners.get(listenerId)?.decoder.calls ?? 0;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn
      .catch(() => undefined)
      .then(() => {
        if (this.#state.stopped) throw new Error('the engine has been stopped');
        return work();
      });
    this.#turn = turn;
    return turn;
  }

  #pipelineStatus(run: VersionRun): PipelineStatus {
    const lag = this.#state.hostsOf(run).map(({ partition }) => ({
      blocks: partition.head - (run.positions.get(partition.stream) ?? partition.head),
      behind: (run.positions.get(partition.stream) ?? 0) < partition.next,
    }));
    const { id, versionId } = run.deployed;
    const error = this.#state.errors.get(id);
    return {
      id,
      versionId,
      state: run.draining ? 'draining' : 'running',
      lagBlocks: run.draining ? 0 : lag.reduce((sum, { blocks }) => sum + blocks, 0),
      straggler: !run.draining && lag.some(({ behind }) => behind),
      branches: run.branchStatus(),
      ...(error && !run.draining ? { error: error.fault } : {}),
    };
  }
}

async function within(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await Promise.race([work, new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))]);
}
