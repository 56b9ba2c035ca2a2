import { useMemo } from 'react';
import { useLanguage } from '#i18n/use-texts.ts';
import { bytes, compact, exact, percent, type Measured } from './numbers.ts';
import { ago, clock, day, moment } from './times.ts';

export interface Format {
  /** In full, with separators. */
  number(value: number): string;
  /** `38.2K` */
  compact(value: number): string;
  bytes(value: number): Measured;
  /** `61%` of a fraction. */
  percent(fraction: number): string;
  /** Relative to now; show `moment` on hover. */
  ago(atMs: number): string;
  moment(atMs: number): string;
  day(atMs: number): string;
  /** `10:42` of today, `Nov 20, 10:42` of another day. */
  clock(atMs: number): string;
}

export function useFormat(): Format {
  const language = useLanguage();
  return useMemo(
    () => ({
      number: (value) => exact(value, language),
      compact: (value) => compact(value, language),
      bytes: (value) => bytes(value, language),
      percent: (fraction) => percent(fraction, language),
      ago: (atMs) => ago(atMs, Date.now(), language),
      moment: (atMs) => moment(atMs, language),
      day: (atMs) => day(atMs, language),
      clock: (atMs) => clock(atMs, Date.now(), language),
    }),
    [language],
  );
}
