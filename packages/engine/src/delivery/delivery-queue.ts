import type { Clock, Log, Random } from '@acequia/base';
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
import { besideRun } from '@acequia/event';
import type { CountSink } from '../outcomes/ledger.ts';
import { DatasinkLink, type DatasinkLinkOptions, type Session } from './datasink-link.ts';
import type { Entry } from './entry.ts';
import type { SpillStore } from './spill-store.ts';
import type { BranchStatus, DeliveryAttempt, Fault } from '../status.ts';
import { faultOf } from '../steps/compile-version.ts';
import { AttemptLog } from './attempt-log.ts';
import { BackOff } from './back-off.ts';
import { Batcher } from './batcher.ts';
import { batchKey, type RecordBatch } from './record-buffer.ts';
import { RepeatBound } from './repeat-bound.ts';
import { Reroutes, type Reroute, type ReroutesOptions } from './reroutes.ts';

export interface DeliveryQueueOptions
  extends Pick<DatasinkLinkOptions, 'closing' | 'standsBy' | 'settings'>, Pick<ReroutesOptions, 'reroute'> {
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
  /** A batch sent again after a crash is seen by the destination as one more. */
  readonly repeats: boolean;
  /** Of the data sink as it was last saved; undefined: it is gone. */
  revision(): number | undefined;
  /** State last committed with the queue's progress. */
  readonly checkpoint: string | undefined;
  /** It goes on from a commit, and another version may run what came after that: what it wrote of it before may still be there. */
  readonly restored: boolean;
  /** Connects; `checkpoint` is what the data sink last reported. */
  open(checkpoint: string | undefined): Promise<OpenDatasink>;
  /** Connects without writing, for a queue that stands by. */
  probe(): Promise<void>;
  /** A batch got its outcomes; `bytes` are the encoded ones. */
  onBatch(events: number, bytes: number): void;
  onStatus(): void;
  /** Nothing more is sent before the next commit. */
  onBound(): void;
  /** Whose turn it is to deliver to the place may have changed. */
  onTurn(): void;
  /** Does the work at once, and notes for whom the time it takes was spent. Absent: nobody asks. */
  account?<T>(work: () => T): T;
  /** It encodes for `ms` at a time, and asks for a turn to go on. Absent: for as long as it has something to encode. */
  readonly slice?: { readonly ms: number; later(work: () => void): void };
}

/** A batch on its way. */
interface Work {
  readonly batch: RecordBatch;
  /** Number of its first record among all that were ever batched here: the order of delivery. */
  readonly first: number;
  /** How often it was sent. */
  attempts: number;
}

/**
 * Delivers what waits in one spill store to one destination, in order: encodes, batches, sends, and does what follows from
 * each answer (catalogue 2.5). Every row gets one outcome. `DatasinkLink` has the states of its data sink.
 *
 * Where there is an order, up to `batching.pipelined` batches are under way in one session. When one of them fails, the session
 * ends with all of them, and what was not proved is sent again, oldest first, before anything else: nothing overtakes a batch
 * that is sent again.
 */
export class DeliveryQueue {
  readonly id: string;
  readonly store: SpillStore;
  readonly node: string;
  readonly datasinkId: string;
  /** What a data sink of this queue last reported, to be committed with the progress. */
  checkpoint: string | undefined;
  /**
   * What the queue that had the place before said last, for as long as this one has reported nothing. It is not committed: that
   * queue may go on at the place, or has committed it itself.
   */
  #handed: string | undefined;
  readonly #o: DeliveryQueueOptions;
  readonly #batcher: Batcher;
  readonly #backOff: BackOff;
  readonly #bound: RepeatBound | undefined;
  readonly #link: DatasinkLink<Work>;
  readonly #reroutes: Reroutes;
  readonly #attempts = new AttemptLog();
  /** What is sent again, in the order of delivery. */
  #again: Work[] = [];
  #refused: (Reroute & { readonly entry: Entry })[] = [];
  /** Records batched so far. */
  #batched = 0;
  /** Batches under way at once: halved by a failure, raised by successes. */
  #limit: number;
  readonly #limitMax: number;
  #fault: Fault | undefined;
  /** When an attempt failed last, and when the next one is made, ms since 1970. */
  #failedAt = 0;
  #nextTryAt = 0;
  #finishing = false;
  #pumping = false;
  /** There is more to encode, when the lane has a turn for it. */
  #awaitsTurn = false;
  #cancelAttempt: () => void = () => undefined;
  #waiters: (() => void)[] = [];
  /** Nothing more is sent. */
  #halted = false;
  /** `lastCheckpoint` as of the commit that is now written. */
  #collectedCheckpoint: string | undefined;
  #revision: number | undefined;
  /** The settings by which everything that is encoded was encoded, but for batches of before. */
  #encodedBy: string | undefined;
  /** They are encoded anew before they are sent. */
  #outdated = new Set<RecordBatch>();

