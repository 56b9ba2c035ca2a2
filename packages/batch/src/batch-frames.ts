import { frameFlags, type BatchEnvelope, type FrameBlock, type FrameMeta } from './view.ts';

/** Where the rows of a batch came from; a row names a frame by its index here. */
export interface BatchFrames {
  readonly count: number;
  /** Revision of the settings the bytes were framed with. */
  readonly codec: number;
  envelope(frame: number): BatchEnvelope;
  /** The frame's number in its block of birth. */
  number(frame: number): number;
  meta(frame: number): FrameMeta;
  flags(frame: number): number;
  wireBytes(frame: number): number;
  /** Where the frame as received lies in segment 0; length -1 when it was not kept. */
  rawOffset(frame: number): number;
  rawLength(frame: number): number;
}

/** Frames of a block just decoded. `keepRaw` false: `_raw` is missing. */
export function blockFrames(block: FrameBlock, envelope: BatchEnvelope, keepRaw: boolean): BatchFrames {
  return {
    count: block.count,
    codec: block.codec,
    envelope: () => envelope,
    number: (frame) => frame,
    meta: (frame) => block.meta(frame),
    flags: (frame) => block.flags(frame),
    wireBytes: (frame) => block.wireBytes(frame),
    rawOffset: (frame) => block.offset(frame),
    rawLength: (frame) => (keepRaw || (block.flags(frame) & frameFlags.rejected) !== 0 ? block.length(frame) : -1),
  };
}
