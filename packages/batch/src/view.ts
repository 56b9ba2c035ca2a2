import type { FieldType, FieldValue, Json, List, StepAccount } from '@acequia/event';
import type { BulkRows } from './bulk-rows.ts';

/** A row of one batch. Only meaningful together with its batch. */
export type Row = number;

/** A field name resolved for one slot table; made when a plan is compiled, never per event. */
export type Slot = number;

/** Names known to the plans of one listener. Slots are dense and never reused. Names that come from data get a slot only when a plan asks for them. */
export interface SlotTable {
  slot(name: string): Slot;
  name(slot: Slot): string;
  /** The slot of a name, if one was made; never makes one. */
  find(name: string): Slot | undefined;
  readonly size: number;
}

/** What a cell holds (engine decision 29). The value is the low byte of the cell's tag. */
export const cellTags = {
  missing: 0,
  null: 1,
  /** plain UTF-8 text */
  text: 2,
  /** JSON string content with escapes still in it, without the quotes */
  escaped: 3,
  /** digits of a signed 64-bit integer as they arrived */
  integerText: 4,
  /** a decimal number as it arrived */
  floatText: 5,
  /** 8 bytes little endian, 8-aligned in the side arena */
  i64: 6,
  f64: 7,
  /** ns since 1970 as i64 */
  time: 8,
  /** length 1 = true, 0 = false; no bytes */
  bool: 9,
  /** JSON text of an object or array, checked */
  json: 10,
  /** a list, in the image's serial form, in the side arena */
  list: 11,
} as const;
export type CellTag = (typeof cellTags)[keyof typeof cellTags];

/** What all events of a batch share. Internal fields are derived from it and from the frame's meta, not stored per event. */
export interface BatchEnvelope {
  readonly tenantId: string;
  readonly listenerId: string;
  readonly listenerName: string;
  readonly listenerType: string;
  readonly cluster: string;
  readonly worker: string;
  /** Birth name of the block: `<worker number>-<journal generation>-<block number>` (engine decision 25). */
  readonly origin: string;
  /** Set once a label router has admitted the batch to a pipeline. */
  readonly label?: string;
  /** Id of the replay that read the events again from the journal. */
  readonly replay?: string;
  /** Of events made out of an action's state: `<pipeline>.<node>`, with which their ids begin. */
  readonly made?: string;
}

/** Where a frame came from; one entry of the block's meta dictionary, shared by many frames. */
export interface FrameMeta {
  /** ms since 1970, never going back within a partition. */
  readonly receivedMs: number;
  readonly transport: 'udp' | 'tcp' | 'tls' | 'http' | 'https' | 'grpc' | 'file' | 'pull' | 'internal';
  readonly sourceIp?: string;
  readonly sourcePort?: number;
  readonly tlsSubject?: string;
  readonly credential?: string;
  /**
   * Where in its source (a file) the first byte of the bytes handed over stands. As stored: where the block's first byte would,
   * so that each frame stands at `position + offset`.
   */
  readonly position?: number;
  /** Protocol facts a decoder spreads into fields, e.g. http_method, http_path, http_query, http_headers (the last two as JSON text). */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** The members of `_flags` (catalogue 1.3). */
export const eventFlags = [
  'time_from_receipt',
  'clock_skew',
  'invalid_utf8',
  'truncated',
  'split',
  'no_header',
  'duplicate_key',
  'partial_window',
  'restarted_window',
  'redriven',
] as const;
export type EventFlag = (typeof eventFlags)[number];

/**
 * Reads the fields of one event; what compiled conditions, expressions and templates run against. `undefined` = missing. Adds up
 * the steps that they take, all views of the batch together, while somebody counts (`boundRun`).
 */
export interface FieldSource extends StepAccount {
  get(slot: Slot): FieldValue | undefined;
}

/**
 * Events of one batch as a step sees them (engine decision 31). Reads of internal fields (`_raw`, `_id`, `_time` …) go
 * through the same accessors with the slot of their name. Views are copy-on-write: what a step sets is seen by no other
 * branch. Nobody keeps a view or a cursor across an await.
 */
export interface BatchView {
  readonly envelope: BatchEnvelope;
  readonly slots: SlotTable;
  /** The selected rows are `rows[0 … count − 1]`. */
  readonly rows: Int32Array;
  readonly count: number;

