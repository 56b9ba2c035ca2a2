import type { Clock, Log, Random } from '@acequia/base';
import { fork, type BatchView } from '@acequia/batch';
import {
  DeliveryError,
  Disconnected,
  Misconfigured,
  Reject,
  Retry,
  type DatasinkBatching,
  type DeliveryDetail,
  type OpenDatasink,
  type SendReport,
} from '@acequia/component-sdk/runtime';
import type { CountSink } from '../outcomes/ledger.ts';
import type { Entry } from './entry.ts';
import type { SpillStore } from './spill-store.ts';
import type { BranchStatus, Fault } from '../status.ts';
import { faultOf } from '../steps/compile-version.ts';
import { BackOff } from './back-off.ts';
import { Batcher } from './batcher.ts';
import { batchKey, type RecordBatch } from './record-buffer.ts';
import { RepeatBound } from './repeat-bound.ts';

/** A row that leaves a data sink by a port instead of being delivered. */
export interface Reroute {
  readonly row: number;
  readonly code: string;
  readonly message?: string | undefined;
  readonly detail?: DeliveryDetail | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

export type RerouteKind = 'reject' | 'expired' | 'routed';

export interface DeliveryQueueOptions {
  /** Of this queue alone, over restarts. */
  readonly id: string;
  readonly node: string;
  readonly datasinkId: string;
  readonly pipelineId: string;
  readonly store: SpillStore;
  readonly batching: DatasinkBatching;
  readonly counts: CountSink;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly probeIntervalMs: number;
  /** How long closing waits for sends before it aborts them, and then for what still does not end before it says so. */
  readonly closing: { readonly sendsMs: number; readonly abortedMs: number };
  /** Until `takeOver`: another version's queue delivers to the same place. */
  readonly standsBy: boolean;
  /** A batch sent again after a crash is seen by the destination as one more. */
  readonly repeats: boolean;
  /** State last committed with the queue's progress. */
  readonly checkpoint: string | undefined;
  /** What `open` would go by now (settings, values of secrets), as a text that differs when it does. */
  settings(): string;
  /** Connects; `checkpoint` is what the data sink last reported. */
  open(checkpoint: string | undefined): Promise<OpenDatasink>;
  /** Connects without writing, for a queue that stands by. */
  probe(): Promise<void>;
  /**
   * Rows that leave by a port (or end as dead letters where it is unconnected). The view is independent. Resolves when
   * they are durable somewhere else, with the counts to enter; undefined when the engine stopped before.
   */
  reroute(
    view: BatchView,
    entry: Entry,
    rows: readonly Reroute[],
    port: string,
    kind: RerouteKind,
    attempts: number,
  ): Promise<{ enter(counts: CountSink): void } | undefined>;
  /** A batch got its outcomes; `bytes` are the encoded ones. */
  onBatch(events: number, bytes: number): void;
  onStatus(): void;
  /** Nothing more is sent before the next commit. */
  onBound(): void;
  /** Whose turn it is to deliver to the place may have changed. */
  onTurn(): void;
}

/** A batch on its way, and how often it was sent. */
interface Work {
  readonly batch: RecordBatch;
  attempts: number;
}

/** An open data sink, its calls under way, and the signal that ends them. */
interface Session {
  readonly sink: OpenDatasink;
  readonly abort: AbortController;
  sends: number;
}

type Link =
  | { readonly state: 'standing by' }
  | { readonly state: 'closed' }
  /** `outdated`: what opens now is closed as soon as it is open. */
  | { readonly state: 'opening'; outdated: boolean }
  | { readonly state: 'open'; readonly session: Session }
  | { readonly state: 'draining'; readonly session: Session }
  | { readonly state: 'closing' }
  | { readonly state: 'ended' };

/**
 * Delivers what waits in one spill store to one destination, in order: encodes, batches, sends, and does what follows from
 * each answer (catalogue 2.5). Every row gets one outcome.
 *
 * Its link to the data sink is in one of these states. There is one session at most, and `open` is called in no other state
 * than *closed*, so two sessions never write to one place:
 *
 *     standing by ──takeOver──▶ closed ◀───────────────────────────────────────┐  (*standing by* after `standBy`)
 *                               │    ▲                                         │
 *                        pump, may try  open failed (back-off)           close() resolved
 *                               ▼    │                                         │
 *                              opening ──open resolved──▶ open                 │
 *                                 │                         │                  │
 *         refresh, standBy or stop while opening      refresh, standBy, stop, connection lost
 *                                 │                         ▼                  │
 *                                 └───────────────────▶ draining ─no send left─▶ closing
 *
 *  - *draining*: nothing more is sent. Sends under way may end for `closing.sendsMs`, then their signal is aborted.
 *  - What has not ended `closing.abortedMs` later (a send or `close`) shows as `DELIVERY_SINK_STUCK`. The state stays as it is
 *    until it ends: its result still counts, once, and only then is a next session opened.
 *  - *ended*: the former state was any other, and `stop` was called. `released` has resolved.
 */
export class DeliveryQueue {
  readonly id: string;
  readonly store: SpillStore;
  readonly node: string;
  readonly datasinkId: string;
  /** What the data sink last reported to be committed with the progress. */
  checkpoint: string | undefined;
  readonly #o: DeliveryQueueOptions;
  readonly #batcher: Batcher;
  readonly #backOff: BackOff;
  readonly #bound: RepeatBound | undefined;
  readonly #reroutes = new Set<Promise<boolean>>();
  readonly #released = Promise.withResolvers<void>();
  #link: Link;
  /** What the last opening went by. */
  #settings = '';
  #again: Work[] = [];
  #refused: { entry: Entry; row: number; code: string; detail: DeliveryDetail | undefined }[] = [];
  #inFlight = 0;
  #limit: number;
  #misconfigured = false;
  #fault: Fault | undefined;
  /** It stands by once its data sink is closed. */
  #yields = false;
  #finishing = false;
  #stopping = false;
  #pumping = false;
  #cancelAttempt: () => void = () => undefined;
  #cancelBound: () => void = () => undefined;
  #waiters: (() => void)[] = [];

