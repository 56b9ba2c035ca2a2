import type { Clock, Log } from '@acequia/base';
import { releaseBatch, type BatchView } from '@acequia/batch';
import { comparePositions, type CommitValue, type JournalStreams, type Position } from '@acequia/journal';
import type { BlockPool } from '../intake/block-pool.ts';
import type { DeliveredWatch } from '../outcomes/delivered-watch.ts';
import { countBits, createEntry, departed, isPartial, markDone, parseBits, printBits, type Entry, type SourceRef } from './entry.ts';
import { Hold } from './hold.ts';
import { ImagePacker, unpackImages } from './image-frames.ts';
import { createSpillRanges, type SpillRanges } from './spill-ranges.ts';

export interface Images {
  /** `into` gives the memory for exactly so many bytes; without it the image has its own. */
  write(view: BatchView, into?: (bytes: number) => Uint8Array): Uint8Array;
  read(image: Uint8Array): BatchView;
}

export interface OutboxOptions {
  readonly journal: JournalStreams;
  readonly stream: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly images: Images;
  /** Memory of images on their way to the journal. */
  readonly blocks: BlockPool;
  readonly memoryBytes: number;
  readonly limitBytes: number;
  readonly whenFull: 'wait' | 'drop-oldest' | 'drop-newest';
  /** Whether events may wait where they come from instead of being spilled here. Undefined: never. */
  lags?(): boolean;
  readonly stored: CommitValue | undefined;
  /** Events dropped because the branch was full. */
  onDropped(count: number, reason: string): void;
  /** Something can be encoded. */
  onWork(): void;
  /** `blocked` became false. */
  onResume(): void;
}

interface StoredOutbox {
  readonly pending: readonly (readonly [string, number, number, string | null])[];
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
/** A branch among others that has just filled its memory is waited for this long: a destination in good health has made room by then, and spilling costs a write and a read. */
const graceMs = 100;

/**
 * What waits for one destination, in order of arrival: first in memory, then as images in a stream of the journal.
 * Everything not yet in the stream is *pending*: the listener's position must not pass it. Whenever something is
 * spilled, all that is pending is, so that the stream keeps the order.
 */
export class Outbox {
  readonly #o: OutboxOptions;
  /** Loaded entries, some of them also in the stream. */
  #queue: Entry[] = [];
  #cursor = 0;
  /** Entries behind the unread part of the stream; they wait to be spilled. */
  #tail: Entry[] = [];
  readonly #ranges: SpillRanges;
  #loadedBytes = 0;
  #tailBytes = 0;
  #spilledBytes = 0;
  #unreadRows = 0;
  #spilling: Promise<void> | undefined;
  #loading = false;
  #journalFull = false;
  #wasBlocked = false;
  #closed = false;
  readonly #grace: Hold;
  readonly #watches = new Map<string, DeliveredWatch>();
  /** After a restart: what the last commit said about entries, by place. */
  readonly #resumed = new Map<string, string>();
  readonly #pendingBefore = new Map<string, string | null>();

  constructor(options: OutboxOptions) {
    this.#o = options;
    this.#grace = new Hold(options.clock, graceMs, () => this.#checkResume());
    const stored = options.stored as unknown as StoredOutbox | undefined;
    const head = options.journal.head(options.stream).block;
    this.#ranges = createSpillRanges(stored?.spill?.ranges ?? [], stored?.spill?.low, head);
    for (const [stream, block, n, bits] of stored?.pending ?? []) this.#pendingBefore.set(`${stream} ${block} ${n}`, bits);
    if (!stored?.spill) return;
    for (const [block, frame] of stored.spill.done) this.#resumed.set(`${block} ${frame}`, '');
    for (const [block, frame, bits] of stored.spill.partial) this.#resumed.set(`${block} ${frame}`, bits);
    this.#spilledBytes = stored.spill.bytes;
    this.#unreadRows = stored.spill.rows;
  }

  /** Nothing waits here. */
  get empty(): boolean {
    return this.#queue.length === 0 && this.#tail.length === 0 && !this.#ranges.unread && !this.#spilling;
  }

  /** Nothing waits here, nothing ever went to the stream, and nothing of before a restart is expected: `store` says nothing. */
  get untouched(): boolean {
    return this.empty && !this.#ranges.used && this.#pendingBefore.size === 0 && this.#resumed.size === 0;
  }

