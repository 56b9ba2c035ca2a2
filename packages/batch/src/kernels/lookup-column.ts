import { isAscii } from 'node:buffer';
import { changeFields, withFields, type FieldsChange, type RowStates, type ShapeField } from '../change-fields.ts';
import { columnSpans, type ColumnSpans } from '../column-spans.ts';
import { TableView } from '../table-view.ts';
import type { BatchView, Slot } from '../view.ts';
import type { Kernels } from './kernels.ts';

const callWords = 20;
const cellBytes = 12;
const frameBytes = 20;
const found = 0;
const missed = 2;

/** A table in memory that never changes (see the README of the package lookup for the drawing). Places are bytes in the block. */
export interface KeyTable {
  readonly block: SharedArrayBuffer;
  readonly slotsAt: number;
  readonly slots: number;
  /** The bits of a slot that hold its row, counted from 1; the ones above are the high bits of its key's spread hash. */
  readonly rowBits: number;
  readonly endsAt: number;
  readonly tagsAt: number;
  readonly bytesAt: number;
  readonly columns: number;
  readonly keyColumn: number;
}

export interface LookupOptions {
  readonly table: KeyTable;
  /** The field that holds the key. */
  readonly key: Slot;
  /** Fields that rows get, and the columns of the table they come from. */
  readonly outputs: readonly (ShapeField & { readonly column: number })[];
}

/** What came of each row: 1 = left. */
export interface LookedUp {
  readonly states: RowStates;
  /** 1 = there is no such key; the row got the cells given for that. */
  readonly missed: Uint8Array;
}

/** Writes columns of a table into the rows whose key it holds. One per step and table. */
export class LookupColumn {
  readonly #kernels: Kernels;
  readonly #options: LookupOptions;
  readonly #change: FieldsChange;

  constructor(kernels: Kernels, options: LookupOptions) {
    this.#kernels = kernels;
    this.#options = options;
    this.#change = (fields) => withFields(fields, options.outputs);
  }

  /** `otherwise`: cells for rows without a match, one for each output. */
  find(view: BatchView, otherwise: Uint32Array): LookedUp {
    const states = new Uint8Array(view.count).fill(1);
    const without = new Uint8Array(view.count);
    if (view instanceof TableView)
      for (const spans of columnSpans(view, this.#options.key)) this.#pass(view, spans, otherwise, states, without);
    return { states, missed: without };
  }

  #pass(view: TableView, { bytes, table }: ColumnSpans, otherwise: Uint32Array, states: RowStates, without: Uint8Array): void {
    const kernels = this.#kernels;
    const { outputs, table: known } = this.#options;
    const { count, core } = view;
    const words = outputs.length * 3;
    const place = kernels.keep(known.block);
    kernels.reset();
    const call = kernels.region(callWords * 4);
    const block = kernels.copyIn(bytes);
    const frames = kernels.copyIn(new Uint8Array(table.buffer, table.byteOffset, count * frameBytes));
    const columns = kernels.region(outputs.length * 4);
    const cells = kernels.region(count * outputs.length * cellBytes);
    const results = kernels.region(count);
    const room = Math.min(kernels.free, 8 * 1024 * 1024);
    const side = kernels.region(room);
    if ([place, call, block, frames, columns, cells, results, side].some((region) => region < 0)) return;
    kernels.words.set(
      outputs.map(({ column }) => column),
      columns >> 2,
    );
    const segment = core.side.attach(new Uint8Array(0), true);
    kernels.words.set([block, frames, count, columns, outputs.length, cells, side, side + room, results, 0, segment << 8], call >> 2);
    const { slotsAt, slots, rowBits, endsAt, tagsAt, bytesAt } = known;
    kernels.words.set(
      [place + slotsAt, slots, place + endsAt, place + tagsAt, place + bytesAt, known.columns, known.keyColumn, rowBits],
      (call >> 2) + 11,
    );
    kernels.run.lookupTexts(call);
    const written = kernels.bytes.subarray(side, side + kernels.words[(call >> 2) + 9]!);
    if (written.length > 0) core.side.fill(segment, written, isAscii(written));
    const own = kernels.bytes.slice(results, results + count);
    const fresh = new Uint32Array(kernels.bytes.buffer, cells, count * words);
    const starts = new Int32Array(count);
    const todo = new Uint8Array(count);
    for (let index = 0; index < count; index++) {
      starts[index] = index * words;
      if (own[index] === missed) fresh.set(otherwise, index * words);
      todo[index] = own[index] === found || own[index] === missed ? 0 : 1;
    }
    changeFields(view, todo, { words: fresh, starts }, this.#change);
    for (let index = 0; index < count; index++) {
      if (todo[index] !== 0) continue;
      states[index] = 0;
      if (own[index] === missed) without[index] = 1;
    }
  }
}
