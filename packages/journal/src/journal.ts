/** `li/<tenant>/<listener>/<partition>`, `ob/<tenant>/<pipeline>/<version>/<node>`, `dl/<tenant>`: any text without control characters, ≤ 200 bytes. */
export type StreamName = string;

/** A place in a stream: before frame `frame` of block `block`. Block numbers count from 1 per stream without gaps; comparable, serialisable. */
export interface Position {
  readonly block: number;
  readonly frame: number;
}

export const streamStart: Position = { block: 1, frame: 0 };

export function comparePositions(a: Position, b: Position): number {
  return a.block - b.block || a.frame - b.frame;
}

/** `fsync`: synced before the append resolves. `os`: written. `memory`: accepted (catalogue 2.7). */
export type Durability = 'fsync' | 'os' | 'memory';

/** A block to append (engine decisions 1 and 2). ≤ 256 KiB of payload, except that one larger frame may stand alone. */
export interface BlockInput {
  readonly stream: StreamName;
  /** Revision of the settings that framed it. */
  readonly codec: number;
  /** JSON texts; frames refer to them by index. */
  readonly meta: readonly string[];
  /** Five numbers a frame: offset, length, meta index, flags, bytes on the wire. */
  readonly frames: Uint32Array;
  readonly frameCount: number;
  /**
   * The payload. When it lies in a SharedArrayBuffer, it and the frames are read where they lie and must not change until the append
   * resolves; else both are copied before `append` returns.
   */
  readonly bytes: Uint8Array;
}

/** All or nothing: contiguous on disk, cut as a whole when its end is missing (engine decision 6). */
export interface AppendGroup {
  readonly blocks: readonly BlockInput[];
  readonly durability: Durability;
  /** State of a pull source, ≤ 64 KiB, kept with the group. */
  readonly sourceState?: { readonly stream: StreamName; readonly bytes: Uint8Array };
  /** Remembered 10 minutes, also over a restart. */
  readonly idempotencyKeys?: readonly string[];
}

export interface AppendReceipt {
  /** One per block of the group: where it stands and its birth name. */
  readonly blocks: readonly { readonly stream: StreamName; readonly block: number; readonly origin: string }[];
}

export interface StoredBlock {
  readonly stream: StreamName;
  readonly block: number;
  readonly origin: string;
  readonly codec: number;
  readonly meta: readonly string[];
  readonly frames: Uint32Array;
  readonly frameCount: number;
  readonly bytes: Uint8Array;
  /** Frames that lie in damaged parts; they are not delivered, but counted. */
  readonly damagedFrames: readonly number[];
}

export interface StreamUsage {
  readonly bytes: number;
  readonly blocks: number;
  /** First position still held, and the position after the last block. */
  readonly tail: Position;
  readonly head: Position;
  readonly oldestMs: number | undefined;
}

/** What those need of a journal who write and read streams of their own: all but intake's part and the closing. */
export interface JournalStreams {
  append(group: AppendGroup): Promise<AppendReceipt>;
  /** Whole blocks from `from` on, at least one when there is one, about `maxBytes` in all. Empty at the head. A hole left by damage is skipped: the next block's number tells. */
  read(stream: StreamName, from: Position, maxBytes: number): Promise<readonly StoredBlock[]>;
  head(stream: StreamName): Position;
  tail(stream: StreamName): Position;
  /** Gives up everything before `before`; space is freed when whole segments are passed. */
  trim(stream: StreamName, before: Position): void;
  /** Removes a stream and all its blocks. */
  drop(stream: StreamName): void;
  streams(): readonly StreamName[];
  usage(stream: StreamName): StreamUsage;
  /** What of the stream was written from `fromMs` on and before `toMs` (ms since 1970) and is still held; from the index alone, no block is read. */
  span(stream: StreamName, fromMs: number, toMs: number): Promise<StreamSpan>;
  readonly commits: CommitLog;
  /** Number of this opening of the journal, growing; part of the birth name of blocks. */
  readonly generation: number;
  /** Number of the log, which no other of the installation has; part of the birth name of blocks and of what steps make. */
  readonly logNumber: number;
}

/** Blocks of a stream that were written in a span of time. */
export interface StreamSpan {
  /** The blocks `first … end − 1`; equal where there are none. */
  readonly first: number;
  readonly end: number;
  readonly blocks: number;
  readonly frames: number;
  /** As they lie in the journal. */
  readonly bytes: number;
}

/**
 * The durable log of one worker (engine decisions 1–7 and 36). `append` rejects with `JournalFull` (nothing kept) or
 * `JournalFailed` (the fate is unknown; nothing was acknowledged). Blocks are visible to `read` only after they reached
 * their durability.
 */
export interface Journal extends JournalStreams {
  /** Of the whole log: bytes held, limit, and whether appends are refused now. */
  space(): { readonly bytes: number; readonly limit: number; readonly full: boolean };
  durability(): Durability;
  sourceState(stream: StreamName): Uint8Array | undefined;
  /** Whether the key was part of an appended group in the last 10 minutes. */
  knowsKey(key: string): boolean;
  /** Called after each append that became visible, with the stream's name. Returns the cancellation. */
  onAppend(listen: (stream: StreamName) => void): () => void;
  close(): Promise<void>;
}

/**
 * Durable key → value map with atomic changes of several keys (engine decision 20). Values are JSON. Everything a record
 * names must be synced before; what no record names after a crash is deleted by its owner at start.
 */
export interface CommitLog {
  /** Resolves when synced. `null` removes the key. Concurrent calls may share one sync; order is kept. */
  commit(changes: ReadonlyMap<string, CommitValue | null>): Promise<void>;
  get(key: string): CommitValue | undefined;
  keys(prefix: string): readonly string[];
}

export type CommitValue = null | boolean | number | string | readonly CommitValue[] | { readonly [key: string]: CommitValue };
