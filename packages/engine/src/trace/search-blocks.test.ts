import { frameWords } from '@acequia/batch';
import type { StoredBlock } from '@acequia/journal';
import { expect, test } from 'vitest';
import { searchBlocks, searchBytesMax, searchMsMax, type SearchInput } from './search-blocks.ts';
import type { SourcedEvent } from './sourced-event.ts';

/** Block n has two frames, received at 10 n and 10 n + 1. */
function blockOf(block: number, bytes = 10): StoredBlock {
  const meta = [10 * block, 10 * block + 1].map((receivedMs) => JSON.stringify({ receivedMs, transport: 'tcp' }));
  const frames = new Uint32Array(2 * frameWords);
  frames[frameWords + 2] = 1;
  return {
    stream: 's',
    block,
    origin: `1-1-${block}`,
    codec: 1,
    meta,
    frames,
    frameCount: 2,
    bytes: new Uint8Array(bytes),
    damagedFrames: [],
  };
}

/** Finds every event of each block, but for those of blocks named. */
function search(blocks: readonly StoredBlock[], part: Partial<SearchInput> = {}, { without = [] as number[], stepMs = 0 } = {}) {
  const input: SearchInput = { kind: 'search', count: 100, sinceMs: 0, beforeMs: 1e6, ...part };
  const kept = blocks.filter(({ block }) => block <= (input.from?.block ?? Infinity));
  let nowMs = 0;
  const newest = (block: StoredBlock, _count: number, beforeMs: number): SourcedEvent[] =>
    [10 * block.block, 10 * block.block + 1]
      .filter((receivedMs) => receivedMs < beforeMs && !without.includes(block.block))
      .map((receivedMs) => ({ event: 0, receivedMs, as: 'event', id: `${receivedMs}`, view: undefined as never }));
  return searchBlocks({
    trace: { newest },
    input,
    clock: { monotonic: () => (nowMs += stepMs) },
    older: () => Promise.resolve(kept.splice(-2)),
  });
}
const idsOf = (found: Awaited<ReturnType<typeof search>>) => found.events.map(({ id }) => Number(id));
const five = [1, 2, 3, 4, 5].map((block) => blockOf(block));

test('the newest come first, and at the end there is no place to go on from', async () => {
  const all = await search(five);
  expect(idsOf(all)).toEqual([51, 50, 41, 40, 31, 30, 21, 20, 11, 10]);
  expect(all.searched).toEqual({ blocks: 5, bytes: 50, reachedMs: 10 });
});

test('pages neither repeat nor leave out an event, wherever in a block they end', async () => {
  for (const count of [1, 2, 3, 7]) {
    const seen: number[] = [];
    let from: SearchInput['from'];
    do {
      const page = await search(five, { count, from });
      expect(page.events.length).toBeLessThanOrEqual(count);
      seen.push(...idsOf(page));
      from = page.searched.next;
    } while (from);
    expect(seen).toEqual([51, 50, 41, 40, 31, 30, 21, 20, 11, 10]);
  }
});

test('does not look at blocks older than the range, and gives out nothing outside of it', async () => {
  const part = await search(five, { sinceMs: 31, beforeMs: 50 });
  expect(idsOf(part)).toEqual([41, 40, 31]);
  expect(part.searched).toMatchObject({ blocks: 3, reachedMs: 31 });
  expect(part.searched.next).toBeUndefined();
});

test('does not look through more bytes than one question may, and says where it goes on', async () => {
  const large = [1, 2, 3, 4, 5].map((block) => blockOf(block, searchBytesMax / 2));
  const part = await search(large, {}, { without: [4, 5] });
  expect(part.events).toEqual([]);
  expect(part.searched).toEqual({ blocks: 2, bytes: searchBytesMax, reachedMs: 40, next: { block: 3, taken: 0 } });
  expect(idsOf(await search(large, { from: part.searched.next }))).toEqual([31, 30, 21, 20]);
});

test('does not look on when its time is over, but at one block in any case', async () => {
  const slow = await search(five, {}, { stepMs: 2 * searchMsMax });
  expect(idsOf(slow)).toEqual([51, 50]);
  expect(slow.searched.next).toEqual({ block: 4, taken: 0 });
});

test('nothing kept is nothing found', async () => {
  expect(await search([])).toEqual({ events: [], searched: { blocks: 0, bytes: 0 } });
});
