import type { JournalStreams, StoredBlock } from '@acequia/journal';
import { locateRange } from '../replay/locate-range.ts';

/** Of one listener. */
export interface Newest {
  readonly blocks: NewestBlocks;
  /** Settings of earlier revisions. */
  readonly revisions: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
}

/** Blocks of the first step backwards; each further step has four times as many. */
const firstStep = 1;
const stepFactor = 4;
/** Blocks looked through in all: of 256 KiB at most, but for one larger frame. */
const blocksMax = 128;
/** Blocks of one step, which all lie in memory. */
const stepMax = 64;
const readBytes = 1 << 22;

/** All that is kept is read, as long as it is asked for; from before this block on, if it is given. */
export interface WholeStream {
  readonly endBlock?: number | undefined;
}

/** What a listener's stream keeps, from a time backwards, in growing steps. */
export class NewestBlocks {
  readonly #journal: JournalStreams;
  readonly #stream: string;
  readonly #beforeMs: number | null;
  #end: number | undefined;
  #left: number;
  #step = firstStep;

  /** `beforeMs`: ms since 1970; null: from the newest block on. */
  constructor(journal: JournalStreams, stream: string, beforeMs: number | null, whole?: WholeStream) {
    this.#journal = journal;
    this.#stream = stream;
    this.#beforeMs = beforeMs;
    this.#end = whole?.endBlock;
    this.#left = whole ? Infinity : blocksMax;
  }

  /** Blocks before those given out before, newest last; none: there are no older ones, or enough were looked through. */
  async older(): Promise<readonly StoredBlock[]> {
    const end = (this.#end ??= await this.#newestEnd());
    const first = Math.max(this.#journal.tail(this.#stream).block, end - Math.min(this.#step, this.#left));
    if (first >= end) return [];
    this.#end = first;
    this.#left -= end - first;
    this.#step = Math.min(this.#step * stepFactor, stepMax);
    const found: StoredBlock[] = [];
    for (let block = first; block < end;) {
      const blocks = await this.#journal.read(this.#stream, { block, frame: 0 }, readBytes);
      found.push(...blocks.filter((each) => each.block >= first && each.block < end));
      const last = blocks.at(-1);
      if (!last) break;
      block = last.block + 1;
    }
    return found.length > 0 ? found : this.older();
  }

  async #newestEnd(): Promise<number> {
    if (this.#beforeMs === null) return this.#journal.head(this.#stream).block;
    return (await locateRange(this.#journal, this.#stream, this.#beforeMs, this.#beforeMs)).end;
  }
}
