import type { BlockInput, StoredBlock } from './journal.ts';

/** A block with one frame per text. */
export function textBlock(stream: string, texts: readonly string[], shared = false): BlockInput {
  const parts = texts.map((text) => Buffer.from(text));
  const all = Buffer.concat(parts);
  const bytes = shared ? new Uint8Array(new SharedArrayBuffer(all.length)) : all;
  if (shared) bytes.set(all);
  const frames = new Uint32Array(parts.length * 5);
  let offset = 0;
  for (const [i, part] of parts.entries()) {
    frames.set([offset, part.length, 0, 0, part.length], i * 5);
    offset += part.length;
  }
  return { stream, codec: 3, meta: ['{"receivedMs":1,"transport":"tcp"}'], frames, frameCount: parts.length, bytes };
}

/** The texts of a block's frames; damaged ones are undefined. */
export function textsOf(block: StoredBlock): (string | undefined)[] {
  const damaged = new Set(block.damagedFrames);
  return Array.from({ length: block.frameCount }, (_, frame) => {
    const offset = block.frames[frame * 5]!;
    return damaged.has(frame) ? undefined : Buffer.from(block.bytes).toString('utf8', offset, offset + block.frames[frame * 5 + 1]!);
  });
}
