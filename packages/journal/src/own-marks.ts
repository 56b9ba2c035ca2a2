import type { DiskCommitLog } from './disk-commit-log.ts';
import type { HeadMark } from './recover.ts';
import { addSkip, isSkipped, type SkipRanges } from './skip-ranges.ts';
import type { StreamState } from './stream-state.ts';
import { streamOf } from './stream-tally.ts';

/** What the journal itself keeps in the commit log so that no power cut makes it wrong: ends of files, heads of streams, blocks given up. */
export class OwnMarks {
  readonly #commits: DiskCommitLog;
  readonly #streams: Map<string, StreamState>;
  /** Segments whose last write failed, and where they end; not yet in the commit log. */
  readonly #ends = new Map<number, number>();
  /** Streams that were appended to without a sync. */
  readonly #unsynced = new Set<string>();

  constructor(commits: DiskCommitLog, streams: Map<string, StreamState>) {
    this.#commits = commits;
    this.#streams = streams;
    commits.accompany(() => this.#headMarks());
  }

  /** A write to a segment failed; its cut may not have reached the disk. */
  endSegment(sequence: number, bytes: number): void {
    this.#ends.set(sequence, bytes);
  }

  /** Resolves when all ends are durable; before, nothing may be appended elsewhere. */
  async commitEnds(): Promise<void> {
    const ends = [...this.#ends];
    if (ends.length === 0) return;
    await this.#commits.commitOwn(new Map(ends.map(([sequence, bytes]) => [`end/${sequence}`, bytes])));
    for (const [sequence] of ends) this.#ends.delete(sequence);
  }

  /** Commits carry the stream's head from now on: a power cut may take its last blocks, and a cursor must not come to stand beyond the head. */
  noteUnsynced(stream: string): void {
    this.#unsynced.add(stream);
  }

  forget(stream: string): void {
    this.#unsynced.delete(stream);
  }

  async skip(stream: string, from: number, to: number): Promise<void> {
    await this.#commits.commitOwn(new Map([[`skip/${stream}`, addSkip(this.#skipsOf(stream) ?? [], from, to)]]));
  }

  isSkipped(stream: string, block: number): boolean {
    return isSkipped(this.#skipsOf(stream), block);
  }

  #skipsOf(stream: string): SkipRanges | undefined {
    return this.#commits.ownValue(`skip/${stream}`) as SkipRanges | undefined;
  }

  #headMarks(): Map<string, { readonly [K in keyof HeadMark]: number }> {
    const marks = new Map<string, { readonly [K in keyof HeadMark]: number }>();
    for (const stream of this.#unsynced) {
      const { head, framesNext } = streamOf(this.#streams, stream);
      const known = this.#commits.ownValue(`head/${stream}`) as HeadMark | undefined;
      if (known?.block !== head) marks.set(`head/${stream}`, { block: head, frames: framesNext });
    }
    return marks;
  }
}
