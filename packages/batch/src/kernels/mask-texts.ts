import type { BatchCore } from '../batch-core.ts';
import { segmentOf, tagOf } from '../cell-codec.ts';
import { frameWords } from '../frame-block.ts';
import { internalSlots } from '../internal-fields.ts';
import { rowWord, rowWords } from '../row-table.ts';
import { isHidden, type Shape } from '../shape-table.ts';
import type { RowStates, ShapeField } from '../change-fields.ts';
import type { TableView } from '../table-view.ts';
import { cellTags } from '../view.ts';

/** Flag of a text that holds escapes or is JSON: the kernel only says whether anything could be found in it. */
const onlyAsked = 1 << 16;

/** Fields that are looked at, each the number of its place. */
export class MaskPlaces {
  readonly fields: ShapeField[] = [];
  /** Place of `_raw`; −1 when it is not looked at. */
  readonly raw: number;
  readonly #chosen: readonly ShapeField[] | undefined;
  readonly #byName = new Map<string, number>();
  readonly #byShape = new Map<Shape, readonly (readonly [column: number, place: number])[]>();
  readonly #core: BatchCore;
  #lastShape: Shape | undefined;
  #last: readonly (readonly [column: number, place: number])[] = [];

  /** `chosen` undefined: all fields of a row but the internal ones. */
  constructor(core: BatchCore, chosen: readonly ShapeField[] | undefined, raw: boolean) {
    this.#core = core;
    this.#chosen = chosen;
    this.raw = raw ? this.#placeOf({ name: '_raw', slot: internalSlots.raw }) : -1;
  }

  get isAll(): boolean {
    return this.#chosen === undefined;
  }

  /** Columns of a shape, with their places. */
  of(shape: Shape): readonly (readonly [column: number, place: number])[] {
    if (shape === this.#lastShape) return this.#last;
    let found = this.#byShape.get(shape);
    if (found === undefined) {
      const columns = this.#chosen?.map((field) => [shape.column(field.slot, this.#core.nameOf), field] as const);
      const all = columns ?? [...shape.refs.entries()].filter(([, ref]) => !isHidden(ref));
      found = all.filter(([column]) => column >= 0).map(([column, field]) => [column, this.#placeOf(field)]);
      this.#byShape.set(shape, found);
    }
    this.#lastShape = shape;
    return (this.#last = found);
  }

  #placeOf({ name, slot }: ShapeField): number {
    let place = this.#byName.get(name);
    if (place === undefined) this.#byName.set(name, (place = this.fields.push({ name, slot }) - 1));
    return place;
  }
}

/** Texts of one segment in the form of a block's frame table, with the row (by its index in the view) and the place of each. */
export class MaskTexts {
  readonly segment: number;
  count = 0;
  /** Bytes of all texts. */
  length = 0;
  table = new Uint32Array(64 * frameWords);
  rows = new Int32Array(64);
  places = new Int32Array(64);

  constructor(segment: number) {
    this.segment = segment;
  }

  add(row: number, place: number, offset: number, length: number, flags: number): void {
    if (this.count === this.rows.length) this.#grow();
    const at = this.count * frameWords;
    this.table[at] = offset;
    this.table[at + 1] = length;
    this.table[at + 3] = flags;
    this.rows[this.count] = row;
    this.places[this.count++] = place;
    this.length += length;
  }

  #grow(): void {
    const [table, rows, places] = [this.table, this.rows, this.places];
    this.table = new Uint32Array(table.length * 4);
    this.rows = new Int32Array(rows.length * 4);
    this.places = new Int32Array(places.length * 4);
    this.table.set(table);
    this.rows.set(rows);
    this.places.set(places);
  }
}

/** All texts of the rows that are looked at, by segment. Rows with a value that needs JavaScript, and generic ones, are left. */
export function maskTexts(view: TableView, places: MaskPlaces, states: RowStates): readonly MaskTexts[] {
  const { core, table, rows, count } = view;
  const found: MaskTexts[] = [];
  const of = (segment: number): MaskTexts => (found[segment] ??= new MaskTexts(segment));
  for (let index = 0; index < count; index++) {
    const at = rows[index]! * rowWords;
    const shape = core.shapes.shapes[table.words[at + rowWord.shape]!];
    if (shape === undefined) {
      states[index] = 1;
      continue;
    }
    const start = table.words[at + rowWord.start]!;
    for (const [column, place] of places.of(shape)) {
      if (!addCell(core, start + column * 3, index, place, places.isAll, of)) states[index] = 1;
    }
    if (places.raw < 0) continue;
    const own = shape.column(internalSlots.raw, core.nameOf);
    if (own >= 0) {
      if (!addCell(core, start + own * 3, index, places.raw, false, of)) states[index] = 1;
    } else if (table.words[at + rowWord.element]! < 0) {
      const frame = table.words[at + rowWord.frame]!;
      const length = core.frames.rawLength(frame);
      if (length >= 0) of(0).add(index, places.raw, core.frames.rawOffset(frame), length, 0);
    }
  }
  return found.filter((texts) => texts !== undefined);
}

/** False: the value needs JavaScript. Numbers are looked at where their field is chosen. */
function addCell(core: BatchCore, word: number, row: number, place: number, isAll: boolean, of: (segment: number) => MaskTexts): boolean {
  const tag = core.cells[word + 2]!;
  switch (tagOf(tag)) {
    case cellTags.text:
      of(segmentOf(tag)).add(row, place, core.cells[word]!, core.cells[word + 1]!, 0);
      return true;
    case cellTags.escaped:
    case cellTags.json:
      of(segmentOf(tag)).add(row, place, core.cells[word]!, core.cells[word + 1]!, onlyAsked);
      return true;
    case cellTags.missing:
    case cellTags.null:
    case cellTags.bool:
    case cellTags.time:
      return true;
    case cellTags.list:
      return false;
    default:
      return isAll;
  }
}
