import { dayMs, hourMs, minuteMs } from '@acequia/base';
import { expect, test } from 'vitest';
import { defaultRetention, onBorders, stepsMax, stepsOver } from './grains.ts';

const now = Date.UTC(2026, 5, 15, 10, 30, 20);
const steps = (from: number, stepMs?: number, points = 60) => stepsOver({ from, to: now }, { stepMs, points }, now, defaultRetention);

test('a step is never finer than what the ledger still holds there', () => {
  expect(steps(now - hourMs, minuteMs)).toMatchObject({ stepMs: minuteMs });
  expect(steps(now - 7 * dayMs, 5 * minuteMs).stepMs).toBe(hourMs);
  expect(steps(now - 365 * dayMs, hourMs).stepMs).toBe(dayMs);
  expect(steps(now - 365 * dayMs, undefined, 1440).stepMs).toBe(dayMs);
});

test('a step too fine for its range is widened instead of making thousands', () => {
  const { from, to, stepMs } = steps(now - 47 * hourMs, minuteMs);
  expect(Math.ceil((to - from) / stepMs)).toBeLessThanOrEqual(stepsMax + 1);
  expect(stepMs % minuteMs).toBe(0);
});

test('a frequency begins at its own borders, so that an hour is an hour of the clock', () => {
  expect(steps(now - 10 * hourMs, hourMs).from).toBe(Date.UTC(2026, 5, 15, 0, 0));
});

test('two ranges that touch share no bucket and lose none, at each age', () => {
  for (const age of [hourMs, 3 * dayMs, 200 * dayMs]) {
    const border = now - age - 17 * minuteMs - 3;
    const before = onBorders({ from: border - 5 * dayMs, to: border }, now, defaultRetention);
    const after = onBorders({ from: border, to: now }, now, defaultRetention);
    const exact = age > defaultRetention.minutesMs;
    expect([age, exact ? before.to : Math.floor(before.to / minuteMs) * minuteMs]).toEqual([age, after.from]);
  }
});
