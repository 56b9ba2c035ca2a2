import { isCleanName } from '../clean-name.ts';
import type { KeyedForm } from './keyed-call.ts';
import type { Kernels } from './kernels.ts';

const templatesMax = 16;
const keysMax = 256;
/** Texts learned from in one batch once as many orders are known as are kept: each costs one more pass over the batch. */
const lessonsMax = 2;

/** Keys of an object in their order, as they stand in the data. */
interface Template {
  readonly names: readonly string[];
  readonly keys: Uint8Array;
}

/** Orders of names met in data, at most 16; the oldest is forgotten. */
export class KeyedTemplates {
  readonly #form: KeyedForm;
  readonly #templates: Template[] = [];
  readonly #known = new Set<string>();
  #left = lessonsMax;

  constructor(form: KeyedForm) {
    this.#form = form;
  }

  get count(): number {
    return this.#templates.length;
  }

  namesOf(template: number): readonly string[] {
    return this.#templates[template]!.names;
  }

  /** Brings all of them into the kernels' memory; −1 when there is no room. */
  copyIn(kernels: Kernels): number {
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

  /** Called before the first text of a batch. */
  startBatch(): void {
    this.#left = Math.max(lessonsMax, templatesMax - this.#templates.length);
  }

  /** Whether a text of another order may still be learned from in this batch. */
  get learns(): boolean {
    return this.#left > 0;
  }

  /** Makes the order of names in a text a template, when each can be a field name as it is and none repeats. */
  learn(bytes: Uint8Array, offset: number, length: number): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + offset, length).toString();
    this.#left--;
    this.#add(this.#form === 'json' ? membersOf(text) : namesOf(text));
  }

  #add(names: readonly string[]): void {
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
