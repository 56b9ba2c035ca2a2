import { MiB, secondMs, type Clock } from '@acequia/base';
import type { StoredBlock } from '@acequia/journal';
import { receivedSpan } from '../replay/locate-range.ts';
import { endsBefore } from './find-event.ts';
import type { OpenTrace } from './run-trace.ts';
import type { SourcedEvent } from './sourced-event.ts';
import type { Searched, SearchPlace } from './trace.ts';

/** Events of the label among all that a listener keeps, received from `sinceMs` on and before `beforeMs`, the newest first. */
export interface SearchInput {
  readonly kind: 'search';
  readonly count: number;
  readonly sinceMs: number;
  readonly beforeMs: number;
  /** Where an earlier search of the same kind ended. */
  readonly from?: SearchPlace | undefined;
}

/** Payload decoded for one question. */
export const searchBytesMax = 16 * MiB;
export const searchBlocksMax = 2048;
/** Looks at no further block after that; a question as a whole may take twice as long. */
export const searchMsMax = 4 * secondMs;

interface Search {
  readonly trace: Pick<OpenTrace, 'newest'>;
  readonly input: SearchInput;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Blocks before those given out before, newest last; none: there are no older ones. */
  older(): Promise<readonly StoredBlock[]>;
}

/** Block by block backwards, until there are enough, the range is behind, or it is enough for one question. */
export async function searchBlocks({ trace, input, clock, older }: Search): Promise<{ events: SourcedEvent[]; searched: Searched }> {
  const { count, sinceMs, beforeMs, from } = input;
  const untilMs = clock.monotonic() + searchMsMax;
  const events: SourcedEvent[] = [];
  let [blocks, bytes] = [0, 0];
  let reachedMs: number | undefined;
  const end = (next?: SearchPlace) => ({
    events: events.map((event, index) => ({ ...event, event: index })),
    searched: { blocks, bytes, ...(reachedMs === undefined ? {} : { reachedMs }), ...(next ? { next } : {}) },
  });
  for (let given = await older(); given.length > 0; given = await older()) {
    for (const block of given.toReversed()) {
      if (block.frameCount === 0) continue;
      if (endsBefore(block, sinceMs)) return end();
      if (blocks >= searchBlocksMax || bytes >= searchBytesMax || (blocks > 0 && clock.monotonic() >= untilMs))
        return end({ block: block.block, taken: 0 });
      blocks += 1;
      bytes += block.bytes.length;
      const found = trace.newest(block, Infinity, beforeMs).filter(({ receivedMs }) => receivedMs >= sinceMs);
      const taken = from?.block === block.block ? from.taken : 0;
      const left = found.toReversed().slice(taken);
      const fresh = left.slice(0, count - events.length);
      events.push(...fresh);
      if (fresh.length < left.length || events.length >= count) {
        reachedMs = fresh.at(-1)?.receivedMs ?? reachedMs;
        return end({ block: block.block, taken: taken + fresh.length });
      }
      reachedMs = Math.max(sinceMs, receivedSpan(block).firstMs);
    }
  }
  return end();
}
