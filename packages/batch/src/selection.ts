import { assert } from '@acequia/base';
import { allowEvents, boundSteps } from '@acequia/event';
import { fieldsMax } from './batch-core.ts';
import { cellTags, type BatchView, type Row } from './view.ts';
import { tagOf } from './cell-codec.ts';
import { internalSlotCount } from './internal-fields.ts';
import { overflowBit, overfullBit, rowWord, rowWords } from './row-table.ts';
import { TableView } from './table-view.ts';

/** A growing list of rows; what a step puts on one of its ports. Reused from batch to batch. */
export class RowList {
  rows: Int32Array;
  count = 0;

  constructor(room = 64) {
    this.rows = new Int32Array(room);
  }

  push(row: Row): void {
    if (this.count === this.rows.length) this.#grow(this.count + 1);
    this.rows[this.count++] = row;
  }

  /** Adds the first `count` of `rows`. */
  pushAll(rows: Int32Array, count: number): void {
    if (this.count + count > this.rows.length) this.#grow(this.count + count);
    this.rows.set(rows.subarray(0, count), this.count);
    this.count += count;
  }

  /** Adds `first` and the `count` − 1 rows after it. */
  pushRange(first: Row, count: number): void {
    if (this.count + count > this.rows.length) this.#grow(this.count + count);
    for (let row = first; row < first + count; row++) this.rows[this.count++] = row;
  }

  clear(): void {
    this.count = 0;
  }

  /** A copy of the rows held. */
  take(): Int32Array {
    return this.rows.slice(0, this.count);
  }

  #grow(wanted: number): void {
    const rows = new Int32Array(Math.max(wanted, this.rows.length * 2));
    rows.set(this.rows.subarray(0, this.count));
    this.rows = rows;
  }
}

export function tableView(view: BatchView): TableView {
  assert(view instanceof TableView, 'a view that this package did not make');
  return view;
}

export interface ForkOptions {
  /** Rows of the new view, in order; all of the old one's when left out. The array then belongs to the view. */
  readonly rows?: Int32Array;
  readonly count?: number;
  /** The label through which the rows entered (`_label`). */
  readonly label?: string;
}

/**
 * An independent view: what either side changes from now on, the other never sees. Copies the row table (40 bytes a row),
 * never cells or bytes. For rows that go to several consumers.
 */
export function fork(view: BatchView, options: ForkOptions = {}): BatchView {
  const old = tableView(view);
  const rows = options.rows ?? old.rows.slice(0, old.count);
  return new TableView(old.core, old.table.copy(), rows, options.count ?? rows.length, options.label ?? old.label);
}

/** A view of some of the rows over the same row table, free of cost. Only where no row is in two views that change it: the ports of a step that sent each row to one port, or the last one that reads a batch. */
export function narrow(view: BatchView, rows: Int32Array, count: number = rows.length, label?: string): BatchView {
  const old = tableView(view);
  return new TableView(old.core, old.table, rows, count, label ?? old.label);
}

/**
 * The ids of the rows `view.rows[from … to − 1]` as bytes, for hashes: the same for the same events wherever their batch
 * lies, also after an image. Not for reading: events of one block are told by their frames' numbers alone.
 */
export function identityBytes(view: BatchView, from: number, to: number): Uint8Array {
  const { core, table, rows } = tableView(view);
  const numbers = new Int32Array((to - from) * 2);
  const envelope = core.frames.envelope(table.words[rows[from]! * rowWords + rowWord.frame]!);
  for (let index = from; index < to; index++) {
    const at = rows[index]! * rowWords;
    const frame = table.words[at + rowWord.frame]!;
    const own = core.frames.envelope(frame);
    if (table.words[at + rowWord.suffix] !== 0 || own.origin !== envelope.origin || own.listenerId !== envelope.listenerId)
      return Buffer.from(Array.from({ length: to - from }, (_, n) => view.id(rows[from + n]!)).join('\n'));
    numbers[(index - from) * 2] = core.frames.number(frame);
    numbers[(index - from) * 2 + 1] = table.words[at + rowWord.element]!;
  }
  return Buffer.concat([Buffer.from(`${envelope.listenerId}.${envelope.origin}\n`), new Uint8Array(numbers.buffer)]);
}

/** Tells the view which node's step runs next; ids of rows that it adds carry the node. */
export function startNode(view: BatchView, node: string): void {
  tableView(view).startNode(node);
}

/**
 * Bounds a run: while `run` is at work the steps that it takes are added up, those of evaluations for each row over all views of the
 * same batches (copies of an event share what one event may take), and all of them together with the bytes of values that are added.
 * Each row adds what is usual for an event to the steps of the run.
 */
export function boundRun(views: readonly BatchView[], run: () => void): void {
  const counting = views.map((view) => tableView(view).core).filter((core) => core.startRun());
  try {
    boundSteps(() => {
      allowEvents(views.reduce((sum, { count }) => sum + count, 0));
      run();
    });
  } finally {
    for (const core of counting) core.endRun();
  }
}

/** One more holder of the batch behind the view; every holder releases once. */
export function retainBatch(view: BatchView): void {
  tableView(view).core.retain();
}

export function releaseBatch(view: BatchView): void {
  tableView(view).core.release();
}

/** Bytes of new values that the batch holds beside its block. */
export function sideBytes(view: BatchView): number {
  return tableView(view).core.side.heldBytes;
}

/** A row that a step tried to give more than it may have: more than 1,024 fields, or more bytes than a run may add to its batch. */
export interface Overflow {
  readonly row: Row;
  readonly code: 'LIMIT_FIELDS' | 'LIMIT_ADDED_BYTES';
}

const overflowBits = overflowBit | overfullBit;

/** Such rows among the selected ones, for the error port. Clears the marks. */
export function takeOverflow(view: BatchView): Overflow[] {
  const { table, rows, count } = tableView(view);
  const found: Overflow[] = [];
  for (let i = 0; i < count; i++) {
    const at = rows[i]! * rowWords + rowWord.flags;
    const marks = table.words[at]! & overflowBits;
    if (marks === 0) continue;
    table.words[at]! &= ~overflowBits;
    found.push({ row: rows[i]!, code: (marks & overfullBit) === 0 ? 'LIMIT_FIELDS' : 'LIMIT_ADDED_BYTES' });
  }
  return found;
}

const perFieldBytes = 6;

/** Estimate of the event's size as JSON, in bytes: names, values, punctuation. Internal fields are left out. Never builds a string of a value. */
export function rowBytes(view: BatchView, row: Row): number {
  const { core, cells } = tableView(view);
  let total = 2;
  const fields = Math.min(cells.fields(row), fieldsMax + 8);
  for (let index = 0; index < fields; index++) {
    const slot = cells.slot(row, index);
    if (slot >= 0 && slot < internalSlotCount) continue;
    const word = cells.cellAt(row, index);
    const tag = tagOf(core.cells[word + 2]!);
    if (tag === cellTags.missing) continue;
    const binary = tag === cellTags.i64 || tag === cellTags.f64 || tag === cellTags.time || tag === cellTags.bool || tag === cellTags.null;
    total += cells.name(row, index).length + perFieldBytes + (binary ? 12 : core.cells[word + 1]!);
  }
  return total;
}
