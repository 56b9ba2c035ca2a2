import { MiB } from '@acequia/base';
import { createKernels, type Kernels } from '@acequia/batch';
import { namedRoots } from '@acequia/component-sdk/definition';
import type { DeployedListener, DeployedLookup, Deployment } from '@acequia/pipeline';
import { LaneEngine } from '../apply/lane-engine.ts';
import { listenerStream } from '../apply/lane-listener.ts';
import type { LaneEvents, LaneLink } from '../apply/lane-link.ts';
import { RuntimeServices } from '../apply/runtime-services.ts';
import { committedLedgers, toldPieces } from '../commit/committed-ledgers.ts';
import { listenerOfStream, readRevisions } from '../commit/records.ts';
import { keptFrom, Retention, undeliveredBytes } from '../commit/retention.ts';
import { newestFirst } from '../delivery/attempt-log.ts';
import { DeadLetterDesk } from '../dead-letters/dead-letter-desk.ts';
import { isRedrivenStream } from '../dead-letters/redriven-stream.ts';
import { tablesInUse } from '../epochs/tables-in-use.ts';
import type { Engine } from '../engine.ts';
import { DatagramBudget } from '../intake/datagram-budget.ts';
import { BlockPool } from '../intake/block-pool.ts';
import { defaultLimits, gatherBytesMin } from '../limits.ts';
import type { EngineLimits, EngineOptions, ListenerComponent } from '../options.ts';
import { laneCrashOptions } from '../poison/crash-options.ts';
import { TrialQueue } from '../poison/trial-queue.ts';
import { estimateRange } from '../replay/locate-range.ts';
import { RecordedBlocks } from '../shadow/recorded-blocks.ts';
import type {
  ApplyReport,
  DeliveryAttempt,
  EngineStatus,
  ListenerJournal,
  LedgerRow,
  LedgerTotals,
  LiveCounters,
  ReplayEstimate,
  SampleRecord,
} from '../status.ts';
import { beginThread, type BeginThread } from '../threads/begin-thread.ts';
import { ThreadLane } from '../threads/thread-lane.ts';
import { NewestBlocks, type Newest, type WholeStream } from '../trace/newest-blocks.ts';
import { LaneSet } from './lane-set.ts';
import { ListenerHost, type ListenerHostOptions } from './listener-host.ts';
import { ListenerHosts } from './listener-hosts.ts';
import { dropLeftStreams, sweepStreams } from './sweep-streams.ts';
import { listenersOfTenants, openWhileWaiting, storedCursor, withoutTenants } from './waiting-tenants.ts';

const freeBlocksBytes = 8 * MiB;

