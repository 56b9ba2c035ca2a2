import { cellWords } from '../batch-core.ts';
import type { NewCells } from '../change-fields.ts';
import type { MaskKinds } from './mask-kinds.ts';

/** Room that is kept for the next batch. */
const keptWordsMax = 256 * 1024;

/** What was found in the rows of a batch: how many of each kind, and the texts that take the place of others. Used again from batch to batch. */
export class MaskFindings {
  #rows = 0;
  #emails = new Uint32Array(0);
  #cards = new Uint32Array(0);
  /** In `_raw`, which usually repeats what the fields hold. */
  #rawEmails = new Uint32Array(0);
  #rawCards = new Uint32Array(0);
  #kinds = new Int32Array(0);
  #starts = new Int32Array(0);
  #next = new Int32Array(0);
  #words = new Uint32Array(0);
  /** Row, offset, length and tag of each new text. */
  readonly #texts: number[] = [];

  /** Begins a batch of so many rows. */
  begin(rows: number): void {
    this.#rows = rows;
    this.#texts.length = 0;
    if (rows > this.#kinds.length) {
      this.#emails = new Uint32Array(rows);
      this.#cards = new Uint32Array(rows);
      this.#rawEmails = new Uint32Array(rows);
      this.#rawCards = new Uint32Array(rows);
      this.#kinds = new Int32Array(rows);
      this.#starts = new Int32Array(rows);
      this.#next = new Int32Array(rows);
      return;
    }
    for (const counts of [this.#emails, this.#cards, this.#rawEmails, this.#rawCards]) counts.fill(0, 0, rows);
    this.#kinds.fill(0, 0, rows);
  }

  count(row: number, emails: number, cards: number, inRaw: boolean): void {
    (inRaw ? this.#rawEmails : this.#emails)[row]! += emails;
    (inRaw ? this.#rawCards : this.#cards)[row]! += cards;
  }

  /** The field at a place gets this text. */
  replace(kinds: MaskKinds, row: number, place: number, offset: number, length: number, tag: number): void {
    this.#texts.push(row, offset, length, tag);
    this.#kinds[row] = kinds.with(this.#kinds[row]!, place);
  }

  emailsOf(row: number): number {
    return Math.max(this.#emails[row]!, this.#rawEmails[row]!);
  }

  cardsOf(row: number): number {
    return Math.max(this.#cards[row]!, this.#rawCards[row]!);
  }

  /** New cells of each row: its texts, then the one that `report` gives for it. Valid until the next batch. */
  cells(kinds: MaskKinds, report: (row: number) => readonly [number, number, number] | undefined): NewCells {
    const [starts, next] = [this.#starts, this.#next];
    let total = 0;
    for (let row = 0; row < this.#rows; row++) {
      starts[row] = total;
      next[row] = total;
      total += (kinds.placesOf(this.#kinds[row]!).length + 1) * cellWords;
    }
    const words = this.#room(total);
    for (let at = 0; at < this.#texts.length; at += 4) {
      const row = this.#texts[at]!;
      const to = next[row]!;
      words[to] = this.#texts[at + 1]!;
      words[to + 1] = this.#texts[at + 2]!;
      words[to + 2] = this.#texts[at + 3]!;
      next[row] = to + cellWords;
    }
    for (let row = 0; row < this.#rows; row++) {
      const cell = report(row);
      if (cell !== undefined) for (let word = 0; word < cellWords; word++) words[next[row]! + word] = cell[word]!;
    }
    return { words, starts, kinds: this.#kinds };
  }

  #room(words: number): Uint32Array<ArrayBuffer> {
    if (words > keptWordsMax) return new Uint32Array(words);
    if (words > this.#words.length) this.#words = new Uint32Array(words);
    return this.#words;
  }
}
