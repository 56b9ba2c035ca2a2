import { minuteMs, type Clock } from '@acequia/base';
import { replayHoldShare } from '../limits.ts';
import type { JournalStreams } from '@acequia/journal';

interface Mark {
  readonly atMs: number;
  readonly head: number;
}

/** Frees what lies behind every committed cursor once it is old enough, or when the stream has grown too large. Never anything undelivered. */
export class Retention {
  readonly #journal: JournalStreams;
  readonly #clock: Clock;
  readonly #ageMs: number;
  readonly #marks = new Map<string, Mark[]>();

  constructor(journal: JournalStreams, clock: Clock, ageMs: number) {
    this.#journal = journal;
    this.#clock = clock;
    this.#ageMs = ageMs;
  }

  /** `cursor`: first block anything still needs, as committed. `bytes`: how large the stream may stay. */
  apply(stream: string, cursor: number, bytes: number): void {
    const usage = this.#journal.usage(stream);
    if (usage.blocks === 0) return;
    let keepFrom = this.#oldEnough(stream, usage.head.block);
    if (usage.bytes > bytes) {
      const surplus = Math.ceil(((usage.bytes - bytes) / usage.bytes) * usage.blocks);
      keepFrom = Math.max(keepFrom, usage.tail.block + surplus);
    }
    const before = Math.min(cursor, keepFrom);
    if (before > usage.tail.block) this.#journal.trim(stream, { block: before, frame: 0 });
  }

  /** The head as it was one retention age ago. */
  #oldEnough(stream: string, head: number): number {
    const now = this.#clock.now();
    if (this.#ageMs <= 0) return head;
    let marks = this.#marks.get(stream);
    if (!marks) this.#marks.set(stream, (marks = []));
    const last = marks.at(-1);
    if (!last || now - last.atMs >= Math.min(minuteMs, this.#ageMs)) marks.push({ atMs: now, head });
    let passed = 0;
    while (marks[0] && now - marks[0].atMs >= this.#ageMs) passed = marks.shift()!.head;
    return passed;
  }
}

/** First block that may not be removed: what replays want counts only while the stream is far from its limit. */
export function keptFrom(journal: JournalStreams, stream: string, cursor: number, hold: number | undefined, limitBytes: number): number {
  if (hold === undefined || journal.usage(stream).bytes >= limitBytes * replayHoldShare) return cursor;
  return Math.min(cursor, hold);
}

/** Estimate of a stream's bytes from `cursor` to its head. */
export function undeliveredBytes(journal: JournalStreams, stream: string, cursor: number): number {
  const { bytes, blocks, tail, head } = journal.usage(stream);
  if (blocks === 0) return 0;
  return (bytes * (head.block - Math.max(cursor, tail.block))) / blocks;
}
