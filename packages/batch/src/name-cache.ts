import { cleanDataName, isCleanName } from './clean-name.ts';
import { fieldRef, type FieldRef } from './field-ref.ts';
import { ShapeBook } from './shape-book.ts';
import { textBuffer } from './text-buffer.ts';
import type { Slot, SlotTable } from './view.ts';

/** A name as it stood in the data, and what it became. */
export interface NameEntry {
  readonly raw: Uint8Array;
  readonly hash: number;
  /** Empty when nothing of the name could stay. */
  readonly cleaned: string;
  readonly ref: FieldRef | undefined;
  /** Serial number of the row that last held it, and its column there. */
  stamp: number;
  column: number;
}

const entriesMax = 4096;
const tableSize = 4 * entriesMax;

/**
 * Names from data, cleaned once and found again by their bytes. Holds about 4,096 names: `startRow` empties it when it
 * is fuller, so hostile names cost time but no memory. One per lane and listener; the shapes of its batches last with it.
 */
export class NameCache {
  readonly slots: SlotTable;
  #seed: number;
  #slotsSize: number;
  /** Per place of the hash table the number of its entry plus one; 0: none. */
  readonly #table = new Uint16Array(tableSize);
  #entries: NameEntry[] = [];
  #ids = 0;
  #slotRefs: (FieldRef | undefined)[] = [];
  #refs = new Map<string, FieldRef>();
  /** Shapes of the batches whose names come from here. */
  readonly shapes = new ShapeBook();
  /** Grows by one with each row begun, over all batches. */
  serial = 0;
  /** Grows when everything found before lost its meaning. */
  clearings = 0;

  /** `seed` varies the hash; give a random one where names come from strangers. */
  constructor(slots: SlotTable, seed = 0x9e3779b9) {
    this.slots = slots;
    this.#seed = seed | 0;
    this.#slotsSize = slots.size;
  }

  /** The serial number of a new row. May empty the cache (`clearings`); within a row entries stay. A row asks for at most 1,024 new names. */
  startRow(): number {
    if (this.#entries.length >= entriesMax || this.#refs.size >= entriesMax || this.#slotsSize !== this.slots.size) this.#clear();
    return ++this.serial;
  }

  slotRef(slot: Slot): FieldRef {
    return (this.#slotRefs[slot] ??= fieldRef(this.slots.name(slot), slot, ++this.#ids));
  }

  /** The ref of a cleaned name; names that plans know carry their slot. */
  nameRef(name: string): FieldRef {
    const slot = this.slots.find(name);
    if (slot !== undefined) return this.slotRef(slot);
    let ref = this.#refs.get(name);
    if (ref === undefined) {
      ref = fieldRef(name, -1, ++this.#ids);
      this.#refs.set(name, ref);
    }
    return ref;
  }

  find(bytes: Uint8Array, offset: number, length: number): NameEntry {
    const hash = this.#hash(bytes, offset, length);
    let at = hash & (tableSize - 1);
    for (;;) {
      const number = this.#table[at]!;
      if (number === 0) break;
      const entry = this.#entries[number - 1]!;
      if (entry.hash === hash && sameBytes(entry.raw, bytes, offset, length)) return entry;
      at = (at + 1) & (tableSize - 1);
    }
    const raw = Uint8Array.prototype.slice.call(bytes, offset, offset + length);
    const text = textBuffer(raw);
    const clean = isCleanName(raw, 0, length);
    const cleaned = clean ? text.latin1Slice(0, length) : cleanDataName(text.utf8Slice(0, length));
    const ref = cleaned === '' ? undefined : this.nameRef(cleaned);
    const entry: NameEntry = { raw, hash, cleaned, ref, stamp: -1, column: -1 };
    this.#table[at] = this.#entries.push(entry);
    return entry;
  }

  #clear(): void {
    this.#table.fill(0);
    this.#entries = [];
    this.clearings++;
    this.#slotsSize = this.slots.size;
    this.#refs = new Map();
    this.shapes.forgetRefs();
  }

  #hash(bytes: Uint8Array, offset: number, length: number): number {
    let hash = this.#seed;
    for (let i = offset, end = offset + length; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    return (hash ^ (hash >>> 12)) >>> 0;
  }
}

export function sameBytes(known: Uint8Array, bytes: Uint8Array, offset: number, length: number): boolean {
  if (known.length !== length) return false;
  for (let i = 0; i < length; i++) if (known[i] !== bytes[offset + i]) return false;
  return true;
}
