import { causeOf, Episode, type Clock, type Log } from '@acequia/base';
import { internalSlots, releaseBatch, type BatchView } from '@acequia/batch';
import { comparePositions, type AppendGroup, type CommitValue, type JournalStreams, type Position } from '@acequia/journal';
import type { BlockPool } from '../intake/block-pool.ts';
import { madeStream } from '../lanes/made-queue.ts';
import type { DeliveredWatch } from '../outcomes/delivered-watch.ts';
import type { Fault } from '../status.ts';
import { AwaitedRows, isOfOneBlock, type StoredArrival } from './awaited-rows.ts';
import { BackpressureGrace } from './backpressure-grace.ts';
import {
  countBits,
  createEntry,
  isDone,
  isPartial,
  markDone,
  parseBits,
  printBits,
  reroutedArrival,
  type ArrivedRows,
  type Entry,
  type SourceRef,
} from './entry.ts';
import { ImagePacker, unpackImages } from './image-frames.ts';
import type { LoadBudget } from './load-budget.ts';
import { storedNames } from './row-names.ts';
import { SpillReader } from './spill-reader.ts';
import { createSpillRanges, type SpillRanges } from './spill-ranges.ts';

export interface Images {
  /** `into` gives the memory for exactly so many bytes; without it the image has its own. */
  write(view: BatchView, into?: (bytes: number) => Uint8Array): Uint8Array;
  read(image: Uint8Array): BatchView;
}

export interface SpillStoreOptions {
  readonly journal: Pick<JournalStreams, 'append' | 'read' | 'head'>;
  readonly stream: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly images: Images;
  /** Memory of images on their way to the journal. */
  readonly blocks: BlockPool;
  readonly memoryBytes: number;
  /** Where batches are larger than that: bytes that may be in memory so that one fills, as far as the budget allows. */
  readonly gather?: { readonly bytes: number; readonly budget: LoadBudget };
  readonly limitBytes: number;
  readonly whenFull: 'wait' | 'drop-oldest' | 'drop-newest';
  /** Whether events may wait where they come from instead of being spilled here. Undefined: never. */
  lags?(): boolean;
  readonly stored: CommitValue | undefined;
  /** Events given up, once each: `overflow` because the store was full, `damaged` because the stream no longer has them. */
  onDropped(count: number, reason: 'overflow' | 'damaged'): void;
  /** Something can be encoded. */
  onWork(): void;
  /** `blocked` became false. */
  onResume(): void;
  /** `fault` or `full` has changed. */
  onStatus(): void;
}

interface Stored {
  readonly pending: readonly StoredArrival[];
  readonly spill: null | {
    readonly low: readonly [number, number];
    readonly ranges: readonly (readonly [number, number])[];
    readonly done: readonly (readonly [number, number])[];
    readonly partial: readonly (readonly [number, number, string])[];
    readonly bytes: number;
    readonly rows: number;
  };
}

const retryMs = 1000;
const readBytes = 1 << 20;
/** A store that has just filled its memory is waited for this long: a destination in good health has made room by then, and spilling costs a write and a read. */
const graceMs = 100;

/**
 * What waits for one destination, in order of arrival: first in memory, then as images in a stream of the journal. Every row
 * that `add` takes is given out by `peek` until it is settled, or counted by `onDropped`; `waiting` is always the number of
 * rows of which neither has happened yet.
 *
 * Everything not yet in the stream is *pending*: the listener's position must not pass it. Whenever something is
 * spilled, all that is pending is, so that the stream keeps the order.
 *
 * It never throws and leaves no rejection: what the journal refuses is tried again, with growing waits, while `full` or
 * `fault` shows it. Blocks that the stream has lost are counted as `damaged` once the end of what was spilled is reached.
 */
