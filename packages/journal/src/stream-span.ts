import type { StreamSpan } from './journal.ts';

/** Nothing, at a place. */
export function noSpan(block: number): StreamSpan {
  return { first: block, end: block, blocks: 0, frames: 0, bytes: 0 };
}

/** With one block more, later than those before. */
export function addToSpan(span: StreamSpan, block: number, frames: number, bytes: number): StreamSpan {
  return {
    first: span.blocks === 0 ? block : span.first,
    end: block + 1,
    blocks: span.blocks + 1,
    frames: span.frames + frames,
    bytes: span.bytes + bytes,
  };
}
