import type { Clock, Log, Random } from '@acequia/base';
import { fork, type BatchView } from '@acequia/batch';
import {
  DeliveryError,
  Misconfigured,
  Reject,
  Retry,
  type DatasinkBatching,
  type DeliveryDetail,
  type OpenDatasink,
  type SendReport,
} from '@acequia/component-sdk/runtime';
import type { CountSink } from '../outcomes/ledger.ts';
import type { Entry } from '../outboxes/entry.ts';
import type { Outbox } from '../outboxes/outbox.ts';
import type { BranchStatus, Fault } from '../status.ts';
import { faultOf } from '../steps/compile-version.ts';
import { BackOff } from './back-off.ts';
import { Batcher } from './batcher.ts';
import { batchKey, type RecordBatch } from './record-buffer.ts';
import { RepeatBound } from './repeat-bound.ts';

export interface Departure {
  readonly row: number;
  readonly code: string;
  readonly message?: string | undefined;
  readonly detail?: DeliveryDetail | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

export interface BranchOptions {
  /** Of this branch alone, over restarts. */
  readonly id: string;
  readonly node: string;
  readonly datasinkId: string;
  readonly pipelineId: string;
  readonly outbox: Outbox;
  readonly batching: DatasinkBatching;
  readonly counts: CountSink;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly probeIntervalMs: number;
  /** Until `takeOver`: an earlier version's branch still delivers to the same place. */
  readonly standsBy: boolean;
  /** A batch sent again after a crash is seen by the destination as one more. */
  readonly repeats: boolean;
  /** State last committed with the branch's progress. */
  readonly checkpoint: string | undefined;
  /** Connects; `checkpoint` is what the datasink last reported. */
  open(checkpoint: string | undefined): Promise<OpenDatasink>;
  /** Connects without writing, for a branch that stands by. */
  probe(): Promise<void>;
  /**
   * Rows that leave by a port (or end as dead letters where it is unconnected). The view is independent. Resolves when
   * they are durable somewhere else, with the counts to enter.
   */
  depart(
    view: BatchView,
    entry: Entry,
    departures: readonly Departure[],
    port: string,
    kind: 'reject' | 'expired' | 'routed',
    attempts: number,
  ): Promise<{ enter(counts: CountSink): void } | undefined>;
  /** A batch got its outcomes; `bytes` are the encoded ones. */
  onBatch(events: number, bytes: number): void;
  onStatus(): void;
  /** Nothing more is sent before the next commit. */
  onBound(): void;
}

interface Work {
  readonly batch: RecordBatch;
  attempts: number;
}

/** The one delivery loop: encode, batch, send, and what follows from each answer (catalogue 2.5). */
export class Branch {
  readonly id: string;
  readonly outbox: Outbox;
  readonly node: string;
  readonly datasinkId: string;
  /** What the datasink last reported to be committed with the progress. */
  checkpoint: string | undefined;
  readonly #o: BranchOptions;
  readonly #batcher: Batcher;
  readonly #backOff: BackOff;
  readonly #bound: RepeatBound | undefined;
  readonly #abort = new AbortController();
  #datasink: OpenDatasink | undefined;
  #opening: Promise<void> | undefined;
  #again: Work[] = [];
  #refused: { entry: Entry; row: number; code: string; detail: DeliveryDetail | undefined }[] = [];
  #inFlight = 0;
  readonly #departures = new Set<Promise<boolean>>();
  #limit: number;
  #misconfigured = false;
  #fault: Fault | undefined;
  #stopping = false;
  #finishing = false;
  #standsBy: boolean;
  #pumping = false;
  #cancelTimer: (() => void) | undefined;
  #waiters: (() => void)[] = [];

