import type { BatchCore } from '../batch-core.ts';
import { changeFields, type RowStates, type ShapeField } from '../change-fields.ts';
import { frameWords } from '../frame-block.ts';
import { TableView } from '../table-view.ts';
import { cellTags, type BatchView } from '../view.ts';
import type { Kernels } from './kernels.ts';
import { MaskFindings } from './mask-findings.ts';
import { MaskKinds } from './mask-kinds.ts';
import { maskTexts, type MaskTexts } from './mask-texts.ts';

const callWords = 16;
const usedWord = 13;
const resultWords = 4;
/** Instead of the length of a label. */
const staysAsItIs = -1;
const asterisks = -2;

/** What is looked for; each names what stands for a value found, undefined: it is only counted. */
export interface MaskOptions {
  /** Fields looked at; undefined: all but internal ones. */
  readonly columns: readonly ShapeField[] | undefined;
  /** Whether `_raw` is looked at too. Of what is found in it and in the fields, the larger number counts. */
  readonly raw: boolean;
  readonly email: boolean;
  readonly card: boolean;
  /** What stands for an e-mail address and for a card number, or asterisks, one a character; undefined: texts stay as they are. */
  readonly replacements: { readonly email: string; readonly card: string } | 'asterisks' | undefined;
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
  readonly #findings = new MaskFindings();
  readonly #scratch: MaskTexts[] = [];

  constructor(kernels: Kernels, options: MaskOptions) {
    this.#kernels = kernels;
    this.#options = options;
    const { email, card } = typeof options.replacements === 'object' ? options.replacements : { email: '', card: '' };
    this.#labels = [Buffer.from(email), Buffer.from(card)];
  }

  mask(view: BatchView): Masked {
    const { count } = view;
    const found = new Uint8Array(count);
    const states = new Uint8Array(count);
    if (!(view instanceof TableView)) return { states: states.fill(1), found };
    const kinds = this.#kindsOf(view.core);
    const findings = this.#findings;
    findings.begin(count);
    for (const texts of maskTexts(view, kinds, states, this.#scratch)) this.#pass(view.core, texts, kinds, states);
    const todo = states.slice();
    for (let index = 0; index < count; index++) {
      if (todo[index] !== 0) continue;
      if (findings.emailsOf(index) + findings.cardsOf(index) > 0) found[index] = 1;
      else todo[index] = 1;
    }
    const reports = this.#reports(view.core);
    const cells = findings.cells(kinds, (index) =>
      todo[index] === 0 ? reports(findings.emailsOf(index), findings.cardsOf(index)) : undefined,
    );
    changeFields(view, todo, cells, kinds.change);
    for (let index = 0; index < count; index++) if (found[index] === 1 && todo[index] === 1) states[index] = 1;
    return { states, found };
  }

  #kindsOf(core: BatchCore): MaskKinds {
    const { columns, raw, report } = this.#options;
    const make = (): MaskKinds => new MaskKinds(columns, raw, report);
    const kept = core.shapes.kept(this, () => ({ kinds: make() }));
    if (kept.kinds.isFull) kept.kinds = make();
    return kept.kinds;
  }

  #pass(core: BatchCore, texts: MaskTexts, kinds: MaskKinds, rowStates: RowStates): void {
    const findings = this.#findings;
    const kernels = this.#kernels;
    const { email, card, replacements } = this.#options;
    const { count, segment, rows } = texts;
    kernels.reset();
    const call = kernels.region(callWords * 4);
    const block = kernels.copyIn(core.side.usedBytes(segment));
    const frames = kernels.copyIn(new Uint8Array(texts.table.buffer, 0, count * frameWords * 4));
    const results = kernels.region(count * resultWords * 4);
    const states = kernels.region(count);
    const [emailLabel, cardLabel] = this.#labels.map((label) => kernels.copyIn(label));
    const room = Math.min(kernels.free, texts.length * 2 + 4096);
    const output = kernels.region(room);
    if ([call, block, frames, results, states, emailLabel!, cardLabel!, output].some((region) => region < 0)) {
      for (let index = 0; index < count; index++) rowStates[rows[index]!] = 1;
      return;
    }
    const lengths = this.#labels.map((label) =>
      replacements === undefined ? staysAsItIs : replacements === 'asterisks' ? asterisks : label.length,
    );
    const searches = [email ? 1 : 0, emailLabel!, lengths[0]!, card ? 1 : 0, cardLabel!, lengths[1]!];
    kernels.words.set([block, frames, count, output, output + room, results, states, ...searches, 0], call >> 2);
    kernels.run.maskTexts(call);
    const written = kernels.words[(call >> 2) + usedWord]!;
    const side = written === 0 ? 0 : core.side.copy(kernels.bytes.subarray(output, output + written), core.side.ascii[segment]!);
    const words = kernels.words.subarray(results >> 2, (results >> 2) + count * resultWords);
    for (let index = 0; index < count; index++) {
      const row = rows[index]!;
      const at = index * resultWords;
      if (kernels.bytes[states + index] !== 0) rowStates[row] = 1;
      else if (words[at + 2]! + words[at + 3]! > 0) {
        const place = texts.places[index]!;
        findings.count(row, words[at + 2]!, words[at + 3]!, place === kinds.raw);
        if (replacements !== undefined) findings.replace(kinds, row, place, words[at]!, words[at + 1]!, cellTags.text | (side << 8));
      }
    }
  }

  /** Cells of reports, each brought into the batch once. */
  #reports(core: BatchCore): (emails: number, cards: number) => readonly [number, number, number] {
    const few: (readonly [number, number, number])[] = [];
    const many = new Map<number, readonly [number, number, number]>();
    const make = (emails: number, cards: number): readonly [number, number, number] => {
      const { offset, length, segment } = core.side.text(this.#options.reportOf(emails, cards));
      return [offset, length, cellTags.json | (segment << 8)];
    };
    return (emails, cards) => {
      if (emails < 16 && cards < 16) return (few[emails * 16 + cards] ??= make(emails, cards));
      const key = emails * 0x10_0000 + cards;
      let cell = many.get(key);
      if (cell === undefined) many.set(key, (cell = make(emails, cards)));
      return cell;
    };
  }
}
