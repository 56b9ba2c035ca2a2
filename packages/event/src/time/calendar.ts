import { dayOfYear } from './format-time.ts';
import { floorDiv } from './rfc3339.ts';
import { offsetMinutesAt, utcOfLocal } from './zone.ts';

export const timeUnits = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type TimeUnit = (typeof timeUnits)[number];

export const timeParts = ['year', 'quarter', 'month', 'day', 'hour', 'minute', 'second', 'weekday', 'week', 'yearday'] as const;
export type TimePart = (typeof timeParts)[number];

const nsPerMs = 1_000_000n;

function localDate(ns: bigint, tz: string): Date {
  const ms = Number(floorDiv(ns, nsPerMs));
  return new Date(ms + offsetMinutesAt(tz, ms) * 60_000);
}

/** A part of an instant as a clock in the zone shows it; weekday 1 = Monday, week by ISO 8601. */
export function timePart(ns: bigint, part: TimePart, tz: string): number {
  const local = localDate(ns, tz);
  switch (part) {
    case 'year':
      return local.getUTCFullYear();
    case 'quarter':
      return Math.floor(local.getUTCMonth() / 3) + 1;
    case 'month':
      return local.getUTCMonth() + 1;
    case 'day':
      return local.getUTCDate();
    case 'hour':
      return local.getUTCHours();
    case 'minute':
      return local.getUTCMinutes();
    case 'second':
      return local.getUTCSeconds();
    case 'weekday':
      return ((local.getUTCDay() + 6) % 7) + 1;
    case 'yearday':
      return dayOfYear(local);
    case 'week': {
      const thursday = new Date(local.getTime() + (3 - ((local.getUTCDay() + 6) % 7)) * 86_400_000);
      return Math.floor((dayOfYear(thursday) - 1) / 7) + 1;
    }
  }
}

/** The start of the unit in which the instant lies, by the zone's calendar; weeks begin on Monday. */
export function floorToUnit(ns: bigint, unit: TimeUnit, tz: string): bigint {
  if (unit === 'second') return floorDiv(ns, 1_000_000_000n) * 1_000_000_000n;
  const local = localDate(ns, tz);
  local.setUTCSeconds(0, 0);
  if (unit !== 'minute') local.setUTCMinutes(0);
  if (unit !== 'minute' && unit !== 'hour') local.setUTCHours(0);
  if (unit === 'week') local.setUTCDate(local.getUTCDate() - ((local.getUTCDay() + 6) % 7));
  if (unit === 'month' || unit === 'quarter' || unit === 'year') local.setUTCDate(1);
  if (unit === 'quarter') local.setUTCMonth(Math.floor(local.getUTCMonth() / 3) * 3);
  if (unit === 'year') local.setUTCMonth(0);
  return BigInt(utcOfLocal(tz, local.getTime())) * nsPerMs;
}

/** The start of the span of fixed length in which the instant lies, counted from the zone's midnight of 1970-01-01. */
export function floorToDuration(ns: bigint, durationMs: number, tz: string): bigint {
  const ms = Number(floorDiv(ns, nsPerMs));
  const shift = BigInt(offsetMinutesAt(tz, ms)) * 60_000n * nsPerMs;
  const step = BigInt(durationMs) * nsPerMs;
  return floorDiv(ns + shift, step) * step - shift;
}
