import type { BulkRows } from '../bulk-rows.ts';
import { rowWords } from '../row-table.ts';
import type { FrameBlock } from '../view.ts';
import { readKeyed } from './keyed-call.ts';
import { KeyedTemplates } from './keyed-templates.ts';
import type { Kernels } from './kernels.ts';

/** Decodes JSON objects or `name=value` pairs of whole blocks by the orders of names seen before. One per lane and listener. */
export class KeyedFrames {
  readonly #kernels: Kernels;
  readonly #form: 'json' | 'key-value';
  readonly #templates: KeyedTemplates;

  constructor(kernels: Kernels, form: 'json' | 'key-value') {
    this.#kernels = kernels;
    this.#form = form;
    this.#templates = new KeyedTemplates(form);
  }

  /**
   * Adds an event for each frame whose keys come in a known order, and calls `other` for those between them; that must not
   * use the kernels. The block's text must be valid UTF-8. False: the block does not fit, nothing was done.
   */
  decode(block: FrameBlock, out: BulkRows, other: (frame: number) => void): boolean {
    const { table, count } = block;
    if (table === undefined || count === 0) return false;
    this.#templates.startBatch();
    let from = 0;
    while (from < count) {
      const done = this.#pass(block, table, from, out, other);
      if (done < 0) return from > 0 ? this.#rest(from, count, other) : false;
      from += done;
    }
    return true;
  }

  #rest(from: number, count: number, other: (frame: number) => void): true {
    for (let frame = from; frame < count; frame++) other(frame);
    return true;
  }

  /** Frames handled; −1 when the block does not fit. Ends early where a new order of keys is to be learned. */
  #pass(block: FrameBlock, table: Uint32Array, from: number, out: BulkRows, other: (frame: number) => void): number {
    const { count, bytes } = block;
    const templates = this.#templates;
    const stops = templates.learnsAtOnce;
    const read = readKeyed(this.#kernels, { form: this.#form, templates, bytes, table, from, count, spare: out.spare, stops });
    if (read === undefined) return -1;
    const { looked, rows, states } = read;
    const cellBase = out.addCells(read.cells);
    const shapes: number[] = [];
    let first = from;
    for (let frame = from; frame < from + looked; frame++) {
      const at = frame * rowWords;
      const template = rows[at]!;
      const shape = states[frame] === 0 ? (shapes[template] ??= out.shapeOfNames(templates.namesOf(template))) : -1;
      if (shape >= 0) {
        rows[at] = shape;
        rows[at + 1]! += cellBase;
        continue;
      }
      if (frame > first) out.addRows(rows, first, frame - first);
      if (states[frame] === 2) this.#meet(rows[at + 1]!, stops && frame === from + looked - 1, block, frame);
      other(frame);
      first = frame + 1;
    }
    if (from + looked > first) out.addRows(rows, first, from + looked - first);
    return looked;
  }

  #meet(hash: number, atOnce: boolean, block: FrameBlock, frame: number): void {
    const { bytes } = block;
    if (atOnce) this.#templates.learnAtOnce(hash, bytes, block.offset(frame), block.length(frame));
    else this.#templates.meet(hash, bytes, block.offset(frame), block.length(frame));
  }
}
