import { isAscii } from 'node:buffer';
import { KiB } from '@acequia/base';
import type { FieldValue } from '@acequia/event';
import { BatchCore, cellWords, fieldsMax, genericWords, slotName, type BatchResources } from './batch-core.ts';
import { blockFrames } from './batch-frames.ts';
import { placeValue, type CellWords } from './cell-codec.ts';
import { numberedName } from './clean-name.ts';
import { eventErrorText } from './event-error.ts';
import type { FieldRef } from './field-ref.ts';
import { internalSlotCount, internalSlots } from './internal-fields.ts';
import { NameCache, sameBytes, type NameEntry } from './name-cache.ts';
import { genericShape, noTime, rowWord, rowWords, type RowTable } from './row-table.ts';
import { sameRefs } from './shape-book.ts';
import type { Shape } from './shape-table.ts';
import { TableView } from './table-view.ts';
import { textBuffer } from './text-buffer.ts';
import {
  cellTags,
  eventFlags,
  type BatchBuilder,
  type BatchEnvelope,
  type BatchView,
  type CellTag,
  type EventFlag,
  type FrameBlock,
  type Row,
  type Slot,
  type SlotTable,
} from './view.ts';
import { RowList } from './selection.ts';
import type { BulkRows } from './bulk-rows.ts';

/** `_raw` of a rejected event is cut here, at a character border. */
export const rejectedRawBytesMax = 64 * KiB;

const timeFromReceipt = 1 << eventFlags.indexOf('time_from_receipt');
const duplicateKey = 1 << eventFlags.indexOf('duplicate_key');

export interface BatchBuilderOptions extends BatchResources {
  readonly block: FrameBlock;
  readonly envelope: BatchEnvelope;
  /** Whether events carry `_raw`; default true. Rejected ones always do. */
  readonly keepRaw?: boolean;
  /** Names met in earlier batches of the listener; a new one without. */
  readonly names?: NameCache;
  /** Wall clock in ms, for `_error.at`. */
  readonly nowMs: number;
}

/** What decoding a block came to. The two views share one batch with one holder: release it once. */
export interface BuiltBatch {
  readonly events: BatchView;
  /** Events of the listener's error port, with `_raw` and `_error`. */
  readonly rejected: BatchView;
  /** Frames that made no event. */
  readonly empty: number;
}

export interface FrameBatchBuilder extends BatchBuilder {
  /** Ends the batch; the builder is not used again. */
  finish(): BuiltBatch;
}

/** A builder for one block. Nothing of the block is copied; its bytes must stay as they are until the batch is released. */
export function createBatchBuilder(options: BatchBuilderOptions): FrameBatchBuilder {
  return new Builder(options);
}

class Builder implements FrameBatchBuilder, BulkRows {
  readonly slots: SlotTable;
  readonly bulk: BulkRows = this;
  readonly spare = 0;
  readonly #block: FrameBlock;
  readonly #bytes: Uint8Array;
  readonly #core: BatchCore;
  readonly #table: RowTable;
  readonly #names: NameCache;
  readonly #envelope: BatchEnvelope;
  readonly #nowMs: number;
  readonly #good: RowList;
  readonly #bad = new RowList(8);
  readonly #cell: CellWords = { offset: 0, length: 0, tag: 0 };
  #lastShape: Shape | undefined;
  #lastEntries: (NameEntry | undefined)[] = [];
  #entries: (NameEntry | undefined)[] = [];
  #refs: FieldRef[] = [];
  #count = 0;
  #hidden = 0;
  #row = -1;
  #serial = 0;
  #clearings = -1;
  #hasTime = false;
  #overfull = false;
  #empty = 0;

  constructor(options: BatchBuilderOptions) {
    const { block, envelope } = options;
    const bytes = textBuffer(block.bytes);
    this.slots = options.slots;
    this.#block = block;
    this.#bytes = bytes;
    this.#envelope = envelope;
    this.#nowMs = options.nowMs;
    this.#names = options.names ?? new NameCache(options.slots);
    const shapes = this.#names.shapes.startBatch(options.slots.size);
    const frames = blockFrames(block, envelope, options.keepRaw ?? true);
    this.#core = new BatchCore(bytes, isAscii(bytes), frames, Math.max(256, block.count * 24), options, shapes);
    this.#table = this.#core.newTable(block.count);
    this.#good = new RowList(Math.max(8, block.count));
  }

  begin(frame: number, element?: number): Row {
    this.#endRow();
    const row = this.#table.add();
    const at = row * rowWords;
    const words = this.#table.words;
    words.fill(0, at, at + rowWord.time);
    words[at + rowWord.start] = this.#core.cellEnd;
    words[at + rowWord.frame] = frame;
    words[at + rowWord.element] = element ?? -1;
    this.#table.times[row * 5 + 4] = noTime;
    this.#row = row;
    this.#serial = this.#names.startRow();
    if (this.#clearings !== this.#names.clearings) {
      this.#clearings = this.#names.clearings;
      this.#lastEntries = [];
      this.#entries = [];
    }
    this.#count = 0;
    this.#hidden = 0;
    this.#hasTime = false;
    this.#overfull = false;
    return row;
  }

