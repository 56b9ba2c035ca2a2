import { dayMs, hourMs, minuteMs } from '@acequia/base';
import { describe, expect, test } from 'vitest';
import { frequenciesFor, frequencyFor } from './frequency.ts';
import { linePoints, niceTop, ratesOf, stacked } from './scale.ts';
import { periodOfSpan, pointAt } from './span.ts';

describe('the axis', () => {
  test('never cuts off the highest value and is never without height', () => {
    for (const max of [0, 0.4, 1, 3, 99, 100, 101, 38_214, 2.5e9])
      expect([max, niceTop(max) >= max, niceTop(max) > 0]).toEqual([max, true, true]);
    expect([niceTop(97_000), niceTop(21), niceTop(5)]).toEqual([100_000, 40, 6]);
  });
  test('a stacked line stands on the sum of those below', () => {
    expect(
      stacked([
        [1, 2],
        [3, 4],
        [0, 1],
      ]),
    ).toEqual([
      [1, 2],
      [4, 6],
      [4, 7],
    ]);
  });
  test('one value alone is drawn', () => expect(linePoints([5], 10)).toBe('0.00,50.00'));
});

test('the minute that is not over does not look like a loss', () => {
  expect(ratesOf([600, 100], [0, minuteMs], minuteMs, minuteMs + 10_000)).toEqual([10, 10]);
});

test('a frequency that does not fit its range is not kept', () => {
  expect(frequencyFor(hourMs, dayMs)).toBe(minuteMs);
  expect(frequencyFor(7 * dayMs, minuteMs)).toBe(hourMs);
  expect(frequencyFor(dayMs, hourMs)).toBe(hourMs);
  expect(frequenciesFor(1095 * dayMs)).toEqual([dayMs]);
  expect(frequenciesFor(minuteMs)).toEqual([minuteMs]);
});

test('a drag to the left is the same range as one to the right; a press alone is none', () => {
  const at = [0, 10, 20, 30];
  expect(periodOfSpan({ anchor: 1, end: 2 }, at, 10)).toEqual({ from: 10, to: 30 });
  expect(periodOfSpan({ anchor: 2, end: 1 }, at, 10)).toEqual({ from: 10, to: 30 });
  expect(periodOfSpan({ anchor: 2, end: 2 }, at, 10)).toBeUndefined();
  expect([pointAt(-0.2, 4), pointAt(0.34, 4), pointAt(1.5, 4)]).toEqual([0, 1, 3]);
});
