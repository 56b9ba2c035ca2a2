import { chargeRun } from '@acequia/event';
import { cellWords, fieldsMax, genericWords, slotName, type BatchCore } from './batch-core.ts';
import { cellText } from './cell-codec.ts';
import { fieldRef, type FieldRef } from './field-ref.ts';
import { wordSteps } from './handling-steps.ts';
import { internalSlotCount } from './internal-fields.ts';
import { genericShape, overflowBit, rowWord, rowWords, type RowTable } from './row-table.ts';
import { cellTags, type Row, type Slot } from './view.ts';

const spareFields = 4;
/** Steps of giving the fields of a row another place, beside their words. */
const movingSteps = 40;
/** Steps of reading or writing the name of a field. */
const namingSteps = 4;

/** Where fields of a row are found, added and taken away: the copy-on-write half of a view. Words are indices into `core.cells`. */
export class RowCells {
  readonly core: BatchCore;
  readonly table: RowTable;

  constructor(core: BatchCore, table: RowTable) {
    this.core = core;
    this.table = table;
  }

  /** First word of the field's cell, -1 when the row lacks it. */
  locate(row: Row, slot: Slot): number {
    const at = row * rowWords;
    const words = this.table.words;
    const shape = words[at + rowWord.shape]!;
    if (shape >= 0) {
      const column = this.core.shapes.shapes[shape]!.column(slot, this.core.nameOf);
      return column < 0 ? -1 : words[at + rowWord.start]! + column * cellWords;
    }
    return this.#locateGeneric(row, slot);
  }