/** The engine's control: listeners' running halves and intake, and the lanes that do the rest. */
export class RunningEngine implements Engine {
  readonly deadLetters: DeadLetterDesk;
  readonly #o: EngineOptions;
  readonly #limits: EngineLimits;
  readonly #kernels: Kernels;
  readonly #services: RuntimeServices;
  readonly #hosts: ListenerHosts;
  readonly #lanes: LaneSet;
  readonly #blocks = new BlockPool(freeBlocksBytes);
  readonly #datagrams = new DatagramBudget();
  /** Of a listener that no lane has: what it takes in is read from the journal by the lane that takes it up. */
  readonly #noLane: ReturnType<ListenerHostOptions['lane']> = {
    put: (_listenerId, block) => this.#blocks.leave(block),
    arrived: () => undefined,
    whenDelivered: (_listenerId, _from, _to, done) => {
      done(false);
      return () => undefined;
    },
    empty: () => undefined,
    lag: () => undefined,
  };
  readonly #retention: Retention;
  readonly #cursors = new Map<string, number>();
  #deployment: Deployment | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #stopped = false;
  #report = 0;

  /** `begin`: how the threads of `options.lanes` begin. */
  constructor(options: EngineOptions, begin = beginThread) {
    const { clock, journal, log, random } = options;
    const wanted = { ...defaultLimits, ...options.limits };
    const lanes = Math.max(1, options.lanes?.count ?? 0);
    const limits = {
      ...wanted,
      gatherBytes: Math.max(gatherBytesMin, wanted.gatherBytes / lanes),
      sinkFiles: Math.floor(wanted.sinkFiles / lanes),
    };
    this.#o = options;
    this.#limits = limits;
    this.#kernels = createKernels(options.kernels, (error) =>
      log.warn({ error }, 'the compiled kernels cannot be used; their slower form runs instead'),
    );
    this.#services = new RuntimeServices({
      clock,
      random,
      log,
      kernels: this.#kernels,
      secret: (reference, tenantId) => options.secret(reference, tenantId),
      lookup: (id, version, tenantId) => options.lookup?.(id, version, tenantId),
    });
    this.deadLetters = new DeadLetterDesk({
      journal,
      clock,
      log,
      limits,
      status: () => this.status(),
      arrived: (stream, head) => {
        for (const lane of this.#lanes.all) lane.arrived(stream, head);
      },
    });
    this.#retention = new Retention(journal, clock, limits.retentionMs);
    this.#lanes = new LaneSet(this.#createLanes(begin), journal);
    this.#hosts = new ListenerHosts({
      component: (id, version) => options.components.listener(id, version),
      create: (deployed, component) => this.#createHost(deployed, component),
    });
  }

  apply(deployment: Deployment, waiting: ReadonlySet<string> = new Set()): Promise<ApplyReport> {
    return this.#inTurn(() => this.#apply(deployment, waiting));
  }

  status(): EngineStatus {
    const desired = new Set(this.#deployment?.listeners.map(({ id }) => id));
    return {
      deployment: this.#deployment?.hash,
      listeners: this.#hosts.all.filter(({ deployed }) => desired.has(deployed.id)).map((host) => host.status()),
      pipelines: this.#lanes.all.flatMap((lane) => lane.look().pipelines),
      replays: this.#lanes.all.flatMap((lane) => lane.look().replays),
    };
  }

  counters(): LiveCounters {
    const looks = this.#lanes.all.map((lane) => lane.look());
    const heard = Object.assign({}, ...looks.map(({ listeners }) => listeners)) as (typeof looks)[number]['listeners'];
    return {
      listeners: Object.fromEntries(
        this.#hosts.all.map((host) => {
          const { decoded = 0, rejected = 0, empty = 0 } = heard[host.deployed.id] ?? {};
          return [host.deployed.id, { ...host.counters(), decoded, rejected, empty }];
        }),
      ),
      pipelines: Object.assign({}, ...looks.map(({ counters }) => counters)) as LiveCounters['pipelines'],
    };
  }

  ledger(): readonly LedgerRow[] {
    const { journal } = this.#o;
    const report = journal.generation * 2 ** 32 + ++this.#report;
    const rows: LedgerRow[] = [];
    for (const { subject, tenantId, ledger, datasinks } of committedLedgers(journal))
      for (const [generation, minute, nodes] of ledger.minutes)
        for (const [node, counts] of Object.entries(nodes))
          rows.push({ subject, tenantId, report, generation, minute, node, datasinkId: datasinks[node] ?? '', counts });
    return rows;
  }

  ledgerTold(rows: readonly LedgerRow[]): void {
    const ledgers = toldPieces(rows);
    if (ledgers.size > 0) for (const lane of this.#lanes.all) lane.told(ledgers);
  }

  totals(): readonly LedgerTotals[] {
    return [...committedLedgers(this.#o.journal)].map(({ subject, ledger }) => ({ subject, counts: ledger.totals }));
  }

  samples(pipelineId: string, node: string): readonly SampleRecord[] {
    return this.#lanes.all.flatMap((lane) => lane.samples(pipelineId, node));
  }

  journals(): readonly ListenerJournal[] {
    const { journal } = this.#o;
    return this.#hosts.all.map(({ deployed, stream }) => ({
      listenerId: deployed.id,
      keptBytes: journal.usage(stream).bytes,
      oldestMs: journal.usage(stream).oldestMs ?? null,
      undeliveredBytes: Math.round(undeliveredBytes(journal, stream, this.#cursors.get(stream) ?? 1)),
      limitBytes: this.#limits.listenerBytes,
    }));
  }

  estimateReplay(listenerId: string, fromMs: number, toMs: number): Promise<ReplayEstimate> {
    const stream = this.#hosts.get(listenerId)?.stream;
    return stream === undefined
      ? Promise.resolve({ frames: 0, bytes: 0, keptFromMs: undefined })
      : estimateRange(this.#o.journal, stream, fromMs, toMs);
  }

  newest(tenantId: string, listenerId: string, beforeMs: number | null, whole?: WholeStream): Newest | undefined {
    const host = this.#hosts.get(listenerId);
    if (host?.deployed.tenantId !== tenantId) return undefined;
    const { journal } = this.#o;
    return { blocks: new NewestBlocks(journal, host.stream, beforeMs, whole), revisions: readRevisions(journal, listenerId) };
  }

  async recorded(tenantId: string, listenerId: string, fromMs: number, toMs: number): Promise<RecordedBlocks | undefined> {
    const host = this.#hosts.get(listenerId);
    return host?.deployed.tenantId === tenantId
      ? RecordedBlocks.open(this.#o.journal, host.deployed, host.stream, fromMs, toMs)
      : undefined;
  }

  retryNow(subject: { readonly pipelineId: string; readonly node: string } | { readonly listenerId: string }): Promise<void> {
    return this.#inTurn(async () => {
      if ('listenerId' in subject) {
        const host = this.#hosts.get(subject.listenerId);
        if (host && host.status().state === 'error') await host.start();
        return;
      }
      for (const lane of this.#lanes.all) lane.retryNow(subject.pipelineId, subject.node);
    });
  }

  async attempts(pipelineId: string, node: string): Promise<readonly DeliveryAttempt[]> {
    return newestFirst((await Promise.all(this.#lanes.all.map((lane) => lane.attempts(pipelineId, node)))).flat());
  }

  secretsChanged(): Promise<void> {
    return this.#inTurn(async () => {
      await Promise.all(this.#lanes.all.map((lane) => lane.secretsChanged()));
      await Promise.all(this.#hosts.all.map((host) => host.secretsChanged()));
    });
  }

  tablesInUse(): readonly DeployedLookup[] {
    return tablesInUse(this.#o.journal);
  }

  tablesReleased(): void {
    for (const lane of this.#lanes.all) lane.tablesReleased();
  }

  async drain({ deadlineMs }: { readonly deadlineMs: number }): Promise<boolean> {
    await Promise.all(this.#hosts.all.map((host) => host.stop()));
    const drained = await Promise.all(this.#lanes.all.map((lane) => lane.drain(deadlineMs)));
    return drained.every(Boolean);
  }

  async stop({ deadlineMs }: { readonly deadlineMs: number }): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    await this.#turn.catch(() => undefined);
    const { clock } = this.#o;
    const end = clock.monotonic() + deadlineMs;
    const deadline = new AbortController();
    const cancel = clock.after(deadlineMs, () => deadline.abort(new Error('the time to stop is over')));
    await Promise.all(this.#hosts.all.map((host) => host.stop(deadline.signal)));
    cancel();
    await Promise.all(this.#lanes.all.map((lane) => lane.stop(Math.max(0, end - clock.monotonic()))));
    await this.deadLetters.close();
  }

  decodeCalls(listenerId: string): number {
    return this.#lanes.of(listenerId).look().listeners[listenerId]?.decodeCalls ?? 0;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn
      .catch(() => undefined)
      .then(() => {
        if (this.#stopped) throw new Error('the engine has been stopped');
        return work();
      });
    this.#turn = turn;
    return turn;
  }

  /** Upstream stopped first and started last. */
  async #apply(wanted: Deployment, waiting: ReadonlySet<string>): Promise<ApplyReport> {
    const { journal } = this.#o;
    const services = this.#services;
    const held = openWhileWaiting(journal, wanted, waiting);
    const taken = withoutTenants(wanted, waiting);
    const deployment = { ...taken, listeners: [...taken.listeners, ...held] };
    for (const listener of held) this.#cursors.set(listenerStream(listener.tenantId, listener.id, 0), storedCursor(journal, listener));
    if (!this.#deployment) {
      sweepStreams(journal);
      await this.#closeRepeated(this.deadLetters.afterStart());
    }
    dropLeftStreams(journal);
    this.#deployment = deployment;
    services.egress = this.#o.egress ?? deployment.cluster.egress;
    services.fileRoots = this.#o.fileRoots ?? namedRoots(deployment.cluster.fileRoots);
    services.readRoots = this.#o.readRoots ?? [];
    const gone = await this.#hosts.stop(deployment.listeners);
    const toStart = this.#hosts.take(deployment.listeners);
    const { egress, fileRoots, readRoots } = services;
    const pipelines = await this.#lanes.apply(taken, { egress, fileRoots, readRoots }, listenersOfTenants(journal, waiting));
    dropLeftStreams(journal);
    const listeners = await this.#hosts.start(deployment.listeners, toStart, gone);
    this.#o.onStatus?.();
    return { hash: deployment.hash, listeners, pipelines };
  }

  /** The stream of a listener that no lane has taken up: a lane knows what its versions need, but not what else is to be counted. */
  #isWaiting(stream: string): boolean {
    const listenerId = listenerOfStream(stream);
    return listenerId !== undefined && this.#lanes.find(listenerId) === undefined;
  }

  /** Events that a listener makes up can be made again. */
  #bytesKept(stream: string): number {
    const host = this.#hosts.get(listenerOfStream(stream) ?? '');
    const { retentionBytes, madeBytes } = this.#limits;
    return host?.makesEvents === true ? Math.min(madeBytes, retentionBytes) : retentionBytes;
  }

  /** On a full disk the events run again all the same. */
  async #closeRepeated(closing: Promise<void>): Promise<void> {
    await closing.catch((error: unknown) => this.#o.log.warn({ error }, 'letters of events that run again cannot be closed'));
  }

  #createLanes(begin: BeginThread): readonly LaneLink[] {
    const { components, journal, clock, random, log, worker, lanes } = this.#o;
    const events: LaneEvents = {
      onStatus: () => this.#o.onStatus?.(),
      onCommitted: (cursors, holds) => {
        for (const [stream, cursor] of cursors) {
          if (this.#isWaiting(stream)) continue;
          this.#cursors.set(stream, cursor);
          if (isRedrivenStream(stream)) journal.trim(stream, { block: cursor, frame: 0 });
          else {
            const from = keptFrom(journal, stream, cursor, holds.get(stream), this.#limits.listenerBytes);
            this.#retention.apply(stream, from, this.#bytesKept(stream));
          }
        }
      },
    };
    const common = { journal, clock, log, events, blocks: this.#blocks };
    const values = {
      secret: (reference: string, tenantId: string) => this.#o.secret(reference, tenantId),
      lookup: (id: string, version: number | undefined, tenantId: string) => this.#o.lookup?.(id, version, tenantId),
    };
    const own = { worker, limits: this.#limits };
    const crashesOf = this.#o.crashes && laneCrashOptions(this.#o.crashes);
    const trials = crashesOf && new TrialQueue({ ...values, ...crashesOf(0), clock });
    if (!lanes || lanes.count === 0) {
      const crashes = crashesOf && trials && { ...crashesOf(0), tryBlock: trials.tryBlock };
      return [new LaneEngine({ ...common, ...values, ...own, components, random, kernels: this.#kernels, crashes })];
    }
    const start = { ...own, componentsModule: lanes.componentsModule, kernels: this.#kernels.form };
    return Array.from(
      { length: lanes.count },
      (_, lane) =>
        new ThreadLane({
          ...common,
          values,
          begin,
          start: { ...start, crashes: crashesOf?.(lane) },
          tryBlock: trials?.tryBlock,
          log: log.child({ lane }),
          onOutOfMemory: lanes.onOutOfMemory,
          beforeTakingUp: (listenerIds) => this.#closeRepeated(this.deadLetters.repeated.beforeTakingUp(listenerIds)),
        }),
    );
  }

  #createHost(deployed: DeployedListener, component: ListenerComponent): ListenerHost {
    const { journal, clock, log } = this.#o;
    const host: ListenerHost = new ListenerHost({
      deployed,
      component,
      journal,
      clock,
      log: log.child({ listener: deployed.id }),
      limits: this.#limits,
      blocks: this.#blocks,
      datagrams: this.#datagrams,
      services: this.#services,
      lane: () => this.#lanes.find(deployed.id) ?? this.#noLane,
      committedCursor: (stream) => this.#cursors.get(stream) ?? 1,
      quota: (tenantId, bytes) => this.#o.quota?.(tenantId, bytes) ?? true,
      onStatus: () => this.#o.onStatus?.(),
      onRetryDue: () => void this.#inTurn(() => host.retry()).catch(() => undefined),
    });
    return host;
  }
}
