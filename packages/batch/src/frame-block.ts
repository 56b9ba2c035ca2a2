import type { FrameBlock, FrameMeta } from './view.ts';

/** A block as the journal stores it; five numbers a frame: offset, length, meta index, flags, bytes on the wire. */
export interface StoredFrames {
  readonly bytes: Uint8Array;
  readonly frames: Uint32Array;
  readonly frameCount: number;
  /** JSON texts of `FrameMeta`. */
  readonly meta: readonly string[];
  readonly codec: number;
}

/** Numbers per frame in a stored frame table. */
export const frameWords = 5;

/** A stored block as decoders read it. Meta entries are parsed once, when first asked for. Nothing is copied. */
export function frameBlock(stored: StoredFrames): FrameBlock {
  const { frames } = stored;
  const metas: (FrameMeta | undefined)[] = [];
  return {
    bytes: stored.bytes,
    count: stored.frameCount,
    codec: stored.codec,
    table: frames,
    offset: (frame) => frames[frame * frameWords]!,
    length: (frame) => frames[frame * frameWords + 1]!,
    meta(frame) {
      const index = frames[frame * frameWords + 2]!;
      return (metas[index] ??= JSON.parse(stored.meta[index]!) as FrameMeta);
    },
    flags: (frame) => frames[frame * frameWords + 3]!,
    wireBytes: (frame) => frames[frame * frameWords + 4]!,
  };
}