  span(slot: Slot, offset: number, length: number, tag: CellTag): void {
    const column = this.#column(this.#names.slotRef(slot), undefined);
    if (column >= 0) this.#write(column, offset, length, tag);
  }

  namedSpan(nameOffset: number, nameLength: number, offset: number, length: number, tag: CellTag): void {
    const column = this.#namedColumn(this.#bytes, nameOffset, nameLength);
    if (column >= 0) this.#write(column, offset, length, tag);
  }

  value(slot: Slot, value: FieldValue): void {
    const column = this.#column(this.#names.slotRef(slot), undefined);
    if (column < 0) return;
    placeValue(this.#core, value, this.#cell);
    this.#write(column, this.#cell.offset, this.#cell.length, this.#cell.tag);
  }

  namedValue(name: string, value: FieldValue): void {
    const raw = Buffer.from(name);
    const column = this.#namedColumn(raw, 0, raw.length);
    if (column < 0) return;
    placeValue(this.#core, value, this.#cell);
    this.#write(column, this.#cell.offset, this.#cell.length, this.#cell.tag);
  }

  time(ns: bigint): void {
    this.#table.times[this.#row * 5 + 4] = ns;
    this.#hasTime = true;
  }

  flag(flag: EventFlag): void {
    this.#table.words[this.#row * rowWords + rowWord.flags]! |= 1 << eventFlags.indexOf(flag);
  }

  reject(frame: number, code: string, detail: { readonly offset?: number; readonly message?: string }): void {
    let element: number | undefined;
    if (this.#row >= 0 && this.#table.words[this.#row * rowWords + rowWord.frame] === frame) {
      const old = this.#table.words[this.#row * rowWords + rowWord.element]!;
      if (old >= 0) element = old;
      this.#dropRow();
    } else {
      this.#endRow();
    }
    const row = this.begin(frame, element);
    const whole = this.#block.length(frame);
    const offset = this.#block.offset(frame);
    this.span(internalSlots.raw, offset, cutLength(this.#bytes, offset, whole), cellTags.text);
    const text = eventErrorText({
      code,
      message: detail.message ?? code,
      class: 'reject',
      component: this.#envelope.listenerType,
      node: this.#envelope.listenerId,
      port: 'error',
      attempts: 1,
      at: new Date(this.#nowMs).toISOString(),
      detail: detail.offset === undefined ? {} : { offset: detail.offset },
    });
    const column = this.#column(this.#names.slotRef(internalSlots.error), undefined);
    const placed = this.#core.side.text(text);
    this.#write(column, placed.offset, placed.length, cellTags.json | (placed.segment << 8));
    this.#commitShape();
    this.#bad.push(row);
    this.#table.words[row * rowWords + rowWord.flags]! |= timeFromReceipt;
    this.#row = -1;
  }

  empty(frame: number): void {
    if (this.#row >= 0 && this.#table.words[this.#row * rowWords + rowWord.frame] === frame) this.#dropRow();
    this.#empty++;
  }

  shapeOf(slots: readonly Slot[]): number {
    return this.#core.shapes.internData(slots.map((slot) => this.#names.slotRef(slot)))?.id ?? -1;
  }

  shapeOfNames(names: readonly string[]): number {
    const refsOf = (): readonly FieldRef[] => {
      this.#endRow();
      this.#names.startRow();
      return names.map((name) => this.#names.nameRef(name));
    };
    return this.#names.shapes.ofNames(this.#core.shapes, names, refsOf)?.id ?? -1;
  }

  addSegment(bytes: Uint8Array, ascii: boolean): number {
    return this.#core.side.attach(bytes, ascii);
  }

  reserveSegment(): number {
    return this.#core.side.attach(new Uint8Array(0), true);
  }

  setSegment(segment: number, bytes: Uint8Array, ascii: boolean = this.#core.side.ascii[0]!): void {
    this.#core.side.fill(segment, bytes, ascii);
  }

  addCells(cells: Uint32Array): number {
    this.#endRow();
    const first = this.#core.cellEnd;
    this.#core.room(cells.length).set(cells, first);
    this.#core.cellEnd += cells.length;
    return first;
  }

  addRoom(words: number): number {
    this.#endRow();
    const first = this.#core.cellEnd;
    this.#core.room(words);
    this.#core.cellEnd += words;
    return first;
  }

  get cells(): Uint32Array {
    return this.#core.cells;
  }

  addRows(words: Int32Array, first: number, count: number): void {
    this.#endRow();
    this.#good.pushRange(this.#table.addAll(words.subarray(first * rowWords, (first + count) * rowWords)), count);
  }

  finish(): BuiltBatch {
    this.#endRow();
    const events = new TableView(this.#core, this.#table, this.#good.rows, this.#good.count, undefined);
    const rejected = new TableView(this.#core, this.#table, this.#bad.rows, this.#bad.count, undefined);
    return { events, rejected, empty: this.#empty };
  }

  /** The column of a name from data: that of the same bytes when the row has them (the last value wins, flagged), else a new one. */
  #namedColumn(bytes: Uint8Array, offset: number, length: number): number {
    if (this.#overfull) return -1;
    let entry = this.#lastEntries[this.#count];
    if (entry === undefined || !sameBytes(entry.raw, bytes, offset, length)) entry = this.#names.find(bytes, offset, length);
    if (entry.stamp === this.#serial) {
      this.#table.words[this.#row * rowWords + rowWord.flags]! |= duplicateKey;
      return entry.column;
    }
    return this.#column(this.#freeRef(entry.ref, entry.cleaned), entry);
  }

  /** The column of a name in the row begun: the old one when the row has the name, else a new one; -1 when the row is full. */
  #column(ref: FieldRef, entry: NameEntry | undefined): number {
    if (ref.stamp === this.#serial) return this.#refs.indexOf(ref);
    const hidden = ref.slot >= 0 && ref.slot < internalSlotCount;
    if (!hidden && this.#count - this.#hidden >= fieldsMax) {
      this.#overfull = true;
      return -1;
    }
    if (hidden) this.#hidden++;
    const column = this.#count++;
    ref.stamp = this.#serial;
    ref.number = 1;
    this.#refs[column] = ref;
    this.#entries[column] = entry;
    if (entry !== undefined) {
      entry.stamp = this.#serial;
      entry.column = column;
    }
    return column;
  }

  /** A name not yet in the row: the one wanted, or `_2`, `_3` … of it. */
  #freeRef(wanted: FieldRef | undefined, cleaned: string): FieldRef {
    const base = cleaned === '' ? `field_${this.#count + 1 - this.#hidden}` : cleaned;
    const first = wanted ?? this.#names.nameRef(base);
    let ref = first;
    while (ref.stamp === this.#serial) ref = this.#names.nameRef(numberedName(base, ++first.number));
    return ref;
  }

  #write(column: number, offset: number, length: number, tag: number): void {
    const word = this.#core.cellEnd + column * cellWords;
    const cells = this.#core.room((column + 1) * cellWords);
    cells[word] = offset;
    cells[word + 1] = length;
    cells[word + 2] = tag;
  }

  #dropRow(): void {
    this.#table.count = this.#row;
    this.#row = -1;
  }

  #endRow(): void {
    if (this.#row < 0) return;
    const row = this.#row;
    if (this.#overfull) {
      this.#overfull = false;
      this.reject(this.#table.words[row * rowWords + rowWord.frame]!, 'LIMIT_FIELDS', {});
      return;
    }
    this.#commitShape();
    if (!this.#hasTime) this.#table.words[row * rowWords + rowWord.flags]! |= timeFromReceipt;
    this.#good.push(row);
    this.#row = -1;
  }

  #commitShape(): void {
    const at = this.#row * rowWords;
    const words = this.#table.words;
    words[at + rowWord.fields] = this.#count;
    const shape = this.#matchShape();
    const lastEntries = this.#lastEntries;
    this.#lastEntries = this.#entries;
    this.#entries = lastEntries;
    if (shape === undefined) {
      this.#spread(words[at + rowWord.start]!);
      words[at + rowWord.shape] = genericShape;
      words[at + rowWord.room] = this.#count * genericWords;
      this.#core.cellEnd += this.#count * genericWords;
      return;
    }
    words[at + rowWord.shape] = shape.id;
    words[at + rowWord.room] = this.#count * cellWords;
    this.#core.cellEnd += this.#count * cellWords;
  }

  #matchShape(): Shape | undefined {
    const refs = this.#refs;
    const count = this.#count;
    const last = this.#lastShape;
    if (last !== undefined && sameRefs(last.refs, refs, count)) return last;
    const shape = this.#names.shapes.ofRefs(this.#core.shapes, refs, count);
    if (shape !== undefined) this.#lastShape = shape;
    return shape;
  }

  /** Turns the cells just written into fields of a generic row, from the last one backwards. */
  #spread(start: number): void {
    const cells = this.#core.room(this.#count * genericWords);
    for (let index = this.#count - 1; index >= 0; index--) {
      const from = start + index * cellWords;
      const to = start + index * genericWords;
      const [offset, length, tag] = [cells[from]!, cells[from + 1]!, cells[from + 2]!];
      const ref = this.#refs[index]!;
      cells[to + 2] = offset;
      cells[to + 3] = length;
      cells[to + 4] = tag;
      if (ref.slot >= 0) {
        cells[to] = ref.slot;
        cells[to + 1] = slotName;
      } else {
        const placed = this.#core.side.text(ref.name);
        cells[to] = placed.offset;
        cells[to + 1] = placed.length | (placed.segment << 16);
      }
    }
  }
}

/** The longest length ≤ 64 KiB that does not cut a UTF-8 character. */
function cutLength(bytes: Uint8Array, offset: number, length: number): number {
  if (length <= rejectedRawBytesMax) return length;
  let end = rejectedRawBytesMax;
  while (end > rejectedRawBytesMax - 4 && (bytes[offset + end]! & 0xc0) === 0x80) end--;
  return end;
}
