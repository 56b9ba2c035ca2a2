import type { HistoryPage } from '@acequia/contract';
import { expect, it } from 'vitest';
import { nothingFound, pauseAfter, searchPages, type Found } from './search-pages.ts';

const question = { listenerId: 'LI_1', from: 0, to: 9 };
const page = (block: number, events: number): HistoryPage => ({
  events: Array.from({ length: events }, (_, n) => ({ id: `${block}-${n}`, receivedAt: block, json: '{}', types: {} })),
  searchedBytes: 10,
  searchedBlocks: 1,
  reachedAt: block,
  next: block > 1 ? { WK_1: { block: block - 1, taken: 0 } } : null,
  faults: [],
});

/** Pages by falling block number, each with so many events. */
async function run(blocks: number, events: number, begin = nothingFound, abort = new AbortController(), abortAt = 0) {
  const told: Found[] = [];
  let asked = 0;
  await searchPages(
    question,
    begin,
    ({ next }) => {
      asked += 1;
      if (asked === abortAt) abort.abort();
      return Promise.resolve(page(next?.['WK_1']?.block ?? blocks, events));
    },
    abort.signal,
    (found) => told.push(found),
  );
  return { told, last: told.at(-1), asked };
}

it('goes on through pages without a finding to the end', async () => {
  const { last, asked } = await run(5, 0);
  expect(asked).toBe(5);
  expect(last).toMatchObject({ events: [], bytes: 50, reachedAt: 1, next: null });
});

it('waits for its user when there is much, and goes on from there without a repetition', async () => {
  const first = await run(5, 50);
  expect(first.last!.events).toHaveLength(pauseAfter);
  const { last } = await run(5, 50, first.last!);
  expect(last!.events).toHaveLength(2 * pauseAfter);
  expect(new Set(last!.events.map(({ id }) => id)).size).toBe(2 * pauseAfter);
});

it('tells nothing after it was stopped, and asks for no further page', async () => {
  const { told, asked } = await run(5, 1, nothingFound, new AbortController(), 2);
  expect([told.length, asked]).toEqual([1, 2]);
});
