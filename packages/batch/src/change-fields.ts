import { assert } from '@acequia/base';
import { chargeRun, type FieldValue } from '@acequia/event';
import { cellWords, fieldsMax } from './batch-core.ts';
import { placeValue, type CellWords } from './cell-codec.ts';
import { fieldRef, type FieldRef } from './field-ref.ts';
import { handlingSteps, wordSteps } from './handling-steps.ts';
import { rowWord, rowWords } from './row-table.ts';
import { isHidden, type Shape, type ShapeTable } from './shape-table.ts';
import { TableView } from './table-view.ts';
import { cellTags, type BatchView, type Slot } from './view.ts';

/** A field of a shape; `slot` is −1 when no plan asked for the name. */
export interface ShapeField {
  readonly name: string;
  readonly slot: Slot;
}

/** A field as it is afterwards. */
export interface ChangedField extends ShapeField {
  /** Whose value it gets: a field before, by its place (≥ 0), or the nth of the row's new cells (−1 − n). */
  readonly from: number;
}

export interface FieldsAfter {
  /** All fields of the row in their order, internal ones too. */
  readonly fields: readonly ChangedField[];
  /** Places of fields before that the row must really have; rows where one is missing are left. */
  readonly needs: readonly number[];
}

/** New cells of rows, three words each (offset, length, tag with the segment's number in bits 8–23). */
export interface NewCells {
  readonly words: Uint32Array;
  /** First word of the new cells of `view.rows[index]`; undefined: the same cells for all rows. */
  readonly starts?: Int32Array;
  /** A number by which `change` tells rows of different new cells apart; undefined: 0 for all. */
  readonly kinds?: Int32Array;
}

/** Rows of a view by their index there: 0 = to be done, 1 = left to the row-by-row code. */
export type RowStates = Uint8Array;

/**
 * What becomes of the fields of rows of one shape; undefined: these rows are left. Its answers are kept with the shapes, so
 * the same function always gives the same one; for other answers give another function.
 */
export type FieldsChange = (fields: readonly ShapeField[], kind: number) => FieldsAfter | undefined;

const spareFields = 4;

/**
 * Gives the rows whose state is 0 other fields, all rows of a shape in the same way. Rows that cannot be done so (generic
 * ones, a needed field missing, too many fields or shapes) get the state 1 and stay as they are. Copies cells, never bytes.
 */
export function changeFields(view: BatchView, states: RowStates, fresh: NewCells, change: FieldsChange): void {
  assert(view instanceof TableView, 'a view that this package did not make');
  const { core, table, rows, count } = view;
  const plans = core.shapes.kept(change, () => new Plans(core.shapes, change));
  const { words } = table;
  chargeRun(handlingSteps.changeRow * count);
  for (let index = 0; index < count; index++) {
    if (states[index] !== 0) continue;
    const row = rows[index]!;
    const at = row * rowWords;
    const plan = plans.of(words[at + rowWord.shape]!, fresh.kinds === undefined ? 0 : fresh.kinds[index]!);
    const start = words[at + rowWord.start]!;
    if (plan === undefined || !hasAll(core.cells, start, plan.needs)) {
      states[index] = 1;
      continue;
    }
    const freshStart = fresh.starts === undefined ? 0 : fresh.starts[index]!;
    words[at + rowWord.shape] = plan.shape;
    words[at + rowWord.fields] = plan.fields;
    if (plan.inPlace !== undefined && table.owned[row] === 1 && plan.words <= words[at + rowWord.room]!) {
      copyRuns(core.cells, start, start, fresh.words, freshStart, plan.inPlace);
      for (const slot of plan.elsewhere) core.cache.forget(slot, row);
      continue;
    }
    const room = plan.words + spareFields * cellWords;
    chargeRun(wordSteps(room));
    const to = core.cellEnd;
    const cells = to + room > core.cells.length ? core.room(room) : core.cells;
    copyRuns(cells, start, to, fresh.words, freshStart, plan.runs);
    core.cellEnd += room;
    words[at + rowWord.start] = to;
    words[at + rowWord.room] = room;
    table.owned[row] = 1;
  }
}

function hasAll(cells: Uint32Array, start: number, needs: Int32Array): boolean {
  for (let i = 0; i < needs.length; i++) if ((cells[start + needs[i]! + 2]! & 0xff) === cellTags.missing) return false;
  return true;
}

/** A run is where to (relative), where from, how many words; below zero: −1 − a word of the new cells. */
function copyRuns(cells: Uint32Array, start: number, to: number, fresh: Uint32Array, freshStart: number, runs: Int32Array): void {
  for (let run = 0; run < runs.length; run += 3) {
    let target = to + runs[run]!;
    const source = runs[run + 1]!;
    const length = runs[run + 2]!;
    if (source < 0) {
      let from = freshStart - 1 - source;
      for (const end = from + length; from < end; from++) cells[target++] = fresh[from]!;
    } else if (length > 24) {
      cells.copyWithin(target, start + source, start + source + length);
    } else {
      let from = start + source;
      for (const end = from + length; from < end; from++) cells[target++] = cells[from]!;
    }
  }
}

interface Plan {
  readonly shape: number;
  readonly fields: number;
  readonly words: number;
  readonly runs: Int32Array;
  /** Those to copy where the row's cells are; undefined: a later one would read what an earlier one writes over. */
  readonly inPlace: Int32Array | undefined;
  /** Fields that are gone or have another cell at their place, or another place. */
  readonly elsewhere: readonly Slot[];
  /** First words of cells that must not be missing. */
  readonly needs: Int32Array;
}

