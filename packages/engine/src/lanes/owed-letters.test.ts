import { systemClock } from '@acequia/base';
import type { BatchView } from '@acequia/batch';
import { expect, test } from 'vitest';
import { viewOf } from '../../test/spill-rig.ts';
import { settle } from '../../test/virtual-clock.ts';
import { errorOf } from '../dead-letters/letter-content.ts';
import { AwaitedRows } from '../delivery/awaited-rows.ts';
import type { CompiledNode } from '../steps/compiled-version.ts';
import { BlockAgain, OwedLetters } from './owed-letters.ts';

const stream = 'li/t/L/0';
const againWith = (...ids: readonly number[]) => new BlockAgain(stream, 1, undefined, [viewOf(ids)]);
const node = { id: 'start', component: '' } as CompiledNode;

/** Branches that await these rows of the block; letters are synced when the test says so. */
function start(...branches: readonly (readonly string[])[]) {
  const written: { readonly ids: string[]; readonly codes: (string | undefined)[]; sync(isStanding: boolean): void }[] = [];
  const counts: Record<string, number> = {};
  const awaited = branches.map((names) => new AwaitedRows([[stream, 1, 0, null, names]]));
  const stood: number[] = [];
  const letters = new OwedLetters({
    awaited,
    clock: systemClock,
    counts: { add: (_node, counter, count) => (counts[counter] = (counts[counter] ?? 0) + count) },
    park: (_node, view) =>
      new Promise((resolve) => {
        const rows = [...view.rows.subarray(0, view.count)];
        const place = written.length;
        written.push({
          ids: rows.map((row) => view.id(row)),
          codes: rows.map((row) => errorOf(view, row).code),
          sync: (isStanding) => resolve(isStanding ? { stand: () => stood.push(place) } : undefined),
        });
      }),
  });
  return { letters, awaited, written, counts, stood };
}

const idsOf = (view: BatchView): string[] => [...view.rows.subarray(0, view.count)].map((row) => view.id(row));

test('an event set aside that two branches await is one letter, and all that is awaited of it has its outcome when that is synced', async () => {
  const { letters, awaited, written, counts, stood } = start(['e.1', 'e.2', '1\ne.2'], ['e.2', 'e.2.twin.0', 'e.3']);
  expect(idsOf(letters.setAside(node, viewOf([2, 7]), againWith(1, 2, 3, 7), true, undefined))).toEqual(['e.7']);
  expect(written.map(({ ids }) => ids)).toEqual([['e.2']]);
  for (const rows of awaited) rows.end(stream, 1);
  expect([letters.any, counts, awaited.map((rows) => rows.lowest(stream))]).toEqual([true, {}, [1, 1]]);
  written[0]!.sync(true);
  await settle();
  expect([letters.any, counts, stood]).toEqual([false, { rejected: 4, thrown: 1 }, [0]]);
  expect(awaited.map((rows) => rows.empty)).toEqual([true, true]);
});

test('one whose letter is not synced before the engine stops is awaited by the next process', async () => {
  const { letters, awaited, written, counts } = start(['e.1', 'e.2']);
  letters.setAside(node, viewOf([2]), againWith(1, 2), true, undefined);
  awaited[0]!.end(stream, 1);
  written[0]!.sync(false);
  await settle();
  expect(awaited[0]!.store()).toEqual([[stream, 1, 0, null, ['e.2']]]);
  expect(counts).toEqual({});
});

test('an event that a step chose before, and does not choose without the one set aside, is a dead letter and not lost', async () => {
  const { letters, awaited, written, counts } = start(['e.2', 'e.3']);
  const arrived = viewOf([1, 2, 3]);
  awaited[0]!.take({ stream, block: 1, n: 0 }, viewOf([1, 3]), undefined);
  letters.missed(node, arrived, againWith(1, 2, 3), undefined);
  expect(written.map(({ ids, codes }) => [ids, codes])).toEqual([[['e.2'], ['ENGINE_STEP_FORGOT']]]);
  written[0]!.sync(true);
  await settle();
  expect([counts, awaited[0]!.empty]).toEqual([{ rejected: 1 }, true]);
});
