import { createBatchBuilder, frameBlock, type BatchBuilder, type BatchView, type FrameBlock, type SlotTable } from '@acequia/batch';

/** Events that a decoder makes of a block with one frame per text. */
export function viewOfFrames(
  frames: readonly (string | Uint8Array)[],
  slots: SlotTable,
  decode: (block: FrameBlock, out: BatchBuilder) => void,
): BatchView {
  const parts = frames.map((frame) => Buffer.from(frame));
  const table = new Uint32Array(parts.length * 5);
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    table.set([offset, part.length, 0, 0, part.length], index * 5);
    offset += part.length;
  }
  const block = frameBlock({
    bytes: Buffer.concat(parts),
    frames: table,
    frameCount: parts.length,
    meta: [JSON.stringify({ receivedMs: 1_790_000_000_000, transport: 'tcp' })],
    codec: 1,
  });
  const envelope = { tenantId: 't', listenerId: 'LI', listenerName: 'n', listenerType: 'tcp', cluster: 'c', worker: 'w', origin: '1-1-1' };
  const builder = createBatchBuilder({ block, envelope, slots, nowMs: 1_790_000_000_500 });
  decode(block, builder);
  return builder.finish().events;
}
