import { cellWords } from '../batch-core.ts';
import type { NewCells } from '../change-fields.ts';

/** What was found in the rows of a batch: how many of each kind, and the texts that take the place of others. */
export class MaskFindings {
  readonly #emails: Uint32Array;
  readonly #cards: Uint32Array;
  /** In `_raw`, which usually repeats what the fields hold. */
  readonly #rawEmails: Uint32Array;
  readonly #rawCards: Uint32Array;
  readonly #kinds: Int32Array;
  /** Places of the new texts of a row, in their order, by kind; kind 0 has none. */
  readonly #places: (readonly number[])[] = [[]];
  readonly #longer = new Map<number, number>();
  /** Row, offset, length and tag of each new text. */
  readonly #texts: number[] = [];

  constructor(rows: number) {
    this.#emails = new Uint32Array(rows);
    this.#cards = new Uint32Array(rows);
    this.#rawEmails = new Uint32Array(rows);
    this.#rawCards = new Uint32Array(rows);
    this.#kinds = new Int32Array(rows);
  }

  count(row: number, emails: number, cards: number, inRaw: boolean): void {
    (inRaw ? this.#rawEmails : this.#emails)[row]! += emails;
    (inRaw ? this.#rawCards : this.#cards)[row]! += cards;
  }

  /** The field at a place gets this text. */
  replace(row: number, place: number, offset: number, length: number, tag: number): void {
    this.#texts.push(row, offset, length, tag);
    this.#kinds[row] = this.#with(this.#kinds[row]!, place);
  }

  emailsOf(row: number): number {
    return Math.max(this.#emails[row]!, this.#rawEmails[row]!);
  }

  cardsOf(row: number): number {
    return Math.max(this.#cards[row]!, this.#rawCards[row]!);
  }

  /** Places of a kind's new texts, each the next of the row's new cells. */
  placesOf(kind: number): readonly number[] {
    return this.#places[kind]!;
  }

  /** New cells of each row: its texts, then the one that `report` gives for it. */
  cells(report: (row: number) => readonly [number, number, number] | undefined): NewCells {
    const rows = this.#kinds.length;
    const starts = new Int32Array(rows);
    let total = 0;
    for (let row = 0; row < rows; row++) {
      starts[row] = total;
      total += (this.#places[this.#kinds[row]!]!.length + 1) * cellWords;
    }
    const words = new Uint32Array(total);
    const next = starts.slice();
    for (let at = 0; at < this.#texts.length; at += 4) {
      const row = this.#texts[at]!;
      const to = next[row]!;
      words[to] = this.#texts[at + 1]!;
      words[to + 1] = this.#texts[at + 2]!;
      words[to + 2] = this.#texts[at + 3]!;
      next[row] = to + cellWords;
    }
    for (let row = 0; row < rows; row++) {
      const cell = report(row);
      if (cell !== undefined) words.set(cell, next[row]!);
    }
    return { words, starts, kinds: this.#kinds };
  }

  #with(kind: number, place: number): number {
    const key = kind * 0x1_0000 + place;
    let longer = this.#longer.get(key);
    if (longer === undefined) this.#longer.set(key, (longer = this.#places.push([...this.#places[kind]!, place]) - 1));
    return longer;
  }
}
