import { chargeRun, Float, Json, List, Timestamp, typeOf, type FieldType, type FieldValue } from '@acequia/event';
import { assert } from '@acequia/base';
import { cellWords as wordsOfCell, type BatchCore } from './batch-core.ts';
import { placeValue, readCell, segmentOf, tagOf, type CellWords } from './cell-codec.ts';
import { handlingSteps, longValue, readingSteps } from './handling-steps.ts';
import { internalSlotCount, internalSlots } from './internal-fields.ts';
import { eventId, internalValue } from './internal-values.ts';
import { RowCells } from './row-cells.ts';
import { overfullBit, rowWord, rowWords, type RowTable } from './row-table.ts';
import {
  cellTags,
  eventFlags,
  type BatchEnvelope,
  type BatchView,
  type CellTag,
  type EventFlag,
  type FieldSource,
  type Row,
  type Slot,
  type SlotTable,
} from './view.ts';

/** Tags whose bytes are text. */
function isTextTag(tag: CellTag): boolean {
  return (tag >= cellTags.text && tag <= cellTags.floatText) || tag === cellTags.json;
}

class RowCursor implements FieldSource {
  readonly #view: TableView;
  row: Row = 0;

  constructor(view: TableView) {
    this.#view = view;
  }

  get(slot: Slot): FieldValue | undefined {
    return this.#view.value(this.row, slot);
  }

  spend(steps: number): number | undefined {
    return this.#view.core.spendSteps(this.row, steps);
  }
}

/** `BatchView` over a row table. The engine makes and forks it through the functions of `selection.ts`. */
export class TableView implements BatchView {
  readonly core: BatchCore;
  readonly table: RowTable;
  readonly cells: RowCells;
  readonly slots: SlotTable;
  readonly rows: Int32Array;
  readonly count: number;
  readonly label: string | undefined;
  #node = '';
  readonly #children = new Map<Row, number>();
  readonly #cell: CellWords = { offset: 0, length: 0, tag: 0 };
  readonly #cursor: RowCursor = new RowCursor(this);
  #visited = 0;
  #visitedSlot: Slot = -1;
  #visitedRow: Row = 0;
  readonly #read = (): FieldValue => this.#readAt(this.#visitedRow, this.#visitedSlot, this.#visited) ?? null;

  constructor(core: BatchCore, table: RowTable, rows: Int32Array, count: number, label: string | undefined) {
    this.core = core;
    this.table = table;
    this.cells = new RowCells(core, table);
    this.slots = core.slots;
    this.rows = rows;
    this.count = count;
    this.label = label;
  }

  get envelope(): BatchEnvelope {
    const envelope = this.core.frames.envelope(0);
    return this.label === undefined ? envelope : { ...envelope, label: this.label };
  }

  tag(row: Row, slot: Slot): CellTag {
    const word = this.cells.locate(row, slot);
    if (word >= 0) return tagOf(this.core.cells[word + 2]!);
    if (slot >= internalSlotCount) return cellTags.missing;
    const value = this.value(row, slot);
    if (value === undefined) return cellTags.missing;
    if (typeof value === 'string') return cellTags.text;
    if (value instanceof Timestamp) return cellTags.time;
    return value instanceof List ? cellTags.list : cellTags.i64;
  }

  type(row: Row, slot: Slot): FieldType | undefined {
    switch (this.tag(row, slot)) {
      case cellTags.text:
      case cellTags.escaped:
        return 'string';
      case cellTags.integerText:
      case cellTags.i64:
        return 'integer';
      case cellTags.floatText:
      case cellTags.f64:
        return 'float';
      case cellTags.time:
        return 'timestamp';
      case cellTags.bool:
        return 'boolean';
      case cellTags.json:
        return 'json';
      case cellTags.list:
        return typeOf(this.value(row, slot)!);
      default:
        return undefined;
    }
  }

  value(row: Row, slot: Slot): FieldValue | undefined {
    const word = this.cells.locate(row, slot);
    if (word >= 0) return this.#readAt(row, slot, word);
    if (slot >= internalSlotCount) return undefined;
    return slot === internalSlots.raw ? this.#raw(row) : internalValue(this.core, this.table, row, slot, this.label);
  }

