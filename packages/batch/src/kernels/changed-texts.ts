import { chargeRun } from '@acequia/event';
import { columnSpans, type ColumnSpans } from '../column-spans.ts';
import { cellWords } from '../batch-core.ts';
import { changeFields, type FieldsChange, type RowStates } from '../change-fields.ts';
import { frameWords } from '../frame-block.ts';
import { kernelSteps } from '../handling-steps.ts';
import { TableView } from '../table-view.ts';
import { cellTags, type BatchView, type Slot } from '../view.ts';
import type { Kernels } from './kernels.ts';

const callWords = 12;
const usedWord = 9;

/** What is done to a text of ASCII. */
export type TextChange =
  | 'upper'
  | 'lower'
  | 'swap-case'
  | 'first-capital'
  | 'all-capitals'
  | 'trim'
  | 'drop-blanks'
  | 'drop-controls'
  | 'none';

/** Numbers of the changes in the kernel. */
const changeNumbers: Readonly<Record<TextChange, number>> = {
  upper: 0,
  lower: 1,
  'swap-case': 2,
  'first-capital': 3,
  'all-capitals': 4,
  trim: 5,
  'drop-blanks': 6,
  'drop-controls': 7,
  none: 8,
};

/** The text of a field, and what is done to it in turn. */
export interface ChangedText {
  readonly slot: Slot;
  readonly changes: readonly TextChange[];
}

/** Changes the texts of fields of all rows. One per step. */
export class ChangedTexts {
  readonly #kernels: Kernels;
  readonly #texts: readonly ChangedText[];

  constructor(kernels: Kernels, texts: readonly ChangedText[]) {
    this.#kernels = kernels;
    this.#texts = texts;
  }

  /**
   * Changes the rows whose texts are all plain ASCII; the states say which are left. The new cells are null and the new texts
   * in their order.
   */
  change(view: BatchView, change: FieldsChange): RowStates {
    const { count } = view;
    const states = new Uint8Array(count);
    if (!(view instanceof TableView)) return states.fill(1);
    const width = (1 + this.#texts.length) * cellWords;
    const words = view.core.words(count * width);
    const starts = new Int32Array(count);
    for (let index = 0; index < count; index++) {
      starts[index] = index * width;
      words[index * width] = 0;
      words[index * width + 1] = 0;
      words[index * width + 2] = cellTags.null;
    }
    for (const [place, { slot, changes }] of this.#texts.entries()) {
      const done = new Uint8Array(count);
      for (const spans of columnSpans(view, slot)) this.#pass(view, spans, changes, words.subarray((1 + place) * cellWords), width, done);
      for (let index = 0; index < count; index++) if (done[index] === 0) states[index] = 1;
    }
    changeFields(view, states, { words, starts }, change);
    return states;
  }

  #pass(
    { core, count }: TableView,
    { segment, bytes, table }: ColumnSpans,
    changes: readonly TextChange[],
    into: Uint32Array,
    width: number,
    done: Uint8Array,
  ): void {
    const kernels = this.#kernels;
    kernels.reset();
    const call = kernels.region(callWords * 4);
    const block = kernels.copyIn(bytes);
    const frames = kernels.copyIn(new Uint8Array(table.buffer, table.byteOffset, table.byteLength));
    const list = kernels.region(changes.length * 4);
    const cells = kernels.region(count * cellWords * 4);
    const states = kernels.region(count);
    const room = Math.min(kernels.free, roomOf(table, count));
    const side = kernels.region(room);
    if ([call, block, frames, list, cells, states, side].some((region) => region < 0)) return;
    kernels.words.set(
      changes.map((change) => changeNumbers[change]),
      list >> 2,
    );
    chargeRun(kernelSteps(bytes.length * (changes.length - 1)));
    const own = core.side.attach(new Uint8Array(0), true);
    const regions = [block, frames, count, list, changes.length, cells, states, side, side + room, 0];
    kernels.words.set([...regions, segment << 8, own << 8], call >> 2);
    kernels.run.changeTexts(call);
    const written = kernels.words[(call >> 2) + usedWord]!;
    if (written > 0) core.side.fill(own, kernels.bytes.subarray(side, side + written), true);
    const from = cells >> 2;
    for (let index = 0; index < count; index++) {
      if (kernels.bytes[states + index] !== 0) continue;
      done[index] = 1;
      for (let word = 0; word < cellWords; word++) into[index * width + word] = kernels.words[from + index * cellWords + word]!;
    }
  }
}

/** Bytes of all texts, and of what copies may write beyond them. */
function roomOf(table: Uint32Array, count: number): number {
  let bytes = 64;
  for (let index = 0; index < count; index++) bytes += table[index * frameWords + 3] === 0 ? table[index * frameWords + 1]! : 0;
  return bytes;
}
