import type { BatchCore } from '../batch-core.ts';
import { segmentOf, tagOf } from '../cell-codec.ts';
import { frameWords } from '../frame-block.ts';
import { internalSlots } from '../internal-fields.ts';
import { rowWord, rowWords } from '../row-table.ts';
import type { RowStates } from '../change-fields.ts';
import type { TableView } from '../table-view.ts';
import { cellTags } from '../view.ts';
import type { MaskKinds } from './mask-kinds.ts';

/** Flag of a text that holds escapes or is JSON: the kernel only says whether anything could be found in it. */
const onlyAsked = 1 << 16;

/** Room that is kept for the next batch. */
const keptMax = 64 * 1024;

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

  /** Begins another batch. */
  clear(): void {
    this.count = 0;
    this.length = 0;
    if (this.rows.length <= keptMax) return;
    this.table = new Uint32Array(64 * frameWords);
    this.rows = new Int32Array(64);
    this.places = new Int32Array(64);
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

/** Segments whose tables are used again. */
const scratchMax = 8;

/**
 * All texts of the rows that are looked at, by segment. Rows with a value that needs JavaScript, and generic ones, are left.
 * `scratch`: what was returned for the batch before is overwritten.
 */
export function maskTexts(view: TableView, kinds: MaskKinds, states: RowStates, scratch: MaskTexts[]): readonly MaskTexts[] {
  const { core, table, rows, count } = view;
  const found: MaskTexts[] = [];
  const of = (segment: number): MaskTexts => {
    const known = found[segment];
    if (known !== undefined) return known;
    const texts = segment < scratchMax ? (scratch[segment] ??= new MaskTexts(segment)) : new MaskTexts(segment);
    texts.clear();
    return (found[segment] = texts);
  };
  for (let index = 0; index < count; index++) {
    const at = rows[index]! * rowWords;
    const shape = core.shapes.shapes[table.words[at + rowWord.shape]!];
    if (shape === undefined) {
      states[index] = 1;
      continue;
    }
    const start = table.words[at + rowWord.start]!;
    const columns = kinds.columnsOf(shape, core.nameOf);
    for (let next = 0; next < columns.length; next += 2) {
      if (!addCell(core, start + columns[next]! * 3, index, columns[next + 1]!, kinds.isAll, of)) states[index] = 1;
    }
    if (kinds.raw < 0) continue;
    const own = shape.column(internalSlots.raw, core.nameOf);
    if (own >= 0) {
      if (!addCell(core, start + own * 3, index, kinds.raw, false, of)) states[index] = 1;
    } else if (table.words[at + rowWord.element]! < 0) {
      const frame = table.words[at + rowWord.frame]!;
      const length = core.frames.rawLength(frame);
      if (length >= 0) of(0).add(index, kinds.raw, core.frames.rawOffset(frame), length, 0);
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
