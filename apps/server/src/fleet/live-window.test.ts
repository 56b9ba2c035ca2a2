import { expect, test } from 'vitest';
import { smoothed, withReport, type LiveWindow } from './live-window.ts';

const report = (atMs: number, events: Readonly<Record<string, number>>) => ({
  atMs,
  listeners: {},
  pipelines: Object.fromEntries(
    Object.entries(events).map(([id, count]) => {
      const rate = { events: count, bytes: 10 * count };
      return [id, { entered: rate, delivered: rate, rejected: 0, dropped: 0 }];
    }),
  ),
  nodes: {},
});
const after = (...reports: readonly (readonly [number, Readonly<Record<string, number>>])[]) =>
  reports.reduce<LiveWindow | undefined>((window, [atMs, events]) => withReport(window, report(atMs, events), atMs), undefined)!;
const rateOf = (window: LiveWindow, id: string) => smoothed(window).pipelines[id]?.entered;

test('the first report is told as it is', () => {
  expect(rateOf(after([1000, { PL_1: 18 }]), 'PL_1')).toEqual({ events: 18, bytes: 180 });
});

test('batches that come every other second make a steady rate', () => {
  const window = after([1000, { PL_1: 0 }], [2000, { PL_1: 36 }], [3000, { PL_1: 0 }], [4000, { PL_1: 36 }]);
  expect(rateOf(window, 'PL_1')).toEqual({ events: 18, bytes: 180 });
});

test('what a report does not name flows no more, and what none has named for ten seconds is not there', () => {
  const before = after([1000, { PL_1: 30, PL_2: 5 }], [2000, { PL_2: 5 }], [3000, { PL_2: 5 }]);
  expect(rateOf(before, 'PL_1')?.events).toBe(10);
  const later = withReport(before, report(12_000, { PL_2: 7 }), 12_000);
  expect(rateOf(later, 'PL_1')).toBeUndefined();
  expect(rateOf(later, 'PL_2')?.events).toBe(6);
  expect(smoothed(later).atMs).toBe(12_000);
});

test('a report over a moment weighs as much as the moment: a steady flow keeps its rate however the reports fall', () => {
  const early = { ...report(1040, { PL_1: 25 }), overMs: 40 };
  const whole = { ...report(2040, { PL_1: 5 }), overMs: 1000 };
  const mean = smoothed(withReport(withReport(undefined, early, 1040), whole, 2040));
  expect(mean.pipelines['PL_1']?.entered.events).toBeCloseTo((25 * 40 + 5 * 1000) / 1040);
  expect(mean.overMs).toBe(1040);
});

test('a report that names a longer time than the mean is over weighs no more than it', () => {
  const late = { ...report(1000, { PL_1: 100 }), overMs: 600_000 };
  const whole = { ...report(2000, { PL_1: 0 }), overMs: 1000 };
  const mean = smoothed(withReport(withReport(undefined, late, 1000), whole, 2000));
  expect(mean.pipelines['PL_1']?.entered.events).toBeCloseTo((100 * 10) / 11);
  expect(mean.overMs).toBe(11_000);
});
