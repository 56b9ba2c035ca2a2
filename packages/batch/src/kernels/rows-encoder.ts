import type { BatchCore } from '../batch-core.ts';
import { rowWords, type RowTable } from '../row-table.ts';
import { isHidden, type Shape } from '../shape-table.ts';
import { TableView } from '../table-view.ts';
import type { BatchView, Slot } from '../view.ts';
import type { Kernels } from './kernels.ts';

/** Records of consecutive rows of a view. Valid until the next call of any kernel of the thread. */
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
const outputBytesMax = 8 * 1024 * 1024;
const optionOmitNull = 1;
const optionQuoteBig = 2;
const optionLineFeed = 4;

export interface JsonRowsOptions {
  readonly omitNull: boolean;
  /** Integers outside ±(2^53−1) are quoted. */
  readonly quoteBigIntegers: boolean;
  /** Each record ends with a line feed. */
  readonly lineFeed: boolean;
}

/** Rows as JSON objects of all their fields, times in RFC 3339. */
export function createJsonRowsEncoder(kernels: Kernels, options: JsonRowsOptions): RowsEncoder {
  const flags =
    (options.omitNull ? optionOmitNull : 0) | (options.quoteBigIntegers ? optionQuoteBig : 0) | (options.lineFeed ? optionLineFeed : 0);
  const plans = new PlanBytes();
  return {
    encode: (view, from, to) =>
      encodeRows(kernels, view, from, to, flags, kernels.run.jsonRecords, (shape) => {
        const plan = plans.of(shape);
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
  return {
    encode: (view, from, to) =>
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
  const { core, table } = view;
  kernels.reset();
  const call = kernels.region(callWords * 4);
  const segments = copySegments(kernels, core);
  const cells = kernels.copyIn(bytesOf(core.cells, core.cellEnd));
  const rows = copyRows(kernels, table);
  const selection = kernels.copyIn(bytesOf(view.rows, view.count));
  const shapes = kernels.region(core.shapes.shapes.length * 4);
  const ends = kernels.region((to - from) * 4);
  const states = kernels.region(to - from);
  if (segments < 0 || cells < 0 || rows < 0 || selection < 0 || shapes < 0 || ends < 0 || states < 0) return undefined;
  for (const [index, shape] of core.shapes.shapes.entries()) kernels.words[(shapes >> 2) + index] = planOf(shape, core);
  const room = Math.min(kernels.free, outputBytesMax);
  const output = kernels.region(room);
  if (output < 0) return undefined;
  kernels.words.set([segments, cells, rows, selection, from, to, shapes, output, output + room, ends, states, flags], call >> 2);
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

const bytesOf = (words: Int32Array | Uint32Array, count: number): Uint8Array => new Uint8Array(words.buffer, words.byteOffset, count * 4);

function copyRows(kernels: Kernels, table: RowTable): number {
  return kernels.copyIn(bytesOf(table.words, table.count * rowWords));
}

/** A table of where each segment of the batch lies; −1 when one does not fit. */
function copySegments(kernels: Kernels, core: BatchCore): number {
  const { segments } = core.side;
  const table = kernels.region(segments.length * 4);
  if (table < 0) return -1;
  for (const [index, segment] of segments.entries()) {
    const used = core.side.usedOf(index);
    if (used > kernels.free) return -1;
    const at = kernels.copyIn(used === segment.length ? segment : segment.subarray(0, used));
    if (at < 0) return -1;
    kernels.words[(table >> 2) + index] = at;
  }
  return table;
}

interface Plan {
  /** Number of columns, then per column: key (relative to `keys`), its length, 1 when it is not written. */
  readonly words: Int32Array;
  readonly keys: Uint8Array;
}

/** Keys as `"name":` per shape. Shapes live as long as their batch, so plans are found again by the names in them. */
class PlanBytes {
  readonly #byShape = new WeakMap<Shape, Plan>();
  readonly #bySignature = new Map<string, Plan>();

  of(shape: Shape): Plan {
    let plan = this.#byShape.get(shape);
    if (plan !== undefined) return plan;
    const signature = shape.refs.map(({ name }) => name).join('\0');
    plan = this.#bySignature.get(signature);
    if (plan === undefined) {
      plan = planOf(shape);
      if (this.#bySignature.size >= 256) this.#bySignature.clear();
      this.#bySignature.set(signature, plan);
    }
    this.#byShape.set(shape, plan);
    return plan;
  }
}

function planOf(shape: Shape): Plan {
  const keys = shape.refs.map(({ name }) => Buffer.from(`${JSON.stringify(name)}:`));
  const words = new Int32Array(1 + keys.length * 3);
  words[0] = keys.length;
  let at = 0;
  for (const [column, key] of keys.entries()) {
    words.set([at, key.length, isHidden(shape.refs[column]!) ? 1 : 0], 1 + column * 3);
    at += key.length;
  }
  return { words, keys: Buffer.concat(keys) };
}
