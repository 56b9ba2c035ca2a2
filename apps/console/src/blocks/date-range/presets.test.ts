import { describe, expect, test } from 'vitest';
import { datePresets, periodOf, rangeFault } from './presets.ts';

const now = new Date(2026, 2, 31, 10, 30).getTime();
const shown = ({ from, to }: { from: number; to: number }) => [from, to].map((at) => new Date(at).toLocaleString('sv-SE'));

describe('ranges of time', () => {
  test('whole days, weeks, months and years end before the next begins', () => {
    expect(shown(periodOf('yesterday', now))).toEqual(['2026-03-30 00:00:00', '2026-03-30 23:59:59']);
    expect(shown(periodOf('lastWeek', now))).toEqual(['2026-03-23 00:00:00', '2026-03-29 23:59:59']);
    expect(shown(periodOf('lastMonth', now))).toEqual(['2026-02-01 00:00:00', '2026-02-28 23:59:59']);
    expect(shown(periodOf('previousYear', now))).toEqual(['2025-01-01 00:00:00', '2025-12-31 23:59:59']);
    expect(shown(periodOf('7d', now))).toEqual(['2026-03-24 00:00:00', '2026-03-31 10:30:00']);
  });
  test('none is in the future, none ends before it begins', () => {
    for (const preset of datePresets) {
      if (preset === 'custom') continue;
      expect([preset, rangeFault(periodOf(preset, now), now)]).toEqual([preset, undefined]);
      expect(periodOf(preset, now).to).toBeLessThanOrEqual(now);
    }
    expect(rangeFault({ from: 2, to: 1 }, now)).toBe('order');
    expect(rangeFault({ from: Number.NaN, to: 1 }, now)).toBe('order');
    expect(rangeFault({ from: now + 1, to: now + 2 }, now)).toBe('future');
  });
});
