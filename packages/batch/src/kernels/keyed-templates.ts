import { isCleanName } from '../clean-name.ts';
import { RecentHashes } from '../recent-hashes.ts';
import type { KeyedForm } from './keyed-call.ts';
import type { Kernels } from './kernels.ts';
import { templateBook, templateBytes, templateNamesMax } from './template-book.ts';

const templatesMax = 1024;
const bookBytesMax = 512 * 1024;
/** Orders learned from the first text that has them, the rest of the batch then being read with them; later ones when they come again. */
const atOnceMax = 16;
/** Texts learned from at once in one batch while none of them could be. */
const attemptsMax = 2;
/** Other texts learned from in one batch. */
const lessonsMax = 64;
/** Once so many texts of orders that come again found no room, all orders are forgotten. */
const refusalsMax = 8192;

/** Orders of names met in data, which the kernels know by number. Bounded in number and bytes; orders that never come again leave only a hash. */
export class KeyedTemplates {
  readonly #form: KeyedForm;
  #templates: (readonly string[])[] = [];
  #known = new Set<string>();
  #bytes = 0;
  #book: Uint8Array | undefined;
  readonly #met = new RecentHashes();
  readonly #unfit = new RecentHashes();
  #atOnce = atOnceMax;
  #left = lessonsMax;
  #fits = true;
  #refusals = 0;
  /** Another object when the numbers lost their meaning. */
  generation: object = {};

  constructor(form: KeyedForm) {
    this.#form = form;
  }

  /** Always the same list for a number. */
  namesOf(template: number): readonly string[] {
    return this.#templates[template]!;
  }

  /** Brings all of them into the kernels' memory; −1 when there is no room. */
  copyIn(kernels: Kernels): number {
    return kernels.copyIn((this.#book ??= templateBook(this.#templates)));
  }

  /** Called before the first text of a batch. */
  startBatch(): void {
    if (this.#refusals >= refusalsMax) this.#forget();
    this.#atOnce = Math.min(Math.max(0, atOnceMax - this.#templates.length), this.#fits ? atOnceMax : attemptsMax);
    this.#left = lessonsMax;
  }

  /** Whether the next text of an unknown order is to be learned from before others are read. */
  get learnsAtOnce(): boolean {
    return this.#atOnce > 0;
  }

  /** Makes the order of names in a text a template, when each can be a field name as it is and none repeats. `hash`: the kernel's, of these names. */
  learnAtOnce(hash: number, bytes: Uint8Array, offset: number, length: number): void {
    this.#atOnce--;
    if (!this.#unfit.has(hash)) this.#learn(hash, bytes, offset, length);
  }

  /** The same for a text of an order that came before; of others only the hash is remembered. */
  meet(hash: number, bytes: Uint8Array, offset: number, length: number): void {
    if (!this.#met.again(hash) || this.#unfit.has(hash)) return;
    if (this.#templates.length >= templatesMax || this.#bytes >= bookBytesMax) this.#refusals++;
    else if (this.#left > 0) {
      this.#left--;
      this.#learn(hash, bytes, offset, length);
    }
  }

  #learn(hash: number, bytes: Uint8Array, offset: number, length: number): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + offset, length).toString();
    this.#fits = this.#add(this.#form === 'json' ? membersOf(text) : namesOf(text));
    if (!this.#fits) this.#unfit.add(hash);
  }

  #add(names: readonly string[]): boolean {
    if (names.length === 0 || names.length > templateNamesMax || new Set(names).size < names.length || !names.every(isUsable)) return false;
    const signature = names.join('\0');
    const bytes = templateBytes(names);
    if (this.#known.has(signature) || this.#bytes + bytes > bookBytesMax) return false;
    this.#known.add(signature);
    this.#templates.push(names);
    this.#bytes += bytes;
    this.#book = undefined;
    return true;
  }

  #forget(): void {
    this.#templates = [];
    this.#known = new Set();
    this.#bytes = 0;
    this.#book = undefined;
    this.#refusals = 0;
    this.generation = {};
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
