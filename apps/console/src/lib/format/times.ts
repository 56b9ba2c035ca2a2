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

type Parts = Readonly<Partial<Record<Intl.DateTimeFormatPartTypes, string>>>;

/** The figures of a moment in a zone, by name; months by their short name in the language. */
function partsOf(atMs: number, language: Language, zone: TimeZone): Parts {
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
  const parts = partsOf(atMs, language, zone);
  return `${orders[language].day(parts)}${orders[language].beforeYear}${parts.year}`;
}

interface Order {
  /** The day and its month. */
  day(parts: Parts): string;
  /** Between these and the year, where no time follows. */
  readonly beforeYear: string;
  /** The hour and what follows it, such as `:05`. */
  time(hour: string | undefined, rest: string): string;
}

const orders: Readonly<Record<Language, Order>> = {
  en: {
    day: ({ day: date, month }) => `${month} ${date}`,
    beforeYear: ', ',
    time: (hour, rest) => `${String(Number(hour) % 12 || 12).padStart(2, '0')}${rest}${Number(hour) < 12 ? 'AM' : 'PM'}`,
  },
  es: { day: ({ day: date, month }) => `${Number(date)} ${month}`, beforeYear: ' ', time: (hour, rest) => `${hour}${rest}` },
};

/** A moment: `Nov 21 2026 · 09:05AM` (specification 9: `MMM dd yyyy · hh:mma`), in Spanish `21 nov 2026 · 09:05`. */
export function moment(atMs: number, language: Language, zone: TimeZone): string {
  const parts = partsOf(atMs, language, zone);
  const { day: dayIn, time } = orders[language];
  return `${dayIn(parts)} ${parts.year} · ${time(parts.hour, `:${parts.minute}`)}`;
}

/** The same with its second and its zone, for hovering: `Nov 21 2026 · 09:05:07AM UTC`, `21 nov 2026 · 09:05:07 UTC`. */
export function exactly(atMs: number, language: Language, zone: TimeZone): string {
  const parts = partsOf(atMs, language, zone);
  const { day: dayIn, time } = orders[language];
  return `${dayIn(parts)} ${parts.year} · ${time(parts.hour, `:${parts.minute}:${parts.second}`)} ${parts.timeZoneName}`;
}

/** The same to the millisecond, for events that came within one second: `21 nov 2026 · 09:05:07.042 UTC`. */
export function precisely(atMs: number, language: Language, zone: TimeZone): string {
  const parts = partsOf(atMs, language, zone);
  const { day: dayIn, time } = orders[language];
  return `${dayIn(parts)} ${parts.year} · ${time(parts.hour, `:${parts.minute}:${parts.second}.${thousandths(atMs)}`)} ${parts.timeZoneName}`;
}

const thousandths = (atMs: number): string => String(Math.floor(atMs) % 1000).padStart(3, '0');

/** The time of day to the second: `09:05:07`. */
export const second = (atMs: number, language: Language, zone: TimeZone): string => timeOfDay(atMs, language, zone).slice(0, -4);

/** The time of day to the millisecond, for events one after the other: `09:05:07.042`. */
export function timeOfDay(atMs: number, language: Language, zone: TimeZone): string {
  const { hour, minute, second } = partsOf(atMs, language, zone);
  return `${hour}:${minute}:${second}.${thousandths(atMs)}`;
}

/** For the ends of an axis: a moment of today by its time of day, an earlier one with its day: `10:42`, `Nov 20, 10:42`, `20 nov, 10:42`. */
export function clock(atMs: number, nowMs: number, language: Language, zone: TimeZone): string {
  const parts = partsOf(atMs, language, zone);
  const time = `${parts.hour}:${parts.minute}`;
  return day(atMs, language, zone) === day(nowMs, language, zone) ? time : `${orders[language].day(parts)}, ${time}`;
}
