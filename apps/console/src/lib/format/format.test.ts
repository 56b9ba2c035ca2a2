import { describe, expect, it } from 'vitest';
import { bytes, compact, exact, percent } from './numbers.ts';
import { ago, clock, day, exactly, moment, precisely, timeOfDay } from './times.ts';
import { fieldTime, readFieldTime } from './zone.ts';

describe('numbers', () => {
  it.each([
    [0, '0'],
    [7, '7'],
    [0.25, '0.3'],
    [0.05, '0.05'],
    [412, '412'],
    [999.6, '1K'],
    [1000, '1K'],
    [38_240, '38.2K'],
    [999_950, '1M'],
    [7_380_000, '7.38M'],
    [3.3e9, '3.3G'],
  ])('%d is %s', (value, text) => expect(compact(value, 'en')).toBe(text));
  it('uses the decimal sign of the language', () => expect(compact(38_240, 'es')).toBe('38,2K'));
  it('writes bytes with a unit', () => {
    expect(bytes(0, 'en')).toEqual({ value: '0', unit: 'B' });
    expect(bytes(7.38e12, 'en')).toEqual({ value: '7.38', unit: 'TB' });
    expect(bytes(999.7, 'en')).toEqual({ value: '1', unit: 'kB' });
  });
  it('separates thousands, also in Spanish', () => {
    expect(exact(1_234_567, 'en')).toBe('1,234,567');
    expect(exact(1_234_567, 'es')).toBe('1.234.567');
  });
  it.each([
    [0.994, '99%'],
    [0.9961, '99.6%'],
    [0.99999, '99.9%'],
    [1, '100%'],
  ])('never says all of what is not all: %s', (fraction, shown) => expect(percent(fraction, 'en')).toBe(shown));
  it('shows a small percentage with a decimal', () => expect(percent(0.004, 'en')).toBe('0.4%'));
});

describe('times', () => {
  const now = 1_763_732_400_000;
  it.each([
    [now - 1000, 'now'],
    [now - 12 * 60_000, '12 min. ago'],
    [now - 3 * 3_600_000, '3 hr. ago'],
    [now - 86_400_000, 'yesterday'],
    [now + 2 * 86_400_000, 'in 2 days'],
  ])('is relative', (at, text) => expect(ago(at, now, 'en')).toBe(text));
  const morning = Date.UTC(2026, 10, 2, 9, 5, 7);
  it('a day is written as the specification says, LLL dd, yyyy; in Spanish the day comes first', () => {
    expect(day(morning, 'en', 'utc')).toBe('Nov 02, 2026');
    expect(day(morning, 'es', 'utc')).toBe('2 nov 2026');
  });
  it('a time of day has its milliseconds', () => {
    expect(timeOfDay(Date.UTC(2026, 10, 2, 21, 5, 7, 42), 'es', 'utc')).toBe('21:05:07.042');
  });

  it('a moment is written as the specification says, MMM dd yyyy · hh:mma; in Spanish by 24 hours', () => {
    expect(moment(morning, 'en', 'utc')).toBe('Nov 02 2026 · 09:05AM');
    expect(moment(morning, 'es', 'utc')).toBe('2 nov 2026 · 09:05');
    expect([0, 12, 23].map((hour) => moment(Date.UTC(2026, 10, 2, hour, 30), 'en', 'utc').slice(-7))).toEqual([
      '12:30AM',
      '12:30PM',
      '11:30PM',
    ]);
  });
  it('on hover it has its second and its zone', () => {
    expect(exactly(morning, 'en', 'utc')).toBe('Nov 02 2026 · 09:05:07AM UTC');
    expect(exactly(new Date(2026, 10, 2, 9, 5, 7).getTime(), 'es', 'browser')).toMatch(/^2 nov 2026 · 09:05:07 \S+/);
  });
  it('of an event has its milliseconds too', () => {
    expect(precisely(morning + 42, 'en', 'utc')).toBe('Nov 02 2026 · 09:05:07.042AM UTC');
    expect(precisely(morning + 42, 'es', 'utc')).toBe('2 nov 2026 · 09:05:07.042 UTC');
  });
  it('is told in the browser’s hours or in those of UTC', () => {
    const local = new Date(2026, 10, 2, 9, 5).getTime();
    expect(moment(local, 'en', 'browser')).toBe('Nov 02 2026 · 09:05AM');
    expect(fieldTime(local, 'browser')).toBe('2026-11-02T09:05:00');
    expect(fieldTime(morning, 'utc')).toBe('2026-11-02T09:05:07');
    for (const zone of ['browser', 'utc'] as const) expect(readFieldTime(fieldTime(morning, zone), zone)).toBe(morning);
    expect(readFieldTime('', 'utc')).toBeNaN();
  });
  it('on an axis it is a time of day today, with the day before', () => {
    const at = Date.UTC(2026, 10, 21, 9, 5);
    expect(clock(at, Date.UTC(2026, 10, 21, 23, 0), 'en', 'utc')).toBe('09:05');
    expect(clock(at, Date.UTC(2026, 10, 22, 8, 0), 'en', 'utc')).toBe('Nov 21, 09:05');
    expect(clock(at, Date.UTC(2026, 10, 22, 8, 0), 'es', 'utc')).toBe('21 nov, 09:05');
  });
});
