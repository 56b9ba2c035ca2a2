import { cellTags, type BatchBuilder, type FrameBlock, type SlotTable } from '@acequia/batch';
import { skipBom } from '../json/decode.ts';

/** The whole frame is `message` (catalogue 9). */
export function createTextDecoder(slots: SlotTable): (block: FrameBlock, frame: number, out: BatchBuilder) => void {
  const message = slots.slot('message');
  return (block, frame, out) => {
    const end = block.offset(frame) + block.length(frame);
    const start = skipBom(block.bytes, block.offset(frame), block.length(frame));
    out.begin(frame);
    out.span(message, start, end - start, cellTags.text);
  };
}