export class SpillStore {
  readonly #o: SpillStoreOptions;
  /** Loaded entries, some of them also in the stream. */
  #queue: Entry[] = [];
  #cursor = 0;
  /** Entries behind the unread part of the stream; they wait to be spilled. */
  #tail: Entry[] = [];
  readonly #ranges: SpillRanges;
  #loadedBytes = 0;
  #tailBytes = 0;
  #spilledBytes = 0;
  /** Rows in the stream that are in no entry. */
  #unreadRows = 0;
  /** Of the budget. */
  #grantedBytes = 0;
  #writing: Promise<boolean> | undefined;
  #reading = false;
  #journalFull = false;
  readonly #reader: SpillReader;
  /** Somebody was told to wait, and is told when that ends. */
  #waitedFor = false;
  #closed = false;
  readonly #grace: BackpressureGrace;
  readonly #unwritten: Episode;
  readonly #watches = new Map<string, DeliveredWatch>();
  /** By place: which rows of unread images are done already. */
  readonly #doneBefore = new Map<string, string>();
  /** Of blocks counted before a restart. */
  readonly awaited: AwaitedRows;

  constructor(options: SpillStoreOptions) {
    this.#o = options;
    this.#reader = new SpillReader({
      journal: options.journal,
      stream: options.stream,
      clock: options.clock,
      log: options.log,
      onStatus: () => options.onStatus(),
      onRetry: () => this.#refill(),
    });
    this.#unwritten = new Episode(options.clock, options.log, {
      level: 'error',
      began: 'events cannot be written as images; they wait in memory',
      ended: 'events are written as images again',
      fields: { stream: options.stream },
    });
    this.#grace = new BackpressureGrace(options.clock, graceMs, () => this.#checkResume());
    const stored = options.stored as unknown as Stored | undefined;
    const head = options.journal.head(options.stream).block;
    this.#ranges = createSpillRanges(stored?.spill?.ranges ?? [], stored?.spill?.low, head);
    this.awaited = new AwaitedRows(stored?.pending ?? []);
    if (!stored?.spill) return;
    for (const [block, frame] of stored.spill.done) this.#doneBefore.set(`${block} ${frame}`, '');
    for (const [block, frame, bits] of stored.spill.partial) this.#doneBefore.set(`${block} ${frame}`, bits);
    this.#spilledBytes = stored.spill.bytes;
    this.#unreadRows = stored.spill.rows;
  }

  /** Nothing waits here. */
  get empty(): boolean {
    return this.#queue.length === 0 && this.#tail.length === 0 && !this.#ranges.unread && !this.#writing;
  }

  /** Nothing waits here, nothing ever went to the stream, and nothing of before a restart is expected: `store` says nothing. */
  get untouched(): boolean {
    return this.empty && !this.#ranges.used && this.awaited.empty && this.#doneBefore.size === 0;
  }

  get waiting(): number {
    let rows = this.#unreadRows;
    for (const entry of this.#queue) rows += entry.left;
    for (const entry of this.#tail) rows += entry.left;
    return rows;
  }

  /** Of the rows that wait, estimated: as encoded images where they are unread in the stream, else as they are in memory. */
  get waitingBytes(): number {
    let loadedImages = 0;
    let bytes = 0;
    for (const entry of this.#queue) {
      loadedImages += entry.spilledBytes;
      bytes += leftBytes(entry);
    }
    for (const entry of this.#tail) bytes += leftBytes(entry);
    return Math.ceil(bytes + (this.#unreadRows > 0 ? Math.max(0, this.#spilledBytes - loadedImages) : 0));
  }

  /**
   * When the oldest event that waits was received, ms since 1970; undefined when none is in memory. What is unread in the stream came after
   * what is in memory.
   */
  get oldestMs(): number | undefined {
    let oldest: number | undefined;
    for (const list of [this.#queue, this.#tail]) {
      for (const entry of list) {
        const at = oldestIn(entry);
        if (at !== undefined && (oldest === undefined || at < oldest)) oldest = at;
      }
    }
    return oldest;
  }

  get spilledBytes(): number {
    return this.#spilledBytes;
  }

  get full(): boolean {
    return this.#journalFull || this.#spilledBytes >= this.#o.limitBytes;
  }

  /** Why what was spilled cannot be delivered now; undefined: nothing is wrong. */
  get fault(): Fault | undefined {
    return this.#reader.failing ? { code: 'DELIVERY_SPILL_UNREADABLE' } : undefined;
  }

  /** The version must not bring more now; `onResume` is called when that ends. */
  get blocked(): boolean {
    const blocked = this.#isBlocked();
    this.#waitedFor ||= blocked;
    return blocked;
  }

  #isBlocked(): boolean {
    if (this.#tailBytes >= this.#o.memoryBytes) return true;
    if (this.full && this.#o.whenFull === 'wait') return true;
    if (this.#hasRoom) return false;
    if (this.#o.lags?.()) return true;
    return !this.#spills && this.#grace.waiting;
  }

  get #hasRoom(): boolean {
    return this.#loadedBytes < this.#o.memoryBytes + this.#grantedBytes;
  }

  /** What comes now goes to the stream. */
  get #spills(): boolean {
    return this.#ranges.unread || this.#tail.length > 0 || this.#writing !== undefined;
  }

  /** Lowest block of a listener stream with something pending; undefined when nothing of it is. */
  lowestPending(stream: string): number | undefined {
    let lowest = this.awaited.empty ? undefined : this.awaited.lowest(stream);
    for (const list of [this.#queue, this.#tail]) {
      for (const { source, left, spilled } of list) {
        if (
          left > 0 &&
          !spilled &&
          source.n !== reroutedArrival &&
          source.stream === stream &&
          (lowest === undefined || source.block < lowest)
        )
          lowest = source.block;
      }
    }
    return lowest;
  }

  /** Age of the oldest pending entry in ms; 0 without one. */
  get pendingAgeMs(): number {
    const oldest = this.#queue.find((entry) => entry.left > 0 && !entry.spilled) ?? this.#tail[0];
    return oldest ? this.#o.clock.now() - oldest.atMs : 0;
  }

  /** Takes the view over (the caller retained the batch for it). False: the store is full, and the rows were dropped. */
  add(source: SourceRef, view: BatchView, bytes: number, watch?: DeliveredWatch, rows: ArrivedRows = {}): boolean {
    if (this.full && this.#o.whenFull === 'drop-newest') {
      releaseBatch(view);
      this.#o.onDropped(view.count - (rows.done ? countBits(rows.done) : 0), 'overflow');
      return false;
    }
    const entry = createEntry(source, view, bytes, this.#o.clock.now(), watch?.hold(), rows);
    if (entry.left === 0) {
      markDone(entry, 0, 0);
      return true;
    }
    if (this.#spills || !this.#hasRoom) {
      this.#tail.push(entry);
      this.#tailBytes += bytes;
      void this.spill();
      return true;
    }
    this.#queue.push(entry);
    this.#loadedBytes += bytes;
    if (!this.#hasRoom) this.#grow(this.#loadedBytes + readBytes);
    this.#noteRoom();
    this.#o.onWork();
    return true;
  }

  /** Like `add`, and resolves when the events are durable here: they may then be forgotten where they came from. False: closed before. */
  async addDurably(source: SourceRef, view: BatchView, bytes: number, watch?: DeliveredWatch): Promise<boolean> {
    if (!this.add(source, view, bytes, watch)) return true;
    // A write under way may not have it.
    await this.spill();
    while (!(await this.spill())) if (this.#closed) return false;
    return true;
  }

  /** The next entry with rows to encode. */
  peek(): Entry | undefined {
    while (this.#cursor < this.#queue.length) {
      const entry = this.#queue[this.#cursor]!;
      if (entry.next < entry.count && entry.left > 0) return entry;
      this.#cursor++;
    }
    this.#refill();
    return undefined;
  }

  /** Rows that got their outcome. */
  settle(entry: Entry, from: number, to: number): void {
    if (markDone(entry, from, to)) this.#popFinished();
    this.#checkResume();
  }

  /**
   * Writes all that is pending to the stream; resolves when it is synced. A full journal is waited out. False: closed before
   * that.
   */
  spill(): Promise<boolean> {
    this.#writing ??= this.#spillOnce().then((durable) => {
      this.#writing = undefined;
      if (this.#tail.length > 0 && !this.#closed) void this.spill();
      this.#refill();
      this.#noteRoom();
      this.#checkResume();
      return durable;
    });
    return this.#writing;
  }

  /** A person asks for an attempt now. */
  retryNow(): void {
    this.#reader.retryNow();
  }

  store(): CommitValue {
    const pending: CommitValue[] = [];
    const done: CommitValue[] = [];
    const partial: CommitValue[] = [];
    let low: Position | undefined;
    let rows = this.#unreadRows;
    for (const entry of [...this.#queue, ...this.#tail]) {
      const { source, spilled, left } = entry;
      if (!spilled) {
        if (left > 0 && source.n !== reroutedArrival) pending.push(storedArrival(entry));
        continue;
      }
      if (left > 0) low ??= spilled;
      if (left === 0) done.push([spilled.block, spilled.frame]);
      else if (isPartial(entry)) partial.push([spilled.block, spilled.frame, printBits(entry.done)]);
      rows += left;
    }
    pending.push(...this.awaited.store());
    for (const [key, bits] of this.#doneBefore) {
      const [block, frame] = key.split(' ').map(Number);
      if (bits === '') done.push([block!, frame!]);
      else partial.push([block!, frame!, bits]);
    }
    low ??= this.#ranges.cursor;
    const spill = this.#ranges.used
      ? { low: [low.block, low.frame], ranges: this.#ranges.store(low), done, partial, bytes: this.#spilledBytes, rows }
      : null;
    return { pending, spill };
  }

  /** First place of the stream that is still needed; undefined when the stream is not used. */
  low(): Position | undefined {
    if (!this.#ranges.used) return undefined;
    return this.#queue.find((entry) => entry.left > 0 && entry.spilled)?.spilled ?? this.#ranges.cursor;
  }

  /** Gives up all that waits; nothing may be on its way. The store is empty from then on. */
  async discard(): Promise<void> {
    this.close();
    await this.#writing;
    for (const entry of [...this.#queue, ...this.#tail]) markDone(entry, 0, entry.count);
    for (const watch of this.#watches.values()) watch.release();
    this.#watches.clear();
    this.#queue = [];
    this.#tail = [];
    this.awaited.clear();
    this.#doneBefore.clear();
    while (this.#ranges.unread) this.#ranges.readFrom({ block: this.#ranges.rangeEnd, frame: 0 });
    this.#loadedBytes = this.#tailBytes = this.#spilledBytes = this.#unreadRows = 0;
    this.#shrink();
  }

  /** Lets go of memory; what is pending stays pending for the last commit. */
  close(): void {
    this.#closed = true;
    this.#reader.close();
    this.#grace.forget();
    this.#shrink();
  }

  // ── memory ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Whether so many bytes may be loaded, with more of the budget where large batches want it. */
  #grow(bytes: number): boolean {
    const { gather, memoryBytes } = this.#o;
    const missing = bytes - memoryBytes - this.#grantedBytes;
    if (missing <= 0) return true;
    if (!gather || bytes > gather.bytes) return false;
    if (!gather.budget.take(missing)) return false;
    this.#grantedBytes += missing;
    return true;
  }

  #shrink(): void {
    if (this.#grantedBytes === 0) return;
    this.#o.gather?.budget.give(this.#grantedBytes);
    this.#grantedBytes = 0;
  }

  #noteRoom(): void {
    if (this.#closed) return;
    if (this.#spills) this.#grace.forget();
    else this.#grace.waits(!this.#hasRoom);
  }

  #checkResume(): void {
    if (!this.#waitedFor || this.#isBlocked()) return;
    this.#waitedFor = false;
    this.#o.onResume();
  }

  #popFinished(): void {
    let popped = 0;
    while (popped < this.#queue.length && this.#queue[popped]!.left === 0) {
      const entry = this.#queue[popped++]!;
      this.#loadedBytes -= entry.bytes;
      this.#spilledBytes = Math.max(0, this.#spilledBytes - entry.spilledBytes);
    }
    if (popped === 0) return;
    this.#queue = this.#queue.slice(popped);
    this.#cursor = Math.max(0, this.#cursor - popped);
    if (this.#queue.length === 0 && !this.#ranges.unread && this.#tail.length === 0) this.#spilledBytes = 0;
    if (this.#loadedBytes < this.#o.memoryBytes) this.#shrink();
    this.#noteRoom();
    this.#refill();
  }

  // ── to the stream ──────────────────────────────────────────────────────────────────────────────────────────────────

  async #spillOnce(): Promise<boolean> {
    try {
      const done = await this.#spillAll();
      this.#unwritten.succeeded();
      return done;
    } catch (error) {
      this.#unwritten.failed(causeOf(error), { error });
      await this.#o.clock.sleep(retryMs);
      return false;
    }
  }

  /** Whether all that was pending is durable, or delivered. */
  async #spillAll(): Promise<boolean> {
    const entries = [...this.#queue.filter((entry) => entry.left > 0 && !entry.spilled), ...this.#tail];
    if (entries.length === 0) return !this.#closed;
    const first = this.#tail[0];
    const tailCount = this.#tail.length;
    const taken: Uint8Array[] = [];
    const packer = new ImagePacker(this.#o.stream, (bytes) => {
      const memory = this.#o.blocks.take(bytes);
      taken.push(memory);
      return memory;
    });
    const images = entries.map(({ view, source, count, atMs, bytes }) => {
      this.#o.images.write(view!, (size) => packer.room(size));
      return packer.add({ source, count, atMs, bytes });
    });
    const { blocks, places } = packer.finish();
    const receipt = await this.#append(blocks, entries);
    if (receipt) {
      const isTail = first !== undefined && this.#tail[0] === first;
      this.#spilled(entries, images, places, receipt, isTail ? tailCount : 0);
    }
    for (const memory of taken) this.#o.blocks.drop(memory);
    if (receipt && this.full && this.#o.whenFull === 'drop-oldest') await this.#dropOldest();
    return receipt !== undefined || !this.#closed;
  }

  /** The entries are in the stream; the last `tailCount` of them are those of the tail, whose images are read when their turn comes. */
  #spilled(
    entries: readonly Entry[],
    images: readonly Uint8Array[],
    places: readonly { readonly block: number; readonly frame: number }[],
    receipt: readonly number[],
    tailCount: number,
  ): void {
    const hadUnread = this.#ranges.unread;
    const end = receipt.at(-1)! + 1;
    const tailFrom = entries.length - tailCount;
    this.#ranges.written(receipt[0]!, end);
    const here = new Set(this.#queue);
    for (const [index, entry] of entries.entries()) {
      const place = places[index]!;
      const spilled = { block: receipt[place.block]!, frame: place.frame };
      const image = images[index]!;
      const unread = index >= tailFrom;
      // Those that ended meanwhile may have been counted out already.
      if (!unread && !here.has(entry)) continue;
      entry.spilled = spilled;
      entry.spilledBytes = image.length;
      this.#spilledBytes += image.length;
      if (unread) this.#leaveUnread(entry, spilled);
      else if (entry.left > 0) {
        releaseBatch(entry.view!);
        entry.view = this.#o.images.read(Uint8Array.prototype.slice.call(image));
      }
    }
    if (!hadUnread) this.#ranges.readFrom(tailCount > 0 ? entries[tailFrom]!.spilled! : { block: end, frame: 0 });
    this.#tail = this.#tail.slice(tailCount);
    this.#tailBytes = this.#tail.reduce((sum, entry) => sum + entry.bytes, 0);
  }

  #leaveUnread(entry: Entry, place: Position): void {
    releaseBatch(entry.view!);
    entry.view = undefined;
    this.#unreadRows += entry.left;
    if (isPartial(entry)) this.#doneBefore.set(placeKey(place), printBits(entry.done));
    if (entry.watch) this.#watches.set(placeKey(place), entry.watch);
  }

  /** Undefined: closed, or everything has been delivered while the journal was full. */
  async #append(blocks: AppendGroup['blocks'], entries: readonly Entry[]): Promise<number[] | undefined> {
    for (;;) {
      if (this.#closed) return undefined;
      if (entries.every(({ left }) => left === 0)) {
        this.#setJournalFull(false);
        return undefined;
      }
      try {
        const receipt = await this.#o.journal.append({ blocks, durability: 'fsync' });
        this.#setJournalFull(false);
        return receipt.blocks.map(({ block }) => block);
      } catch (error) {
        if (!this.#journalFull) this.#o.log.warn({ stream: this.#o.stream, error }, 'events cannot be spilled; they wait in memory');
        this.#setJournalFull(true);
        this.#deliverTail();
        await this.#o.clock.sleep(retryMs);
      }
    }
  }

  #setJournalFull(full: boolean): void {
    if (full === this.#journalFull) return;
    this.#journalFull = full;
    this.#o.onStatus();
  }

  /** What cannot be spilled is delivered from memory: a journal that is full of its own blocks has room only then. */
  #deliverTail(): void {
    if (this.#ranges.unread || this.#tail.length === 0 || this.#closed) return;
    this.#queue.push(...this.#tail);
    this.#loadedBytes += this.#tailBytes;
    this.#tail = [];
    this.#tailBytes = 0;
    this.#o.onWork();
  }

  /** Makes room from the front of what was not read yet; what cannot be read now stays. */
  async #dropOldest(): Promise<void> {
    while (this.full && this.#ranges.unread && !this.#closed) {
      const from = this.#ranges.cursor;
      const blocks = await this.#reader.read(from, 1);
      if (!blocks || comparePositions(from, this.#ranges.cursor) !== 0) return;
      const block = blocks.find((candidate) => candidate.block >= from.block);
      if (!block || block.block >= this.#ranges.rangeEnd) {
        this.#passTo({ block: this.#ranges.rangeEnd, frame: 0 });
        continue;
      }
      const { frames, damaged } = unpackImages(block, block.block === from.block ? from.frame : 0);
      for (const { frame, rows } of damaged) this.#giveUp({ block: block.block, frame }, rows, 'damaged');
      for (const { frame, meta, image } of frames) {
        if (!this.full) break;
        this.#spilledBytes -= image.length;
        this.#giveUp({ block: block.block, frame }, meta.count, 'overflow');
        this.#passTo({ block: block.block, frame: frame + 1 });
      }
      if (this.full || frames.length === 0) this.#passTo({ block: block.block + 1, frame: 0 });
    }
  }

  /** An unread image of so many rows will not be delivered; those of its rows that are done have their outcome. */
  #giveUp(place: Position, rows: number, reason: 'overflow' | 'damaged'): void {
    const key = placeKey(place);
    this.#watches.get(key)?.release();
    this.#watches.delete(key);
    const before = this.#doneBefore.get(key);
    this.#doneBefore.delete(key);
    const left = before === '' ? 0 : before === undefined ? rows : rows - countBits(parseBits(before));
    this.#unreadRows -= left;
    if (left > 0) this.#o.onDropped(left, reason);
  }

  // ── from the stream ────────────────────────────────────────────────────────────────────────────────────────────────

  #refill(): void {
    if (this.#closed || this.#reading || this.#writing || this.#reader.waiting) return;
    if (!this.#ranges.unread) {
      if (this.#tail.length > 0) void this.spill();
      return;
    }
    const wants = this.#o.gather !== undefined && this.#grow(this.#loadedBytes + readBytes);
    if (this.#loadedBytes >= this.#o.memoryBytes / 2 && !wants) return;
    this.#reading = true;
    void this.#load().then((loaded) => {
      this.#reading = false;
      if (loaded) this.#o.onWork();
    });
  }

  async #load(): Promise<boolean> {
    const from = this.#ranges.cursor;
    const blocks = await this.#reader.read(from, readBytes);
    if (!blocks || comparePositions(from, this.#ranges.cursor) !== 0 || this.#closed) return blocks !== undefined;
    const usable = blocks.filter(({ block }) => block >= from.block && block < this.#ranges.rangeEnd);
    for (const block of usable) {
      const { frames, damaged } = unpackImages(block, block.block === from.block ? from.frame : 0);
      for (const { frame, rows } of damaged) this.#giveUp({ block: block.block, frame }, rows, 'damaged');
      for (const { frame, meta, image } of frames) this.#loadEntry({ block: block.block, frame }, meta, image);
    }
    const last = usable.at(-1);
    this.#passTo({ block: last ? last.block + 1 : this.#ranges.rangeEnd, frame: 0 });
    this.#noteRoom();
    return true;
  }

  /** Goes on in the stream. What was to be there and has not come when nothing is unread any more is lost. */
  #passTo(position: Position): void {
    this.#ranges.readFrom(position);
    if (this.#ranges.unread) return;
    const rows = this.#unreadRows;
    this.#unreadRows = 0;
    if (rows <= 0) return;
    this.#spilledBytes = this.#queue.reduce((sum, entry) => sum + entry.spilledBytes, 0);
    this.#o.log.error({ stream: this.#o.stream, rows }, 'spilled events are no longer in the journal; they are lost');
    this.#o.onDropped(rows, 'damaged');
    for (const watch of this.#watches.values()) watch.release();
    this.#watches.clear();
    this.#doneBefore.clear();
  }

  #loadEntry(place: Position, meta: { source: SourceRef; count: number; atMs: number; bytes: number }, image: Uint8Array): void {
    const key = placeKey(place);
    const bits = this.#doneBefore.get(key);
    this.#doneBefore.delete(key);
    if (bits === '') {
      this.#queue.push({ ...finishedEntry(meta), spilled: place, spilledBytes: image.length });
      this.#popFinished();
      return;
    }
    const done = bits === undefined ? undefined : parseBits(bits);
    const entry = createEntry(meta.source, this.#o.images.read(image), meta.bytes, meta.atMs, this.#watches.get(key), done ? { done } : {});
    this.#watches.delete(key);
    entry.spilled = place;
    entry.spilledBytes = image.length;
    this.#unreadRows -= entry.left;
    this.#queue.push(entry);
    this.#loadedBytes += entry.bytes;
  }
}

/** Events of one view came in order, but for those that steps made later. */
function oldestIn(entry: Entry): number | undefined {
  const { view, left, count } = entry;
  if (!view || left === 0) return undefined;
  let row = 0;
  while (row < count && isDone(entry, row)) row++;
  const received = view.time(view.rows[row]!, internalSlots.received);
  return received === undefined ? undefined : Number(received / 1_000_000n);
}

const leftBytes = ({ bytes, left, count }: Entry): number => (count === 0 ? 0 : (bytes * left) / count);

function finishedEntry(meta: { source: SourceRef; count: number; atMs: number }): Entry {
  return {
    source: meta.source,
    count: meta.count,
    atMs: meta.atMs,
    bytes: 0,
    view: undefined,
    done: new Uint8Array(0),
    left: 0,
    next: meta.count,
    spilled: undefined,
    spilledBytes: 0,
    watch: undefined,
    copies: undefined,
    names: undefined,
  };
}

function storedArrival(entry: Entry): CommitValue {
  const { stream, block, n } = entry.source;
  const bits = isPartial(entry) ? printBits(entry.done) : null;
  if (stream === madeStream) return [stream, block, n, bits, entry.left];
  const namesOfLeft = (): CommitValue => storedNames(entry.view!, isOfOneBlock(stream), entry.copies, (row) => isDone(entry, row));
  // Releases that know no names go by the bits.
  return [stream, block, n, bits, bits === null ? (entry.names ??= namesOfLeft()) : namesOfLeft()];
}

const placeKey = ({ block, frame }: Position) => `${block} ${frame}`;
