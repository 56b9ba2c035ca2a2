import type { BlockInput, StoredBlock } from '@acequia/journal';
import { blockBytes } from '../limits.ts';
import type { SourceRef } from './entry.ts';

/** What stands beside an image in a branch's stream. */
export interface ImageMeta {
  readonly source: SourceRef;
  readonly count: number;
  readonly atMs: number;
  readonly bytes: number;
}

export interface ImageFrame {
  readonly meta: ImageMeta;
  readonly image: Uint8Array;
}

/** Packs images into blocks in order. `places[i]` says in which of the blocks, and as which frame, image `i` lies. */
export function packImages(
  stream: string,
  frames: readonly ImageFrame[],
): { blocks: BlockInput[]; places: { block: number; frame: number }[] } {
  const blocks: BlockInput[] = [];
  const places: { block: number; frame: number }[] = [];
  for (let start = 0; start < frames.length;) {
    let end = start;
    let size = 0;
    while (end < frames.length && (end === start || size + frames[end]!.image.length <= blockBytes)) size += frames[end++]!.image.length;
    for (let i = start; i < end; i++) places.push({ block: blocks.length, frame: i - start });
    blocks.push(packBlock(stream, frames.slice(start, end), size));
    start = end;
  }
  return { blocks, places };
}

function packBlock(stream: string, frames: readonly ImageFrame[], size: number): BlockInput {
  const bytes = new Uint8Array(size);
  const table = new Uint32Array(frames.length * 5);
  let at = 0;
  for (const [index, { image }] of frames.entries()) {
    bytes.set(image, at);
    table.set([at, image.length, index, 0, image.length], index * 5);
    at += image.length;
  }
  return { stream, codec: 0, meta: frames.map(({ meta }) => JSON.stringify(meta)), frames: table, frameCount: frames.length, bytes };
}

/** The images of a block from frame `from` on; damaged ones are left out and returned by their row count. */
export function unpackImages(block: StoredBlock, from: number): { frames: (ImageFrame & { frame: number })[]; damagedRows: number } {
  const frames: (ImageFrame & { frame: number })[] = [];
  let damagedRows = 0;
  for (let frame = from; frame < block.frameCount; frame++) {
    const meta = JSON.parse(block.meta[block.frames[frame * 5 + 2]!]!) as ImageMeta;
    if (block.damagedFrames.includes(frame)) {
      damagedRows += meta.count;
      continue;
    }
    const offset = block.frames[frame * 5]!;
    frames.push({ frame, meta, image: block.bytes.subarray(offset, offset + block.frames[frame * 5 + 1]!) });
  }
  return { frames, damagedRows };
}
