import { crc32 } from 'node:zlib';
import type { LostRecord } from './scan-segment.ts';
import { isSkipped, type SkipRanges } from './skip-ranges.ts';
import type { StreamIndex } from './segment-index.ts';
import type { Segment } from './segment.ts';
import { StreamState } from './stream-state.ts';

/** Streams as segments tell, and the frames that were in blocks nobody can read. */
export interface StreamTally {
  readonly streams: Map<string, StreamState>;
  lostFrames: number;
  lostBlocks: number;
}

export function streamOf(streams: Map<string, StreamState>, name: string): StreamState {
  let state = streams.get(name);
  if (state === undefined) {
    state = new StreamState(name);
    streams.set(name, state);
  }
  return state;
}

/** What the commit log says of a stream. */
export interface StreamMarks {
  /** Nothing was ever given up at its beginning. */
  readonly isUntrimmed: boolean;
  /** Blocks before this one were given up: their segments may be gone while older ones, kept for other streams, are not. */
  readonly trimmedTo: number;
  readonly skips: SkipRanges | undefined;
}

/** Adds what a segment holds of a stream; counts what is missing between blocks, and before the first of one that was never trimmed. */
export function addShare(result: StreamTally, segment: Segment, stream: string, index: StreamIndex, marks: StreamMarks): void {
  if (index.blocks.length === 0) return;
  const state = streamOf(result.streams, stream);
  const isFirst = state.shares.length === 0 && state.head === 1;
  let block = isFirst && !marks.isUntrimmed ? index.blocks[0]! : state.head;
  let frames = isFirst && !marks.isUntrimmed ? index.framesBefore[0]! : state.framesNext;
  for (let i = 0; i < index.blocks.length; i++) {
    const missing = index.blocks[i]! - block;
    const lost = index.blocks[i]! - Math.max(block, marks.trimmedTo);
    if (lost > 0 && !isSkipped(marks.skips, index.blocks[i]! - lost, index.blocks[i]! - 1)) {
      result.lostBlocks += lost;
      result.lostFrames += Math.round(((index.framesBefore[i]! - frames) * lost) / missing);
    }
    block = index.blocks[i]! + 1;
    frames = index.framesBefore[i]! + index.frames[i]!;
  }
  if (isFirst && !marks.isUntrimmed) state.tail = { block: index.blocks[0]!, frame: 0 };
  state.addIndexed(segment, index);
}

/** Blocks with damaged heads after which the stream has none: their feet tell. Their numbers are not given again. */
export function countLostTails(result: StreamTally, found: readonly { readonly lost: readonly LostRecord[] }[]): void {
  const byCrc = new Map([...result.streams.values()].map((state) => [crc32(state.name), state]));
  for (const { lost } of found) {
    for (const record of lost) {
      const state = byCrc.get(record.streamCrc);
      if (state !== undefined && record.block < state.head) continue;
      result.lostFrames += record.frameCount;
      result.lostBlocks++;
      if (state === undefined) continue;
      state.head = record.block + 1;
      state.framesNext += record.frameCount;
    }
  }
}
