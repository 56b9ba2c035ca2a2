import { expect, test } from 'vitest';
import { StreamTime } from './stream-time.ts';

test('is the least over the partitions, and unknown while one is', () => {
  const time = new StreamTime();
  time.heard('a', 5000);
  expect(time.over(['a'])).toBe(5000);
  expect(time.over(['a', 'b'])).toBeUndefined();
  time.heard('b', 3000);
  expect(time.over(['a', 'b'])).toBe(3000);
});

test('an idle partition goes with the clock, a little behind; none goes back', () => {
  const time = new StreamTime();
  time.heard('a', 5000);
  time.idle('a', 5200);
  expect(time.over(['a'])).toBe(5000);
  time.idle('a', 9000);
  expect(time.over(['a'])).toBe(8500);
  time.heard('a', 6000);
  expect(time.over(['a'])).toBe(8500);
});
