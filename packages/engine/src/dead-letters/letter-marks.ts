import type { CommitValue, Journal } from '@acequia/journal';
import type { LetterPlace } from './letter-place.ts';

/** `edited`: another letter with changed fields has taken its place. */
export type LetterState = 'open' | 'redriven' | 'discarded' | 'edited';

/** `repeated`: its event had no outcome when a process died and runs again; nobody sees the letter any more. */
export type MarkedState = LetterState | 'repeated';

/** How a letter is closed in a record. */
export type ClosedState = Exclude<MarkedState, 'open' | 'edited'>;

const letters = { redriven: 'r', discarded: 'd', edited: 'e', repeated: 'x' } as const;
const states: Readonly<Record<string, MarkedState>> = { o: 'open', r: 'redriven', d: 'discarded', e: 'edited', x: 'repeated' };
/** Blocks whose marks stand in one record: a change writes them all. */
const blocksPerRecord = 16;

const recordsOf = (tenantId: string): string => `dl/${tenantId}/`;

/**
 * What became of a tenant's letters. `r`, `d` and `x` stand in the commit log, per 16 blocks as
 * `[block, frame, "12r3o1d"]` (12 rows re-driven, 3 open, 1 discarded); `e` is told by the letter that came instead.
 */
export class LetterMarks {
  readonly #journal: Pick<Journal, 'commits'>;
  readonly #prefix: string;
  readonly #blocks = new Map<number, Map<number, string[]>>();

  constructor(journal: Pick<Journal, 'commits'>, tenantId: string) {
    this.#journal = journal;
    this.#prefix = recordsOf(tenantId);
    for (const key of journal.commits.keys(this.#prefix)) {
      for (const [block, frame, text] of journal.commits.get(key) as [number, number, string][])
        this.#frames(block).set(frame, expand(text));
    }
  }

  state({ block, frame, row }: LetterPlace): MarkedState {
    return states[this.#blocks.get(block)?.get(frame)?.[row] ?? 'o']!;
  }

  /** Rows of a frame that are not open any more. */
  closedRows(block: number, frame: number): readonly number[] {
    return (this.#blocks.get(block)?.get(frame) ?? []).flatMap((letter, row) => (letter === undefined || letter === 'o' ? [] : [row]));
  }

  /** Frames of a block with closed letters. */
  frames(block: number): readonly number[] {
    return [...(this.#blocks.get(block)?.keys() ?? [])];
  }

  /** Only in memory: for what the stream itself tells. */
  note({ block, frame, row }: LetterPlace, state: Exclude<MarkedState, 'open'>): void {
    const frames = this.#frames(block);
    let rows = frames.get(frame);
    if (!rows) frames.set(frame, (rows = []));
    rows[row] = letters[state];
  }

  /** Resolves when the marks are durable, and with them what else the commit says. */
  async close(places: readonly LetterPlace[], state: ClosedState, also: ReadonlyMap<string, CommitValue> = new Map()): Promise<void> {
    for (const place of places) this.note(place, state);
    await this.#write(new Set(places.map(({ block }) => Math.floor(block / blocksPerRecord))), also);
  }

  /** Blocks before are gone. */
  async forget(before: number): Promise<void> {
    for (const block of this.#blocks.keys()) if (block < before) this.#blocks.delete(block);
    const first = Math.floor(before / blocksPerRecord);
    const gone = this.#journal.commits.keys(this.#prefix).filter((key) => Number(key.slice(this.#prefix.length)) < first);
    if (gone.length > 0) await this.#journal.commits.commit(new Map(gone.map((key) => [key, null])));
  }

  async #write(records: ReadonlySet<number>, also: ReadonlyMap<string, CommitValue>): Promise<void> {
    const changes = new Map(also);
    for (const record of records) {
      const marks: [number, number, string][] = [];
      for (let block = record * blocksPerRecord; block < (record + 1) * blocksPerRecord; block++)
        for (const [frame, rows] of this.#blocks.get(block) ?? []) marks.push([block, frame, shorten(rows)]);
      changes.set(this.#prefix + record, marks);
    }
    await this.#journal.commits.commit(changes);
  }

  #frames(block: number): Map<number, string[]> {
    let frames = this.#blocks.get(block);
    if (!frames) this.#blocks.set(block, (frames = new Map()));
    return frames;
  }
}

function expand(text: string): string[] {
  const rows: string[] = [];
  for (const [, count, letter] of text.matchAll(/(\d+)([a-z])/g)) for (let i = 0; i < Number(count); i++) rows.push(letter!);
  return rows;
}

function shorten(rows: readonly (string | undefined)[]): string {
  let text = '';
  for (let at = 0; at < rows.length;) {
    const letter = rows[at] ?? 'o';
    let end = at + 1;
    while (end < rows.length && (rows[end] ?? 'o') === letter) end++;
    text += `${end - at}${letter}`;
    at = end;
  }
  return text;
}