  constructor(options: BranchOptions) {
    this.#o = options;
    this.id = options.id;
    this.outbox = options.outbox;
    this.node = options.node;
    this.datasinkId = options.datasinkId;
    this.checkpoint = options.checkpoint;
    this.#standsBy = options.standsBy;
    this.#limit = options.batching.order === 'none' ? Math.max(1, options.batching.concurrency) : 1;
    this.#bound = options.repeats ? new RepeatBound(options.batching.maxEvents, this.#limit) : undefined;
    this.#backOff = new BackOff(options.clock, options.random, options.batching.retry.firstWaitMs, options.batching.retry.maxWaitMs);
    this.#batcher = new Batcher({
      clock: options.clock,
      outbox: options.outbox,
      batching: options.batching,
      keyOf: (batch) => batchKey(batch, options.pipelineId, options.node),
      onRefused: (entry, row, code, detail) => this.#refused.push({ entry, row, code, detail }),
      onReady: () => this.pump(),
    });
  }

  /** Connects once before the version runs. Only `Misconfigured` (and defects) are thrown; a destination that is down is tried again later. */
  async prepare(): Promise<void> {
    try {
      if (this.#standsBy) await this.#o.probe();
      else this.#datasink = await this.#o.open(this.checkpoint);
    } catch (error) {
      if (!(error instanceof DeliveryError) || error instanceof Misconfigured) throw error;
      this.#note(error);
      this.#backOff.failed(error instanceof Retry ? error.waitMs : undefined);
    }
  }

  status(): BranchStatus {
    const state = this.#stopping
      ? 'closed'
      : this.#misconfigured
        ? 'misconfigured'
        : this.#backOff.failing
          ? 'retrying'
          : this.#datasink
            ? 'open'
            : 'connecting';
    return {
      node: this.node,
      datasinkId: this.#o.datasinkId,
      state,
      waitingEvents: this.outbox.waiting,
      spilledBytes: this.outbox.spilledBytes,
      full: this.outbox.full,
      ...(this.#fault ? { error: this.#fault } : {}),
    };
  }

  /** A person asks for an attempt now. */
  retryNow(): void {
    this.#backOff.now();
    this.#misconfigured = false;
    this.pump();
  }

  /** The earlier branch has ended, with this last checkpoint. */
  takeOver(checkpoint: string | undefined): void {
    if (!this.#standsBy) return;
    this.checkpoint ??= checkpoint;
    this.#standsBy = false;
    this.pump();
  }

  /** The destination's settings or a secret changed: connects anew. */
  async reopen(): Promise<void> {
    await this.#close();
    this.retryNow();
  }

  /** No other version may deliver to the same place beside it: events arrive in order, or what is written there is its own. */
  get holdsPlace(): boolean {
    return this.#o.batching.order !== 'none' || this.#o.batching.checkpoints === true || this.checkpoint !== undefined;
  }

  get misconfigured(): boolean {
    return this.#misconfigured;
  }

  /** No more events will come: open batches need not wait for more. */
  finish(): void {
    this.#finishing = true;
    this.pump();
  }

  /** Waits for the events that are leaving by a port now. True: all of them are durable elsewhere and have their outcome here. */
  async departuresUnderWay(): Promise<boolean> {
    return (await Promise.all(this.#departures)).every(Boolean);
  }

  /** Nothing is on its way out. */
  get quiet(): boolean {
    return this.#inFlight === 0 && this.#departures.size === 0;
  }

  /** Everything that came has an outcome. */
  get idle(): boolean {
    return this.outbox.empty && this.quiet;
  }

  /** Resolves when the branch is idle or has been stopped. */
  async whenIdle(): Promise<void> {
    while (!this.idle && !this.#stopping) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  /** Sends nothing more; waits for what is under way until the signal aborts, then closes. */
  async stop(signal: AbortSignal): Promise<void> {
    this.#stopping = true;
    this.#cancelTimer?.();
    this.#batcher.stop();
    const onAbort = () => this.#abort.abort(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    while ((this.#inFlight > 0 || this.#departures.size > 0) && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#waiters.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    signal.removeEventListener('abort', onAbort);
    await this.#opening;
    await this.#close();
    this.#wake();
  }

  pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      if (!this.#stopping) this.#pumpOnce();
    } finally {
      this.#pumping = false;
    }
    this.#wake();
  }

  #pumpOnce(): void {
    if (this.#misconfigured || this.#standsBy) return;
    if (!this.#datasink) {
      if (!this.#opening && this.#mayTry())
        this.#opening = this.#open()
          .finally(() => (this.#opening = undefined))
          .then(() => this.pump());
      return;
    }
    const limit = this.#backOff.failing ? 1 : Math.max(1, Math.floor(this.#limit));
    this.#batcher.fill(this.#datasink, limit + 1);
    this.#departRefused();
    if (this.#finishing && this.#batcher.readyCount === 0) this.#batcher.flush();
    while (this.#inFlight < limit && (this.#again.length > 0 || this.#batcher.readyCount > 0) && this.#mayTry()) {
      const { count } = (this.#again[0]?.batch ?? this.#batcher.first)!;
      if (this.#bound?.admits(count) === false) {
        this.#o.onBound();
        return;
      }
      const work = this.#again.shift() ?? { batch: this.#batcher.take()!, attempts: 0 };
      this.#inFlight++;
      this.#bound?.sent(count);
      void this.#send(this.#datasink, work).finally(() => {
        this.#inFlight--;
        this.#bound?.ended(count);
        this.pump();
      });
    }
  }

  /** The commit that is now written knows what was delivered so far. */
  collected(): void {
    this.#bound?.collected();
  }

  /** The commit last collected is synced. */
  committed(): void {
    if (!this.#bound) return;
    this.#bound.committed();
    this.pump();
  }

  #mayTry(): boolean {
    const wait = this.#backOff.waitMs;
    if (wait <= 0) return true;
    this.#pumpIn(wait);
    return false;
  }

  #pumpIn(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#o.clock.after(Math.ceil(ms), () => {
      this.#misconfigured = false;
      this.pump();
    });
  }

  async #open(): Promise<void> {
    try {
      this.#datasink = await this.#o.open(this.checkpoint);
      if (this.#again.length === 0) this.#recovered();
    } catch (error) {
      this.#failed(error);
    }
  }

  async #send(datasink: OpenDatasink, work: Work): Promise<void> {
    work.attempts++;
    try {
      const report = await datasink.send(work.batch, this.#abort.signal);
      this.#recovered();
      if (this.#o.batching.order === 'none') this.#limit = Math.min(this.#o.batching.concurrency, this.#limit + 1 / this.#limit);
      this.#delivered(work, report);
      if (datasink.releasesBytes) this.#batcher.recycle(work.batch);
    } catch (error) {
      if (this.#stopping && !(error instanceof Reject)) return;
      this.#answer(datasink, work, error);
    }
  }

  #answer(datasink: OpenDatasink, work: Work, error: unknown): void {
    if (error instanceof Reject) {
      this.#recovered();
      this.#rejected(work, error);
      return;
    }
    if (error instanceof Misconfigured && !this.#o.batching.pauseOnError) {
      this.#departAll(work, () => true, error.code, error.detail, 'reject');
      return;
    }
    this.#failed(error);
    if (error instanceof DeliveryError && error.outcome !== 'retry' && this.#datasink === datasink) {
      this.#datasink = undefined;
      void datasink
        .close()
        .catch((closing: unknown) => this.#o.log.debug({ node: this.node, error: closing }, 'a datasink failed while closing'));
    }
    const { giveUpAfterMs } = this.#o.batching.retry;
    const expired = giveUpAfterMs > 0 && this.#o.clock.now() - work.batch.oldestMs >= giveUpAfterMs;
    if (expired && !(error instanceof Misconfigured))
      this.#departAll(work, () => true, faultOf(error).code, error instanceof DeliveryError ? error.detail : undefined, 'expired');
    else this.#again.unshift(work);
  }

  /** Notes a failure and how long nothing is tried. */
  #failed(error: unknown): void {
    this.#note(error);
    this.#limit = Math.max(1, this.#limit / 2);
    if (error instanceof Misconfigured) {
      this.#misconfigured = true;
      this.#pumpIn(this.#o.probeIntervalMs);
    } else this.#backOff.failed(error instanceof Retry ? error.waitMs : undefined);
  }

  #note(error: unknown): void {
    const fault = faultOf(error);
    if (fault.code !== this.#fault?.code) {
      this.#o.log.warn({ node: this.node, datasink: this.#o.datasinkId, code: fault.code, error }, 'the destination does not take events');
      this.#fault = fault;
      this.#o.onStatus();
    }
  }

  #recovered(): void {
    this.#backOff.succeeded();
    if (!this.#fault) return;
    this.#fault = undefined;
    this.#o.log.info({ node: this.node, datasink: this.#o.datasinkId }, 'the destination takes events again');
    this.#o.onStatus();
  }

  #delivered({ batch, attempts }: Work, report: SendReport | undefined): void {
    const left = new Map<number, unknown>();
    const byPort = new Map<string, Map<number, Departure>>();
    for (const { record, code, detail } of report?.rejected ?? []) {
      left.set(record, true);
      portMap(byPort, 'error').set(record, { row: 0, code, message: detail?.message, detail });
    }
    for (const { record, port, fields } of report?.routed ?? []) {
      left.set(record, true);
      portMap(byPort, port).set(record, { row: 0, code: '', fields });
    }
    if (report?.checkpoint !== undefined) this.checkpoint = report.checkpoint;
    this.#o.counts.add(this.node, 'delivered', batch.count - left.size);
    this.#o.counts.add(this.node, 'deliveredBytes', batch.size);
    if (report?.wireBytes !== undefined) this.#o.counts.add(this.node, 'wireBytes', report.wireBytes);
    if (left.size === 0) for (const { entry, from, to } of batch.runs) this.outbox.settle(entry, from, to);
    else batch.forEach((record, entry, row) => (left.has(record) ? undefined : this.outbox.settle(entry, row, row + 1)));
    for (const [port, departures] of byPort) {
      this.#departRecords(batch, departures, port, port === 'error' ? 'reject' : 'routed', attempts);
    }
    this.#bound?.delivered(batch.count - left.size);
    this.#o.onBatch(batch.count, batch.size);
  }

  #rejected(work: Work, error: Reject): void {
    const { batch } = work;
    if (error.records === 'all') {
      if (batch.count === 1) return this.#departAll(work, () => true, error.code, error.detail, 'reject');
      const half = batch.count >> 1;
      this.#again.unshift(
        { batch: batch.pick((record) => record < half), attempts: work.attempts },
        { batch: batch.pick((record) => record >= half), attempts: work.attempts },
      );
      return;
    }
    const guilty = new Set(error.records.filter((record) => record >= 0 && record < batch.count));
    if (guilty.size === 0) return this.#departAll(work, () => true, error.code, error.detail, 'reject');
    if (guilty.size < batch.count) this.#again.unshift({ batch: batch.pick((record) => !guilty.has(record)), attempts: work.attempts });
    this.#departAll(work, (record) => guilty.has(record), error.code, error.detail, 'reject');
  }

  #departAll(
    { batch, attempts }: Work,
    which: (record: number) => boolean,
    code: string,
    detail: DeliveryDetail | undefined,
    kind: 'reject' | 'expired',
  ): void {
    const departures = new Map<number, Departure>();
    for (let record = 0; record < batch.count; record++)
      if (which(record)) departures.set(record, { row: 0, code, message: detail?.message, detail });
    this.#departRecords(batch, departures, 'error', kind, attempts);
  }

  #departRecords(
    batch: RecordBatch,
    departures: ReadonlyMap<number, Departure>,
    port: string,
    kind: 'reject' | 'expired' | 'routed',
    attempts: number,
  ): void {
    const byEntry = new Map<Entry, Departure[]>();
    batch.forEach((record, entry, row) => {
      const departure = departures.get(record);
      if (!departure) return;
      const list = byEntry.get(entry);
      if (list) list.push({ ...departure, row });
      else byEntry.set(entry, [{ ...departure, row }]);
    });
    for (const [entry, list] of byEntry) this.#leave(entry, list, port, kind, attempts);
  }

  #departRefused(): void {
    const byEntry = new Map<Entry, Departure[]>();
    for (const { entry, row, code, detail } of this.#refused.splice(0)) {
      const list = byEntry.get(entry) ?? [];
      list.push({ row, code, message: detail?.message, detail });
      byEntry.set(entry, list);
    }
    for (const [entry, list] of byEntry) this.#leave(entry, list, 'error', 'reject', 0);
  }

  #leave(entry: Entry, departures: readonly Departure[], port: string, kind: 'reject' | 'expired' | 'routed', attempts: number): void {
    const { view } = entry;
    if (!view) return;
    const departure = this.#depart(entry, view, departures, port, kind, attempts);
    this.#departures.add(departure);
    void departure.finally(() => {
      this.#departures.delete(departure);
      this.#wake();
    });
  }

  /** Resolves to false when the engine stopped before the events were durable elsewhere. */
  async #depart(
    entry: Entry,
    view: BatchView,
    departures: readonly Departure[],
    port: string,
    kind: 'reject' | 'expired' | 'routed',
    attempts: number,
  ): Promise<boolean> {
    const leaving = fork(view, { rows: Int32Array.from(departures, ({ row }) => view.rows[row]!) });
    const counts = await this.#o.depart(leaving, entry, departures, port, kind, attempts);
    if (!counts) return false;
    counts.enter(this.#o.counts);
    for (const { row } of departures) this.outbox.settle(entry, row, row + 1);
    this.#o.onBatch(departures.length, 0);
    return true;
  }

  async #close(): Promise<void> {
    const datasink = this.#datasink;
    this.#datasink = undefined;
    try {
      await datasink?.close();
    } catch (error) {
      this.#o.log.warn({ node: this.node, error }, 'a datasink failed while closing');
    }
  }

  #wake(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}

function portMap(ports: Map<string, Map<number, Departure>>, port: string): Map<number, Departure> {
  let map = ports.get(port);
  if (!map) ports.set(port, (map = new Map()));
  return map;
}