  #raw(row: Row): FieldValue | undefined {
    const place = -2 - this.table.words[row * rowWords + rowWord.frame]!;
    const known = this.core.cache.get(internalSlots.raw, row, place);
    if (known !== undefined) return known;
    const raw = internalValue(this.core, this.table, row, internalSlots.raw, this.label);
    if (typeof raw === 'string' && raw.length >= longValue) chargeRun(readingSteps(cellTags.text, raw.length));
    if (raw !== undefined) this.core.cache.put(internalSlots.raw, row, place, raw);
    return raw;
  }

  text(row: Row, slot: Slot): string | undefined {
    const value = this.value(row, slot);
    return typeof value === 'string' ? value : undefined;
  }

  int(row: Row, slot: Slot): number | bigint | undefined {
    const value = this.value(row, slot);
    return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
  }

  float(row: Row, slot: Slot): number | undefined {
    const value = this.value(row, slot);
    if (value instanceof Float) return value.value;
    return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
  }

  time(row: Row, slot: Slot): bigint | undefined {
    const value = this.value(row, slot);
    return value instanceof Timestamp ? value.ns : undefined;
  }

  bool(row: Row, slot: Slot): boolean | undefined {
    const value = this.value(row, slot);
    return typeof value === 'boolean' ? value : undefined;
  }

  json(row: Row, slot: Slot): Json | undefined {
    const value = this.value(row, slot);
    return value instanceof Json ? value : undefined;
  }

  list(row: Row, slot: Slot): List | undefined {
    const value = this.value(row, slot);
    return value instanceof List ? value : undefined;
  }

  bytes(row: Row, slot: Slot): Uint8Array | undefined {
    if (!this.#locateBytes(row, slot)) return undefined;
    const { offset, length, tag } = this.#cell;
    return isTextTag(tagOf(tag)) ? this.core.side.segments[segmentOf(tag)]!.subarray(offset, offset + length) : undefined;
  }

  at(row: Row): FieldSource {
    this.#cursor.row = row;
    return this.#cursor;
  }

  forEachField(row: Row, visit: (name: string, slot: Slot | undefined, read: () => FieldValue) => void): void {
    const fields = this.cells.fields(row);
    chargeRun(handlingSteps.find * fields);
    for (let index = 0; index < fields; index++) {
      const slot = this.cells.slot(row, index);
      if (slot >= 0 && slot < internalSlotCount) continue;
      const word = this.cells.cellAt(row, index);
      if (tagOf(this.core.cells[word + 2]!) === cellTags.missing) continue;
      this.#visited = word;
      this.#visitedSlot = slot;
      this.#visitedRow = row;
      visit(this.cells.name(row, index), slot < 0 ? undefined : slot, this.#read);
    }
  }

  fieldCount(row: Row): number {
    return this.cells.visibleFields(row);
  }

  set(row: Row, slot: Slot, value: FieldValue): void {
    if (this.core.isOverfull && slot >= internalSlotCount) return this.#leave(row);
    placeValue(this.core, value, this.#cell);
    chargeRun(handlingSteps.place + this.#cell.length);
    this.cells.put(row, slot, this.slots.name(slot), this.#cell.offset, this.#cell.length, this.#cell.tag);
  }

  setText(row: Row, slot: Slot, value: string): void {
    this.set(row, slot, value);
  }

  setSpan(row: Row, slot: Slot, source: Slot, start: number, end: number, tag: CellTag): void {
    const found = this.#locateBytes(row, source);
    assert(found && isTextTag(tagOf(this.#cell.tag)), 'a span of a field without bytes');
    assert(start >= 0 && end >= start && end <= this.#cell.length, 'a span outside its field');
    const segment = segmentOf(this.#cell.tag);
    chargeRun(handlingSteps.place);
    this.cells.put(row, slot, this.slots.name(slot), this.#cell.offset + start, end - start, tag | (segment << 8));
  }

  setNamed(row: Row, name: string, value: FieldValue): void {
    if (this.core.isOverfull) return this.#leave(row);
    placeValue(this.core, value, this.#cell);
    chargeRun(handlingSteps.place + this.#cell.length);
    const slot = this.slots.find(name) ?? -1;
    this.cells.put(row, slot, name, this.#cell.offset, this.#cell.length, this.#cell.tag);
  }

  /** The row gets no more values: it must not go on (`takeOverflow`). */
  #leave(row: Row): void {
    this.table.words[row * rowWords + rowWord.flags]! |= overfullBit;
  }

  remove(row: Row, slot: Slot): void {
    const index = this.#indexOf(row, slot);
    if (index >= 0) this.cells.removeAt(row, index);
  }

  rename(row: Row, from: Slot, to: Slot): void {
    chargeRun(handlingSteps.place);
    if (from === to || this.#indexOf(row, from) < 0) return;
    this.remove(row, to);
    this.core.cache.forget(from, row);
    this.core.cache.forget(to, row);
    this.cells.renameAt(row, this.#indexOf(row, from), to);
  }

  keepOnly(row: Row, keep: (name: string) => boolean): void {
    chargeRun(handlingSteps.find * this.cells.fields(row));
    for (let index = this.cells.fields(row) - 1; index >= 0; index--) {
      const slot = this.cells.slot(row, index);
      if (slot >= 0 && slot < internalSlotCount) continue;
      if (!keep(this.cells.name(row, index))) this.cells.removeAt(row, index);
    }
  }

  flag(row: Row, flag: EventFlag): void {
    this.table.words[row * rowWords + rowWord.flags]! |= 1 << eventFlags.indexOf(flag);
  }

  /** Names the node whose step runs next; part of the ids of the rows it adds. */
  startNode(node: string): void {
    this.#node = node;
    this.#children.clear();
  }

  addRow(parent: Row): Row {
    chargeRun(handlingSteps.id);
    const n = this.#children.get(parent) ?? 0;
    this.#children.set(parent, n + 1);
    const row = this.table.add();
    const words = this.table.words;
    words.copyWithin(row * rowWords, parent * rowWords, (parent + 1) * rowWords);
    this.table.owned[row] = 0;
    this.table.owned[parent] = 0;
    const tail = this.core.suffixes[words[parent * rowWords + rowWord.suffix]!]!;
    words[row * rowWords + rowWord.suffix] = this.core.suffixes.push(`${tail}.${this.#node}.${n}`) - 1;
    return row;
  }

  id(row: Row): string {
    chargeRun(handlingSteps.id);
    return eventId(this.core, this.table, row);
  }

  #readAt(row: Row, slot: Slot, word: number): FieldValue | undefined {
    if (slot < 0) return this.#readNew(word);
    const known = this.core.cache.get(slot, row, word);
    if (known !== undefined) return known;
    const value = this.#readNew(word);
    if (value !== undefined) this.core.cache.put(slot, row, word, value);
    return value;
  }

  #readNew(word: number): FieldValue | undefined {
    const length = this.core.cells[word + 1]!;
    if (length >= longValue) chargeRun(readingSteps(tagOf(this.core.cells[word + 2]!), length));
    return readCell(this.core, word);
  }

  #indexOf(row: Row, slot: Slot): number {
    const word = this.cells.locate(row, slot);
    if (word < 0) return -1;
    const first = this.cells.cellAt(row, 0);
    const width = this.table.words[row * rowWords + rowWord.shape]! >= 0 ? wordsOfCell : this.cells.cellAt(row, 1) - first;
    return (word - first) / width;
  }

  /** Puts the cell of a field into `#cell`; internal text fields that are derived are brought into the batch. */
  #locateBytes(row: Row, slot: Slot): boolean {
    const word = this.cells.locate(row, slot);
    const cell = this.#cell;
    if (word >= 0) {
      cell.offset = this.core.cells[word]!;
      cell.length = this.core.cells[word + 1]!;
      cell.tag = this.core.cells[word + 2]!;
      return true;
    }
    if (slot >= internalSlotCount) return false;
    if (slot === internalSlots.raw) {
      const frame = this.table.words[row * rowWords + rowWord.frame]!;
      const element = this.table.words[row * rowWords + rowWord.element]!;
      const length = element >= 0 ? -1 : this.core.frames.rawLength(frame);
      if (length < 0) return false;
      cell.offset = this.core.frames.rawOffset(frame);
      cell.length = length;
      cell.tag = cellTags.text;
      return true;
    }
    const value = this.value(row, slot);
    if (typeof value !== 'string') return false;
    placeValue(this.core, value, cell);
    return true;
  }
}
