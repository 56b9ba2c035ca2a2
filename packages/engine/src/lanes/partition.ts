import type { Clock, Log } from '@acequia/base';
import { fork, narrow, releaseBatch, retainBatch, type BatchView } from '@acequia/batch';
import type { JournalStreams, StoredBlock } from '@acequia/journal';
import type { BlockHolders } from '../intake/block-pool.ts';
import type { LabelRouter, LabelSelections } from '../labels/label-router.ts';
import { riderHoldMs } from '../limits.ts';
import type { DeadLetters } from '../outcomes/dead-letters.ts';
import { DeliveredBlocks, type DeliveredWatch } from '../outcomes/delivered-watch.ts';
import type { Ledger } from '../outcomes/ledger.ts';
import { BackpressureGrace } from '../delivery/backpressure-grace.ts';
import { namesOf } from '../delivery/row-names.ts';
import type { CrashGuard } from '../poison/crash-guard.ts';
import type { Guilty } from '../poison/trial-protocol.ts';
import { receivedSpan } from '../replay/locate-range.ts';
import { BlockReader } from './block-reader.ts';
import { BlockRing } from './block-ring.ts';
import type { ListenerDecoder } from './listener-decoder.ts';
import { RedrivenReader } from './redriven-reader.ts';
import { BlockSize } from './block-size.ts';
import type { LaneReader } from './tenant-work.ts';
import { viewForVersion, type CrashingFrames, type VersionRun } from './version-run.ts';

/** The part of the commit record that says how far reader zero is. */
export interface StoredPartition {
  /** Everything before is counted. */
  readonly next: number;
  /** Everything before is counted, and its refused frames are parked. */
  readonly cursor: number;
  /** Blocks from `cursor` on whose refused frames are not. */
  readonly parking: readonly number[];
}

export interface PartitionOptions {
  readonly stream: string;
  readonly tenantId: string;
  readonly listenerId: string;
  readonly journal: JournalStreams;
  readonly clock: Clock;
  readonly log: Log;
  readonly ringBytes: number;
  readonly blocks: BlockHolders;
  readonly ledger: Ledger;
  readonly deadLetters: DeadLetters;
  readonly stored: StoredPartition | undefined;
  readonly crashes?: CrashGuard | undefined;
  /** Whether senders of the listener are answered only when their events are delivered. */
  acknowledgesDelivered(): boolean;
  router(): LabelRouter;
  decoder(): ListenerDecoder;
  /** Versions that read this listener. */
  runs(): readonly VersionRun[];
  wake(): void;
}

/** A decoded block, and the versions that have yet to run it, in order. */
interface OpenBlock {
  readonly block: number;
  readonly events: BatchView;
  readonly rejected: BatchView;
  /** Those of the refused frames that end the process. */
  readonly crashing: CrashingFrames | undefined;
  readonly selections: LabelSelections;
  /** Of the payload. */
  readonly bytes: number;
  readonly bytesPerEvent: number;
  readonly receivedMs: number | undefined;
  readonly watch: DeliveredWatch | undefined;
  readonly waiting: Set<VersionRun>;
  /** No version after it changes the events. */
  readonly last: VersionRun | undefined;
}

/** Blocks that stragglers run for each one the rider passes alone. */
const helpedPerPassed = 2;
/** Stragglers that could run and have run nothing for so long are not waited for. */
const stalledMs = 200;

/**
 * One partition of a listener in its lane: the rider, which decodes and labels each block once and runs every version
 * that is up to date, and reader zero, which owns the listener's counters (engine decisions 14 and 15). Reader zero and the first
 * version run a block in one unit, each further version in one of its own (ADR 23): in between the block is open, a commit may be
 * made, and what those versions have not run yet counts as theirs to run.
 */
