import { err, ok, type Result } from '@acequia/base';
import { expecting, expectingText, type Expected } from '../expected.ts';
import { readMonth, readWeekday } from './calendar-names.ts';
import type { PatternItem } from './pattern-items.ts';
import { fractionNs, inTimestampRange, nsOfFields } from './rfc3339.ts';
import type { TimeFault, TimeOptions } from './time-options.ts';
import { fixedOffsetMinutes, utcOfLocal } from './zone.ts';

interface Found {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  hour?: number;
  hour12?: number;
  pm?: boolean;
  minute?: number;
  second?: number;
  fraction?: number;
  offset?: number;
  epoch?: bigint;
}

type Step = number | Expected;

/** Reads what the items say, from `start`. Blanks in a pattern stand for one or more blanks only before `%e`. */
export function parseItems(
  items: readonly PatternItem[],
  text: string,
  start: number,
  options: TimeOptions,
): Result<{ ns: bigint; end: number }, TimeFault> {
  const found: Found = {};
  let at = start;
  for (const item of items) {
    if ('text' in item) {
      if (!text.startsWith(item.text, at)) return err({ code: 'TIME_TEXT', offset: at, expected: expectingText(item.text) });
      at += item.text.length;
      continue;
    }
    const step = readLetter(item.letter, text, at, found, options);
    if (typeof step !== 'number') return err({ code: 'TIME_TEXT', offset: at, expected: step });
    at = step;
  }
  const ns = instantOf(found, options);
  if (ns === undefined || !inTimestampRange(ns)) {
    return err({ code: 'TIME_TEXT', offset: start, expected: expecting('EXPECTED_DATE') });
  }
  return ok({ ns, end: at });
}

function digits(text: string, at: number, min: number, max: number): { value: number; end: number } | undefined {
  let end = at;
  let value = 0;
  for (; end < text.length && end - at < max; end += 1) {
    const c = text.charCodeAt(end) - 48;
    if (c < 0 || c > 9) break;
    value = value * 10 + c;
  }
  return end - at < min ? undefined : { value, end };
}

const numbers: Readonly<Record<string, readonly [keyof Found, number, number, Expected]>> = {
  Y: ['year', 4, 4, expecting('EXPECTED_YEAR', { count: 4 })],
  m: ['month', 1, 2, expecting('EXPECTED_MONTH')],
  d: ['day', 1, 2, expecting('EXPECTED_DAY')],
  j: ['dayOfYear', 1, 3, expecting('EXPECTED_DAY_OF_YEAR')],
  H: ['hour', 1, 2, expecting('EXPECTED_HOUR')],
  I: ['hour12', 1, 2, expecting('EXPECTED_HOUR')],
  M: ['minute', 1, 2, expecting('EXPECTED_MINUTES')],
  S: ['second', 1, 2, expecting('EXPECTED_SECONDS')],
};

function readLetter(letter: string, text: string, at: number, found: Found, options: TimeOptions): Step {
  const plain = numbers[letter];
  if (plain) {
    const [key, min, max, expected] = plain;
    const read = digits(text, at, min, max);
    if (!read) return expected;
    (found as Record<string, number>)[key] = read.value;
    return read.end;
  }
  switch (letter) {
    case 'y': {
      const read = digits(text, at, 2, 2);
      if (!read) return expecting('EXPECTED_YEAR', { count: 2 });
      found.year = read.value + (read.value < 69 ? 2000 : 1900);
      return read.end;
    }
    case 'e': {
      const from = text[at] === ' ' ? at + 1 : at;
      const read = digits(text, from, 1, 2);
      if (!read) return expecting('EXPECTED_DAY');
      found.day = read.value;
      return read.end;
    }
    case 'p': {
      const m = /^([ap])\.?\s?m\.?/i.exec(text.slice(at, at + 5));
      if (!m) return expecting('EXPECTED_HALF_OF_DAY');
      found.pm = m[1]!.toLowerCase() === 'p';
      return at + m[0].length;
    }
    case 'b':
    case 'B': {
      const read = readMonth(text, at, options.locale);
      if (!read) return expecting('EXPECTED_MONTH_NAME');
      found.month = read.index + 1;
      return read.end;
    }
    case 'a':
    case 'A':
      return readWeekday(text, at, options.locale)?.end ?? expecting('EXPECTED_WEEKDAY');
    case 'z':
    case ':z':
    case 'Z':
      return readZone(letter, text, at, found);
    case 's': {
      const m = /^-?\d{1,12}/.exec(text.slice(at, at + 13));
      if (!m) return expecting('EXPECTED_EPOCH');
      found.epoch = BigInt(m[0]);
      return at + m[0].length;
    }
    default: {
      const read = digits(text, at, letter === 'L' ? 3 : letter === 'N' ? 9 : 1, letter === 'L' ? 3 : 9);
      if (!read) return expecting('EXPECTED_FRACTION');
      found.fraction = fractionNs(text.slice(at, read.end));
      return read.end;
    }
  }
}

