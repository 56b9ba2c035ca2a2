import { dayMs, hourMs, minuteMs } from '@acequia/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinHeard, unusualSilenceMs, type Heard } from './silence.ts';

const minuteOf = (minute: number): Heard => ({ firstAt: minute * minuteMs, lastAt: (minute + 1) * minuteMs, longestGapMs: 0 });
const heardIn = (minutes: readonly number[]): Heard => minutes.map(minuteOf).reduce(joinHeard);
const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / step) }, (_, index) => from + index * step);
const dayMinutes = dayMs / minuteMs;

test('one that received events each minute for a day and none for half an hour is silent', () => {
  const heard = heardIn(every(1, 0, dayMinutes));
  expect(unusualSilenceMs(heard, dayMs + 29 * minuteMs)).toBeUndefined();
  expect(unusualSilenceMs(heard, dayMs + 30 * minuteMs)).toBe(30 * minuteMs);
  expect(unusualSilenceMs(heard, dayMs + dayMs + minuteMs)).toBeUndefined();
});

test('nobody knows the habit of a listener within its first day, whatever it received', () => {
  const heard = heardIn(every(1, 0, 20));
  for (let now = 20 * minuteMs; now < dayMs; now += minuteMs) expect(unusualSilenceMs(heard, now)).toBeUndefined();
});

test('one that receives a file each hour is silent only once an hour was left out', () => {
  const heard = heardIn(every(60, 0, dayMinutes + 60));
  const lastAt = dayMs + minuteMs;
  expect(heard.lastAt).toBe(lastAt);
  expect(unusualSilenceMs(heard, lastAt + 59 * minuteMs)).toBeUndefined();
  expect(unusualSilenceMs(heard, lastAt + hourMs)).toBe(hourMs);
});

describe('whatever came when', () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 2 * dayMinutes }), { minLength: 1, maxLength: 60 }).map((all) => {
    const sorted = all.toSorted((a, b) => a - b);
    return { sorted, heard: heardIn(sorted) };
  });
  const gapsOf = (sorted: readonly number[]) => sorted.slice(1).map((minute, index) => (minute - sorted[index]! - 1) * minuteMs);

  test('a silence that is told has a day before it, and no silence as long in that time', () => {
    fc.assert(
      fc.property(minutes, fc.integer({ min: 0, max: 2 * dayMs }), ({ sorted, heard }, sinceMs) => {
        const silentMs = unusualSilenceMs(heard, heard.lastAt + sinceMs);
        if (silentMs === undefined) return;
        expect(silentMs).toBe(sinceMs);
        expect((sorted.at(-1)! + 1 - sorted[0]!) * minuteMs).toBeGreaterThanOrEqual(dayMs);
        for (const gap of gapsOf(sorted)) expect(gap).toBeLessThan(silentMs);
      }),
    );
  });

  test('reading it in parts, also overlapping ones, gives the same', () => {
    fc.assert(
      fc.property(minutes, fc.nat(), fc.nat({ max: 3 }), ({ sorted, heard }, cut, overlap) => {
        const at = 1 + (cut % sorted.length);
        const later = sorted.slice(Math.max(0, at - overlap));
        expect(later.length === 0 ? heard : joinHeard(heardIn(sorted.slice(0, at)), heardIn(later))).toEqual(heard);
      }),
    );
  });
});
