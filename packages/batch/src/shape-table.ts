import type { FieldRef } from './field-ref.ts';
import { internalSlotCount } from './internal-fields.ts';
import type { Slot } from './view.ts';

/** Shapes that data may make in one batch; rows beyond are generic (engine decision 29). */
export const dataShapesMax = 16;
/** Shapes in all, those made by steps included. */
const shapesMax = 256;

const absent = -1;
const unknown = -2;

/** An ordered list of field names, shared by rows. */
export class Shape {
  readonly id: number;
  readonly refs: readonly FieldRef[];
  /** Columns that are internal fields; not part of the event's own fields. */
  readonly hidden: number;
  /** What the shape becomes with one more name, for names met before. */
  readonly appended = new Map<string, Shape | undefined>();
  readonly removed = new Map<number, Shape | undefined>();
  readonly renamed = new Map<number, Shape | undefined>();
  #columns: number[] = [];

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
}

export function isHidden(ref: FieldRef): boolean {
  return ref.slot >= 0 && ref.slot < internalSlotCount;
}

/** The shapes of one batch. Bounded: `undefined` from any method means that the row must become generic. */
export class ShapeTable {
  readonly shapes: Shape[] = [];
  readonly #bySignature = new Map<string, Shape>();

  /** The shape of exactly these names in this order. `max` bounds how many shapes there may be before a new one is refused. */
  intern(refs: readonly FieldRef[], max: number = shapesMax): Shape | undefined {
    const signature = refs.map((ref) => ref.name).join('\0');
    const known = this.#bySignature.get(signature);
    if (known !== undefined) return known;
    if (this.shapes.length >= max) return undefined;
    const shape = new Shape(this.shapes.length, [...refs]);
    this.shapes.push(shape);
    this.#bySignature.set(signature, shape);
    return shape;
  }

  append(shape: Shape, ref: FieldRef): Shape | undefined {
    if (shape.appended.has(ref.name)) return shape.appended.get(ref.name);
    const next = this.intern([...shape.refs, ref]);
    if (shape.appended.size < shapesMax) shape.appended.set(ref.name, next);
    return next;
  }

  without(shape: Shape, column: number): Shape | undefined {
    if (shape.removed.has(column)) return shape.removed.get(column);
    const next = this.intern(shape.refs.filter((_, index) => index !== column));
    shape.removed.set(column, next);
    return next;
  }

  /** `ref` has a slot. */
  renamed(shape: Shape, column: number, ref: FieldRef): Shape | undefined {
    const key = column + ref.slot * 0x10000;
    if (shape.renamed.has(key)) return shape.renamed.get(key);
    const next = this.intern(shape.refs.map((old, index) => (index === column ? ref : old)));
    if (shape.renamed.size < shapesMax) shape.renamed.set(key, next);
    return next;
  }
}
