import { withFields, type FieldsChange, type ShapeField } from '../change-fields.ts';
import { internalSlots } from '../internal-fields.ts';
import { isHidden, type Shape } from '../shape-table.ts';
import type { Slot } from '../view.ts';

/** Fields and kinds from which on they are numbered anew for the next batch. */
const kindsMax = 16_384;

/**
 * Fields that are looked at, each the number of its place, and kinds: which places of a row get new texts, in their order. Kept
 * with the shapes of a listener.
 */
export class MaskKinds {
  readonly fields: ShapeField[] = [];
  /** Place of `_raw`; −1 when it is not looked at. */
  readonly raw: number;
  /** What becomes of the fields of a row of a kind. */
  readonly change: FieldsChange;
  readonly #chosen: readonly ShapeField[] | undefined;
  readonly #byName = new Map<string, number>();
  readonly #byShape = new Map<Shape, Int32Array>();
  /** By kind; kind 0 has none. */
  readonly #places: (readonly number[])[] = [[]];
  readonly #longer = new Map<number, number>();
  #lastShape: Shape | undefined;
  #last = new Int32Array(0);

  /** `chosen` undefined: all fields of a row but the internal ones. `report`: the field that is added. */
  constructor(chosen: readonly ShapeField[] | undefined, raw: boolean, report: ShapeField) {
    this.#chosen = chosen;
    this.raw = raw ? this.#placeOf({ name: '_raw', slot: internalSlots.raw }) : -1;
    this.change = (fields, kind) => withFields(fields, [...this.placesOf(kind).map((place) => this.fields[place]!), report]);
  }

  get isAll(): boolean {
    return this.#chosen === undefined;
  }

  get isFull(): boolean {
    return this.fields.length > kindsMax || this.#places.length > kindsMax;
  }

  /** Columns of a shape, each followed by its place. */
  columnsOf(shape: Shape, nameOf: (slot: Slot) => string): Int32Array {
    if (shape === this.#lastShape) return this.#last;
    let found = this.#byShape.get(shape);
    if (found === undefined) {
      const columns = this.#chosen?.map((field) => [shape.column(field.slot, nameOf), field] as const);
      const all = columns ?? [...shape.refs.entries()].filter(([, ref]) => !isHidden(ref));
      found = Int32Array.from(all.filter(([column]) => column >= 0).flatMap(([column, field]) => [column, this.#placeOf(field)]));
      this.#byShape.set(shape, found);
    }
    this.#lastShape = shape;
    return (this.#last = found as Int32Array<ArrayBuffer>);
  }

  /** Places of a kind's new texts, each the next of the row's new cells. */
  placesOf(kind: number): readonly number[] {
    return this.#places[kind]!;
  }

  /** The kind with one more place. */
  with(kind: number, place: number): number {
    const key = kind * 0x100_0000 + place;
    let longer = this.#longer.get(key);
    if (longer === undefined) this.#longer.set(key, (longer = this.#places.push([...this.#places[kind]!, place]) - 1));
    return longer;
  }

  #placeOf({ name, slot }: ShapeField): number {
    let place = this.#byName.get(name);
    if (place === undefined) this.#byName.set(name, (place = this.fields.push({ name, slot }) - 1));
    return place;
  }
}