  /** The cell's tag, `cellTags.missing` when the field is absent. */
  tag(row: Row, slot: Slot): CellTag;
  type(row: Row, slot: Slot): FieldType | undefined;
  value(row: Row, slot: Slot): FieldValue | undefined;
  /** Text of a string cell; undefined when it is missing, null or of another type. */
  text(row: Row, slot: Slot): string | undefined;
  /** A number inside ±(2^53−1), else a bigint; undefined when not an integer. */
  int(row: Row, slot: Slot): number | bigint | undefined;
  /** Value of a float or integer cell as a double; undefined otherwise. */
  float(row: Row, slot: Slot): number | undefined;
  /** ns since 1970; undefined when not a timestamp. */
  time(row: Row, slot: Slot): bigint | undefined;
  bool(row: Row, slot: Slot): boolean | undefined;
  json(row: Row, slot: Slot): Json | undefined;
  list(row: Row, slot: Slot): List | undefined;
  /** The cell's bytes where they lie, for tags text, escaped, integerText, floatText and json; undefined otherwise. Not to be kept or written. */
  bytes(row: Row, slot: Slot): Uint8Array | undefined;
  /** One reused cursor per view: `at(row)` moves it. */
  at(row: Row): FieldSource;
  /** Calls back for each user field of the row in insertion order; internal fields are not among them. */
  forEachField(row: Row, visit: (name: string, slot: Slot | undefined, read: () => FieldValue) => void): void;
  fieldCount(row: Row): number;

  set(row: Row, slot: Slot, value: FieldValue): void;
  setText(row: Row, slot: Slot, value: string): void;
  /** Points at bytes that already lie in the batch (a part of `bytes(row, source)`), without copying. `start`/`end` are relative to that cell. */
  setSpan(row: Row, slot: Slot, source: Slot, start: number, end: number, tag: CellTag): void;
  /** Sets a field whose name comes from data; the name must have been cleaned (catalogue 1.2). */
  setNamed(row: Row, name: string, value: FieldValue): void;
  remove(row: Row, slot: Slot): void;
  rename(row: Row, from: Slot, to: Slot): void;
  keepOnly(row: Row, keep: (name: string) => boolean): void;
  flag(row: Row, flag: EventFlag): void;
  /** A new event with the parent's fields; its id is `<parent>.<node>.<n>`. */
  addRow(parent: Row): Row;
  /** The event's deterministic id (engine decision 25). */
  id(row: Row): string;
}

/** Whole frames of one block, as journaled. */
export interface FrameBlock {
  /** The block's payload; frames are ranges of it. Read-only. */
  readonly bytes: Uint8Array;
  readonly count: number;
  offset(frame: number): number;
  length(frame: number): number;
  meta(frame: number): FrameMeta;
  /** Bits of `frameFlags`. */
  flags(frame: number): number;
  /** Byte size on the wire before truncation. */
  wireBytes(frame: number): number;
  /** Revision of the listener's settings that framed the block (engine decision 11). */
  readonly codec: number;
  /** The frame table as it is stored, for kernels. */
  readonly table?: Uint32Array;
}

export const frameFlags = {
  /** The element's syntax was checked before the reply; a decoder may trust it. */
  checked: 1,
  truncated: 2,
  split: 4,
  /** Journaled as refused: becomes an event of the error port with `_raw` and `_error`. */
  rejected: 8,
} as const;

/** Fills a batch from a block. Offsets are relative to `FrameBlock.bytes`. */
export interface BatchBuilder {
  readonly slots: SlotTable;
  /** For decoders with a kernel. */
  readonly bulk?: BulkRows;
  /** Starts the event of a frame; `element` counts events inside one frame. Fields are then added in order. */
  begin(frame: number, element?: number): Row;
  /** A field whose value lies in the block. */
  span(slot: Slot, offset: number, length: number, tag: CellTag): void;
  /**
   * A field whose name lies in the block (a JSON key, a CSV header cell…). The builder cleans the name (catalogue 1.2); unlike
   * names that become equal get `_2`, `_3` …; the very same name again replaces the value and flags `duplicate_key`.
   */
  namedSpan(nameOffset: number, nameLength: number, offset: number, length: number, tag: CellTag): void;
  value(slot: Slot, value: FieldValue): void;
  /** As `namedSpan`, with the name as text: cleaned and settled in the same way. */
  namedValue(name: string, value: FieldValue): void;
  /** `_time` of the event, ns since 1970. Not called: `_received` with the flag `time_from_receipt`. */
  time(ns: bigint): void;
  flag(flag: EventFlag): void;
  /** The frame (or element) cannot be decoded: an event of the listener's error port with `_raw` (≤ 64 KiB) and `_error`. Replaces the row begun last, when it is of this frame: `begin` the bad element before rejecting it. */
  reject(frame: number, code: string, detail: { readonly offset?: number; readonly message?: string }): void;
  /** Counted as `empty`; makes no event. */
  empty(frame: number): void;
}
