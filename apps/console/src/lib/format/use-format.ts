import { useMemo, useSyncExternalStore } from 'react';
import { useLanguage } from '#i18n/use-texts.ts';
import { length } from './length.ts';
import { bytes, compact, duration, exact, percent, type Measured } from './numbers.ts';
import { ago, clock, day, exactly, moment, precisely, second, timeOfDay } from './times.ts';
import { currentZone, onZoneChange, type TimeZone } from './zone.ts';

export interface Format {
  /** In full, with separators. */
  number(value: number): string;
  /** `38.2K` */
  compact(value: number): string;
  bytes(value: number): Measured;
  /** `61%` of a fraction. */
  percent(fraction: number): string;
  /** `12 ms`, `10.4 s`: how long something took. */
  duration(ms: number): string;
  /** Relative to now; show `exactly` on hover. */
  ago(atMs: number): string;
  /** For how long it has been, without words: `12 min`. */
  age(atMs: number): string;
  /** `Nov 21 2026 · 09:05AM`; show `exactly` on hover. */
  moment(atMs: number): string;
  /** With the second and the zone. */
  exactly(atMs: number): string;
  /** To the millisecond, with the zone: for events one after the other. */
  precisely(atMs: number): string;
  /** `09:05:07`; show `exactly` on hover. */
  second(atMs: number): string;
  /** `09:05:07.042`; show `exactly` on hover. */
  timeOfDay(atMs: number): string;
  /** `Nov 21, 2026` */
  day(atMs: number): string;
  /** For axes: `10:42` of today, `Nov 20, 10:42` of another day. */
  clock(atMs: number): string;
}

/** The zone that times are told in; drawn again when the user chooses another. */
export const useZone = (): TimeZone => useSyncExternalStore(onZoneChange, currentZone);

export function useFormat(): Format {
  const language = useLanguage();
  const zone = useZone();
  return useMemo(
    () => ({
      number: (value) => exact(value, language),
      compact: (value) => compact(value, language),
      bytes: (value) => bytes(value, language),
      percent: (fraction) => percent(fraction, language),
      duration: (ms) => duration(ms, language),
      ago: (atMs) => ago(atMs, Date.now(), language),
      age: (atMs) => length(Date.now() - atMs),
      moment: (atMs) => moment(atMs, language, zone),
      exactly: (atMs) => exactly(atMs, language, zone),
      precisely: (atMs) => precisely(atMs, language, zone),
      second: (atMs) => second(atMs, language, zone),
      timeOfDay: (atMs) => timeOfDay(atMs, language, zone),
      day: (atMs) => day(atMs, language, zone),
      clock: (atMs) => clock(atMs, Date.now(), language, zone),
    }),
    [language, zone],
  );
}