export class Partition implements LaneReader {
  readonly stream: string;
  readonly tenantId: string;
  readonly ring: BlockRing;
  /** The rider's next block. */
  next: number;
  readonly #o: PartitionOptions;
  readonly #reader: BlockReader;
  readonly #stragglers = new Map<VersionRun, BlockReader>();
  readonly #decoded = new BlockSize();
  readonly #sizes = new WeakMap<VersionRun, BlockSize>();
  readonly #redriven = new WeakMap<VersionRun, RedrivenReader>();
  /** Refused frames of the listener on their way to the dead letters, by block. */
  readonly #parking = new Map<number, number>();
  readonly #delivered: DeliveredBlocks;
  readonly #countedTo: number;
  readonly #parkingBefore: Set<number>;
  readonly #hold: BackpressureGrace;
  #open: OpenBlock | undefined;
  /** Of the round of stragglers under way: twice the number of versions that had their turn, one more for a turn half over. */
  #helpedTo = 0;
  #helped = 0;
  #helpedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: PartitionOptions) {
    this.#o = options;
    this.stream = options.stream;
    this.tenantId = options.tenantId;
    this.ring = new BlockRing(options.ringBytes, (block) => options.blocks.leave(block));
    // See `withinStreams` of the records: a forgotten stream is numbered from 1 again.
    this.next = Math.min(options.stored?.cursor ?? options.journal.tail(options.stream).block, this.head);
    this.#countedTo = Math.min(options.stored?.next ?? 0, this.head);
    this.#parkingBefore = new Set(options.stored?.parking);
    this.#reader = this.#createReader();
    this.#hold = new BackpressureGrace(options.clock, riderHoldMs, () => this.#o.wake());
    this.#delivered = new DeliveredBlocks({
      clock: options.clock,
      before: this.head,
      passedTo: () => this.#passedTo(),
      idle: () => options.runs().every((run) => [...run.branches.values()].every((branch) => branch.idle)),
    });
  }

  get head(): number {
    return this.#o.journal.head(this.stream).block;
  }

  /** What intake should make its blocks of, for the version that takes longest over one. */
  get blockBytes(): number {
    let least = this.#decoded.bytes;
    for (const run of this.#o.runs()) least = Math.min(least, this.#sizeFor(run).bytes);
    return least;
  }

  #sizeFor(run: VersionRun): BlockSize {
    let size = this.#sizes.get(run);
    if (!size) this.#sizes.set(run, (size = new BlockSize()));
    return size;
  }

  /** Everything before has been counted for the listener, and its refused frames are safe. */
  get cursor(): number {
    return Math.min(this.next, ...this.#parking.keys(), ...this.#parkingBefore);
  }

  /** All that came is counted, and its refused frames are safe. */
  get settled(): boolean {
    return this.cursor >= this.head;
  }

  store(): StoredPartition {
    return { next: Math.max(this.next, this.#countedTo), cursor: this.cursor, parking: [...this.#parking.keys(), ...this.#parkingBefore] };
  }

  /** Before the lane starts: goes back to where versions must begin again, so that they ride together. Nothing is counted twice. */
  rewind(block: number): void {
    this.next = Math.max(Math.min(this.next, block), this.#o.journal.tail(this.stream).block);
  }

  /** See `LaneLink.whenDelivered`. */
  whenDelivered(from: number, to: number, done: (delivered: boolean) => void): () => void {
    return this.#delivered.wait(from, to, done);
  }

  /** The lane lets go of the listener. */
  close(): void {
    this.#delivered.close();
    if (this.#open) this.#close(this.#open);
    this.ring.clear();
  }

  /** Every block before it has been run by the rider and by all versions that will run it. */
  #passedTo(): number {
    let passed = this.cursor;
    for (const run of this.#o.runs()) if (run.hasWork(this.stream, passed)) passed = run.positions.get(this.stream)!;
    return passed;
  }

  get riderHasWork(): boolean {
    return this.next < this.head;
  }

  /** The version has not run what the rider is past, and does not run the block at hand with it. */
  isBehind(run: VersionRun): boolean {
    return (run.positions.get(this.stream) ?? 0) < this.next && !this.#open?.waiting.has(run);
  }

  get riding(): boolean {
    return this.#open !== undefined;
  }

  /** Runs a version over the block at hand, or decodes the next one and runs the first. False: nothing to do now. */
  ride(): boolean {
    if (this.#open) return this.#goOn(this.#open);
    for (const run of this.#o.runs()) if (run.makeMore()) return true;
    if (this.#o.crashes?.holds(this.stream) || this.#waitsForAll() || this.#letsStragglersOn()) return false;
    const found = this.#reader.next(this.next);
    if (!found) return false;
    this.#helped = 0;
    const ready = this.#o
      .runs()
      .filter((run) => run.positions.get(this.stream) === this.next && run.canRun && run.hasWork(this.stream, this.next + 1));
    if (found.at > this.next) {
      for (const run of ready) run.skipTo(this.stream, found.at);
      this.next = found.at;
    }
    if (!found.block) return true;
    const open = this.#decode(found.block, ready, true);
    this.#open = open;
    this.next = found.at + 1;
    for (const run of ready) if (this.#passesBy(open, run)) this.#runOne(open, run);
    this.#goOn(open);
    return true;
  }

  /** The block has nothing for the version: it need not wait for a unit of its own. */
  #passesBy({ selections, rejected, waiting }: OpenBlock, run: VersionRun): boolean {
    if (run.timed || selections.count(run.compiled.labelId) > 0 || (rejected.count > 0 && run.wantsRejected)) return false;
    return waiting.delete(run);
  }

  /** Runs the block for the next version that can. False: none can any more, and it is closed. */
  #goOn(open: OpenBlock): boolean {
    let ran = false;
    for (const run of open.waiting) {
      if (run.makeMore()) return true;
      open.waiting.delete(run);
      const stands = run.positions.get(this.stream) === open.block && run.hasWork(this.stream, open.block + 1);
      ran = stands && run.canRun;
      if (ran) {
        this.#runOne(open, run);
        break;
      }
      if (stands) this.#notePassed(open, run);
    }
    if (open.waiting.size === 0) this.#close(open);
    return ran;
  }

  #close({ events, watch }: OpenBlock): void {
    this.#open = undefined;
    this.ring.release(this.next);
    watch?.release();
    releaseBatch(events);
    this.#delivered.advanced();
  }

  get helping(): boolean {
    return this.#helpedTo > 0;
  }

  /** Runs one block for the next version that has fallen behind and can go on. */
  help(): boolean {
    if (!this.#o.crashes?.holds(this.stream)) {
      const runs = this.#o.runs();
      while (this.#helpedTo < 2 * runs.length) {
        const turn = this.#helpedTo++;
        const run = runs[turn >> 1]!;
        if (turn % 2 === 0 ? this.#helpRedriven(run) : this.#helpOne(run)) return true;
      }
    }
    this.#helpedTo = 0;
    return false;
  }

  #helpRedriven(run: VersionRun): boolean {
    const redriven = run.replay ? undefined : this.#redrivenReader(run);
    return redriven?.hasWork === true && run.canRun && redriven.help();
  }

  #redrivenReader(run: VersionRun): RedrivenReader {
    let reader = this.#redriven.get(run);
    if (!reader) {
      const { journal, clock, log, wake } = this.#o;
      reader = new RedrivenReader({ run, slots: this.#o.decoder().slots, journal, clock, log, wake });
      this.#redriven.set(run, reader);
    }
    return reader;
  }

  #helpOne(run: VersionRun): boolean {
    if (!run.hasWork(this.stream, this.next)) {
      this.#stragglers.delete(run);
      return false;
    }
    if (this.#open?.waiting.has(run) || !run.canRun) return false;
    let reader = this.#stragglers.get(run);
    if (!reader) this.#stragglers.set(run, (reader = this.#createReader()));
    const position = run.positions.get(this.stream)!;
    const found = reader.next(position);
    if (!found) return false;
    if (found.at > position) run.skipTo(this.stream, Math.min(found.at, run.stopAt?.get(this.stream) ?? found.at));
    if (found.block && run.hasWork(this.stream, this.next)) this.#runAlone(found.block, run);
    this.#helped++;
    this.#helpedAtMs = this.#o.clock.monotonic();
    this.#delivered.advanced();
    return true;
  }

  #createReader(): BlockReader {
    const { journal, clock, log } = this.#o;
    return new BlockReader({ journal, clock, log, stream: this.stream, ring: this.ring, onArrival: () => this.#o.wake() });
  }

  /** When every version that is up to date has just been stopped by its own branches, a wait spares reading the block twice. */
  #waitsForAll(): boolean {
    const upToDate = this.#o.runs().filter((run) => run.positions.get(this.stream) === this.next && !run.draining);
    if (upToDate.length > 0) return this.#hold.waits(!upToDate.some((run) => run.canRun));
    this.#hold.forget();
    return false;
  }

  /**
   * While no version is up to date and one of them could run, the rider would only count: it passes a block for each two that they
   * run. Otherwise they would have a quarter of the time, beside a rider and a reader at full speed, and never catch up.
   */
  #letsStragglersOn(): boolean {
    const runs = this.#o.runs();
    if (runs.some((run) => !run.draining && run.positions.get(this.stream) === this.next)) return false;
    if (!runs.some((run) => run.canRun && run.hasWork(this.stream, this.next))) return false;
    return this.#helped < helpedPerPassed && this.#o.clock.monotonic() - this.#helpedAtMs < stalledMs;
  }

  #runAlone(block: StoredBlock, run: VersionRun): void {
    const open = this.#decode(block, [run], false);
    this.#runOne(open, run);
    open.watch?.release();
    releaseBatch(open.events);
  }

  /** The block as `runs` will run it, counted for the listener when `riding`. */
  #decode(block: StoredBlock, runs: readonly VersionRun[], riding: boolean): OpenBlock {
    const { crashes, clock } = this.#o;
    const startMs = clock.monotonic();
    crashes?.slot.enterBlock(this.stream, block.block, '');
    const crash = crashes?.guilty(this.stream, block.block, '');
    const { events, rejected, empty } = this.#o.decoder().decode(block, crash && framesOf(crash.guilty, block));
    const router = this.#o.router();
    const selections = router.select(events, riding ? undefined : new Set(runs.map(({ compiled }) => compiled.labelId)));
    crashes?.slot.leaveBlock();
    const watch = this.#o.acknowledgesDelivered() ? this.#delivered.open(block.block) : undefined;
    if (riding) this.#listen(block, events, rejected, empty, selections, watch);
    const open: OpenBlock = {
      block: block.block,
      events,
      rejected,
      crashing: crash && { view: crashingRows(rejected, framesOf(crash.guilty, block)), isNew: crash.isNew },
      selections,
      bytes: block.bytes.length,
      // A frame may hold many events (engine decision 9).
      bytesPerEvent: block.bytes.length / Math.max(1, block.frameCount, events.count + rejected.count),
      receivedMs: runs.some(({ timed }) => timed) && block.frameCount > 0 ? receivedSpan(block).lastMs : undefined,
      watch,
      waiting: new Set(runs),
      last: runs.findLast(({ compiled }) => selections.count(compiled.labelId) > 0),
    };
    if (riding) for (const run of this.#o.runs()) if (!open.waiting.has(run)) this.#notePassed(open, run);
    this.#decoded.ran(open.bytes, clock.monotonic() - startMs);
    return open;
  }

  #runOne(
    { block, events, rejected, crashing, selections, bytes, bytesPerEvent, receivedMs, watch, last }: OpenBlock,
    run: VersionRun,
  ): void {
    const { clock } = this.#o;
    const startMs = clock.monotonic();
    const { labelId } = run.compiled;
    const selected = this.#viewFor(run, events, selections, run === last);
    const refused = rejected.count > 0 && run.wantsRejected ? fork(rejected, { label: selections.name(labelId) }) : undefined;
    run.run({
      stream: this.stream,
      block,
      events: selected,
      rejected: refused,
      crashing,
      bytesPerEvent,
      watch,
      ...(receivedMs === undefined ? {} : { receivedMs }),
    });
    this.#sizeFor(run).ran(bytes, clock.monotonic() - startMs);
  }

  #viewFor({ compiled: { labelId } }: VersionRun, events: BatchView, selections: LabelSelections, last: boolean): BatchView | undefined {
    const rows = selections.rows(labelId);
    return rows === 'none' ? undefined : viewForVersion(events, rows === 'all' ? undefined : rows, selections.name(labelId), last);
  }

  /** The rider goes past the block without the version. */
  #notePassed({ block, selections, rejected }: OpenBlock, run: VersionRun): void {
    if (!run.hasWork(this.stream, block + 1) || block >= (run.stopAt?.get(this.stream) ?? Infinity)) return;
    run.backlog.passed(this.stream, block, selections.count(run.compiled.labelId) + (run.wantsRejected ? rejected.count : 0));
  }

  #listen(
    block: StoredBlock,
    events: BatchView,
    rejected: BatchView,
    empty: number,
    selections: LabelSelections,
    watch: DeliveredWatch | undefined,
  ): void {
    const again = block.block < this.#countedTo;
    if (!again) this.#count(block, events, rejected, empty, selections);
    if (again && !this.#parkingBefore.delete(block.block)) return;
    if (rejected.count === 0 || this.#o.runs().some((run) => run.wantsRejected && !run.draining)) return;
    this.#park(block.block, rejected, watch);
  }

  #count(block: StoredBlock, events: BatchView, rejected: BatchView, empty: number, selections: LabelSelections): void {
    const { ledger } = this.#o;
    const damaged = block.damagedFrames.length;
    ledger.add('', 'received', events.count + rejected.count + empty + damaged);
    ledger.add('', 'receivedBytes', block.bytes.length);
    ledger.add('', 'decoded', events.count);
    ledger.add('', 'rejected', rejected.count);
    ledger.add('', 'rejected:damaged', damaged);
    ledger.add('', 'empty', empty);
    ledger.add('', 'unlabelled', selections.unlabelled);
    for (const [label, count] of selections.matched) ledger.add(label, 'matched', count);
    for (const [label, count] of selections.failed) ledger.add(label, 'failed', count);
  }

  #park(block: number, rejected: BatchView, watch: DeliveredWatch | undefined): void {
    const { tenantId, listenerId } = this.#o;
    watch?.hold();
    retainBatch(rejected);
    this.#parking.set(block, rejected.count);
    void this.#o.deadLetters
      .append(rejected, { tenantId, pipelineId: '', versionId: '', node: '', listenerId, outcome: 'rejected' })
      .then((letters) => {
        releaseBatch(rejected);
        if (!letters) return;
        letters.stand();
        this.#parking.delete(block);
        this.#delivered.advanced();
        watch?.release();
      });
  }
}

const framesOf = (guilty: Guilty, { frameCount }: StoredBlock): ReadonlySet<number> =>
  new Set(guilty === 'all' ? Array(frameCount).keys() : guilty.map(Number));

function crashingRows(rejected: BatchView, frames: ReadonlySet<number>): BatchView {
  const names = namesOf(rejected, true);
  return narrow(
    rejected,
    rejected.rows.slice(0, rejected.count).filter((_, index) => frames.has(Number(names[index]))),
  );
}
