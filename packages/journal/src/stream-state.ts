import type { Position, StreamUsage } from './journal.ts';
import type { Segment } from './segment.ts';
import { firstAtLeast, type StreamIndex } from './segment-index.ts';

/** What a stream has in one segment. */
export interface SegmentShare {
  readonly segment: Segment;
  readonly first: number;
  /** Blocks after it are not of this share, even if the segment has some: a failed write left them. */
  last: number;
  blocks: number;
  bytes: number;
  readonly oldestMs: number;
}

/** A stream: where it begins and ends, and which segments hold it, the oldest first. */
export class StreamState {
  readonly name: string;
  /** Number of the next block. */
  head = 1;
  /** Frames in all blocks ever appended, as far as known. */
  framesNext = 0;
  tail: Position = { block: 1, frame: 0 };
  /** Sequence of the active segment when the stream was removed; undefined for a living stream. Numbers go on from the old head. */
  droppedAt: number | undefined;
  readonly shares: SegmentShare[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** A block has become visible. */
  add(segment: Segment, block: number, bytes: number, frames: number, writtenMs: number): void {
    const last = this.shares[this.shares.length - 1];
    if (last !== undefined && last.segment === segment) {
      last.last = block;
      last.blocks++;
      last.bytes += bytes;
    } else {
      this.shares.push({ segment, first: block, last: block, blocks: 1, bytes, oldestMs: writtenMs });
      segment.needed.add(this.name);
    }
    this.head = block + 1;
    this.framesNext += frames;
    this.droppedAt = undefined;
  }

  /** What an index tells about a sealed segment. A block that an earlier segment has too was written again after a failure: the later one counts. */
  addIndexed(segment: Segment, index: StreamIndex): void {
    const count = index.blocks.length;
    if (count === 0) return;
    const share = {
      segment,
      first: index.blocks[0]!,
      last: index.blocks[count - 1]!,
      blocks: count,
      bytes: index.sizes.reduce((sum, size) => sum + size, 0),
      oldestMs: index.oldestMs,
    };
    this.#supersede(share.first);
    this.shares.push(share);
    segment.needed.add(this.name);
    this.head = share.last + 1;
    this.framesNext = index.framesBefore[count - 1]! + index.frames[count - 1]!;
  }

  #supersede(from: number): void {
    for (;;) {
      const share = this.shares[this.shares.length - 1];
      if (share === undefined || share.last < from) return;
      if (share.first < from) {
        share.blocks -= share.last - from + 1;
        share.last = from - 1;
        return;
      }
      this.shares.pop();
      share.segment.needed.delete(this.name);
    }
  }

  /** Gives up what lies before; returns the segments the stream no longer needs. */
  trim(before: Position): Segment[] {
    if (before.block < this.tail.block || (before.block === this.tail.block && before.frame <= this.tail.frame)) return [];
    this.tail = before.block >= this.head ? { block: this.head, frame: 0 } : before;
    const passed: Segment[] = [];
    while (this.shares.length > 0 && this.shares[0]!.last < this.tail.block) passed.push(this.shares.shift()!.segment);
    for (const segment of passed) segment.needed.delete(this.name);
    return passed;
  }

  /** Index into `shares` of the first that may hold `block` or a later one. */
  shareOf(block: number): number {
    return firstAtLeast(
      this.shares.map((share) => share.last),
      block,
    );
  }

  usage(): StreamUsage {
    let bytes = 0;
    let blocks = 0;
    for (const share of this.shares) {
      const passed = this.#passed(share);
      bytes += share.bytes - passed.bytes;
      blocks += share.blocks - passed.blocks;
    }
    return {
      bytes,
      blocks,
      tail: this.tail,
      head: { block: this.head, frame: 0 },
      oldestMs: this.shares[0]?.oldestMs,
    };
  }

  /** What of a share lies before the tail; estimated by the mean block when the index is not in memory. */
  #passed(share: SegmentShare): { bytes: number; blocks: number } {
    if (share.first >= this.tail.block) return { bytes: 0, blocks: 0 };
    const index = share.segment.index?.streams.get(this.name);
    if (index === undefined) {
      const blocks = Math.min(share.blocks, this.tail.block - share.first);
      return { blocks, bytes: Math.round((share.bytes / share.blocks) * blocks) };
    }
    const blocks = firstAtLeast(index.blocks, this.tail.block);
    let bytes = 0;
    for (let i = 0; i < blocks; i++) bytes += index.sizes[i]!;
    return { blocks, bytes };
  }
}
