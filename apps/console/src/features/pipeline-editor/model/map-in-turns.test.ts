import { expect, test } from 'vitest';
import { mapInTurns } from './map-in-turns.ts';

test('a list is mapped in its order, with a pause after each turn and none within one', async () => {
  const clock = { now: 0 };
  const seen: (number | string)[] = [];
  const work = (item: number) => {
    clock.now += 3;
    seen.push(item);
    return item * 10;
  };
  const pause = () => {
    clock.now += 100;
    seen.push('pause');
    return Promise.resolve();
  };
  const turns = { nowMs: () => clock.now, turnMs: 8, pause };
  expect(await mapInTurns([1, 2, 3, 4, 5, 6], work, turns)).toEqual([10, 20, 30, 40, 50, 60]);
  expect(seen).toEqual([1, 2, 3, 'pause', 4, 5, 6]);
});

test('a pause that fails, as when nobody waits for the answer any more, ends the work', async () => {
  const clock = { now: 0 };
  const mapped: number[] = [];
  const work = (item: number) => {
    clock.now += 10;
    mapped.push(item);
  };
  const turns = { nowMs: () => clock.now, turnMs: 8, pause: () => Promise.reject(new Error('left')) };
  await expect(mapInTurns([1, 2, 3], work, turns)).rejects.toThrow('left');
  expect(mapped).toEqual([1]);
});
