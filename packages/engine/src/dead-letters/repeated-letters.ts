import { streamStart, type CommitValue, type Journal } from '@acequia/journal';
import { recordKeys } from '../commit/records.ts';
import type { StoredLetterPlace, StoredLetters } from '../outcomes/dead-letters.ts';
import type { LetterFrame } from './letter-box.ts';

export interface RepeatedLettersOptions {
  readonly journal: Pick<Journal, 'commits' | 'head' | 'streams'>;
  /** Closes those of a tenant's letters, from a block of their stream on, that are repeated; resolves when that is durable. */
  close(tenantId: string, fromBlock: number, isRepeated: (frame: LetterFrame) => boolean): Promise<void>;
}

/** Stream → its next block, when all letters before had been looked at. */
const seenKey = 'dl-seen';
const streamPrefix = 'dl/';

type Ends = Readonly<Record<string, number>>;

/**
 * Closes letters whose events had no outcome in the last commit of a process, or lane, that died: the events run again, and are
 * delivered then or get another letter. `StoredLetters` says which.
 * Both calls reject when the journal cannot be read or written; the letters are then made once more, and the first ones stay open.
 */
export class RepeatedLetters {
  readonly #o: RepeatedLettersOptions;
  /** Listener → ends of all streams when it was taken up last. */
  readonly #takenUp = new Map<string, Ends>();

  constructor(options: RepeatedLettersOptions) {
    this.#o = options;
  }

  /** Before the first lane works. */
  async afterStart(): Promise<void> {
    const { commits } = this.#o.journal;
    const seen = (commits.get(seenKey) ?? {}) as Ends;
    await this.#closeFrom(seen, () => true);
    const ends = this.#ends();
    const changes = new Map<string, CommitValue | null>(commits.keys(recordKeys.letters('')).map((key) => [key, null]));
    if (JSON.stringify(ends) !== JSON.stringify(seen)) changes.set(seenKey, ends);
    await this.#write(changes);
  }

  /** Before a lane takes up listeners; looks at what another lane has left of them. */
  async beforeTakingUp(listenerIds: readonly string[]): Promise<void> {
    const again = new Set(listenerIds.filter((id) => this.#takenUp.has(id)));
    const before = [...again].map((id) => this.#takenUp.get(id)!);
    const from = Object.fromEntries(
      this.#streams().map((stream) => [stream, Math.min(...before.map((ends) => ends[stream] ?? streamStart.block))]),
    );
    const ends = this.#ends();
    for (const id of listenerIds) this.#takenUp.set(id, ends);
    if (again.size === 0) return;
    const repeated = await this.#closeFrom(from, (listenerId) => again.has(listenerId));
    await this.#write(new Map([...repeated].map(([id, places]) => [recordKeys.letters(id), this.#withRepeated(id, places)])));
  }

  /** Whether the events of a letter of this tenant's stream have their outcome in the commit log: a crash repeats none of them. */
  stands(stream: string, frame: LetterFrame): boolean {
    const seen = (this.#o.journal.commits.get(seenKey) ?? {}) as Ends;
    return frame.block < (seen[stream] ?? streamStart.block) || this.#stands(frame);
  }

  /** Listener → places of its letters that are closed now. */
  async #closeFrom(ends: Ends, isAsked: (listenerId: string) => boolean): Promise<Map<string, StoredLetterPlace[]>> {
    const { journal, close } = this.#o;
    const repeated = new Map<string, StoredLetterPlace[]>();
    for (const stream of this.#streams()) {
      const from = ends[stream] ?? streamStart.block;
      if (journal.head(stream).block <= from) continue;
      const isRepeated = (frame: LetterFrame) => {
        const { listenerId } = frame.meta.origin;
        if (!isAsked(listenerId) || this.#stands(frame)) return false;
        repeated.set(listenerId, [...(repeated.get(listenerId) ?? []), [frame.block, frame.frame]]);
        return true;
      };
      await close(stream.slice(streamPrefix.length), from, isRepeated);
    }
    return repeated;
  }

  #stands({ meta, block, frame }: LetterFrame): boolean {
    if (!meta.recorded) return true;
    const stored = this.#stored(meta.origin.listenerId);
    const place = [block, frame] as const;
    return stored !== undefined && compare(place, stored.to) <= 0 && !stored.without.some((other) => compare(place, other) === 0);
  }

  #withRepeated(listenerId: string, places: readonly StoredLetterPlace[]): CommitValue {
    const stored = this.#stored(listenerId);
    const without = [...(stored?.without ?? []), ...places];
    return { to: [...without, ...(stored ? [stored.to] : [])].sort(compare).at(-1)!, without };
  }

  #stored(listenerId: string): StoredLetters | undefined {
    return this.#o.journal.commits.get(recordKeys.letters(listenerId)) as StoredLetters | undefined;
  }

  async #write(changes: ReadonlyMap<string, CommitValue | null>): Promise<void> {
    if (changes.size > 0) await this.#o.journal.commits.commit(changes);
  }

  #streams(): string[] {
    return this.#o.journal.streams().filter((stream) => stream.startsWith(streamPrefix));
  }

  #ends(): Ends {
    return Object.fromEntries(this.#streams().map((stream) => [stream, this.#o.journal.head(stream).block]));
  }
}

const compare = ([block, frame]: StoredLetterPlace, [otherBlock, otherFrame]: StoredLetterPlace): number =>
  block - otherBlock || frame - otherFrame;
