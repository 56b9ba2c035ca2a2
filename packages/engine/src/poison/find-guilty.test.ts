import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findGuilty, type Trials } from './find-guilty.ts';

const items = (count: number): number[] => Array.from({ length: count }, (_, item) => item);

/** Counts the processes that die. */
function trials(kills: (part: readonly number[]) => boolean): Trials<number> & { deaths: number } {
  const counted = {
    deaths: 0,
    firstDeath: async (part: readonly number[]) => {
      const died = part.find((item) => kills([item]));
      if (died !== undefined) counted.deaths++;
      return died;
    },
    survives: async (part: readonly number[]) => {
      if (!kills(part)) return true;
      counted.deaths++;
      return false;
    },
  };
  return counted;
}

test('finds exactly the guilty, wherever and however many they are, with one death each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 200 }), fc.uniqueArray(fc.nat(199), { maxLength: 6 }), async (count, bad) => {
      const room = trials((part) => part.some((item) => bad.includes(item)));
      const guilty = await findGuilty(items(count), room);
      expect(guilty.toSorted((a, b) => a - b)).toEqual(bad.filter((item) => item < count).toSorted((a, b) => a - b));
      expect(room.deaths).toBe(guilty.length);
    }),
  );
});

test('does not go on with what only several together bring about', async () => {
  const kills = (part: readonly number[]): boolean => part.includes(3) && part.includes(12);
  const guilty = await findGuilty(items(16), trials(kills));
  expect(guilty.length).toBeGreaterThan(0);
  expect(kills(items(16).filter((item) => !guilty.includes(item)))).toBe(false);
});

test('does not accuse half a block because of the last of many that are too much together', async () => {
  const guilty = await findGuilty(
    items(1000),
    trials((part) => part.filter((item) => item >= 990).length >= 10),
  );
  expect(guilty.every((item) => item >= 500)).toBe(true);
});

test('gives up on a block in which nearly everything is guilty', async () => {
  const room = trials((part) => part.length > 0);
  expect(await findGuilty(items(5000), room)).toHaveLength(5000);
  expect(room.deaths).toBeLessThan(250);
});
