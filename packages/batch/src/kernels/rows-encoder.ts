import type { BatchCore } from '../batch-core.ts';
import { isHidden, type Shape } from '../shape-table.ts';
import { TableView } from '../table-view.ts';
import type { BatchView, Slot } from '../view.ts';
import { copyRows, copySegments } from './copy-rows.ts';
import { AdjacentTexts } from './adjacent-texts.ts';
import type { Kernels } from './kernels.ts';

/** Records of consecutive rows of a view. Valid until the next call of any kernel of the thread, and while the batch lives. */
export interface EncodedRows {
  /** Records one after the other. */
  readonly bytes: Uint8Array;
  /** End of each record in `bytes`; a row that was left out has no bytes. */
  readonly ends: Int32Array;
  /** 1: the row was left out and needs the row encoder. */
  readonly states: Uint8Array;
  readonly count: number;
}

export interface RowsEncoder {
  /** The rows `view.rows[from … to − 1]`, or the first of them: as many as there is room for. Undefined: none, encode row by row. */
  encode(view: BatchView, from: number, to: number): EncodedRows | undefined;
}

const callWords = 16;
const rowBytes = 8;
const signaturesMax = 1024;
const outputBytesMax = 8 * 1024 * 1024;
const optionOmitNull = 1;
const optionQuoteBig = 2;
const optionLineFeed = 4;
const optionChosen = 8;

export interface JsonRowsOptions {
  readonly omitNull: boolean;
  /** Integers outside ±(2^53−1) are quoted. */
  readonly quoteBigIntegers: boolean;
  /** Each record ends with a line feed. */
  readonly lineFeed: boolean;
}

/** A field written under a name of its own. */
export interface WrittenField {
  readonly name: string;
  readonly slot: Slot;
  /** Rows that lack the field but have one of these need the row encoder. */
  readonly instead: readonly Slot[];
}

/** Rows as JSON objects of all their fields, or of those chosen, times in RFC 3339. */
export function createJsonRowsEncoder(kernels: Kernels, options: JsonRowsOptions, chosen?: readonly WrittenField[]): RowsEncoder {
  const flags =
    (options.omitNull ? optionOmitNull : 0) |
    (options.quoteBigIntegers ? optionQuoteBig : 0) |
    (options.lineFeed ? optionLineFeed : 0) |
    (chosen ? optionChosen : 0);
  const plans = new PlanBytes(chosen);
  return {
    encode: (view, from, to) =>
      encodeRows(kernels, view, from, to, flags, kernels.run.jsonRecords, (shape, core) => {
        const plan = plans.of(shape, core);
        if (plan === undefined) return 0;
        const at = kernels.region(plan.words.length * 4);
        const keys = kernels.copyIn(plan.keys);
        if (at < 0 || keys < 0) return 0;
        kernels.words.set(plan.words, at >> 2);
        for (let column = 0; column < plan.words[0]!; column++) kernels.words[(at >> 2) + 1 + column * 3]! += keys;
        return at;
      }),
  };
}

/** One text field of each row as it is. */
export function createTextRowsEncoder(kernels: Kernels, slot: Slot, lineFeed: boolean): RowsEncoder {
  const adjacent = lineFeed ? new AdjacentTexts(slot) : undefined;
  return {
    encode: (view, from, to) =>
      adjacent?.encode(view, from, to) ??
      encodeRows(kernels, view, from, to, lineFeed ? optionLineFeed : 0, kernels.run.textRecords, (shape, core) =>
        shape.column(slot, core.nameOf),
      ),
  };
}

function encodeRows(
  kernels: Kernels,
  view: BatchView,
  from: number,
  to: number,
  flags: number,
  kernel: (call: number) => number,
  planOf: (shape: Shape, core: BatchCore) => number,
): EncodedRows | undefined {
  if (!(view instanceof TableView) || from >= to) return undefined;
  const { core } = view;
  kernels.reset();
  const call = kernels.region(callWords * 4);
  const segments = copySegments(kernels, core);
  const rows = kernels.region((to - from) * rowBytes);
  const shapes = kernels.region(core.shapes.shapes.length * 4);
  const ends = kernels.region((to - from) * 4);
  const states = kernels.region(to - from);
  if (segments < 0 || rows < 0 || shapes < 0 || ends < 0 || states < 0) return undefined;
  const wanted: number[] = [];
  const cells = copyRows(kernels, view, from, to, rows >> 2, shapes >> 2, wanted);
  if (cells === undefined) return undefined;
  for (const shape of wanted) kernels.words[(shapes >> 2) + shape] = planOf(core.shapes.shapes[shape]!, core);
  const room = Math.min(kernels.free, outputBytesMax);
  const output = kernels.region(room);
  if (output < 0) return undefined;
  kernels.words.set([segments, cells, rows, to - from, shapes, output, output + room, ends, states, flags], call >> 2);
  const count = kernel(call);
  if (count === 0) return undefined;
  const endWords = kernels.words.subarray(ends >> 2, (ends >> 2) + count);
  return {
    bytes: kernels.bytes.subarray(output, output + endWords[count - 1]!),
    ends: endWords,
    states: kernels.bytes.subarray(states, states + count),
    count,
  };
}

interface Plan {
  /** Number of fields, then per field: key (relative to `keys`), its length, the column, −1 where there is none. */
  readonly words: Int32Array;
  readonly keys: Uint8Array;
}

/** Keys as `"name":` per shape, kept with the shapes; those of batches with shapes of their own are found again by the names in them. */
class PlanBytes {
  readonly #chosen: readonly WrittenField[] | undefined;
  readonly #bySignature = new Map<string, Plan | undefined>();

  constructor(chosen: readonly WrittenField[] | undefined) {
    this.#chosen = chosen;
  }

  /** Undefined: rows of the shape need the row encoder. */
  of(shape: Shape, core: BatchCore): Plan | undefined {
    const plans = core.shapes.kept(this, () => new Map<number, Plan | undefined>());
    if (plans.has(shape.id)) return plans.get(shape.id);
    const signature = shape.refs.map(({ name }) => name).join('\0');
    if (!this.#bySignature.has(signature)) {
      if (this.#bySignature.size >= signaturesMax) this.#bySignature.clear();
      const fields = this.#chosen === undefined ? allOf(shape) : chosenOf(shape, core, this.#chosen);
      this.#bySignature.set(signature, fields && planOf(fields));
    }
    const plan = this.#bySignature.get(signature);
    plans.set(shape.id, plan);
    return plan;
  }
}

interface PlannedField {
  readonly name: string;
  readonly column: number;
}

const allOf = (shape: Shape): readonly PlannedField[] =>
  shape.refs.flatMap((ref, column) => (isHidden(ref) ? [] : [{ name: ref.name, column }]));

function chosenOf(shape: Shape, core: BatchCore, chosen: readonly WrittenField[]): readonly PlannedField[] | undefined {
  const fields: PlannedField[] = [];
  for (const { name, slot, instead } of chosen) {
    if (instead.some((other) => shape.column(other, core.nameOf) >= 0)) return undefined;
    fields.push({ name, column: shape.column(slot, core.nameOf) });
  }
  return fields;
}

function planOf(fields: readonly PlannedField[]): Plan {
  const keys = fields.map(({ name }) => Buffer.from(`${JSON.stringify(name)}:`));
  const words = new Int32Array(1 + keys.length * 3);
  words[0] = keys.length;
  let at = 0;
  for (const [index, key] of keys.entries()) {
    words.set([at, key.length, fields[index]!.column], 1 + index * 3);
    at += key.length;
  }
  return { words, keys: Buffer.concat(keys) };
}
