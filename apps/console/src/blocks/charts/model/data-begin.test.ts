import { hourMs, minuteMs } from '@acequia/base';
import { expect, test } from 'vitest';
import { dataBegin } from './data-begin.ts';

const to = 24 * hourMs;
const at = Array.from({ length: 24 }, (_, hour) => hour * hourMs);
const begin = (...counts: readonly (readonly number[])[]) => dataBegin({ at, lines: counts.map((line) => ({ counts: line })) }, to);
const from = (hour: number) => at.map((_, index) => (index >= hour ? 1 : 0));

test('a range that begins without data is shown from its first data on, and never less than five minutes of it', () => {
  expect(begin(from(20))).toBe(20 * hourMs);
  expect(begin(from(22), from(20))).toBe(20 * hourMs);
  expect(dataBegin({ at: [0, to - 2 * minuteMs], lines: [{ counts: [0, 3] }] }, to)).toBe(to - 5 * minuteMs);
});

test('a range with data from its first quarter on is shown whole, as is one without any', () => {
  expect([begin(from(0)), begin(from(5)), begin(at.map(() => 0)), begin()]).toEqual([undefined, undefined, undefined, undefined]);
  expect(dataBegin({ at: [], lines: [] }, to)).toBeUndefined();
  expect(dataBegin({ at: [0, 2 * minuteMs], lines: [{ counts: [0, 3] }] }, 4 * minuteMs)).toBeUndefined();
});
