import type { FieldRef } from './field-ref.ts';
import { RecentHashes } from './recent-hashes.ts';
import { ShapeTable, type Shape } from './shape-table.ts';

/** Orders of names that get a shape when they are first met; later ones when they come again. */
const atOnceMax = 16;
/** Orders of refs by which rows are found; others cost a look at their names. */
const rowsMax = 4096;

interface KnownRow {
  readonly refs: readonly FieldRef[];
  readonly shape: Shape;
}

/**
 * The shapes of a listener's batches on one lane: an order of names is the same shape in all of them, so what decoder, steps
 * and serialiser work out for it lasts. Orders that never come again leave nothing but a hash; a table in which there is no
 * room for those that do is followed by an empty one.
 */
export class ShapeBook {
  #table = new ShapeTable();
  #slotsSize = 0;
  #rows = new Map<number, KnownRow[]>();
  #rowCount = 0;
  #byNames = new WeakMap<readonly string[], Shape>();
  readonly #met = new RecentHashes();

  /** The table of a batch that begins now. `slotsSize`: names that plans have asked for. */
  startBatch(slotsSize: number): ShapeTable {
    if (this.#table.isWorn || this.#slotsSize !== slotsSize) {
      this.#table = new ShapeTable();
      this.#slotsSize = slotsSize;
      this.forgetRefs();
    }
    return this.#table;
  }

  /** Refs of names were made anew. */
  forgetRefs(): void {
    this.#rows = new Map();
    this.#rowCount = 0;
    this.#byNames = new WeakMap();
  }

  /** The shape of a row with the first `count` of these refs; undefined: the row is to be generic. */
  ofRefs(table: ShapeTable, refs: readonly FieldRef[], count: number): Shape | undefined {
    if (table !== this.#table) return table.internData(refs.slice(0, count));
    let hash = count;
    for (let i = 0; i < count; i++) hash = (Math.imul(hash, 31) + refs[i]!.id) | 0;
    const known = this.#rows.get(hash)?.find((row) => sameRefs(row.refs, refs, count));
    if (known !== undefined) return known.shape;
    if (table.ofData >= atOnceMax && !this.#met.again(hash)) return undefined;
    const kept = refs.slice(0, count);
    const shape = table.internData(kept);
    if (shape !== undefined) this.#addRow(hash, { refs: kept, shape });
    return shape;
  }

  /** The shape of names that come again and again, always given as the same list. `refsOf` is asked for them once. */
  ofNames(table: ShapeTable, names: readonly string[], refsOf: () => readonly FieldRef[]): Shape | undefined {
    if (table !== this.#table) return table.internData(refsOf());
    let shape = this.#byNames.get(names);
    if (shape === undefined) {
      shape = table.internData(refsOf());
      if (shape !== undefined) this.#byNames.set(names, shape);
    }
    return shape;
  }

  #addRow(hash: number, row: KnownRow): void {
    if (this.#rowCount >= rowsMax) {
      this.#rows = new Map();
      this.#rowCount = 0;
    }
    this.#rowCount++;
    const bucket = this.#rows.get(hash);
    if (bucket === undefined) this.#rows.set(hash, [row]);
    else bucket.push(row);
  }
}

/** Whether the first `count` of `refs` are the known ones. */
export function sameRefs(known: readonly FieldRef[], refs: readonly FieldRef[], count: number): boolean {
  if (known.length !== count) return false;
  for (let i = 0; i < count; i++) if (known[i] !== refs[i]) return false;
  return true;
}
