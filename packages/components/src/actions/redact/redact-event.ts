import { cellTags, type BatchView, type Row, type Slot, type SlotTable } from '@acequia/batch';
import { Float, Json, jsonOfText, List, parsePath, readingsOf, valueToText, type FieldValue } from '@acequia/event';
import { JsonRedactor } from './redact-json.ts';
import type { Redactor } from './redactor.ts';

interface Change {
  readonly name: string;
  readonly slot: Slot | undefined;
  readonly value: FieldValue;
  readonly before: FieldValue;
}

function put(view: BatchView, row: Row, { name, slot }: Change, value: FieldValue): void {
  if (slot === undefined) view.setNamed(row, name, value);
  else view.set(row, slot, value);
}

/** Redacts fields of one event in place. Findings are counted by the redactor. */
export class EventRedactor {
  readonly #redactor: Redactor;
  readonly #json: JsonRedactor;
  readonly #changes: Change[] = [];
  /** What was changed of the event since it began, in order. */
  readonly #done: Change[] = [];

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
    this.#json = new JsonRedactor(redactor);
  }

  /** What is changed from now on can be put back. */
  begin(): void {
    this.#done.length = 0;
  }

  /** Undoes what was changed of the event since it began. */
  putBack(view: BatchView, row: Row): void {
    for (let change = this.#done.pop(); change !== undefined; change = this.#done.pop()) put(view, row, change, change.before);
  }

  /** All fields that hold text: strings, lists of strings, json. Internal fields are not among them. */
  all(view: BatchView, row: Row): void {
    this.#changes.length = 0;
    view.forEachField(row, (name, slot, read) => {
      const value = slot === undefined ? this.#value(name, read(), []) : this.#cell(view, row, slot, name, []);
      if (value !== undefined) this.#changes.push({ name, slot, value, before: read() });
    });
    for (const change of this.#changes) this.#change(view, row, change);
  }

  /** One field by its slot; `keys` lead into a json. Numbers are looked at too. */
  field(view: BatchView, row: Row, slot: Slot, name: string, keys: readonly string[]): void {
    const value = this.#cell(view, row, slot, name, keys) ?? this.#number(view.value(row, slot), name, keys);
    if (value !== undefined) this.#change(view, row, { name, slot, value, before: view.value(row, slot) ?? null });
  }

  #change(view: BatchView, row: Row, change: Change): void {
    this.#done.push(change);
    put(view, row, change, change.value);
  }

  #cell(view: BatchView, row: Row, slot: Slot, name: string, keys: readonly string[]): FieldValue | undefined {
    const tag = view.tag(row, slot);
    if (tag === cellTags.text || tag === cellTags.escaped) {
      const bytes = view.bytes(row, slot)!;
      if (keys.length > 0) return undefined;
      if (tag === cellTags.escaped && bytes.includes(0x5c)) return this.#value(name, view.value(row, slot) ?? null, keys);
      return this.#redactor.member(name, bufferOf(bytes), 0, bytes.length);
    }
    if (tag === cellTags.json) return this.#jsonText(bufferOf(view.bytes(row, slot)!), name, keys);
    return tag === cellTags.list ? this.#value(name, view.value(row, slot) ?? null, keys) : undefined;
  }

  #value(name: string, value: FieldValue, keys: readonly string[]): FieldValue | undefined {
    if (value instanceof Json) return this.#jsonText(Buffer.from(value.text), name, keys);
    if (keys.length > 0) return undefined;
    if (typeof value === 'string') return this.#text(name, value);
    if (!(value instanceof List) || value.of !== 'string') return undefined;
    let changed = false;
    const items = value.items.map((item) => {
      const text = this.#text(name, item as string);
      changed ||= text !== undefined;
      return text ?? item;
    });
    return changed ? new List('string', items) : undefined;
  }

  #number(value: FieldValue | undefined, name: string, keys: readonly string[]): string | undefined {
    const isNumber = typeof value === 'number' || typeof value === 'bigint' || value instanceof Float;
    return isNumber && keys.length === 0 ? this.#text(name, valueToText(value)) : undefined;
  }

  #text(name: string, text: string): string | undefined {
    const bytes = Buffer.from(text);
    return this.#redactor.member(name, bytes, 0, bytes.length);
  }

  #jsonText(bytes: Buffer, name: string, keys: readonly string[]): Json | undefined {
    const text = this.#json.redact(bytes, name, keys);
    return text === undefined ? undefined : jsonOfText(text);
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** A chosen field: where a reference may point, the longest name first. */
export interface ChosenPlace {
  readonly readings: readonly { readonly slot: Slot; readonly name: string; readonly keys: readonly string[] }[];
}

/** Compiles references that passed the configuration's check. */
export function compilePlaces(fields: readonly string[], slots: SlotTable): readonly ChosenPlace[] {
  return fields.map((field) => {
    const path = parsePath(field);
    return {
      readings: path.ok
        ? readingsOf(path.value).map(({ field: name, steps }) => ({ slot: slots.slot(name), name, keys: steps.map(String) }))
        : [],
    };
  });
}
