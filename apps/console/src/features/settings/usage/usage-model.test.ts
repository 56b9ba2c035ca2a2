import { expect, test } from 'vitest';
import { averagedDays, overBy, perDay, periodOfPreset, totalOf, trendOf, usageCsv, usagePresets } from './usage-model.ts';

const day = 86_400_000;
const row = (name: string | null, bytes: number, before: number) => ({
  id: 'LI_1',
  name,
  events: 2,
  bytes,
  previous: { events: 1, bytes: before },
});

test('the presets are those of the specification, counted back from now', () => {
  expect(usagePresets).toEqual(['LAST_24_HOURS', 'LAST_WEEK', 'LAST_MONTH', 'ONE_YEAR_AGO', 'CUSTOM_RANGE']);
  const lengths = (['LAST_24_HOURS', 'LAST_WEEK', 'LAST_MONTH', 'ONE_YEAR_AGO'] as const).map((preset) =>
    periodOfPreset(preset, 400 * day),
  );
  expect(lengths.map(({ from, to }) => [(to - from) / day, to])).toEqual([1, 7, 30, 365].map((days) => [days, 400 * day]));
});

const on = (...events: readonly number[]) => ({ days: events.map((count, index) => ({ at: index * day, events: count, bytes: 0 })) });

test('an average is over the days with data, of which each counts once', () => {
  const week = { from: 0, to: 7 * day };
  expect(averagedDays([on(0, 0, 4), on(0, 2, 3)], week)).toBe(2);
  expect(averagedDays([on(0, 0), on()], week)).toBe(0);
  expect([perDay(300, 3), perDay(0, 0)]).toEqual([100, 0]);
});

test('an average is over the part of a day in UTC that is in the range, and over one day at least', () => {
  const from = 15 * (day / 24);
  const steady = (days: number) =>
    perDay(days * 240, averagedDays([on(...Array<number>(days + 1).fill(120))], { from, to: from + days * day }));
  expect([1, 7, 30].map((days) => steady(days))).toEqual([240, 240, 240]);
  expect(averagedDays([on(0, 0, 4, 4)], { from, to: 3.25 * day })).toBe(1.25);
  expect(averagedDays([on(9, 9)], { from, to: from + day / 2 })).toBe(1);
  expect(averagedDays([on(0, 9)], { from, to: from + day })).toBe(1);
});

test('a trend is against the range before, and unknown when that was empty', () => {
  const total = totalOf([row('a', 30, 20), row('b', 30, 20)]);
  expect(trendOf(total.bytes, total.previous.bytes)).toBe(0.5);
  expect(trendOf(5, 0)).toBeUndefined();
});

test('a day on the limit is not over it, and without a limit none is', () => {
  expect([overBy(100, 100), overBy(101, null), overBy(150, 100)]).toEqual([undefined, undefined, 0.5]);
});

test('a name does not become a formula in a spreadsheet, nor break its line', () => {
  const text = usageCsv(['kind', 'id'], [{ kind: 'listener', rows: [row('=1+1', 1, 0), row('a,"b"', 2, 0), row(null, 3, 0)] }]);
  expect(text.split('\r\n')).toEqual([
    'kind,id',
    "listener,LI_1,'=1+1,2,1,1,0",
    'listener,LI_1,"a,""b""",2,2,1,0',
    'listener,LI_1,,2,3,1,0',
    '',
  ]);
});
