import {
  createBatchBuilder,
  frameBlock,
  type ArrayPool,
  type BatchBuilder,
  type BatchView,
  type FrameBatchBuilder,
  type FrameBlock,
  type NameCache,
  type SlotTable,
} from '@acequia/batch';

const receivedMs = 1_790_000_000_000;
const envelope = { tenantId: 't', listenerId: 'LI', listenerName: 'n', listenerType: 'tcp', cluster: 'c', worker: 'w', origin: '1-1-1' };

/** A block with one frame per text, all received at once. */
export function blockOfFrames(frames: readonly (string | Uint8Array)[], receivedAtMs = receivedMs): FrameBlock {
  const parts = frames.map((frame) => Buffer.from(frame));
  const table = new Uint32Array(parts.length * 5);
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    table.set([offset, part.length, 0, 0, part.length], index * 5);
    offset += part.length;
  }
  const meta = [JSON.stringify({ receivedMs: receivedAtMs, transport: 'tcp' })];
  return frameBlock({ bytes: Buffer.concat(parts), frames: table, frameCount: parts.length, meta, codec: 1 });
}

/** `more`: what the batches of a lane have in common. */
export const builderOfBlock = (
  block: FrameBlock,
  slots: SlotTable,
  more: { names?: NameCache; pool?: ArrayPool } = {},
): FrameBatchBuilder => createBatchBuilder({ block, envelope, slots, nowMs: receivedMs + 500, ...more });

/** Events that a decoder makes of a block with one frame per text. */
export function viewOfFrames(
  frames: readonly (string | Uint8Array)[],
  slots: SlotTable,
  decode: (block: FrameBlock, out: BatchBuilder) => void,
): BatchView {
  const block = blockOfFrames(frames);
  const builder = builderOfBlock(block, slots);
  decode(block, builder);
  return builder.finish().events;
}
