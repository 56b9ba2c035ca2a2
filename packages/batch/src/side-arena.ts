import { KiB } from '@acequia/base';
import type { ArrayPool } from './array-pool.ts';
import type { Arena, LaneMemory } from './lane-memory.ts';
import { textBuffer, type TextBuffer } from './text-buffer.ts';

const firstChunkBytes = 16 * KiB;
const chunkBytesMax = 4 * 1024 * KiB;

/** Where a value came to lie: set by each `place…`, read before the next call. */
export interface Placed {
  segment: number;
  offset: number;
  length: number;
}

/**
 * The segments of a batch: segment 0 is the block, later ones hold the bytes that steps made. Append-only; only the
 * lane's thread writes. Takes arenas of the lane's pool, and the heap when the pool has none, so a step never waits.
 */
export class SideArena {
  readonly segments: TextBuffer[];
  /** Per segment: all bytes in it are ASCII. */
  readonly ascii: boolean[];
  readonly placed: Placed = { segment: 0, offset: 0, length: 0 };
  /** Bytes of all values that were added. */
  added = 0;
  readonly #memory: LaneMemory | undefined;
  readonly #pool: ArrayPool | undefined;
  readonly #pooled: ArrayBuffer[] = [];
  readonly #arenas: Arena[] = [];
  /** Bytes in use of segments that were full when the next one was opened, or came whole. */
  readonly #filled: number[] = [];
  #used = 0;
  #room = 0;
  #current = 0;
  #next = firstChunkBytes;

  constructor(block: TextBuffer, blockAscii: boolean, memory?: LaneMemory, pool?: ArrayPool) {
    this.#pool = pool;
    this.segments = [block];
    this.ascii = [blockAscii];
    this.#memory = memory;
  }

  text(value: string): Placed {
    const buffer = this.#reserve(value.length * 3, 1);
    const length = buffer.write(value, this.#used, 'utf8');
    if (length !== value.length) this.ascii[this.#current] = false;
    return this.#take(length);
  }

  bytes(value: Uint8Array, align: number): Placed {
    const buffer = this.#reserve(value.length, align);
    buffer.set(value, this.#used);
    this.ascii[this.#current] = false;
    return this.#take(value.length);
  }

  i64(value: bigint): Placed {
    const buffer = this.#reserve(8, 8);
    buffer.writeBigInt64LE(value, this.#used);
    return this.#take(8);
  }

  f64(value: number): Placed {
    const buffer = this.#reserve(8, 8);
    buffer.writeDoubleLE(value, this.#used);
    return this.#take(8);
  }

  /** Adds a segment that is whole already; nothing is copied. */
  attach(bytes: Uint8Array, ascii: boolean): number {
    const segment = this.segments.push(textBuffer(bytes)) - 1;
    this.ascii.push(ascii);
    return segment;
  }

  /** Adds a copy of these bytes as a segment of its own; returns its number. */
  copy(bytes: Uint8Array, ascii: boolean): number {
    const segment = this.attach(new Uint8Array(0), ascii);
    this.fill(segment, bytes, ascii);
    return segment;
  }

  /** Gives a segment that was attached empty a copy of these bytes. */
  fill(segment: number, bytes: Uint8Array, ascii: boolean): void {
    const buffer = this.#newBuffer(bytes.length);
    buffer.set(bytes);
    this.added += bytes.length;
    this.segments[segment] = textBuffer(buffer.subarray(0, bytes.length));
    this.ascii[segment] = ascii;
  }

  /** Bytes in use of a segment. */
  usedOf(segment: number): number {
    if (segment === this.#current && segment > 0) return this.#used;
    return this.#filled[segment] ?? this.segments[segment]!.length;
  }

  /** The bytes in use of a segment. */
  usedBytes(segment: number): Uint8Array {
    const used = this.usedOf(segment);
    const bytes = this.segments[segment]!;
    return used === bytes.length ? bytes : bytes.subarray(0, used);
  }

  /** Bytes of arenas and heap held for new values. */
  get heldBytes(): number {
    let bytes = 0;
    for (let i = 1; i < this.segments.length; i++) bytes += this.segments[i]!.length;
    return bytes;
  }

  release(): void {
    for (const arena of this.#arenas) arena.release();
    for (const buffer of this.#pooled) this.#pool?.give(buffer);
    this.#arenas.length = 0;
    this.#pooled.length = 0;
    this.#used = 0;
    this.#room = 0;
    this.segments.length = 0;
  }

  #reserve(bytes: number, align: number): TextBuffer {
    const start = Math.ceil(this.#used / align) * align;
    if (start + bytes > this.#room) {
      this.#open(bytes);
    } else {
      this.#used = start;
    }
    return this.segments[this.#current]!;
  }

  #take(length: number): Placed {
    this.placed.segment = this.#current;
    this.placed.offset = this.#used;
    this.placed.length = length;
    this.#used += length;
    this.added += length;
    return this.placed;
  }

  #open(bytes: number): void {
    const size = Math.max(bytes, this.#next);
    this.#next = Math.min(this.#next * 2, chunkBytesMax);
    const arena = size <= chunkBytesMax ? this.#memory?.take(size) : undefined;
    if (arena !== undefined) this.#arenas.push(arena);
    const buffer = arena?.bytes ?? textBuffer(this.#newBuffer(size));
    if (this.#current > 0) this.#filled[this.#current] = this.#used;
    this.segments.push(buffer);
    this.ascii.push(true);
    this.#current = this.segments.length - 1;
    this.#used = 0;
    this.#room = buffer.length;
  }

  #newBuffer(bytes: number): Uint8Array {
    if (this.#pool === undefined) return Buffer.allocUnsafeSlow(bytes);
    const buffer = this.#pool.take(bytes);
    this.#pooled.push(buffer);
    return new Uint8Array(buffer);
  }
}
