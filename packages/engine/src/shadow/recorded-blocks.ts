import type { JournalStreams, StoredBlock } from '@acequia/journal';
import type { DeployedListener } from '@acequia/pipeline';
import { readRevisions } from '../commit/records.ts';
import { locateRange } from '../replay/locate-range.ts';

const readBytes = 1 << 20;

/** What a listener received in a time and the journal still holds, block by block, the oldest first. */
export class RecordedBlocks {
  readonly listener: DeployedListener;
  /** Settings of earlier revisions that blocks may refer to. */
  readonly revisions: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  /** Blocks in the range; and those of it that are behind, given or missed. */
  readonly blocks: number;
  done = 0;
  /** Removed or damaged before their turn came. */
  missed = 0;
  readonly #journal: JournalStreams;
  readonly #stream: string;
  readonly #end: number;
  #next: number;
  #fetched: readonly StoredBlock[] = [];

  private constructor(journal: JournalStreams, listener: DeployedListener, stream: string, range: { first: number; end: number }) {
    this.listener = listener;
    this.revisions = readRevisions(journal, listener.id);
    this.#journal = journal;
    this.#stream = stream;
    this.#next = Math.min(range.end, Math.max(range.first, journal.tail(stream).block));
    this.#end = range.end;
    this.blocks = this.#end - this.#next;
  }

  static async open(
    journal: JournalStreams,
    listener: DeployedListener,
    stream: string,
    fromMs: number,
    toMs: number,
  ): Promise<RecordedBlocks> {
    return new RecordedBlocks(journal, listener, stream, await locateRange(journal, stream, fromMs, toMs));
  }

  /** Undefined at the end of the range. */
  async next(): Promise<StoredBlock | undefined> {
    if (this.#next >= this.#end) return undefined;
    let found = this.#fetched.find(({ block }) => block >= this.#next);
    if (!found) {
      this.#fetched = await this.#journal.read(this.#stream, { block: this.#next, frame: 0 }, readBytes);
      found = this.#fetched.find(({ block }) => block >= this.#next);
    }
    const at = Math.min(found?.block ?? this.#end, this.#end);
    this.missed += at - this.#next;
    this.done += at - this.#next;
    this.#next = at;
    if (!found || at >= this.#end) return undefined;
    this.#next += 1;
    this.done += 1;
    return found;
  }
}
