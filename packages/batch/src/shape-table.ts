import type { FieldRef } from './field-ref.ts';
import { internalSlotCount } from './internal-fields.ts';
import type { Slot } from './view.ts';

/** Shapes that data may make in one table. */
export const dataShapesMax = 1024;
/** Shapes in all, those made by steps included. */
const shapesMax = 4096;
/** Characters of all names of all shapes. */
const charactersMax = 1024 * 1024;
/** Once so many rows found no room in a table, later batches begin another one. */
const refusalsMax = 8192;

const absent = -1;
const unknown = -2;

/** An ordered list of field names, shared by rows. */
export class Shape {
  /** Its place among the shapes of its table; the same for all batches of the table. */
  readonly id: number;
  readonly refs: readonly FieldRef[];
  /** Columns that are internal fields; not part of the event's own fields. */
  readonly hidden: number;
  #columns: number[] = [];
  #next: Map<string | number, Shape> | undefined;

  constructor(id: number, refs: readonly FieldRef[]) {
    this.id = id;
    this.refs = refs;
    let hidden = 0;
    for (const ref of refs) if (isHidden(ref)) hidden++;
    this.hidden = hidden;
  }

  /** The column of a slot, -1 when the shape lacks it. `name` settles slots made after the shape. */
  column(slot: Slot, name: (slot: Slot) => string): number {
    const known = this.#columns[slot] ?? unknown;
    if (known !== unknown) return known;
    while (this.#columns.length <= slot) this.#columns.push(unknown);
    let found = this.refs.findIndex((ref) => ref.slot === slot);
    if (found === absent) {
      const wanted = name(slot);
      found = this.refs.findIndex((ref) => ref.slot === -1 && ref.name === wanted);
    }
    this.#columns[slot] = found;
    return found;
  }

  /** What the shape becomes by a change met before: a name added, or the number of another change. */
  after(change: string | number): Shape | undefined {
    return this.#next?.get(change);
  }

  /** Remembers what the shape becomes by a change, of the first few hundred. */
  become(change: string | number, next: Shape): void {
    this.#next ??= new Map();
    if (this.#next.size < shapesMax / 16) this.#next.set(change, next);
  }
}

export function isHidden(ref: FieldRef): boolean {
  return ref.slot >= 0 && ref.slot < internalSlotCount;
}

/**
 * Shapes of one batch, or of all batches of a listener on a lane (`ShapeBook`), and what others have worked out for them.
 * Bounded in number and bytes: `undefined` from any method means that the row must become generic.
 */
export class ShapeTable {
  readonly shapes: Shape[] = [];
  readonly #bySignature = new Map<string, Shape>();
  readonly #kept = new WeakMap<object, unknown>();
  #ofData = 0;
  #characters = 0;
  #refusals = 0;

  /** Shapes that data made. */
  get ofData(): number {
    return this.#ofData;
  }

  /** Whether so many rows found no room that other shapes are worth more than these. */
  get isWorn(): boolean {
    return this.#refusals >= refusalsMax;
  }

  /** The shape of exactly these names in this order. */
  intern(refs: readonly FieldRef[]): Shape | undefined {
    const signature = refs.map((ref) => ref.name).join('\0');
    return this.#bySignature.get(signature) ?? this.#add(signature, refs);
  }

  /** The same for an order of names that stood in data. */
  internData(refs: readonly FieldRef[]): Shape | undefined {
    const signature = refs.map((ref) => ref.name).join('\0');
    const known = this.#bySignature.get(signature);
    if (known !== undefined) return known;
    if (this.#ofData >= dataShapesMax) return this.#refuse();
    const shape = this.#add(signature, refs);
    if (shape !== undefined) this.#ofData++;
    return shape;
  }

  /** A shape that an image holds: as `intern`, without bounds. */
  restore(refs: readonly FieldRef[]): Shape {
    const signature = refs.map((ref) => ref.name).join('\0');
    return this.#bySignature.get(signature) ?? this.#put(signature, refs);
  }

  append(shape: Shape, ref: FieldRef): Shape | undefined {
    return shape.after(ref.name) ?? this.#next(shape, ref.name, [...shape.refs, ref]);
  }

  without(shape: Shape, column: number): Shape | undefined {
    const change = -1 - column;
    return (
      shape.after(change) ??
      this.#next(
        shape,
        change,
        shape.refs.filter((_, index) => index !== column),
      )
    );
  }

  /** `ref` has a slot. */
  renamed(shape: Shape, column: number, ref: FieldRef): Shape | undefined {
    const change = column + ref.slot * 0x10000;
    return (
      shape.after(change) ??
      this.#next(
        shape,
        change,
        shape.refs.map((old, index) => (index === column ? ref : old)),
      )
    );
  }

  /** What `owner` keeps about these shapes, as long as both live; `make` makes it the first time. */
  kept<T>(owner: object, make: () => T): T {
    let kept = this.#kept.get(owner) as T | undefined;
    if (kept === undefined) this.#kept.set(owner, (kept = make()));
    return kept;
  }

  #next(shape: Shape, change: string | number, refs: readonly FieldRef[]): Shape | undefined {
    const next = this.intern(refs);
    if (next !== undefined) shape.become(change, next);
    return next;
  }

  #add(signature: string, refs: readonly FieldRef[]): Shape | undefined {
    if (this.shapes.length >= shapesMax || this.#characters + signature.length > charactersMax) return this.#refuse();
    return this.#put(signature, refs);
  }

  #put(signature: string, refs: readonly FieldRef[]): Shape {
    this.#characters += signature.length;
    const shape = new Shape(this.shapes.length, [...refs]);
    this.shapes.push(shape);
    this.#bySignature.set(signature, shape);
    return shape;
  }

  #refuse(): undefined {
    this.#refusals++;
  }
}
