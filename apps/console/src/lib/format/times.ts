import type { Language } from '@acequia/component-sdk/text';

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** `3 days ago`, `yesterday`, `12 min. ago`; in the future `in 2 hours`. Under 5 s: `now`. */
export function ago(atMs: number, nowMs: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const difference = atMs - nowMs;
  if (Math.abs(difference) < 5000) return format.format(0, 'second');
  const [unit, size] = units.find(([, length]) => Math.abs(difference) >= length) ?? ['second', 1000];
  return format.format(Math.trunc(difference / size), unit);
}

/** The exact time with its zone, for hovering. */
export const moment = (atMs: number, language: Language): string =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(atMs);

/** A day: `Nov 21, 2026`. */
export const day = (atMs: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: '2-digit' }).format(atMs);

/** A moment of today by its time of day, an earlier one with its day: `10:42`, `Nov 20, 10:42`. */
export function clock(atMs: number, nowMs: number, language: Language): string {
  const today = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(language, today ? time : { ...time, month: 'short', day: 'numeric' }).format(atMs);
}
