import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { floorToDuration, floorToUnit, timePart } from './calendar.ts';
import { parseRfc3339, timestampText } from './rfc3339.ts';
import type { TimeOptions } from './time-options.ts';
import { compileTimePattern } from './time-pattern.ts';
import { isZone, utcOfLocal } from './zone.ts';

function pattern(source: string) {
  const compiled = compileTimePattern(source);
  if (!compiled.ok) throw new Error(compiled.error.expected);
  return compiled.value;
}

function read(source: string, text: string, options: TimeOptions = {}): string | undefined {
  const parsed = pattern(source).parse(text, options);
  return parsed.ok ? timestampText(parsed.value) : undefined;
}

const ns = (text: string): bigint => parseRfc3339(text)!;

describe('RFC 3339', () => {
  test.each([
    ['2024-05-17T14:30:00Z', '2024-05-17T14:30:00Z'],
    ['2024-05-17t14:30:00.5+02:00', '2024-05-17T12:30:00.500Z'],
    ['2024-05-17 14:30:00.000001-00:30', '2024-05-17T15:00:00.000001Z'],
    ['2024-05-17T14:30:00.123456789999Z', '2024-05-17T14:30:00.123456789Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.999999999Z'],
    ['1678-01-01T00:00:00Z', '1678-01-01T00:00:00Z'],
    ['1969-12-31T23:59:59.999999999Z', '1969-12-31T23:59:59.999999999Z'],
  ])('%s', (text, shown) => {
    expect(timestampText(ns(text))).toBe(shown);
  });

  test.each([
    '2024-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-05-17T24:00:00Z',
    '1677-12-31T23:59:59Z',
    '2262-01-01T00:00:00Z',
    '2024-05-17T14:30:00',
    '2024-05-17',
    'x',
    '2024-05-17T14:30:00Zx',
    '2024-05-17T14:30:00+25:00',
  ])('%s is none', (text) => {
    expect(parseRfc3339(text)).toBeUndefined();
  });

  test('printed text reads back, at every decimal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -9_000_000_000_000_000_000n, max: 9_000_000_000_000_000_000n }), (value) => {
        expect(parseRfc3339(timestampText(value))).toBe(value);
      }),
    );
  });
});