  constructor(options: DeliveryQueueOptions) {
    const { batching, clock, random } = options;
    this.#o = options;
    this.id = options.id;
    this.store = options.store;
    this.node = options.node;
    this.datasinkId = options.datasinkId;
    this.checkpoint = options.checkpoint;
    this.#link = { state: options.standsBy ? 'standing by' : 'closed' };
    this.#limit = batching.order === 'none' ? Math.max(1, batching.concurrency) : 1;
    this.#bound = options.repeats ? new RepeatBound(batching.maxEvents, this.#limit) : undefined;
    this.#backOff = new BackOff(clock, random, batching.retry.firstWaitMs, batching.retry.maxWaitMs);
    this.#batcher = new Batcher({
      clock,
      store: options.store,
      batching,
      keyOf: (batch) => batchKey(batch, options.pipelineId, options.node),
      onRefused: (entry, row, code, detail) => this.#refused.push({ entry, row, code, detail }),
      onReady: () => this.pump(),
    });
  }

  /** Connects once before the version runs. Only `Misconfigured` (and defects) are thrown; a destination that is down is tried again later. */
  async prepare(): Promise<void> {
    try {
      if (this.#link.state === 'standing by') await this.#o.probe();
      else if (this.#link.state === 'closed') await this.#open();
    } catch (error) {
      if (!(error instanceof DeliveryError) || error instanceof Misconfigured) throw error;
      this.#note(error);
      this.#backOff.failed(error instanceof Retry ? error.waitMs : undefined);
    }
  }

  status(): BranchStatus {
    const fault = this.#fault ?? this.store.fault;
    const state = this.#stopping
      ? 'closed'
      : this.#misconfigured
        ? 'misconfigured'
        : this.#backOff.failing || this.store.fault
          ? 'retrying'
          : this.#link.state === 'open'
            ? 'open'
            : this.#fault
              ? 'retrying'
              : 'connecting';
    return {
      node: this.node,
      datasinkId: this.datasinkId,
      state,
      waitingEvents: this.store.waiting,
      spilledBytes: this.store.spilledBytes,
      full: this.store.full,
      ...(fault ? { error: fault } : {}),
    };
  }

  /** A person asks for an attempt now. */
  retryNow(): void {
    this.store.retryNow();
    this.#backOff.now();
    this.#setMisconfigured(false);
    this.pump();
  }

  /** It delivers nothing until `takeOver`. */
  get standsBy(): boolean {
    return this.#link.state === 'standing by';
  }

  /** Lets go of the place for another queue; `onTurn` is called when it has. */
  standBy(): void {
    if (this.#stopping || this.standsBy) return;
    this.#yields = true;
    if (this.#link.state === 'closed') this.#closed();
    else if (this.#link.state === 'opening') this.#link.outdated = true;
    else if (this.#link.state === 'open') this.#drain(this.#link.session, this.#o.closing.sendsMs);
  }

  /** No other queue has the place. `checkpoint`: of the one that had it last. */
  takeOver(checkpoint: string | undefined): void {
    this.#yields = false;
    if (this.#link.state !== 'standing by') return;
    this.checkpoint ??= checkpoint;
    this.#link = { state: 'closed' };
    this.pump();
  }

  /** Connects anew when the settings or secrets to go by are other ones than those in use; touches nothing when they are the same. */
  refresh(): void {
    if (this.#settings === this.#o.settings()) return;
    if (this.#link.state === 'opening') this.#link.outdated = true;
    if (this.#link.state === 'open') this.#drain(this.#link.session, this.#o.closing.sendsMs);
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
  async reroutesUnderWay(): Promise<boolean> {
    return (await Promise.all(this.#reroutes)).every(Boolean);
  }

  /** Nothing is on its way out. */
  get quiet(): boolean {
    return this.#inFlight === 0 && this.#reroutes.size === 0;
  }

  /** Everything that came has an outcome. */
  get idle(): boolean {
    return this.store.empty && this.quiet;
  }

  /**
   * Sends nothing more; waits for what is under way until the signal aborts, then aborts it and waits a last while. Whether the
   * place is released: no call of a data sink of this queue is under way or will follow. `released` resolves when it is.
   */
  async stop(signal: AbortSignal): Promise<boolean> {
    this.#stopping = true;
    this.#cancelAttempt();
    this.#batcher.stop();
    if (this.#link.state === 'standing by' || this.#link.state === 'closed') this.#end();
    else if (this.#link.state === 'opening') this.#link.outdated = true;
    else if (this.#link.state === 'open') this.#drain(this.#link.session);
    const late = Promise.withResolvers<void>();
    let cancel: () => void = () => undefined;
    const onAbort = () => {
      if (this.#link.state === 'draining') this.#link.session.abort.abort(signal.reason);
      cancel = this.#o.clock.after(this.#o.closing.abortedMs, () => late.resolve());
      this.#wake();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    await Promise.race([this.#released.promise, late.promise]);
    while (this.#reroutes.size > 0 && !signal.aborted) await new Promise<void>((resolve) => this.#waiters.push(resolve));
    signal.removeEventListener('abort', onAbort);
    cancel();
    return this.#link.state === 'ended';
  }

  /** No data sink of this queue is open or will be: another one may open the place. */
  get released(): Promise<void> {
    return this.#released.promise;
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
    if (this.#misconfigured) return;
    if (this.#link.state === 'closed' && this.#mayTry()) void this.#reconnect();
    if (this.#link.state !== 'open') return;
    const { session } = this.#link;
    const limit = this.#backOff.failing ? 1 : Math.max(1, Math.floor(this.#limit));
    this.#batcher.fill(session.sink, limit + 1);
    this.#rerouteRefused();
    if (this.#finishing && this.#batcher.readyCount === 0) this.#batcher.flush();
    while (session.sends < limit && (this.#again.length > 0 || this.#batcher.readyCount > 0) && this.#mayTry()) {
      const { count } = (this.#again[0]?.batch ?? this.#batcher.first)!;
      if (this.#bound?.admits(count) === false) {
        this.#o.onBound();
        return;
      }
      void this.#send(session, this.#again.shift() ?? { batch: this.#batcher.take()!, attempts: 0 });
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
    this.#cancelAttempt();
    this.#cancelAttempt = this.#o.clock.after(Math.ceil(ms), () => {
      this.#setMisconfigured(false);
      this.pump();
    });
  }

  async #reconnect(): Promise<void> {
    try {
      await this.#open();
      if (this.#again.length === 0) this.#recovered();
    } catch (error) {
      this.#failed(error);
    }
    this.pump();
  }

  /** *closed* → *opening* → *open*, or *closed* again with the error thrown. */
  async #open(): Promise<void> {
    const link: Link = { state: 'opening', outdated: false };
    this.#link = link;
    try {
      this.#settings = this.#o.settings();
      const session: Session = { sink: await this.#o.open(this.checkpoint), abort: new AbortController(), sends: 0 };
      this.#link = { state: 'open', session };
      if (link.outdated || this.#stopping) this.#drain(session);
    } catch (error) {
      this.#closed();
      throw error;
    }
  }

  /** *open* → *draining*, and on to *closing* when no send is left. Without `sendsMs` the caller bounds the sends. */
  #drain(session: Session, sendsMs?: number): void {
    this.#link = { state: 'draining', session };
    if (session.sends === 0) return void this.#close(session);
    if (sendsMs === undefined) return;
    this.#cancelBound = this.#o.clock.after(sendsMs, () => {
      session.abort.abort(new Error('the data sink is being closed'));
      this.#waitAborted();
    });
  }

  async #close({ sink }: Session): Promise<void> {
    this.#link = { state: 'closing' };
    this.#cancelBound();
    this.#waitAborted();
    try {
      await sink.close();
    } catch (error) {
      this.#o.log.warn({ node: this.node, error }, 'a data sink failed while closing');
    }
    this.#closed();
    this.pump();
  }

  #closed(): void {
    this.#cancelBound();
    this.#link = { state: this.#yields ? 'standing by' : 'closed' };
    if (this.#stopping) this.#end();
    else if (this.#yields) {
      this.#yields = false;
      this.#o.onTurn();
    }
  }

  #end(): void {
    this.#link = { state: 'ended' };
    this.#released.resolve();
  }

  /** What was told to end and does not is shown. */
  #waitAborted(): void {
    this.#cancelBound = this.#o.clock.after(this.#o.closing.abortedMs, () => this.#note(new Disconnected('DELIVERY_SINK_STUCK')));
  }

  async #send(session: Session, work: Work): Promise<void> {
    const { count } = work.batch;
    session.sends++;
    this.#inFlight++;
    this.#bound?.sent(count);
    work.attempts++;
    try {
      const report = await session.sink.send(work.batch, session.abort.signal);
      this.#recovered();
      if (this.#o.batching.order === 'none') this.#limit = Math.min(this.#o.batching.concurrency, this.#limit + 1 / this.#limit);
      this.#delivered(work, report);
      if (session.sink.releasesBytes) this.#batcher.recycle(work.batch);
    } catch (error) {
      this.#answer(session, work, error);
    }
    session.sends--;
    this.#inFlight--;
    this.#bound?.ended(count);
    if (session.sends === 0 && this.#link.state === 'draining') void this.#close(session);
    this.pump();
  }

  #answer(session: Session, work: Work, error: unknown): void {
    if (error instanceof Reject) {
      this.#recovered();
      this.#rejected(work, error);
      return;
    }
    // It was aborted so that the data sink can be closed, or nothing more is sent: that says nothing about the destination.
    if (this.#stopping || session.abort.signal.aborted) {
      this.#again.unshift(work);
      return;
    }
    if (error instanceof Misconfigured && !this.#o.batching.pauseOnError) {
      this.#rerouteAll(work, () => true, error.code, error.detail, 'reject');
      return;
    }
    this.#failed(error);
    if (error instanceof DeliveryError && error.outcome !== 'retry' && this.#link.state === 'open')
      this.#drain(session, this.#o.closing.sendsMs);
    const { giveUpAfterMs } = this.#o.batching.retry;
    const expired = giveUpAfterMs > 0 && this.#o.clock.now() - work.batch.oldestMs >= giveUpAfterMs;
    if (expired && !(error instanceof Misconfigured))
      this.#rerouteAll(work, () => true, faultOf(error).code, error instanceof DeliveryError ? error.detail : undefined, 'expired');
    else this.#again.unshift(work);
  }

  /** Notes a failure and how long nothing is tried. */
  #failed(error: unknown): void {
    this.#note(error);
    this.#limit = Math.max(1, this.#limit / 2);
    if (error instanceof Misconfigured) {
      this.#pumpIn(this.#o.probeIntervalMs);
      this.#setMisconfigured(true);
    } else this.#backOff.failed(error instanceof Retry ? error.waitMs : undefined);
  }

  #setMisconfigured(misconfigured: boolean): void {
    if (misconfigured === this.#misconfigured) return;
    this.#misconfigured = misconfigured;
    this.#o.onTurn();
  }

  #note(error: unknown): void {
    const fault = faultOf(error);
    if (fault.code !== this.#fault?.code) {
      this.#o.log.warn({ node: this.node, datasink: this.datasinkId, code: fault.code, error }, 'the destination does not take events');
      this.#fault = fault;
      this.#o.onStatus();
    }
  }

  #recovered(): void {
    this.#backOff.succeeded();
    if (!this.#fault) return;
    this.#fault = undefined;
    this.#o.log.info({ node: this.node, datasink: this.datasinkId }, 'the destination takes events again');
    this.#o.onStatus();
  }

  #delivered({ batch, attempts }: Work, report: SendReport | undefined): void {
    const left = new Map<number, unknown>();
    const byPort = new Map<string, Map<number, Reroute>>();
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
    if (left.size === 0) for (const { entry, from, to } of batch.runs) this.store.settle(entry, from, to);
    else batch.forEach((record, entry, row) => (left.has(record) ? undefined : this.store.settle(entry, row, row + 1)));
    for (const [port, rows] of byPort) this.#rerouteRecords(batch, rows, port, port === 'error' ? 'reject' : 'routed', attempts);
    this.#bound?.delivered(batch.count - left.size);
    this.#o.onBatch(batch.count, batch.size);
  }

  #rejected(work: Work, error: Reject): void {
    const { batch } = work;
    if (error.records === 'all') {
      if (batch.count === 1) return this.#rerouteAll(work, () => true, error.code, error.detail, 'reject');
      const half = batch.count >> 1;
      this.#again.unshift(
        { batch: batch.pick((record) => record < half), attempts: work.attempts },
        { batch: batch.pick((record) => record >= half), attempts: work.attempts },
      );
      return;
    }
    const guilty = new Set(error.records.filter((record) => record >= 0 && record < batch.count));
    if (guilty.size === 0) return this.#rerouteAll(work, () => true, error.code, error.detail, 'reject');
    if (guilty.size < batch.count) this.#again.unshift({ batch: batch.pick((record) => !guilty.has(record)), attempts: work.attempts });
    this.#rerouteAll(work, (record) => guilty.has(record), error.code, error.detail, 'reject');
  }

  #rerouteAll(
    { batch, attempts }: Work,
    which: (record: number) => boolean,
    code: string,
    detail: DeliveryDetail | undefined,
    kind: 'reject' | 'expired',
  ): void {
    const rows = new Map<number, Reroute>();
    for (let record = 0; record < batch.count; record++)
      if (which(record)) rows.set(record, { row: 0, code, message: detail?.message, detail });
    this.#rerouteRecords(batch, rows, 'error', kind, attempts);
  }

  #rerouteRecords(batch: RecordBatch, records: ReadonlyMap<number, Reroute>, port: string, kind: RerouteKind, attempts: number): void {
    const byEntry = new Map<Entry, Reroute[]>();
    batch.forEach((record, entry, row) => {
      const reroute = records.get(record);
      if (!reroute) return;
      const list = byEntry.get(entry);
      if (list) list.push({ ...reroute, row });
      else byEntry.set(entry, [{ ...reroute, row }]);
    });
    for (const [entry, list] of byEntry) this.#leave(entry, list, port, kind, attempts);
  }

  #rerouteRefused(): void {
    const byEntry = new Map<Entry, Reroute[]>();
    for (const { entry, row, code, detail } of this.#refused.splice(0)) {
      const list = byEntry.get(entry) ?? [];
      list.push({ row, code, message: detail?.message, detail });
      byEntry.set(entry, list);
    }
    for (const [entry, list] of byEntry) this.#leave(entry, list, 'error', 'reject', 0);
  }

  #leave(entry: Entry, rows: readonly Reroute[], port: string, kind: RerouteKind, attempts: number): void {
    const { view } = entry;
    if (!view) return;
    const reroute = this.#reroute(entry, view, rows, port, kind, attempts);
    this.#reroutes.add(reroute);
    void reroute.finally(() => {
      this.#reroutes.delete(reroute);
      this.#wake();
    });
  }

  /** Resolves to false when the engine stopped before the events were durable elsewhere. */
  async #reroute(
    entry: Entry,
    view: BatchView,
    rows: readonly Reroute[],
    port: string,
    kind: RerouteKind,
    attempts: number,
  ): Promise<boolean> {
    const leaving = fork(view, { rows: Int32Array.from(rows, ({ row }) => view.rows[row]!) });
    const counts = await this.#o.reroute(leaving, entry, rows, port, kind, attempts).catch((error: unknown) => {
      this.#o.log.error({ node: this.node, error }, 'events could not leave a data sink by a port; they stay where they wait');
      return undefined;
    });
    if (!counts) return false;
    counts.enter(this.#o.counts);
    for (const { row } of rows) this.store.settle(entry, row, row + 1);
    this.#o.onBatch(rows.length, 0);
    return true;
  }

  #wake(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}

function portMap(ports: Map<string, Map<number, Reroute>>, port: string): Map<number, Reroute> {
  let map = ports.get(port);
  if (!map) ports.set(port, (map = new Map()));
  return map;
}
