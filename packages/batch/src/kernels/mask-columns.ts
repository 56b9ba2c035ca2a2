import { changeFields, withFields, type FieldsAfter, type RowStates, type ShapeField } from '../change-fields.ts';
import { columnSpans, type ColumnSpans } from '../column-spans.ts';
import type { BatchCore } from '../batch-core.ts';
import { TableView } from '../table-view.ts';
import { cellTags, type BatchView } from '../view.ts';
import type { Kernels } from './kernels.ts';

const callWords = 16;
const frameBytes = 20;
const resultWords = 4;

/** What is looked for; each names what stands for a value found, undefined: it is only counted. */
export interface MaskOptions {
  readonly columns: readonly ShapeField[];
  readonly email: boolean;
  readonly card: boolean;
  /** What stands for an e-mail address and for a card number; undefined: texts stay as they are. */
  readonly replacements: { readonly email: string; readonly card: string } | undefined;
  /** The field that says what was found. */
  readonly report: ShapeField;
  /** Its JSON text. */
  readonly reportOf: (emails: number, cards: number) => string;
}

/** Which rows are left, and in which of the others something was found (1). */
export interface Masked {
  readonly states: RowStates;
  readonly found: Uint8Array;
}

/** Replaces e-mail addresses and card numbers in text fields. One per step. */
export class MaskColumns {
  readonly #kernels: Kernels;
  readonly #options: MaskOptions;
  readonly #labels: readonly [Uint8Array, Uint8Array];

  constructor(kernels: Kernels, options: MaskOptions) {
    this.#kernels = kernels;
    this.#options = options;
    this.#labels = [Buffer.from(options.replacements?.email ?? ''), Buffer.from(options.replacements?.card ?? '')];
  }

  mask(view: BatchView): Masked {
    const { columns, report } = this.#options;
    const found = new Uint8Array(view.count);
    const states = new Uint8Array(view.count).fill(1);
    if (!(view instanceof TableView)) return { states, found };
    states.fill(0);
    const work = new Findings(view.count, columns.length + 1);
    for (const [column, { slot }] of columns.entries()) {
      const done = new Uint8Array(view.count);
      for (const spans of columnSpans(view, slot)) if (!this.#pass(view.core, spans, column, done, work)) break;
      for (let index = 0; index < view.count; index++)
        if (done[index] === 0 && view.tag(view.rows[index]!, slot) !== cellTags.missing) states[index] = 1;
    }
    const todo = states.slice();
    this.#report(view.core, columns.length, todo, work, found);
    changeFields(view, todo, { words: work.words, starts: work.starts, kinds: work.changed }, (fields, changed) =>
      maskedFields(fields, columns, report, changed),
    );
    for (let index = 0; index < view.count; index++) if (found[index] === 1 && todo[index] === 1) states[index] = 1;
    return { states, found };
  }

  /** False: no room for the texts. */
  #pass(core: BatchCore, { segment, bytes, table }: ColumnSpans, column: number, done: Uint8Array, work: Findings): boolean {
    const kernels = this.#kernels;
    const { email, card, replacements } = this.#options;
    const count = done.length;
    kernels.reset();
    const call = kernels.region(callWords * 4);
    const block = kernels.copyIn(bytes);
    const frames = kernels.copyIn(new Uint8Array(table.buffer, table.byteOffset, count * frameBytes));
    const results = kernels.region(count * resultWords * 4);
    const states = kernels.region(count);
    const [emailLabel, cardLabel] = this.#labels.map((label) => kernels.copyIn(label));
    const room = Math.min(kernels.free, bytes.length * 2 + 4096);
    const output = kernels.region(room);
    if ([call, block, frames, results, states, emailLabel!, cardLabel!, output].some((region) => region < 0)) return false;
    const lengths = this.#labels.map((label) => (replacements === undefined ? -1 : label.length));
    const kinds = [email ? 1 : 0, emailLabel!, lengths[0]!, card ? 1 : 0, cardLabel!, lengths[1]!];
    kernels.words.set([block, frames, count, output, output + room, results, states, ...kinds, 0], call >> 2);
    kernels.run.maskTexts(call);
    const written = kernels.words[(call >> 2) + 13]!;
    const side = written === 0 ? 0 : core.side.copy(kernels.bytes.subarray(output, output + written), core.side.ascii[segment]!);
    const words = kernels.words.subarray(results >> 2, (results >> 2) + count * resultWords);
    for (let index = 0; index < count; index++) {
      if (kernels.bytes[states + index] !== 0) continue;
      done[index] = 1;
      const at = index * resultWords;
      if (words[at + 2]! + words[at + 3]! > 0) work.add(index, column, words, at, replacements === undefined ? -1 : side);
    }
    return true;
  }

  /** Writes the cells of the reports and leaves out rows in which nothing was found. */
  #report(core: BatchCore, column: number, todo: RowStates, work: Findings, found: Uint8Array): void {
    const known = new Map<number, readonly [number, number, number]>();
    for (let index = 0; index < todo.length; index++) {
      const [emails, cards] = [work.emails[index]!, work.cards[index]!];
      if (todo[index] !== 0 || emails + cards === 0) {
        todo[index] = 1;
        continue;
      }
      found[index] = 1;
      const key = emails * 0x10_0000 + cards;
      let cell = known.get(key);
      if (cell === undefined) {
        const placed = core.side.text(this.#options.reportOf(emails, cards));
        known.set(key, (cell = [placed.offset, placed.length, cellTags.json | (placed.segment << 8)]));
      }
      work.words.set(cell, work.starts[index]! + column * 3);
    }
  }
}

/** What was found in the rows of a batch: cells of new texts, and numbers. */
class Findings {
  readonly words: Uint32Array;
  readonly starts: Int32Array;
  /** Per row a bit for each column whose text changes. */
  readonly changed: Int32Array;
  readonly emails: Uint32Array;
  readonly cards: Uint32Array;

  constructor(rows: number, cells: number) {
    this.words = new Uint32Array(rows * cells * 3);
    this.starts = new Int32Array(rows);
    for (let index = 0; index < rows; index++) this.starts[index] = index * cells * 3;
    this.changed = new Int32Array(rows);
    this.emails = new Uint32Array(rows);
    this.cards = new Uint32Array(rows);
  }

  /** `segment` −1: the text stays as it is. */
  add(index: number, column: number, results: Int32Array, at: number, segment: number): void {
    this.emails[index]! += results[at + 2]!;
    this.cards[index]! += results[at + 3]!;
    if (segment < 0) return;
    const word = this.starts[index]! + column * 3;
    this.words[word] = results[at]!;
    this.words[word + 1] = results[at + 1]!;
    this.words[word + 2] = cellTags.text | (segment << 8);
    this.changed[index]! |= 1 << column;
  }
}

/** The columns that change, then the report; cells of columns that do not are passed over. */
function maskedFields(fields: readonly ShapeField[], columns: readonly ShapeField[], report: ShapeField, changed: number): FieldsAfter {
  const places = columns.flatMap((_, column) => ((changed & (1 << column)) === 0 ? [] : [column]));
  const after = withFields(fields, [...places.map((column) => columns[column]!), report]);
  const cellOf = [...places, columns.length];
  return { ...after, fields: after.fields.map((field) => (field.from < 0 ? { ...field, from: -1 - cellOf[-1 - field.from]! } : field)) };
}