  get waiting(): number {
    let rows = this.#unreadRows;
    for (const entry of this.#queue) rows += entry.left;
    for (const entry of this.#tail) rows += entry.left;
    return rows;
  }

  get spilledBytes(): number {
    return this.#spilledBytes;
  }

  get full(): boolean {
    return this.#journalFull || this.#spilledBytes >= this.#o.limitBytes;
  }

  /** The version must not bring more now. */
  get blocked(): boolean {
    const blocked = this.#isBlocked();
    this.#wasBlocked ||= blocked;
    return blocked;
  }

  #isBlocked(): boolean {
    if (this.#tailBytes >= this.#o.memoryBytes) return true;
    if (this.full && this.#o.whenFull === 'wait') return true;
    const hasRoom = this.#loadedBytes < this.#o.memoryBytes;
    if (hasRoom && this.#grace.calm) return false;
    if (!hasRoom && this.#o.lags?.()) return true;
    if (!this.#spills) return this.#grace.waits(!hasRoom);
    this.#grace.forget();
    return false;
  }

  /** What comes now goes to the stream. */
  get #spills(): boolean {
    return this.#ranges.unread || this.#tail.length > 0 || this.#spilling !== undefined;
  }

  /** Lowest block of a listener stream with something pending; undefined when nothing of it is. */
  lowestPending(stream: string): number | undefined {
    let lowest: number | undefined;
    if (this.#queue.length === 0 && this.#tail.length === 0 && this.#pendingBefore.size === 0) return lowest;
    for (const list of [this.#queue, this.#tail]) {
      for (const { source, left, spilled } of list) {
        if (left > 0 && !spilled && source.n !== departed && source.stream === stream && (lowest === undefined || source.block < lowest))
          lowest = source.block;
      }
    }
    for (const key of this.#pendingBefore.keys()) {
      const [from, block] = key.split(' ');
      if (from === stream && (lowest === undefined || Number(block) < lowest)) lowest = Number(block);
    }
    return lowest;
  }

  /** Age of the oldest pending entry in ms; 0 without one. */
  get pendingAgeMs(): number {
    const oldest = this.#queue.find((entry) => entry.left > 0 && !entry.spilled) ?? this.#tail[0];
    return oldest ? this.#o.clock.now() - oldest.atMs : 0;
  }

  /** For a block run again after a crash: whether the branch still needs this entry, and which of its rows are done. */
  takePending(source: SourceRef): { readonly needed: boolean; readonly done?: Uint8Array } {
    const key = `${source.stream} ${source.block} ${source.n}`;
    const bits = this.#pendingBefore.get(key);
    if (bits === undefined) return { needed: false };
    this.#pendingBefore.delete(key);
    return bits === null ? { needed: true } : { needed: true, done: parseBits(bits) };
  }

  /** Takes the view over (the caller retained the batch for it). */
  add(source: SourceRef, view: BatchView, bytes: number, watch?: DeliveredWatch, done?: Uint8Array): void {
    if (this.full && this.#o.whenFull === 'drop-newest') {
      releaseBatch(view);
      this.#o.onDropped(view.count, 'overflow');
      return;
    }
    const entry = createEntry(source, view, bytes, this.#o.clock.now(), watch?.hold(), done);
    if (entry.left === 0) {
      markDone(entry, 0, 0);
      return;
    }
    if (this.#spills || this.#loadedBytes >= this.#o.memoryBytes) {
      this.#tail.push(entry);
      this.#tailBytes += bytes;
      void this.spill();
      return;
    }
    this.#queue.push(entry);
    this.#loadedBytes += bytes;
    this.#o.onWork();
  }

  /** Like `add`, and resolves when the events are durable here: they may then be forgotten where they came from. False: closed before. */
  async addDurably(source: SourceRef, view: BatchView, bytes: number, watch?: DeliveredWatch): Promise<boolean> {
    this.add(source, view, bytes, watch);
    await this.spill();
    await this.spill();
    return !this.#closed;
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

  /** Entries of a stream's blocks run again that never came: nothing waits for them any longer. */
  endReplay(stream: string): void {
    for (const key of this.#pendingBefore.keys()) if (key.startsWith(`${stream} `)) this.#pendingBefore.delete(key);
  }

  /** Writes all that is pending to the stream; resolves when it is synced. A full journal is waited out. */
  spill(): Promise<void> {
    this.#spilling ??= this.#spillAll().finally(() => {
      this.#spilling = undefined;
      if (this.#tail.length > 0 && !this.#closed) void this.spill();
      this.#refill();
      this.#checkResume();
    });
    return this.#spilling;
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
        if (left > 0 && source.n !== departed)
          pending.push([source.stream, source.block, source.n, isPartial(entry) ? printBits(entry.done) : null]);
        continue;
      }
      if (left > 0) low ??= spilled;
      if (left === 0) done.push([spilled.block, spilled.frame]);
      else if (isPartial(entry)) partial.push([spilled.block, spilled.frame, printBits(entry.done)]);
      rows += left;
    }
    for (const [key, bits] of this.#pendingBefore) {
      const [stream, block, n] = key.split(' ');
      pending.push([stream!, Number(block), Number(n), bits]);
    }
    for (const [key, bits] of this.#resumed) {
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

  /** Gives up all that waits; nothing may be on its way. The branch is empty from then on. */
  async discard(): Promise<void> {
    this.#closed = true;
    await this.#spilling;
    for (const entry of [...this.#queue, ...this.#tail]) markDone(entry, 0, entry.count);
    for (const watch of this.#watches.values()) watch.release();
    this.#watches.clear();
    this.#queue = [];
    this.#tail = [];
    this.#pendingBefore.clear();
    this.#resumed.clear();
    while (this.#ranges.unread) this.#ranges.readFrom({ block: this.#ranges.rangeEnd, frame: 0 });
    this.#loadedBytes = this.#tailBytes = this.#spilledBytes = this.#unreadRows = 0;
  }

  /** Lets go of memory; what is pending stays pending for the last commit. */
  close(): void {
    this.#closed = true;
  }

  async #spillAll(): Promise<void> {
    const entries = [...this.#queue.filter((entry) => entry.left > 0 && !entry.spilled), ...this.#tail];
    if (entries.length === 0) return;
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
    const isTail = first !== undefined && this.#tail[0] === first;
    if (receipt) await this.#spilled(entries, images, places, receipt, isTail ? first : undefined, isTail ? tailCount : 0);
    for (const memory of taken) this.#o.blocks.drop(memory);
  }

  async #spilled(
    entries: readonly Entry[],
    images: readonly Uint8Array[],
    places: readonly { readonly block: number; readonly frame: number }[],
    receipt: readonly number[],
    first: Entry | undefined,
    tailCount: number,
  ): Promise<void> {
    const hadUnread = this.#ranges.unread;
    for (const [index, entry] of entries.entries()) {
      const place = places[index]!;
      entry.spilled = { block: receipt[place.block]!, frame: place.frame };
      entry.spilledBytes = images[index]!.length;
    }
    this.#ranges.written(receipt[0]!, receipt.at(-1)! + 1);
    this.#spilledBytes += images.reduce((sum, image) => sum + image.length, 0);
    const firstUnread = first?.spilled ?? { block: receipt.at(-1)! + 1, frame: 0 };
    if (!hadUnread) this.#ranges.readFrom(firstUnread);
    for (const [index, entry] of entries.entries())
      if (entry.left > 0) this.#settleSpilled(entry, images[index]!, index >= entries.length - tailCount);
    this.#tail = this.#tail.slice(tailCount);
    this.#tailBytes = this.#tail.reduce((sum, entry) => sum + entry.bytes, 0);
    if (this.full && this.#o.whenFull === 'drop-oldest') await this.#dropOldest();
  }

  #settleSpilled(entry: Entry, image: Uint8Array, unread: boolean): void {
    releaseBatch(entry.view!);
    if (unread) {
      entry.view = undefined;
      this.#unreadRows += entry.left;
      if (entry.watch) this.#watches.set(placeKey(entry.spilled!), entry.watch);
    } else entry.view = this.#o.images.read(Uint8Array.prototype.slice.call(image));
  }

  /** Undefined: closed, or everything has been delivered while the journal was full. */
  async #append(blocks: Parameters<JournalStreams['append']>[0]['blocks'], entries: readonly Entry[]): Promise<number[] | undefined> {
    for (;;) {
      if (this.#closed) return undefined;
      if (entries.every(({ left }) => left === 0)) {
        this.#journalFull = false;
        return undefined;
      }
      try {
        const receipt = await this.#o.journal.append({ blocks, durability: 'fsync' });
        this.#journalFull = false;
        return receipt.blocks.map(({ block }) => block);
      } catch (error) {
        if (!this.#journalFull) this.#o.log.warn({ stream: this.#o.stream, error }, 'a branch cannot spill; it waits');
        this.#journalFull = true;
        this.#deliverTail();
        await this.#o.clock.sleep(retryMs);
      }
    }
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

  #refill(): void {
    if (this.#closed || this.#loading || this.#spilling) return;
    if (!this.#ranges.unread) {
      if (this.#tail.length > 0) void this.spill();
      return;
    }
    if (this.#loadedBytes >= this.#o.memoryBytes / 2) return;
    this.#loading = true;
    void this.#load().finally(() => {
      this.#loading = false;
      this.#o.onWork();
    });
  }

  async #load(): Promise<void> {
    const from = this.#ranges.cursor;
    const blocks = await this.#o.journal.read(this.#o.stream, from, readBytes);
    if (comparePositions(from, this.#ranges.cursor) !== 0 || this.#closed) return;
    const usable = blocks.filter(({ block }) => block >= from.block && block < this.#ranges.rangeEnd);
    for (const block of usable) {
      const { frames, damagedRows } = unpackImages(block, block.block === from.block ? from.frame : 0);
      if (damagedRows > 0) this.#lose(damagedRows);
      for (const { frame, meta, image } of frames) this.#loadEntry({ block: block.block, frame }, meta, image);
    }
    const last = usable.at(-1);
    this.#ranges.readFrom({ block: last ? last.block + 1 : this.#ranges.rangeEnd, frame: 0 });
    if (!last) this.#o.log.error({ stream: this.#o.stream, from: from.block }, 'spilled events cannot be read; they are lost');
  }

  #loadEntry(place: Position, meta: { source: SourceRef; count: number; atMs: number; bytes: number }, image: Uint8Array): void {
    const key = placeKey(place);
    const bits = this.#resumed.get(key);
    this.#resumed.delete(key);
    if (bits === '') {
      this.#queue.push({ ...finishedEntry(meta), spilled: place, spilledBytes: image.length });
      this.#popFinished();
      return;
    }
    const view = this.#o.images.read(image);
    const entry = createEntry(
      meta.source,
      view,
      meta.bytes,
      meta.atMs,
      this.#watches.get(key),
      bits === undefined ? undefined : parseBits(bits),
    );
    this.#watches.delete(key);
    entry.spilled = place;
    entry.spilledBytes = image.length;
    this.#unreadRows -= entry.left;
    this.#queue.push(entry);
    this.#loadedBytes += entry.bytes;
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
    this.#refill();
  }

  async #dropOldest(): Promise<void> {
    while (this.full && this.#ranges.unread && !this.#closed) {
      const from = this.#ranges.cursor;
      const block = (await this.#o.journal.read(this.#o.stream, from, 1)).find((candidate) => candidate.block >= from.block);
      if (comparePositions(from, this.#ranges.cursor) !== 0) return;
      if (!block || block.block >= this.#ranges.rangeEnd) {
        this.#ranges.readFrom({ block: this.#ranges.rangeEnd, frame: 0 });
        continue;
      }
      const { frames, damagedRows } = unpackImages(block, block.block === from.block ? from.frame : 0);
      if (damagedRows > 0) this.#lose(damagedRows);
      for (const { frame, meta, image } of frames) {
        if (!this.full) break;
        this.#dropFrame({ block: block.block, frame }, meta.count, image.length);
      }
      if (this.full || frames.length === 0) this.#ranges.readFrom({ block: block.block + 1, frame: 0 });
    }
  }

  #dropFrame(place: Position, rows: number, bytes: number): void {
    const key = placeKey(place);
    this.#watches.get(key)?.release();
    this.#watches.delete(key);
    const before = this.#resumed.get(key);
    this.#resumed.delete(key);
    const left = before === '' ? 0 : before === undefined ? rows : rows - countBits(parseBits(before));
    this.#spilledBytes -= bytes;
    this.#unreadRows -= left;
    this.#ranges.readFrom({ block: place.block, frame: place.frame + 1 });
    this.#o.onDropped(left, 'overflow');
  }

  #lose(rows: number): void {
    this.#unreadRows -= rows;
    this.#o.onDropped(rows, 'damaged');
  }

  #checkResume(): void {
    if (!this.#wasBlocked || this.#isBlocked()) return;
    this.#wasBlocked = false;
    this.#o.onResume();
  }
}

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
  };
}

const placeKey = ({ block, frame }: Position) => `${block} ${frame}`;
