import type { JournalStreams, StoredBlock } from '@acequia/journal';
import type { ReplayEstimate } from '../status.ts';

/** Blocks `first … end − 1` of a stream. */
export interface BlockRange {
  readonly first: number;
  readonly end: number;
}

/**
 * The blocks that hold what was received from `fromMs` on and before `toMs`. Frames are written after they were received, so
 * the last of them may lie in blocks written later; received times never go back within a stream.
 */
export async function locateRange(journal: JournalStreams, stream: string, fromMs: number, toMs: number): Promise<BlockRange> {
  const span = await journal.span(stream, fromMs, toMs);
  let { first, end } = span;
  if (span.blocks === 0) first = end = (await journal.span(stream, toMs, Number.MAX_SAFE_INTEGER)).first;
  for (;;) {
    const next = await blockFrom(journal, stream, end);
    if (!next || receivedSpan(next).firstMs >= toMs) return { first, end };
    end = next.block + 1;
  }
}

/** What a replay of the range would read, from the index. */
export async function estimateRange(journal: JournalStreams, stream: string, fromMs: number, toMs: number): Promise<ReplayEstimate> {
  const { first, frames, bytes } = await journal.span(stream, fromMs, toMs);
  const tail = journal.tail(stream).block;
  const reachesEnd = tail > 1 && first === tail;
  const oldest = reachesEnd ? await blockFrom(journal, stream, tail) : undefined;
  return { frames, bytes, keptFromMs: oldest ? receivedSpan(oldest).firstMs : undefined };
}

async function blockFrom(journal: JournalStreams, stream: string, block: number): Promise<StoredBlock | undefined> {
  return (await journal.read(stream, { block, frame: 0 }, 1)).find((found) => found.block >= block);
}

const frameWords = 5;
const metaWord = 2;

/** When the first and the last frame of a block were received, ms since 1970. */
export function receivedSpan({ meta, frames, frameCount }: StoredBlock): { readonly firstMs: number; readonly lastMs: number } {
  const receivedMs = (frame: number) => (JSON.parse(meta[frames[frame * frameWords + metaWord]!]!) as { receivedMs: number }).receivedMs;
  return { firstMs: receivedMs(0), lastMs: receivedMs(frameCount - 1) };
}