/** How many answers are kept for one function. */
const plansMax = 4 * 4096;

/** Plans of one function for the shapes of a table, by shape and kind. */
class Plans {
  readonly #shapes: ShapeTable;
  readonly #change: FieldsChange;
  readonly #known = new Map<number, Plan | undefined>();
  #lastKey = -1;
  #last: Plan | undefined;

  constructor(shapes: ShapeTable, change: FieldsChange) {
    this.#shapes = shapes;
    this.#change = change;
  }

  of(shape: number, kind: number): Plan | undefined {
    if (shape < 0) return undefined;
    const key = shape + kind * 0x10000;
    if (key === this.#lastKey) return this.#last;
    let plan = this.#known.get(key);
    if (plan === undefined && !this.#known.has(key)) {
      if (this.#known.size >= plansMax) this.#known.clear();
      plan = this.#planOf(this.#shapes.shapes[shape]!, kind);
      this.#known.set(key, plan);
    }
    this.#lastKey = key;
    return (this.#last = plan);
  }

  #planOf(shape: Shape, kind: number): Plan | undefined {
    const after = this.#change(shape.refs, kind);
    if (after === undefined) return undefined;
    const refs: FieldRef[] = after.fields.map(({ name, slot, from }) => {
      const old = from < 0 ? undefined : shape.refs[from]!;
      return old?.name === name ? old : fieldRef(name, slot);
    });
    if (refs.length - refs.filter((ref) => isHidden(ref)).length > fieldsMax) return undefined;
    const next = this.#shapes.intern(refs);
    if (next === undefined) return undefined;
    const runs = runsOf(after.fields);
    return {
      shape: next.id,
      fields: refs.length,
      words: refs.length * cellWords,
      runs: Int32Array.from(runs),
      inPlace: inPlace(runs, shape.refs.length * cellWords),
      elsewhere: elsewhere(shape.refs, after.fields),
      needs: Int32Array.from(after.needs, (column) => column * cellWords),
    };
  }
}

function elsewhere(before: readonly ShapeField[], after: readonly ChangedField[]): Slot[] {
  const stays = (slot: Slot, column: number) => after[column]?.slot === slot && after[column].from === column;
  const moved = [...before.entries(), ...after.entries()].filter(([column, { slot }]) => slot >= 0 && !stays(slot, column));
  return [...new Set(moved.map(([, { slot }]) => slot))];
}

/** Safe where all `words` of a row's cells stay and others are added behind, or where no cell goes further back. */
function inPlace(runs: readonly number[], words: number): Int32Array | undefined {
  const appends = runs[0] === 0 && runs[1] === 0 && runs[2] === words;
  const moved: number[] = [];
  for (let run = 0; run < runs.length; run += 3) {
    const [to, from, length] = [runs[run]!, runs[run + 1]!, runs[run + 2]!];
    if (from >= 0 && from < to && !appends) return undefined;
    if (from !== to) moved.push(to, from, length);
  }
  return Int32Array.from(moved);
}

/** Neighbouring cells that stay neighbours are copied as one. */
function runsOf(fields: readonly ChangedField[]): number[] {
  const runs: number[] = [];
  for (const [column, { from }] of fields.entries()) {
    const source = from < 0 ? -1 - (-1 - from) * cellWords : from * cellWords;
    const last = runs.length - 3;
    const length = runs[last + 2];
    const follows =
      length !== undefined &&
      (from < 0 ? runs[last + 1]! - length === source && runs[last + 1]! < 0 : runs[last + 1]! >= 0 && runs[last + 1]! + length === source);
    if (follows) runs[last + 2] = length + cellWords;
    else runs.push(column * cellWords, source, cellWords);
  }
  return runs;
}

/** A field that is set. */
export interface SetField extends ShapeField {
  /** Where the row has the field already, it stays as it is. */
  readonly keep?: boolean;
}

/** As `set` of each in turn, to the next of the new cells: fields that are there get their value where they are, others are added at the end. */
export function withFields(fields: readonly ShapeField[], set: readonly SetField[]): FieldsAfter {
  const after: ChangedField[] = fields.map(({ name, slot }, from) => ({ name, slot, from }));
  const places = new Map(fields.map(({ name }, place) => [name, place]));
  const needs: number[] = [];
  for (const [n, { name, slot, keep }] of set.entries()) {
    const place = places.get(name);
    if (place === undefined) {
      places.set(name, after.length);
      after.push({ name, slot, from: -1 - n });
    } else if (keep === true && place < fields.length) needs.push(place);
    else after[place] = { ...after[place]!, from: -1 - n };
  }
  return { fields: after, needs };
}

/** Cells of values that all rows get, each brought into the batch once. */
export function constantCells(view: BatchView, values: readonly FieldValue[]): NewCells {
  assert(view instanceof TableView, 'a view that this package did not make');
  const words = new Uint32Array(values.length * cellWords);
  const cell: CellWords = { offset: 0, length: 0, tag: 0 };
  for (const [index, value] of values.entries()) {
    placeValue(view.core, value, cell);
    words.set([cell.offset, cell.length, cell.tag], index * cellWords);
  }
  return { words };
}
