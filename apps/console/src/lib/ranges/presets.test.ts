import { describe, expect, test } from 'vitest';
import { datePresets, periodOf, rangeFault } from './presets.ts';

const now = new Date(2026, 2, 31, 10, 30).getTime();
const shown = ({ from, to }: { from: number; to: number }) => [from, to].map((at) => new Date(at).toLocaleString('sv-SE'));

describe('ranges of time', () => {
  test('whole days, weeks, months and years end before the next begins', () => {
    expect(shown(periodOf('yesterday', now, 'browser'))).toEqual(['2026-03-30 00:00:00', '2026-03-30 23:59:59']);
    expect(shown(periodOf('lastWeek', now, 'browser'))).toEqual(['2026-03-23 00:00:00', '2026-03-29 23:59:59']);
    expect(shown(periodOf('lastMonth', now, 'browser'))).toEqual(['2026-02-01 00:00:00', '2026-02-28 23:59:59']);
    expect(shown(periodOf('previousYear', now, 'browser'))).toEqual(['2025-01-01 00:00:00', '2025-12-31 23:59:59']);
    expect(shown(periodOf('7d', now, 'browser'))).toEqual(['2026-03-24 00:00:00', '2026-03-31 10:30:00']);
  });
  test('in UTC a day is a day of UTC, wherever the browser is', () => {
    const late = Date.UTC(2026, 2, 31, 23, 30);
    const ends = (preset: 'yesterday' | 'lastWeek' | 'lastMonth' | 'previousYear') =>
      Object.values(periodOf(preset, late, 'utc')).map((at) => new Date(at).toISOString().slice(0, 19));
    expect(ends('yesterday')).toEqual(['2026-03-30T00:00:00', '2026-03-30T23:59:59']);
    expect(ends('lastWeek')).toEqual(['2026-03-23T00:00:00', '2026-03-29T23:59:59']);
    expect(ends('lastMonth')).toEqual(['2026-02-01T00:00:00', '2026-02-28T23:59:59']);
    expect(ends('previousYear')).toEqual(['2025-01-01T00:00:00', '2025-12-31T23:59:59']);
  });
  test('are those of the specification', () => {
    expect(datePresets.join(' ')).toBe('1h 12h 24h yesterday 7d 28d lastWeek lastMonth 12m previousYear custom');
  });
  test('none is in the future, none ends before it begins', () => {
    for (const preset of datePresets) {
      if (preset === 'custom') continue;
      expect([preset, rangeFault(periodOf(preset, now, 'browser'), now)]).toEqual([preset, undefined]);
      expect(periodOf(preset, now, 'browser').to).toBeLessThanOrEqual(now);
    }
    expect(rangeFault({ from: 2, to: 1 }, now)).toBe('order');
    expect(rangeFault({ from: Number.NaN, to: 1 }, now)).toBe('order');
    expect(rangeFault({ from: now - 1, to: now + 1 }, now)).toBe('future');
    expect(rangeFault({ from: now + 1, to: now + 2 }, now)).toBe('future');
  });
});