  constructor(options: DeliveryQueueOptions) {
    const { batching, clock, random } = options;
    this.#o = options;
    this.id = options.id;
    this.store = options.store;
    this.node = options.node;
    this.datasinkId = options.datasinkId;
    this.checkpoint = options.checkpoint;
    this.#revision = options.revision();
    this.#limitMax = Math.max(1, (this.#ordered ? batching.pipelined : batching.concurrency) ?? 1);
    this.#limit = this.#limitMax;
    this.#bound = options.repeats ? new RepeatBound(batching.maxEvents, this.#limitMax) : undefined;
    this.#link = new DatasinkLink({
      clock,
      closing: options.closing,
      standsBy: options.standsBy,
      settings: () => options.settings(),
      open: () => options.open(this.lastCheckpoint),
      onClosed: () => this.pump(),
      onStandBy: () => options.onTurn(),
      onStuck: () => this.#note(new Disconnected('DELIVERY_SINK_STUCK')),
      onCloseFailed: (error) => options.log.warn({ node: this.node, error }, 'a data sink failed while closing'),
    });
    this.#reroutes = new Reroutes({
      node: options.node,
      store: options.store,
      counts: options.counts,
      log: options.log,
      reroute: (...leaving) => options.reroute(...leaving),
      onLeft: (events) => options.onBatch(events, 0),
      onSettled: () => this.#wake(),
    });
    this.#backOff = new BackOff(clock, random, batching.retry.firstWaitMs, batching.retry.maxWaitMs);
    this.#batcher = new Batcher({
      clock,
      store: options.store,
      batching,
      keyOf: (batch) => batchKey(batch, options.pipelineId, options.node),
      onRefused: (entry, row, code, detail) => this.#refused.push({ entry, row, code, message: detail?.message, detail }),
      onReady: () => this.pump(),
    });
  }

  /** Connects once before the version runs. Only `Misconfigured` (and defects) are thrown; a destination that is down is tried again later. */
  async prepare(): Promise<void> {
    const begunMs = this.#o.clock.monotonic();
    try {
      if (this.#link.standsBy) await this.#o.probe();
      else if (this.#link.mayConnect) await this.#link.connect();
    } catch (error) {
      if (!(error instanceof DeliveryError) || error instanceof Misconfigured) throw error;
      this.#note(error);
      this.#attempted(begunMs, 'failed', 0, error);
      this.#backOff.failed(error instanceof Retry ? error.waitMs : undefined);
      this.#noteNextTry();
    }
  }

  status(): BranchStatus {
    const fault = this.#fault ?? this.store.fault;
    const { oldestMs } = this.store;
    const state = this.#link.ending
      ? 'closed'
      : this.misconfigured
        ? 'misconfigured'
        : this.#backOff.failing || this.store.fault
          ? 'retrying'
          : this.#link.session
            ? 'open'
            : this.#fault
              ? 'retrying'
              : 'connecting';
    return {
      node: this.node,
      datasinkId: this.datasinkId,
      state,
      waitingEvents: this.store.waiting,
      waitingBytes: this.store.waitingBytes,
      spilledBytes: this.store.spilledBytes,
      full: this.store.full,
      ...(fault ? { error: fault } : {}),
      ...(oldestMs === undefined ? {} : { oldestMs }),
      ...(this.#fault ? { failedAt: this.#failedAt } : {}),
      ...(this.#backOff.waitMs > 0 ? { nextTryAt: this.#nextTryAt } : {}),
    };
  }

  /** The last ones, the newest first. */
  attempts(): readonly DeliveryAttempt[] {
    return this.#attempts.read();
  }

  /** A person asks for an attempt now. */
  retryNow(): void {
    this.store.retryNow();
    const { misconfigured } = this;
    this.#backOff.now();
    if (misconfigured) this.#o.onTurn();
    this.pump();
  }

  /** It delivers nothing until `takeOver`. */
  get standsBy(): boolean {
    return this.#link.standsBy;
  }

  /** Lets go of the place for another queue; `onTurn` is called when it has. */
  standBy(): void {
    this.#link.standBy();
  }

  /** No other queue has the place. `checkpoint`: `lastCheckpoint` of the one that had it last. */
  takeOver(checkpoint: string | undefined): void {
    if (!this.#link.takeOver()) return;
    this.#handed = checkpoint;
    this.pump();
  }

  /** What a data sink that is opened now goes by. */
  get lastCheckpoint(): string | undefined {
    return this.checkpoint ?? this.#handed;
  }

  /**
   * Connects anew when the settings or secrets to go by are other ones than those in use; touches nothing when they are the same. What
   * fails is tried at once also when the data sink was saved as it was: whoever saves it may have mended something else.
   */
  refresh(): void {
    const revision = this.#o.revision();
    const isSaved = revision !== this.#revision;
    this.#revision = revision;
    if (this.#link.refresh() || (isSaved && this.#backOff.failing)) this.retryNow();
  }

  /** No other version may deliver to the same place beside it: events arrive in order, or what is written there is its own. */
  get holdsPlace(): boolean {
    return this.#ordered || this.#o.batching.checkpoints === true || this.lastCheckpoint !== undefined;
  }

  get #ordered(): boolean {
    return this.#o.batching.order !== 'none';
  }

  /** A person must act before it delivers. */
  get misconfigured(): boolean {
    return this.#backOff.needsPerson;
  }

  /** No more events will come: open batches need not wait for more. */
  finish(): void {
    this.#finishing = true;
    this.pump();
  }

  /** Waits for the events that are leaving by a port now. True: all of them are durable elsewhere and have their outcome here. */
  async reroutesUnderWay(): Promise<boolean> {
    return this.#reroutes.done();
  }

  /** Nothing is on its way out. */
  get quiet(): boolean {
    return !this.#link.sending && this.#reroutes.size === 0;
  }

  /** Everything that came has an outcome. */
  get idle(): boolean {
    return this.store.empty && this.quiet;
  }

  /**
   * Everything that came has an outcome, and it has had its turn at the place: only then has the data sink undone what it
   * wrote there before a crash and let go of it. One that waits for a person has no turn to wait for.
   */
  get done(): boolean {
    if (!this.idle || this.#link.connecting) return false;
    return this.misconfigured || (!this.standsBy && !this.#hasToUndo);
  }

  /** The data sink undoes what is not committed when it is opened. One that waited for a person may have been stopped before that. */
  get #hasToUndo(): boolean {
    const { restored, batching } = this.#o;
    return restored && batching.checkpoints === true && !this.#link.wasOpen && !this.stopped;
  }

  /** Sends nothing more, and waits for what is under way until the signal aborts. A commit then says all that was sent. */
  async halt(signal: AbortSignal): Promise<void> {
    this.#halted = true;
    const onAbort = () => this.#wake();
    signal.addEventListener('abort', onAbort, { once: true });
    while (this.#link.sending && !signal.aborted) await new Promise<void>((resolve) => this.#waiters.push(resolve));
    signal.removeEventListener('abort', onAbort);
  }

  /**
   * Sends nothing more; waits for what is under way until the signal aborts, then aborts it and waits a last while. Whether the
   * place is released: no call of a data sink of this queue is under way or will follow. `released` resolves when it is.
   */
  async stop(signal: AbortSignal): Promise<boolean> {
    this.#cancelAttempt();
    this.#batcher.stop();
    this.#link.end();
    const late = Promise.withResolvers<void>();
    let cancel: () => void = () => undefined;
    const onAbort = () => {
      this.#link.abort(signal.reason);
      cancel = this.#o.clock.after(this.#o.closing.abortedMs, () => late.resolve());
      this.#wake();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    await Promise.race([this.#link.released, late.promise]);
    while (this.#reroutes.size > 0 && !signal.aborted) await new Promise<void>((resolve) => this.#waiters.push(resolve));
    signal.removeEventListener('abort', onAbort);
    cancel();
    return this.#link.ended;
  }

  /** `stop` was called. */
  get stopped(): boolean {
    return this.#link.ending;
  }

  /** No data sink of this queue is open or will be: another one may open the place. */
  get released(): Promise<void> {
    return this.#link.released;
  }

  pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      if (!this.#link.ending && !this.#halted) this.#pumpOnce();
    } finally {
      this.#pumping = false;
    }
    this.#wake();
  }

  #pumpOnce(): void {
    if (this.#link.mayConnect && this.#mayTry()) void this.#reconnect();
    const { session } = this.#link;
    if (!session) return;
    const limit = this.#backOff.failing ? 1 : Math.max(1, Math.floor(this.#limit));
    if (session.settings !== this.#encodedBy) this.#outdate(session.settings);
    if (!this.#awaitsTurn) this.#encode(session.sink, limit + 1);
    this.#leaveRefused();
    if (this.#finishing && this.#batcher.ready.length === 0 && !this.#awaitsTurn) this.#batcher.flush();
    let next: RecordBatch | undefined;
    while (session.sends.size < limit && (next = this.#again[0]?.batch ?? this.#batcher.ready[0]) && this.#mayTry()) {
      if (this.#outdated.has(next)) {
        this.#encodeAgain(session.sink, this.#takeNext());
        continue;
      }
      if (this.#bound?.admits(next.count) === false) {
        this.#o.onBound();
        return;
      }
      void this.#send(session, this.#takeNext());
    }
  }

  /** Nothing is sent as other settings had it: they say where it goes, and with what. No send is under way that could come back. */
  #outdate(settings: string): void {
    this.#encodedBy = settings;
    this.#batcher.flush();
    this.#outdated = new Set([...this.#again.map(({ batch }) => batch), ...this.#batcher.ready]);
  }

  /** It comes before all others, and its records keep their numbers. */
  #encodeAgain(sink: OpenDatasink, { batch, first, attempts }: Work): void {
    this.#outdated.delete(batch);
    const parts = this.#onAccount(() => this.#batcher.encodeAgain(sink, batch));
    let next = first;
    const works = parts.map((part) => {
      const work = { batch: part, first: next, attempts };
      next += part.count;
      return work;
    });
    this.#again.unshift(...works);
    this.#leaveRefused();
  }

  #leaveRefused(): void {
    this.#reroutes.leaveRows(this.#refused.splice(0), { port: 'error', kind: 'reject', attempts: 0 });
  }

  /** Encodes at once. A block's run may be under way, whose outputs are taken in. */
  #onAccount<T>(work: () => T): T {
    const beside = () => besideRun(work);
    return this.#o.account ? this.#o.account(beside) : beside();
  }

  #encode(sink: OpenDatasink, readyMax: number): void {
    const { slice } = this.#o;
    const isCut = this.#onAccount(() => this.#batcher.fill(sink, readyMax, slice?.ms ?? Number.POSITIVE_INFINITY));
    if (!slice || !isCut) return;
    this.#awaitsTurn = true;
    slice.later(() => {
      this.#awaitsTurn = false;
      this.pump();
    });
  }

  #takeNext(): Work {
    const again = this.#again.shift();
    if (again) return again;
    const batch = this.#batcher.take()!;
    const first = this.#batched;
    this.#batched += batch.count;
    return { batch, first, attempts: 0 };
  }

  /** Before all that comes after it. */
  #sendAgain(...works: readonly Work[]): void {
    this.#again.push(...works);
    this.#again.sort((one, other) => one.first - other.first);
  }

  /** The commit that is now written knows what was delivered so far. */
  collected(): void {
    this.#collectedCheckpoint = this.lastCheckpoint;
    this.#bound?.collected();
  }

  /** The commit last collected is synced. */
  committed(): void {
    this.#link.openSink?.committed?.(this.#collectedCheckpoint);
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
      this.#o.onTurn();
      this.pump();
    });
  }

  async #reconnect(): Promise<void> {
    const begunMs = this.#o.clock.monotonic();
    try {
      await this.#link.connect();
      if (this.#again.length === 0) this.#recovered();
    } catch (error) {
      this.#attempted(begunMs, 'failed', 0, error);
      this.#failed(error);
    }
    this.pump();
  }

  async #send(session: Session<Work>, work: Work): Promise<void> {
    const { count } = work.batch;
    session.sends.add(work);
    this.#bound?.sent(count);
    work.attempts++;
    const begunMs = this.#o.clock.monotonic();
    try {
      const report = await session.sink.send(work.batch, session.abort.signal);
      this.#recovered();
      this.#limit = Math.min(this.#limitMax, this.#limit + 1 / this.#limit);
      this.#delivered(work, report, begunMs);
      if (session.sink.releasesBytes) this.#batcher.recycle(work.batch);
    } catch (error) {
      this.#answer(session, work, error, begunMs);
      // Those sent after it are not proved either.
      if (this.#ordered && session.sends.size > 1) this.#link.fail(session, new Error('a batch before this one has failed'));
    }
    this.#bound?.ended(count);
    this.#link.sent(session, work);
    this.pump();
  }

  #answer(session: Session<Work>, work: Work, error: unknown, begunMs: number): void {
    if (error instanceof Reject) {
      this.#attempted(begunMs, 'rejected', error.records === 'all' ? work.batch.count : error.records.length, error);
      this.#recovered();
      this.#rejected(work, error);
      return;
    }
    // It was aborted with its session, or nothing more is sent: that says nothing about the destination.
    if (this.#link.ending || session.abort.signal.aborted) {
      this.#sendAgain(work);
      return;
    }
    this.#attempted(begunMs, 'failed', work.batch.count, error);
    if (error instanceof Misconfigured && !this.#o.batching.pauseOnError) {
      this.#rerouteAll(work, error, 'reject');
      return;
    }
    this.#failed(error);
    if (error instanceof DeliveryError && error.outcome !== 'retry') this.#link.fail(session);
    const { giveUpAfterMs } = this.#o.batching.retry;
    const expired = giveUpAfterMs > 0 && this.#o.clock.now() - work.batch.oldestMs >= giveUpAfterMs;
    if (expired && !(error instanceof Misconfigured))
      this.#rerouteAll(work, { code: faultOf(error).code, detail: error instanceof DeliveryError ? error.detail : undefined }, 'expired');
    else this.#sendAgain(work);
  }

  /** Notes a failure and how long nothing is tried. */
  #failed(error: unknown): void {
    this.#note(error);
    this.#limit = Math.max(1, this.#limit / 2);
    if (error instanceof Misconfigured) {
      this.#backOff.refused(this.#o.probeIntervalMs);
      this.#pumpIn(this.#o.probeIntervalMs);
      this.#o.onTurn();
    } else this.#backOff.failed(error instanceof Retry ? error.waitMs : undefined);
    this.#noteNextTry();
  }

  /** `events`: those that it says this of. */
  #attempted(begunMs: number, outcome: DeliveryAttempt['outcome'], events: number, error?: unknown): void {
    const { clock } = this.#o;
    const ended = { atMs: clock.now(), tookMs: Math.round(clock.monotonic() - begunMs), outcome, events };
    if (error === undefined) return this.#attempts.note(ended);
    const status = error instanceof DeliveryError ? error.detail.status : undefined;
    this.#attempts.note({ ...ended, code: faultOf(error).code, ...(status === undefined ? {} : { status }) });
  }

  #noteNextTry(): void {
    this.#nextTryAt = Math.round(this.#o.clock.now() + this.#backOff.waitMs);
  }

  #note(error: unknown): void {
    const fault = faultOf(error);
    this.#failedAt = this.#o.clock.now();
    if (fault.code !== this.#fault?.code) {
      const fields = { node: this.node, datasink: this.datasinkId, code: fault.code };
      if (error instanceof Retry && error.planned) this.#o.log.info(fields, 'the destination takes no events for a while, as planned');
      else this.#o.log.warn({ ...fields, error }, 'the destination does not take events');
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

  #delivered({ batch, attempts }: Work, report: SendReport | undefined, begunMs: number): void {
    const byPort = new Map<string, Map<number, Omit<Reroute, 'row'>>>();
    const left = new Set<number>();
    const leaves = (record: number, port: string, reroute: Omit<Reroute, 'row'>) => {
      left.add(record);
      byPort.set(port, (byPort.get(port) ?? new Map<number, Omit<Reroute, 'row'>>()).set(record, reroute));
    };
    for (const { record, code, detail } of report?.rejected ?? []) leaves(record, 'error', { code, message: detail?.message, detail });
    for (const { record, port, fields } of report?.routed ?? []) leaves(record, port, { code: '', fields });
    if (report?.checkpoint !== undefined) this.checkpoint = report.checkpoint;
    const [refused] = report?.rejected ?? [];
    if (refused) this.#attempted(begunMs, 'rejected', report!.rejected!.length, new Reject(refused.code, 'all', refused.detail));
    if (left.size < batch.count) this.#attempted(begunMs, 'delivered', batch.count - left.size);
    this.#o.counts.add(this.node, 'delivered', batch.count - left.size);
    this.#o.counts.add(this.node, 'deliveredBytes', batch.size);
    if (report?.wireBytes !== undefined) this.#o.counts.add(this.node, 'wireBytes', report.wireBytes);
    if (left.size === 0) for (const { entry, from, to } of batch.runs) this.store.settle(entry, from, to);
    else batch.forEach((record, entry, row) => (left.has(record) ? undefined : this.store.settle(entry, row, row + 1)));
    for (const [port, records] of byPort)
      this.#reroutes.leave(batch, records, { port, kind: port === 'error' ? 'reject' : 'routed', attempts });
    this.#bound?.delivered(batch.count - left.size);
    this.#o.onBatch(batch.count, batch.size);
  }

  #rejected(work: Work, error: Reject): void {
    const { batch, first } = work;
    const part = (wanted: (record: number) => boolean, from: number): Work => ({
      batch: batch.pick(wanted),
      first: from,
      attempts: work.attempts,
    });
    if (error.records === 'all' && batch.count > 1) {
      const half = batch.count >> 1;
      this.#sendAgain(
        part((record) => record < half, first),
        part((record) => record >= half, first + half),
      );
      return;
    }
    const named = error.records === 'all' ? [] : error.records.filter((record) => record >= 0 && record < batch.count);
    const guilty = named.length === 0 ? undefined : new Set(named);
    if (guilty && guilty.size < batch.count) this.#sendAgain(part((record) => !guilty.has(record), first));
    this.#rerouteAll(work, error, 'reject', guilty);
  }

  /** All records of a batch, or those named. */
  #rerouteAll(
    { batch, attempts }: Work,
    { code, detail }: { readonly code: string; readonly detail?: DeliveryDetail | undefined },
    kind: 'reject' | 'expired',
    named: Iterable<number> = Array(batch.count).keys(),
  ): void {
    const reroute = { code, message: detail?.message, detail };
    this.#reroutes.leave(batch, new Map(Array.from(named, (record) => [record, reroute])), { port: 'error', kind, attempts });
  }

  #wake(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}
