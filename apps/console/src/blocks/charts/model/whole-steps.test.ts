import { minuteMs } from '@acequia/base';
import { expect, test } from 'vitest';
import { ratesOf } from './scale.ts';
import { wholeSteps } from './whole-steps.ts';

const stepMs = 15 * minuteMs;
const at = [0, stepMs, 2 * stepMs, 3 * stepMs];
const to = 4 * stepMs;
const steady = 10;
/** Events of a steady stream per step, from a moment on. */
const counts = (begin: number) => at.map((start) => (steady * Math.max(0, start + stepMs - Math.max(start, begin))) / 1000);
const rates = (begin: number, from: number) => {
  const series = wholeSteps({ at, lines: [{ counts: counts(begin) }] }, from);
  return [series.at, ratesOf(series.lines[0]!.counts, series.at, stepMs, to)];
};

test('a steady stream whose first step is cut by the range is drawn flat', () => {
  expect(rates(7 * minuteMs, 10 * minuteMs)).toEqual([at.slice(1), [steady, steady, steady]]);
});

test('a range that begins on the border of a step keeps all of them', () => {
  expect(rates(0, 0)).toEqual([at, [steady, steady, steady, steady]]);
});

test('all steps before the range go, but for the last one', () => {
  expect(rates(0, 2 * stepMs)).toEqual([at.slice(2), [steady, steady]]);
  expect(rates(0, to)).toEqual([at.slice(3), [steady]]);
});

test('one step alone stays, and a line of another name keeps it', () => {
  const series = { at: [0], lines: [{ counts: [3], name: 'in' }] };
  expect(wholeSteps(series, minuteMs)).toBe(series);
  expect(wholeSteps({ at: [0, stepMs], lines: [{ counts: [1, 2], name: 'in' }] }, minuteMs).lines).toEqual([{ counts: [2], name: 'in' }]);
});
