import type { DeadLetterCause, DeadLetterFilter } from './dead-letter.ts';

/** What the index keeps of a block. */
interface BlockFacts {
  readonly fromMs: number;
  readonly toMs: number;
  /** When the last of it was refused or edited. */
  readonly touchedMs: number;
  readonly bytes: number;
  /** Numbers of causes, each followed by how many letters of the block have it. Shared by blocks with the same. */
  readonly causes: readonly number[];
}

type CauseName = Pick<DeadLetterCause, 'pipelineId' | 'node' | 'listenerId' | 'code'>;

/** One frame as the index counts it. */
export interface FrameFacts {
  readonly atMs: number;
  readonly editedMs: number | undefined;
  readonly bytes: number;
  readonly causes: readonly (readonly [CauseName, number])[];
}

/** Which causes stand in which blocks of a tenant's stream, in some tens of bytes a block. */
export class LetterIndex {
  /** First block that is not in the index. */
  next: number;
  bytes = 0;
  #base: number;
  #blocks: (BlockFacts | undefined)[] = [];
  readonly #causes: CauseName[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #shared = new Map<string, readonly number[]>();

  constructor(tail: number) {
    this.#base = tail;
    this.next = tail;
  }

  /** First block that may be held. */
  get tail(): number {
    return this.#base;
  }

  /** Blocks come in order; holes are allowed. */
  add(block: number, frames: readonly FrameFacts[]): void {
    const counts = new Map<number, number>();
    let bytes = 0;
    for (const frame of frames) {
      bytes += frame.bytes;
      for (const [cause, count] of frame.causes) {
        const number = this.#number(cause);
        counts.set(number, (counts.get(number) ?? 0) + count);
      }
    }
    const times = frames.map(({ atMs }) => atMs);
    this.#blocks[block - this.#base] = {
      fromMs: Math.min(...times),
      toMs: Math.max(...times),
      touchedMs: Math.max(...frames.map(({ atMs, editedMs }) => editedMs ?? atMs)),
      bytes,
      causes: this.#share([...counts].flat()),
    };
    this.bytes += bytes;
    this.next = block + 1;
  }

  /** Gives up blocks before. */
  drop(before: number): void {
    const gone = this.#blocks.splice(0, Math.max(0, before - this.#base));
    for (const facts of gone) this.bytes -= facts?.bytes ?? 0;
    this.#base = Math.max(this.#base, before);
    this.next = Math.max(this.next, before);
  }

  /** Oldest blocks that must go so that the rest is young and small enough: the first block to keep. A letter is as young as its last edit. */
  keepFrom(oldestMs: number, bytesMax: number): number {
    let block = this.#base;
    let bytes = this.bytes;
    for (; block < this.next; block++) {
      const facts = this.#blocks[block - this.#base];
      if (facts && facts.touchedMs >= oldestMs && bytes <= bytesMax) break;
      bytes -= facts?.bytes ?? 0;
    }
    return block;
  }

  /** Whether a block may hold letters that fit the filter, its state and text aside. */
  mayHold(block: number, filter: DeadLetterFilter): boolean {
    const facts = this.#blocks[block - this.#base];
    if (!facts) return false;
    if ((filter.fromMs !== undefined && facts.toMs < filter.fromMs) || (filter.toMs !== undefined && facts.fromMs > filter.toMs))
      return false;
    for (let at = 0; at < facts.causes.length; at += 2) if (fitsCause(this.#causes[facts.causes[at]!]!, filter)) return true;
    return false;
  }

  /** Letters by cause over all blocks, less those `closed` tells of a block. Newest first. */
  count(closed: (block: number) => ReadonlyMap<string, number> | undefined): DeadLetterCause[] {
    const found = new Map<number, { count: number; firstMs: number; lastMs: number }>();
    for (const [index, facts] of this.#blocks.entries()) {
      if (!facts) continue;
      const gone = closed(index + this.#base);
      for (let at = 0; at < facts.causes.length; at += 2) {
        const number = facts.causes[at]!;
        const left = facts.causes[at + 1]! - (gone?.get(causeKey(this.#causes[number]!)) ?? 0);
        if (left <= 0) continue;
        const known = found.get(number);
        if (known) {
          known.count += left;
          // A changed letter stands behind those that came after it.
          known.firstMs = Math.min(known.firstMs, facts.fromMs);
          known.lastMs = Math.max(known.lastMs, facts.toMs);
        } else found.set(number, { count: left, firstMs: facts.fromMs, lastMs: facts.toMs });
      }
    }
    return [...found].map(([number, facts]) => ({ ...this.#causes[number]!, ...facts })).sort((a, b) => b.lastMs - a.lastMs);
  }

  #number(cause: CauseName): number {
    const key = causeKey(cause);
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = this.#causes.push(cause) - 1));
    return number;
  }

  #share(causes: number[]): readonly number[] {
    const key = causes.join();
    const known = this.#shared.get(key);
    if (known) return known;
    if (causes.length === 2 && causes[1]! < 100) this.#shared.set(key, causes);
    return causes;
  }
}

export const causeKey = ({ pipelineId, node, listenerId, code }: CauseName): string => `${pipelineId}\n${node}\n${listenerId}\n${code}`;

export function fitsCause(cause: CauseName, filter: DeadLetterFilter): boolean {
  return (
    (filter.pipelineId === undefined || cause.pipelineId === filter.pipelineId) &&
    (filter.node === undefined || cause.node === filter.node) &&
    (filter.listenerId === undefined || cause.listenerId === filter.listenerId) &&
    (filter.code === undefined || cause.code === filter.code)
  );
}
