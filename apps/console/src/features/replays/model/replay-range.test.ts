import { describe, expect, it } from 'vitest';
import { localTime, readRange } from './replay-range.ts';

const now = Date.UTC(2026, 10, 21, 12, 0, 0);
const custom = (from: string, to: string) => readRange({ preset: 'custom', from, to }, now);

describe('the time of a replay', () => {
  it('ends now for a preset', () => expect(readRange({ preset: '1h', from: '', to: '' }, now)).toEqual({ from: now - 3_600_000, to: now }));
  it('does not take half a range', () => expect(custom('2026-11-21T10:00', '')).toBe('incomplete'));
  it('does not end before it begins', () => expect(custom('2026-11-20T10:00', '2026-11-20T10:00')).toBe('order'));
  it('does not end in the future', () => expect(custom('2026-11-20T10:00', localTime(now + 3_600_000))).toBe('future'));
  it('reads back what it writes', () => {
    const range = custom(localTime(now - 7_200_000), localTime(now - 3_600_000));
    expect(range).toEqual({ from: now - 7_200_000, to: now - 3_600_000 });
  });
});