  #locateGeneric(row: Row, slot: Slot): number {
    const at = row * rowWords;
    const words = this.table.words;
    const cells = this.core.cells;
    let word = words[at + rowWord.start]!;
    chargeRun(words[at + rowWord.fields]! >> 3);
    for (let left = words[at + rowWord.fields]!; left > 0; left--, word += genericWords) {
      if (cells[word + 1] === slotName && cells[word] === slot) return word + 2;
    }
    return slot < this.core.slotsAtStart ? -1 : this.locateName(row, this.core.nameOf(slot));
  }

  locateName(row: Row, name: string): number {
    const fields = this.table.words[row * rowWords + rowWord.fields]!;
    chargeRun(namingSteps * fields);
    for (let index = 0; index < fields; index++) if (this.name(row, index) === name) return this.cellAt(row, index);
    return -1;
  }

  /** First word of the cell of field `index`. */
  cellAt(row: Row, index: number): number {
    const at = row * rowWords;
    const start = this.table.words[at + rowWord.start]!;
    return this.table.words[at + rowWord.shape]! >= 0 ? start + index * cellWords : start + index * genericWords + 2;
  }

  name(row: Row, index: number): string {
    const at = row * rowWords;
    const shape = this.table.words[at + rowWord.shape]!;
    if (shape >= 0) return this.core.shapes.shapes[shape]!.refs[index]!.name;
    const word = this.table.words[at + rowWord.start]! + index * genericWords;
    const second = this.core.cells[word + 1]!;
    if (second === slotName) return this.core.slots.name(this.core.cells[word]!);
    return cellText(this.core, this.core.cells[word]!, second & 0xffff, (second >>> 16) << 8);
  }

  /** The slot of field `index`, -1 when its name has none. */
  slot(row: Row, index: number): Slot {
    const at = row * rowWords;
    const shape = this.table.words[at + rowWord.shape]!;
    if (shape >= 0) return this.core.shapes.shapes[shape]!.refs[index]!.slot;
    const word = this.table.words[at + rowWord.start]! + index * genericWords;
    return this.core.cells[word + 1] === slotName ? this.core.cells[word]! : -1;
  }

  fields(row: Row): number {
    return this.table.words[row * rowWords + rowWord.fields]!;
  }

  /** Fields that are not internal. */
  visibleFields(row: Row): number {
    const at = row * rowWords;
    const shape = this.table.words[at + rowWord.shape]!;
    if (shape >= 0) return this.core.shapes.shapes[shape]!.refs.length - this.core.shapes.shapes[shape]!.hidden;
    let count = 0;
    for (let index = this.fields(row) - 1; index >= 0; index--) {
      const slot = this.slot(row, index);
      if (slot < 0 || slot >= internalSlotCount) count++;
    }
    return count;
  }

  /** Writes the cell of a field, adding the field at the end when the row lacks it. A row that is full gets the overflow bit instead. */
  put(row: Row, slot: Slot, name: string, offset: number, length: number, tag: number): void {
    let word = slot >= 0 ? this.locate(row, slot) : this.locateName(row, name);
    if (word >= 0) {
      const start = this.table.words[row * rowWords + rowWord.start]!;
      if (this.table.owned[row] === 0) word += this.#move(row, spareFields) - start;
      if (slot >= 0) this.core.cache.forget(slot, row);
    } else {
      if (slot < 0 || slot >= internalSlotCount) {
        if (this.visibleFields(row) >= fieldsMax) {
          this.table.words[row * rowWords + rowWord.flags]! |= overflowBit;
          return;
        }
      }
      word = this.#append(row, fieldRef(name, slot));
    }
    const cells = this.core.cells;
    cells[word] = offset;
    cells[word + 1] = length;
    cells[word + 2] = tag;
  }

  /** Takes field `index` away; cells move to a new place, so no cached value of an old place can be met again. */
  removeAt(row: Row, index: number): void {
    const at = row * rowWords;
    const words = this.table.words;
    const shape = words[at + rowWord.shape]!;
    if (shape >= 0) {
      const next = this.core.shapes.without(this.core.shapes.shapes[shape]!, index);
      if (next === undefined) {
        this.#toGeneric(row);
        this.removeAt(row, index);
        return;
      }
      words[at + rowWord.shape] = next.id;
    }
    const width = shape >= 0 ? cellWords : genericWords;
    const used = words[at + rowWord.fields]! * width;
    chargeRun(movingSteps + wordSteps(used));
    const from = words[at + rowWord.start]!;
    const cells = this.core.room(used);
    const to = this.core.cellEnd;
    const hole = from + index * width;
    cells.copyWithin(to, from, hole);
    cells.copyWithin(to + index * width, hole + width, from + used);
    this.core.cellEnd += used;
    words[at + rowWord.start] = to;
    words[at + rowWord.room] = used;
    words[at + rowWord.fields]!--;
    this.table.owned[row] = 1;
  }

  renameAt(row: Row, index: number, slot: Slot): void {
    const at = row * rowWords;
    const shape = this.table.words[at + rowWord.shape]!;
    if (shape >= 0) {
      const ref = fieldRef(this.core.slots.name(slot), slot);
      const next = this.core.shapes.renamed(this.core.shapes.shapes[shape]!, index, ref);
      if (next !== undefined) {
        this.table.words[at + rowWord.shape] = next.id;
        return;
      }
      this.#toGeneric(row);
    } else if (this.table.owned[row] === 0) {
      this.#move(row, spareFields);
    }
    const word = this.table.words[at + rowWord.start]! + index * genericWords;
    this.core.cells[word] = slot;
    this.core.cells[word + 1] = slotName;
  }

  #append(row: Row, ref: FieldRef): number {
    const at = row * rowWords;
    let words = this.table.words;
    const shape = words[at + rowWord.shape]!;
    if (shape >= 0) {
      const next = this.core.shapes.append(this.core.shapes.shapes[shape]!, ref);
      if (next === undefined) this.#toGeneric(row);
      else words[at + rowWord.shape] = next.id;
    }
    words = this.table.words;
    const generic = words[at + rowWord.shape]! < 0;
    const width = generic ? genericWords : cellWords;
    const used = words[at + rowWord.fields]! * width;
    if (this.table.owned[row] === 0 || used + width > words[at + rowWord.room]!) this.#move(row, spareFields);
    const word = words[at + rowWord.start]! + used;
    words[at + rowWord.fields]!++;
    if (!generic) return word;
    this.#writeName(word, ref.name, ref.slot);
    return word + 2;
  }

  #move(row: Row, spare: number): number {
    const at = row * rowWords;
    const words = this.table.words;
    const width = words[at + rowWord.shape]! >= 0 ? cellWords : genericWords;
    const used = words[at + rowWord.fields]! * width;
    const roomWords = used + spare * width;
    chargeRun(movingSteps + wordSteps(roomWords));
    const cells = this.core.room(roomWords);
    const start = this.core.cellEnd;
    cells.copyWithin(start, words[at + rowWord.start]!, words[at + rowWord.start]! + used);
    cells.fill(0, start + used, start + roomWords);
    this.core.cellEnd += roomWords;
    words[at + rowWord.start] = start;
    words[at + rowWord.room] = roomWords;
    this.table.owned[row] = 1;
    return start;
  }

  #writeName(word: number, name: string, slot: Slot): void {
    if (slot >= 0) {
      this.core.cells[word] = slot;
      this.core.cells[word + 1] = slotName;
      return;
    }
    const placed = this.core.side.text(name);
    this.core.cells[word] = placed.offset;
    this.core.cells[word + 1] = placed.length | (placed.segment << 16);
  }

  #toGeneric(row: Row): void {
    const at = row * rowWords;
    const words = this.table.words;
    const refs = this.core.shapes.shapes[words[at + rowWord.shape]!]!.refs.slice(0, words[at + rowWord.fields]!);
    const roomWords = (refs.length + spareFields) * genericWords;
    chargeRun(movingSteps + namingSteps * refs.length);
    const cells = this.core.room(roomWords);
    const start = this.core.cellEnd;
    this.core.cellEnd += roomWords;
    cells.fill(cellTags.missing, start, start + roomWords);
    let from = words[at + rowWord.start]!;
    let to = start;
    for (const ref of refs) {
      this.#writeName(to, ref.name, ref.slot);
      cells.copyWithin(to + 2, from, from + cellWords);
      from += cellWords;
      to += genericWords;
    }
    words[at + rowWord.shape] = genericShape;
    words[at + rowWord.start] = start;
    words[at + rowWord.room] = roomWords;
    words[at + rowWord.fields] = refs.length;
    this.table.owned[row] = 1;
  }
}