function readZone(letter: string, text: string, at: number, found: Found): Step {
  const shape = letter === 'Z' ? /^(?:[A-Za-z]{1,5}|[+-]\d\d:?\d\d)/ : /^(?:Z|[+-]\d\d(?::?\d\d)?)/i;
  const m = shape.exec(text.slice(at, at + 6));
  const offset = m ? fixedOffsetMinutes(m[0].toUpperCase()) : undefined;
  if (!m || offset === undefined) return expecting('EXPECTED_ZONE');
  found.offset = offset;
  return at + m[0].length;
}

const dayNs = 86_400_000_000_000n;

function instantOf(found: Found, options: TimeOptions): bigint | undefined {
  if (found.epoch !== undefined) return found.epoch * 1_000_000_000n + BigInt(found.fraction ?? 0);
  if (found.year !== undefined || options.nearNs === undefined) return nsInYear(found, found.year ?? 1970, options);
  const near = options.nearNs;
  const year = new Date(Number(near / 1_000_000n)).getUTCFullYear();
  let best: bigint | undefined;
  for (const candidate of [year - 1, year, year + 1]) {
    const ns = nsInYear(found, candidate, options);
    if (ns === undefined || ns > near + dayNs) continue;
    if (best === undefined || distance(ns, near) < distance(best, near)) best = ns;
  }
  return best ?? (found.month === 2 && found.day === 29 ? nsInYear(found, lastLeapYear(year), options) : undefined);
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

function lastLeapYear(year: number): number {
  for (let y = year; ; y -= 1) if ((y % 4 === 0 && y % 100 !== 0) || y % 400 === 0) return y;
}

function nsInYear(found: Found, year: number, options: TimeOptions): bigint | undefined {
  let { month, day } = found;
  if (month === undefined && found.dayOfYear !== undefined) {
    const date = new Date(0);
    date.setUTCFullYear(year, 0, found.dayOfYear);
    if (found.dayOfYear < 1 || date.getUTCFullYear() !== year) return undefined;
    month = date.getUTCMonth() + 1;
    day = date.getUTCDate();
  }
  if (found.hour12 !== undefined && (found.hour12 < 1 || found.hour12 > 12)) return undefined;
  const hour = found.hour ?? (found.hour12 === undefined ? 0 : (found.hour12 % 12) + (found.pm === true ? 12 : 0));
  const local = nsOfFields({
    year,
    month: month ?? 1,
    day: day ?? 1,
    hour,
    minute: found.minute ?? 0,
    second: found.second ?? 0,
    fraction: found.fraction ?? 0,
  });
  if (local === undefined) return undefined;
  if (found.offset !== undefined) return local - BigInt(found.offset) * 60_000_000_000n;
  const tz = options.tz ?? 'UTC';
  if (tz === 'UTC') return local;
  const rest = ((local % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return BigInt(utcOfLocal(tz, Number((local - rest) / 1_000_000n))) * 1_000_000n + rest;
}