describe('patterns', () => {
  test.each([
    ['%d/%b/%Y:%H:%M:%S %z', '17/May/2024:14:30:00 +0200', '2024-05-17T12:30:00Z'],
    ['%d %b %Y', '17 may 2024', '2024-05-17T00:00:00Z'],
    ['%d de %B de %Y', '3 de enero de 2024', '2024-01-03T00:00:00Z'],
    ['%d de %B de %Y', '03 de septiembre de 2024', '2024-09-03T00:00:00Z'],
    ['%A %d %b %Y', 'miércoles 15 ene 2025', '2025-01-15T00:00:00Z'],
    ['%I:%M %p %Y-%m-%d', '12:05 am 2024-05-17', '2024-05-17T00:05:00Z'],
    ['%Y-%j', '2024-366', '2024-12-31T00:00:00Z'],
    ['%s.%f', '1715956200.25', '2024-05-17T14:30:00.250Z'],
    ['%Y-%m-%d %H:%M:%S.%N', '2024-05-17 14:30:00.123456789', '2024-05-17T14:30:00.123456789Z'],
    ['%H:%M:%S.%L %Y-%m-%d %:z', '14:30:00.123 2024-05-17 -03:00', '2024-05-17T17:30:00.123Z'],
    ['2006-01-02 15:04:05', '2024-05-17 14:30:00', '2024-05-17T14:30:00Z'],
    ['Mon, 02 Jan 2006 15:04:05.000 -0700', 'Fri, 17 May 2024 14:30:00.250 +0100', '2024-05-17T13:30:00.250Z'],
    ['RFC1123', 'Fri, 17 May 2024 14:30:00 GMT', '2024-05-17T14:30:00Z'],
    ['RFC1123Z', 'Fri, 17 May 2024 14:30:00 +0200', '2024-05-17T12:30:00Z'],
    ['RFC822', '17 May 24 14:30 UTC', '2024-05-17T14:30:00Z'],
    ['RFC850', 'Friday, 17-May-24 14:30:00 UTC', '2024-05-17T14:30:00Z'],
    ['ANSIC', 'Fri May 17 14:30:00 2024', '2024-05-17T14:30:00Z'],
    ['UnixDate', 'Fri May  7 14:30:00 UTC 2024', '2024-05-07T14:30:00Z'],
    ['RubyDate', 'Fri May 17 14:30:00 +0000 2024', '2024-05-17T14:30:00Z'],
    ['ISO8601', '2024-05-17', '2024-05-17T00:00:00Z'],
    ['ISO8601', '2024-05-17 14:30:00,5', '2024-05-17T14:30:00.500Z'],
    ['EPOCH', '1715956200.5', '2024-05-17T14:30:00.500Z'],
    ['EPOCH_MS', '1715956200123', '2024-05-17T14:30:00.123Z'],
    ['EPOCH_US', '-1', '1969-12-31T23:59:59.999999Z'],
    ['EPOCH_NS', '1', '1970-01-01T00:00:00.000000001Z'],
    ['%y-%m-%d', '69-01-01', '1969-01-01T00:00:00Z'],
    ['%Y-%m-%d', '2024-02-30', undefined],
    ['%Y', '2024x', undefined],
    ['%H:%M', '25:00', undefined],
  ])('%s reads %s', (source, text, shown) => {
    expect(read(source, text)).toBe(shown);
  });

  test.each(['%Q', '%', 'no letters', ''])('%j is no pattern', (source) => {
    expect(compileTimePattern(source).ok).toBe(false);
  });

  test('a text without a zone takes the given one, summer and winter, in the gap too', () => {
    expect(read('%d/%m/%Y %H:%M', '17/05/2024 14:30', { tz: 'Europe/Madrid' })).toBe('2024-05-17T12:30:00Z');
    expect(read('%d/%m/%Y %H:%M', '17/01/2024 14:30', { tz: 'Europe/Madrid' })).toBe('2024-01-17T13:30:00Z');
    expect(new Date(utcOfLocal('Europe/Madrid', Date.UTC(2024, 2, 31, 2, 30))).toISOString()).toBe('2024-03-31T01:30:00.000Z');
    expect(new Date(utcOfLocal('Europe/Madrid', Date.UTC(2024, 9, 27, 2, 30))).toISOString()).toBe('2024-10-27T00:30:00.000Z');
    expect([isZone('Europe/Madrid'), isZone('+05:30'), isZone('Mars/Olympus'), isZone('')]).toEqual([true, true, false, false]);
  });

  test('no year: the nearest to receipt, never a day ahead', () => {
    const at = (text: string) => ({ nearNs: ns(text) });
    expect(read('SYSLOG', 'Dec 31 23:59:59', at('2025-01-01T00:00:05Z'))).toBe('2024-12-31T23:59:59Z');
    expect(read('SYSLOG', 'Jan  1 00:00:01', at('2024-12-31T23:59:58Z'))).toBe('2025-01-01T00:00:01Z');
    expect(read('SYSLOG', 'Jan  3 00:00:01', at('2024-12-31T23:59:58Z'))).toBe('2024-01-03T00:00:01Z');
    expect(read('SYSLOG', 'Feb 29 10:00:00', at('2026-06-01T00:00:00Z'))).toBe('2024-02-29T10:00:00Z');
  });

  test.each([
    ['%d/%m/%Y %H:%M %Z', '17/05/2024 16:30 CEST'],
    ['%a %e %B %j %p %I', 'Fri 17 May 138 PM 04'],
    ['%f %L %N', '5 500 500000000'],
    ['RFC3339', '2024-05-17T16:30:00.500+02:00'],
    ['EPOCH_MS', '1715956200500'],
    ['2006-01-02 15:04', '2024-05-17 16:30'],
  ])('%s writes %s', (source, text) => {
    expect(pattern(source).format(ns('2024-05-17T14:30:00.5Z'), { tz: 'Europe/Madrid' })).toBe(text);
  });

  test('names in Spanish when asked', () => {
    expect(pattern('%A %d %B').format(ns('2024-05-15T00:00:00Z'), { locale: 'es' })).toBe('miércoles 15 mayo');
  });

  test('random text never crashes', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 12, unit: fc.constantFrom(...'%YmdHMSzbZsfLN:-/ 2006') }),
        fc.string({ maxLength: 20, unit: fc.constantFrom(...'0123456789-:/ TZ+aMyJn') }),
        (source, text) => {
          const compiled = compileTimePattern(source);
          if (compiled.ok) compiled.value.parse(text, { tz: 'Europe/Madrid', nearNs: 0n });
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test('calendar: units, ISO weeks, days of the zone', () => {
  const t = ns('2024-05-17T14:31:30Z');
  expect(
    ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'].map((unit) => timestampText(floorToUnit(t, unit as 'day', 'UTC'))),
  ).toEqual([
    '2024-05-17T14:31:00Z',
    '2024-05-17T14:00:00Z',
    '2024-05-17T00:00:00Z',
    '2024-05-13T00:00:00Z',
    '2024-05-01T00:00:00Z',
    '2024-04-01T00:00:00Z',
    '2024-01-01T00:00:00Z',
  ]);
  expect(timestampText(floorToUnit(t, 'day', 'Europe/Madrid'))).toBe('2024-05-16T22:00:00Z');
  expect(timestampText(floorToDuration(t, 5 * 60_000, 'UTC'))).toBe('2024-05-17T14:30:00Z');
  expect([
    timePart(ns('2021-01-03T12:00:00Z'), 'week', 'UTC'),
    timePart(ns('2024-12-30T12:00:00Z'), 'week', 'UTC'),
    timePart(t, 'weekday', 'UTC'),
    timePart(t, 'hour', 'Europe/Madrid'),
  ]).toEqual([53, 1, 5, 16]);
});
