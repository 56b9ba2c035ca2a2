import type { ScanPlan, ScanStep } from '@acequia/event';
import { changeFields, type FieldsChange, type RowStates } from '../change-fields.ts';
import { columnSpans, type ColumnSpans } from '../column-spans.ts';
import { TableView } from '../table-view.ts';
import type { BatchView, Slot } from '../view.ts';
import { inSegment } from './keyed-column.ts';
import type { Kernels } from './kernels.ts';

const callWords = 8;
const cellBytes = 12;

/** Numbers of the steps in the kernel. */
const stepNumbers: Readonly<Record<ScanStep['do'], number>> = {
  literal: 0,
  until: 1,
  'until-blank': 2,
  rest: 3,
  integer: 4,
  float: 5,
  word: 6,
  quoted: 7,
  blanks: 8,
  past: 9,
  behind: 10,
  repeat: 11,
};

/** Reads the text of one field by a pattern. One per step. */
export class PatternColumn {
  readonly #kernels: Kernels;
  readonly #plan: ScanPlan;
  readonly #texts: readonly Uint8Array[];
  readonly #slot: Slot;

  constructor(kernels: Kernels, plan: ScanPlan, slot: Slot) {
    this.#kernels = kernels;
    this.#plan = plan;
    this.#texts = plan.steps.map(({ text }) => Buffer.from(text));
    this.#slot = slot;
  }

  /** Changes the rows whose text fits, the outputs of the plan being the new cells; the states say which are left. */
  read(view: BatchView, change: FieldsChange): RowStates {
    const states = new Uint8Array(view.count).fill(1);
    if (view instanceof TableView) for (const spans of columnSpans(view, this.#slot)) this.#pass(view, spans, states, change);
    return states;
  }

  #pass(view: TableView, { segment, bytes, table }: ColumnSpans, states: RowStates, change: FieldsChange): void {
    const kernels = this.#kernels;
    const { count } = view;
    const columns = this.#plan.outputs.length;
    kernels.reset();
    const call = kernels.region(callWords * 4);
    const block = kernels.copyIn(bytes);
    const frames = kernels.copyIn(new Uint8Array(table.buffer, table.byteOffset, table.byteLength));
    const steps = this.#copySteps();
    const cells = kernels.region(count * columns * cellBytes);
    const found = kernels.region(count);
    if (call < 0 || block < 0 || frames < 0 || steps < 0 || cells < 0 || found < 0) return;
    kernels.words.set([block, frames, count, steps, this.#plan.steps.length, cells, columns, found], call >> 2);
    kernels.run.patternTexts(call);
    const own = kernels.bytes.slice(found, found + count);
    const starts = Int32Array.from({ length: count }, (_, index) => index * columns * 3);
    const words = inSegment(new Uint32Array(kernels.bytes.buffer, cells, count * columns * 3), segment);
    changeFields(view, own, { words, starts }, change);
    for (let index = 0; index < count; index++) if (own[index] === 0) states[index] = 0;
  }

  #copySteps(): number {
    const kernels = this.#kernels;
    const at = kernels.region(this.#plan.steps.length * 16);
    if (at < 0) return -1;
    for (const [index, step] of this.#plan.steps.entries()) {
      const text = kernels.copyIn(this.#texts[index]!);
      if (text < 0) return -1;
      kernels.words.set([stepNumbers[step.do], text, this.#texts[index]!.length, step.output], (at >> 2) + index * 4);
    }
    return at;
  }
}
