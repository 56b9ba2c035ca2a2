import { describe, expect, it } from 'vitest';
import { bytes, compact, exact, percent } from './numbers.ts';
import { ago, clock } from './times.ts';

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
  it('is a time of day today, with the day before', () => {
    const at = new Date(2026, 10, 21, 9, 5).getTime();
    expect(clock(at, new Date(2026, 10, 21, 23, 0).getTime(), 'en')).toBe('09:05');
    expect(clock(at, new Date(2026, 10, 22, 8, 0).getTime(), 'en')).toBe('Nov 21, 09:05');
    expect(clock(at, new Date(2026, 10, 22, 8, 0).getTime(), 'es')).toBe('21 nov, 09:05');
  });
});
