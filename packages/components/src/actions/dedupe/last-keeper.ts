import { madeBytesMax, madeEventsMax } from '../../state/made-at-once.ts';
import { BadState, StateReader, StateWriter } from '../../state/state-bytes.ts';
import type { KeyHash } from '../../fields/event-key.ts';
import { KeyTable } from './key-table.ts';

export interface LastKeeperOptions {
  readonly withinMs: number;
  /** Each further event begins the time anew. */
  readonly sliding: boolean;
  readonly maxKeys: number;
  /** Memory of the events kept; may change. */
  stateBytes(): number;
  /** What `snapshot` gave; anything else is no state. */
  readonly restored: Uint8Array | undefined;
}

/** An event whose time is over, or that had to make room. */
export interface Released {
  /** Image of the event alone. */
  readonly image: Uint8Array;
  /** How many of its key came before it. */
  readonly before: number;
}

/** Makes the image of an event that is still in its batch. */
type MakeImage = () => Uint8Array;

/** Of an image beside its bytes. */
const entryBytes = 320;

/** Keeps the last event of each key until the time since the key's first one is over. Time is what it is told, never a clock. */
export class LastKeeper {
  readonly #o: LastKeeperOptions;
  readonly #keys: KeyTable;
  /** By entry of the table. */
  readonly #images: (Uint8Array | undefined)[] = [];
  /** Events of the batch at work, by entry: those that are replaced in it need no image. */
  readonly #arriving = new Map<number, MakeImage>();
  #bytes = 0;
  #evicted = 0;
  #released: Released[] = [];
  #releasedBytes = 0;
  /** Of what the last batch left. */
  #settledBytes = 0;

  constructor(options: LastKeeperOptions) {
    this.#o = options;
    const stored = options.restored && readState(options.restored, options.maxKeys);
    this.#keys = stored?.keys ?? new KeyTable(options.maxKeys);
    for (const [entry, image] of stored?.images.entries() ?? []) this.#keep(entry, image);
  }

  /** Keeps an event instead of the one before it of its key, which is returned; undefined: it is the first. */
  keep(key: KeyHash, nowMs: number, make: MakeImage): MakeImage | undefined {
    this.advance(nowMs);
    const keys = this.#keys;
    let known = keys.find(key);
    if (known >= 0 && keys.timeOf(known) + this.#o.withinMs <= nowMs) {
      this.#release(known);
      known = -1;
    }
    if (known >= 0) {
      const before = this.#makerOf(known);
      keys.setCount(known, keys.countOf(known) + 1);
      if (this.#o.sliding) keys.renew(known, Math.max(nowMs, keys.timeOf(known)));
      this.#forget(known);
      this.#arriving.set(known, make);
      return before;
    }
    const stateBytes = this.#o.stateBytes();
    // Where the memory became less, what was kept in it goes out bit by bit.
    const mayRelease = () => this.#releasedBytes < this.#settledBytes + madeBytesMax;
    while (keys.size >= keys.max || (keys.size > 0 && this.#bytes >= stateBytes && mayRelease())) {
      this.#evicted++;
      this.#release(keys.oldest);
    }
    keys.add(key, nowMs);
    this.#arriving.set(keys.find(key), make);
    return undefined;
  }

  /** The batch ends: what is kept of it gets its image. */
  settle(): void {
    const before = this.#bytes;
    for (const [entry, make] of this.#arriving) this.#keep(entry, make());
    this.#arriving.clear();
    this.#settledBytes = this.#bytes - before;
  }

  /** Time at which the next event is released; infinite when none is kept. */
  dueMs(): number {
    return this.#keys.size === 0 ? Infinity : this.#keys.timeOf(this.#keys.oldest) + this.#o.withinMs;
  }

  /** Some of what is due when it is much: `dueMs` says so. */
  advance(nowMs: number): void {
    while (this.dueMs() <= nowMs && !this.#hasReleasedMuch) this.#release(this.#keys.oldest);
  }

  /** Some of all when it is much, while `isHolding`. */
  flush(): void {
    while (this.isHolding && !this.#hasReleasedMuch) this.#release(this.#keys.oldest);
  }

  get isHolding(): boolean {
    return this.#keys.size > 0;
  }

  /** What is kept is no concern of this one any more. */
  forget(): void {
    while (this.isHolding) this.#remove(this.#keys.oldest);
  }

  takeReleased(): readonly Released[] {
    const released = this.#released;
    this.#released = [];
    this.#releasedBytes = 0;
    return released;
  }

  /** Events released before their time since it was last asked. */
  takeEvicted(): number {
    const evicted = this.#evicted;
    this.#evicted = 0;
    return evicted;
  }

  /** Between two batches. */
  snapshot(): Uint8Array {
    const out = new StateWriter();
    out.bytes(this.#keys.write());
    for (const entry of this.#keys.entries()) out.bytes(this.#images[entry]!);
    return out.finish();
  }

  get #hasReleasedMuch(): boolean {
    return this.#released.length >= madeEventsMax || this.#releasedBytes >= madeBytesMax;
  }

  #release(entry: number): void {
    const image = this.#makerOf(entry)();
    this.#released.push({ image, before: this.#keys.countOf(entry) });
    this.#releasedBytes += image.length;
    this.#remove(entry);
  }

  #remove(entry: number): void {
    this.#forget(entry);
    this.#keys.remove(entry);
  }

  #keep(entry: number, image: Uint8Array): void {
    this.#images[entry] = image;
    this.#bytes += image.length + entryBytes;
  }

  #makerOf(entry: number): MakeImage {
    const image = this.#images[entry];
    return image ? () => image : this.#arriving.get(entry)!;
  }

  #forget(entry: number): void {
    this.#arriving.delete(entry);
    const image = this.#images[entry];
    if (!image) return;
    this.#images[entry] = undefined;
    this.#bytes -= image.length + entryBytes;
  }
}

function readState(bytes: Uint8Array, maxKeys: number): { keys: KeyTable; images: Uint8Array[] } | undefined {
  try {
    const input = new StateReader(bytes);
    const keys = KeyTable.read(input.bytes(), maxKeys);
    const images = [...keys.entries()].map(() => input.bytes());
    return input.ended ? { keys, images } : undefined;
  } catch (error) {
    if (error instanceof BadState) return undefined;
    throw error;
  }
}
