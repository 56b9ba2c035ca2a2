import { isCleanName } from '../clean-name.ts';
import type { BulkRows } from '../bulk-rows.ts';
import { frameWords } from '../frame-block.ts';
import { rowWords } from '../row-table.ts';
import type { FrameBlock } from '../view.ts';
import type { Kernels } from './kernels.ts';

const callWords = 16;
const templatesMax = 16;
const keysMax = 256;
const stackBytes = 128;

/** Keys of an object in their order, as they stand in the data. */
interface Template {
  readonly names: readonly string[];
  readonly keys: Uint8Array;
}

export type KeyedForm = 'json' | 'key-value';

/** Decodes JSON objects or `name=value` pairs of whole blocks by the orders of names seen before. One per lane and listener. */
export class KeyedFrames {
  readonly #kernels: Kernels;
  readonly #form: KeyedForm;
  readonly #templates: Template[] = [];
  readonly #known = new Set<string>();

  constructor(kernels: Kernels, form: KeyedForm) {
    this.#kernels = kernels;
    this.#form = form;
  }

  /**
   * Adds an event for each frame whose keys come in a known order, and calls `other` for those between them; that must not
   * use the kernels. The block's text must be valid UTF-8. False: the block does not fit, nothing was done.
   */
  decode(block: FrameBlock, out: BulkRows, other: (frame: number) => void): boolean {
    const { table, count } = block;
    if (table === undefined || count === 0) return false;
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

  /** Frames handled; −1 when the block does not fit. Ends early where a new order of keys was learned. */
  #pass(block: FrameBlock, table: Uint32Array, from: number, out: BulkRows, other: (frame: number) => void): number {
    const kernels = this.#kernels;
    const { count } = block;
    kernels.reset();
    const call = kernels.region(callWords * 4);
    const bytes = kernels.copyIn(block.bytes);
    const frames = kernels.copyIn(new Uint8Array(table.buffer, table.byteOffset, count * frameWords * 4));
    const rows = kernels.region(count * rowWords * 4);
    const states = kernels.region(count);
    const stack = kernels.region(stackBytes);
    const templates = this.#copyTemplates();
    const room = Math.min(kernels.free, Math.max(64 * 1024, block.bytes.length * 2) + count * out.spare * 12);
    const cells = kernels.region(room);
    if (bytes < 0 || frames < 0 || rows < 0 || states < 0 || stack < 0 || templates < 0 || cells < 0) return -1;
    kernels.words.set(
      [
        bytes,
        frames,
        from,
        count,
        rows,
        cells,
        cells + room,
        states,
        templates,
        this.#templates.length,
        stack,
        0,
        out.spare * 12,
        this.#form === 'json' ? 0 : 1,
      ],
      call >> 2,
    );
    const looked = kernels.run.keyedFrames(call);
    const cellBase = out.addCells(new Uint32Array(kernels.bytes.buffer, cells, kernels.words[(call >> 2) + 11]!));
    const rowWordsOut = kernels.words.subarray(rows >> 2, (rows >> 2) + count * rowWords);
    const shapes: number[] = [];
    for (let frame = from; frame < from + looked; frame++) {
      const at = frame * rowWords;
      const template = rowWordsOut[at]!;
      const shape = kernels.bytes[states + frame] === 0 ? (shapes[template] ??= out.shapeOfNames(this.#templates[template]!.names)) : -1;
      if (shape < 0) {
        other(frame);
        continue;
      }
      rowWordsOut[at] = shape;
      rowWordsOut[at + 1]! += cellBase;
      out.addRow(rowWordsOut, at);
    }
    if (from + looked < count || kernels.bytes[states + count - 1] === 1) this.#learn(block, from + looked - 1);
    return looked;
  }

  #copyTemplates(): number {
    const kernels = this.#kernels;
    const table = kernels.region(this.#templates.length * 4);
    if (table < 0) return -1;
    for (const [index, { names, keys }] of this.#templates.entries()) {
      const at = kernels.region(4 + names.length * 8);
      let key = kernels.copyIn(keys);
      if (at < 0 || key < 0) return -1;
      kernels.words[(table >> 2) + index] = at;
      kernels.words[at >> 2] = names.length;
      for (const [column, name] of names.entries()) {
        kernels.words.set([key, name.length], (at >> 2) + 1 + column * 2);
        key += name.length;
      }
    }
    return table;
  }

  /** Makes the order of keys of a frame a template, when each can be a field name as it is and none repeats. */
  #learn(block: FrameBlock, frame: number): void {
    const text = Buffer.from(block.bytes.buffer, block.bytes.byteOffset + block.offset(frame), block.length(frame)).toString();
    const names = this.#form === 'json' ? membersOf(text) : namesOf(text);
    if (names.length === 0 || names.length > keysMax || new Set(names).size < names.length || !names.every(isUsable)) return;
    const signature = names.join('\0');
    if (this.#known.has(signature)) return;
    if (this.#templates.length >= templatesMax) {
      this.#templates.shift();
      this.#known.clear();
      for (const template of this.#templates) this.#known.add(template.names.join('\0'));
    }
    this.#known.add(signature);
    this.#templates.push({ names, keys: Buffer.from(names.join(''), 'latin1') });
  }
}

/** The keys of a JSON object in their order; none when it is no object. */
function membersOf(text: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? Object.keys(parsed) : [];
  } catch {
    return [];
  }
}

const pair = /[ \t]*([^= \t]+)=(?:"[^"\\]*"|[^" \t][^ \t]*|)(?=[ \t]|$)/y;

/** The names of pairs in their order; none when the text is not made of plain pairs alone. */
function namesOf(text: string): readonly string[] {
  const names: string[] = [];
  const trimmed = text.replace(/[ \t]+$/, '');
  pair.lastIndex = 0;
  for (let found = pair.exec(trimmed); found !== null; found = pair.exec(trimmed)) {
    names.push(found[1]!);
    if (pair.lastIndex === trimmed.length) return names;
  }
  return [];
}

/** A name that can be a field's as it is. JavaScript moves keys that are whole numbers to the front, so these are none. */
function isUsable(name: string): boolean {
  const raw = Buffer.from(name);
  return isCleanName(raw, 0, raw.length) && !/^\d+$/.test(name);
}
