import { changeFields, type FieldsChange, type NewCells, type RowStates, type ShapeField } from '../change-fields.ts';
import { columnSpans, type ColumnSpans } from '../column-spans.ts';
import { frameWords } from '../frame-block.ts';
import { rowWord, rowWords } from '../row-table.ts';
import { TableView } from '../table-view.ts';
import { cellTags, type BatchView, type Slot } from '../view.ts';
import { readKeyed, type KeyedForm } from './keyed-call.ts';
import { KeyedTemplates } from './keyed-templates.ts';
import type { Kernels } from './kernels.ts';

/** What becomes of the fields of a shape when these are read, each the next of the new cells; undefined: these rows are left. The same function always gives the same answer. */
export type ReadFieldsChange = (fields: readonly ShapeField[], names: readonly string[]) => ReturnType<FieldsChange>;

/** Reads JSON objects or pairs that are the text of one field, by the orders of names seen before. One per step. */
export class KeyedColumn {
  readonly #kernels: Kernels;
  readonly #form: KeyedForm;
  readonly #templates: KeyedTemplates;
  readonly #slot: Slot;
  #change: { readonly of: ReadFieldsChange; readonly generation: object; readonly change: FieldsChange } | undefined;

  constructor(kernels: Kernels, form: 'json' | 'parsed-pairs', slot: Slot) {
    this.#kernels = kernels;
    this.#form = form;
    this.#templates = new KeyedTemplates(form);
    this.#slot = slot;
  }

  /** Changes the rows whose text it can read; the states say which are left. */
  read(view: BatchView, change: ReadFieldsChange): RowStates {
    const states = new Uint8Array(view.count).fill(1);
    if (!(view instanceof TableView)) return states;
    this.#templates.startBatch();
    for (const spans of columnSpans(view, this.#slot)) {
      for (let from = 0; from < view.count;) {
        const looked = this.#pass(view, spans, from, states, change);
        if (looked === 0) break;
        from += looked;
      }
    }
    return states;
  }

  #pass(view: TableView, { segment, bytes, table }: ColumnSpans, from: number, states: RowStates, change: ReadFieldsChange): number {
    const { count } = view;
    const templates = this.#templates;
    const stops = templates.learnsAtOnce;
    const read = readKeyed(this.#kernels, { form: this.#form, templates, bytes, table, from, count, spare: 0, stops });
    if (read === undefined) return 0;
    const { looked } = read;
    const starts = new Int32Array(count);
    const kinds = new Int32Array(count);
    const todo = new Uint8Array(count).fill(1);
    for (let index = from; index < from + looked; index++) {
      if (read.states[index] !== 0) continue;
      todo[index] = 0;
      starts[index] = read.rows[index * rowWords + rowWord.start]!;
      kinds[index] = read.rows[index * rowWords + rowWord.shape]!;
    }
    const fresh: NewCells = { words: inSegment(read.cells, segment), starts, kinds };
    changeFields(view, todo, fresh, this.#changeOf(change));
    for (let index = from; index < from + looked; index++) if (read.states[index] === 0) states[index] = todo[index]!;
    for (let index = from; index < from + looked; index++) {
      if (read.states[index] !== 2) continue;
      const hash = read.rows[index * rowWords + rowWord.start]!;
      const [offset, length] = [table[index * frameWords]!, table[index * frameWords + 1]!];
      if (stops && index === from + looked - 1) templates.learnAtOnce(hash, bytes, offset, length);
      else templates.meet(hash, bytes, offset, length);
    }
    return looked;
  }

  /** Always the same function while the templates' numbers mean the same. */
  #changeOf(change: ReadFieldsChange): FieldsChange {
    const templates = this.#templates;
    const { generation } = templates;
    if (this.#change?.of !== change || this.#change.generation !== generation)
      this.#change = { of: change, generation, change: (fields, kind) => change(fields, templates.namesOf(kind)) };
    return this.#change.change;
  }
}

/** Says of cells that their bytes lie in this segment. */
export function inSegment(cells: Uint32Array, segment: number): Uint32Array {
  if (segment === 0) return cells;
  for (let word = 2; word < cells.length; word += 3) {
    const tag = cells[word]!;
    if (tag !== cellTags.missing && tag !== cellTags.null && tag !== cellTags.bool) cells[word] = tag | (segment << 8);
  }
  return cells;
}
