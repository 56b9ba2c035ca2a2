import { chargeRun } from '@acequia/event';
import { changeFields, type FieldsChange, type RowStates } from '../change-fields.ts';
import { columnSpans, type ColumnSpans } from '../column-spans.ts';
import { kernelSteps } from '../handling-steps.ts';
import { TableView } from '../table-view.ts';
import type { BatchView, Slot } from '../view.ts';
import type { Kernels } from './kernels.ts';

const cellWords = 3;

/** Regions of a call that reads texts: where they lie, and where the cells of each and whether it is left are to be. */
export interface TextsCall {
  readonly block: number;
  readonly frames: number;
  readonly count: number;
  readonly cells: number;
  readonly states: number;
  /** To be added to tags of cells whose bytes lie in the texts, or in what is written to `side`. */
  readonly textTag: number;
  readonly sideTag: number;
  readonly side: number;
}

/** One kernel's way to read texts, the same number of new cells for each. */
export interface TextsReader {
  readonly columns: number;
  /** Bytes that the values of a text take which are not part of it. */
  readonly sideBytes?: number;
  /** How often it may go over a byte; default once. */
  readonly passes?: number;
  /** Runs the kernel; how many bytes it wrote to `side`, −1: there was no room. */
  run(kernels: Kernels, call: TextsCall): number;
  /** Whether texts in these bytes can be read; without it all can. */
  takes?(bytes: Uint8Array, ascii: boolean): boolean;
}

/** Reads the text of one field of all rows. One per step. */
export class TextsColumn {
  readonly #kernels: Kernels;
  readonly #reader: TextsReader;
  readonly #slot: Slot;
  #starts = new Int32Array(0);

  constructor(kernels: Kernels, reader: TextsReader, slot: Slot) {
    this.#kernels = kernels;
    this.#reader = reader;
    this.#slot = slot;
  }

  /** Changes the rows whose text fits, what was read being the new cells; the states say which are left. */
  read(view: BatchView, change: FieldsChange): RowStates {
    const states = new Uint8Array(view.count).fill(1);
    if (!(view instanceof TableView)) return states;
    for (const spans of columnSpans(view, this.#slot))
      if (this.#reader.takes?.(spans.bytes, view.core.side.ascii[spans.segment]!) ?? true) this.#pass(view, spans, states, change);
    return states;
  }

  #pass(view: TableView, { segment, bytes, table }: ColumnSpans, states: RowStates, change: FieldsChange): void {
    const kernels = this.#kernels;
    const { count, core } = view;
    const width = this.#reader.columns * cellWords;
    kernels.reset();
    chargeRun(kernelSteps(bytes.length) * ((this.#reader.passes ?? 1) - 1));
    const block = kernels.copyIn(bytes);
    const frames = kernels.copyIn(new Uint8Array(table.buffer, table.byteOffset, table.byteLength));
    const cells = kernels.region(count * width * 4);
    const found = kernels.region(count);
    const side = kernels.region(count * (this.#reader.sideBytes ?? 0));
    if (block < 0 || frames < 0 || cells < 0 || found < 0 || side < 0) return;
    const beside = this.#reader.sideBytes ? core.side.attach(new Uint8Array(0), true) : 0;
    const tags = { textTag: segment << 8, sideTag: beside << 8 };
    const written = this.#reader.run(kernels, { block, frames, count, cells, states: found, side, ...tags });
    if (written < 0) return;
    if (written > 0) core.side.fill(beside, kernels.bytes.subarray(side, side + written), false);
    const own = kernels.bytes.slice(found, found + count);
    const words = new Uint32Array(kernels.bytes.buffer, cells, count * width);
    changeFields(view, own, { words, starts: this.#startsOf(count, width) }, change);
    for (let index = 0; index < count; index++) if (own[index] === 0) states[index] = 0;
  }

  /** First word of the new cells of each row. */
  #startsOf(count: number, width: number): Int32Array {
    if (this.#starts.length < count) {
      this.#starts = new Int32Array(count);
      for (let index = 0; index < count; index++) this.#starts[index] = index * width;
    }
    return this.#starts;
  }
}
