import type { Language } from '@acequia/component-sdk/text';
import type { TimeZone } from './zone.ts';

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

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The figures of a moment in a zone, by name; months by their short name in the language. */
function partsOf(atMs: number, language: Language, zone: TimeZone): Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>> {
  const key = `${language} ${zone}`;
  const format =
    formatters.get(key) ??
    new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: 'short',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
      ...(zone === 'utc' ? { timeZone: 'UTC' } : {}),
    });
  formatters.set(key, format);
  return Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
}

/** A day: `Nov 21, 2026` (specification 9: `LLL dd, yyyy`), in Spanish `21 nov 2026`. */
export function day(atMs: number, language: Language, zone: TimeZone): string {
  const { month, day: date, year } = partsOf(atMs, language, zone);
  return language === 'es' ? `${Number(date)} ${month} ${year}` : `${month} ${date}, ${year}`;
}

const half = (hour: string | undefined) => (Number(hour) < 12 ? 'AM' : 'PM');
const ofTwelve = (hour: string | undefined) => String(Number(hour) % 12 || 12).padStart(2, '0');

/** A moment: `Nov 21 2026 · 09:05AM` (specification 9: `MMM dd yyyy · hh:mma`), in Spanish `21 nov 2026 · 09:05`. */
export function moment(atMs: number, language: Language, zone: TimeZone): string {
  const { month, day: date, year, hour, minute } = partsOf(atMs, language, zone);
  return language === 'es'
    ? `${Number(date)} ${month} ${year} · ${hour}:${minute}`
    : `${month} ${date} ${year} · ${ofTwelve(hour)}:${minute}${half(hour)}`;
}

/** The same with its second and its zone, for hovering: `Nov 21 2026 · 09:05:07AM UTC`, `21 nov 2026 · 09:05:07 UTC`. */
export function exactly(atMs: number, language: Language, zone: TimeZone): string {
  const { month, day: date, year, hour, minute, second, timeZoneName } = partsOf(atMs, language, zone);
  return language === 'es'
    ? `${Number(date)} ${month} ${year} · ${hour}:${minute}:${second} ${timeZoneName}`
    : `${month} ${date} ${year} · ${ofTwelve(hour)}:${minute}:${second}${half(hour)} ${timeZoneName}`;
}

/** The time of day to the second: `09:05:07`. */
export const second = (atMs: number, language: Language, zone: TimeZone): string => timeOfDay(atMs, language, zone).slice(0, -4);

/** The time of day to the millisecond, for events one after the other: `09:05:07.042`. */
export function timeOfDay(atMs: number, language: Language, zone: TimeZone): string {
  const { hour, minute, second } = partsOf(atMs, language, zone);
  return `${hour}:${minute}:${second}.${String(Math.floor(atMs) % 1000).padStart(3, '0')}`;
}

/** For the ends of an axis: a moment of today by its time of day, an earlier one with its day: `10:42`, `Nov 20, 10:42`, `20 nov, 10:42`. */
export function clock(atMs: number, nowMs: number, language: Language, zone: TimeZone): string {
  const { month, day: date, hour, minute } = partsOf(atMs, language, zone);
  if (day(atMs, language, zone) === day(nowMs, language, zone)) return `${hour}:${minute}`;
  return language === 'es' ? `${Number(date)} ${month}, ${hour}:${minute}` : `${month} ${date}, ${hour}:${minute}`;
}
