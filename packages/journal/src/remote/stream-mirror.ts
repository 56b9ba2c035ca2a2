import { comparePositions, streamStart, type Position, type StreamUsage } from '../journal.ts';

const empty: StreamUsage = { bytes: 0, blocks: 0, tail: streamStart, head: streamStart, oldestMs: undefined };

/** What is known here of a stream that another thread holds. */
export class StreamMirror {
  dropped = false;
  #usage: StreamUsage;

  constructor(usage: StreamUsage = empty) {
    this.#usage = usage;
  }

  get usage(): StreamUsage {
    return this.#usage;
  }

  /** Blocks before `head` have come; a head that is known already changes nothing. */
  grown(head: number, bytes: number): void {
    const { head: before, bytes: held, blocks } = this.#usage;
    this.dropped = false;
    if (head <= before.block) return;
    this.#usage = { ...this.#usage, head: { block: head, frame: 0 }, bytes: held + bytes, blocks: blocks + head - before.block };
  }

  trim(before: Position): void {
    const { tail, head, bytes, blocks } = this.#usage;
    if (comparePositions(before, tail) <= 0) return;
    const next = before.block >= head.block ? head : before;
    const passed = Math.min(blocks, next.block - tail.block);
    const left = blocks === 0 ? 0 : Math.round(bytes * (1 - passed / blocks));
    this.#usage = { ...this.#usage, tail: next, bytes: left, blocks: blocks - passed };
  }

  drop(): void {
    this.trim(this.#usage.head);
    this.dropped = true;
  }

  /** The journal's own account. Its head may be ahead of what was told here, its tail behind what was trimmed here. */
  refresh({ bytes, blocks, tail, oldestMs }: StreamUsage): void {
    if (comparePositions(tail, this.#usage.tail) < 0) return;
    this.#usage = { ...this.#usage, bytes, blocks, tail, oldestMs };
  }
}
