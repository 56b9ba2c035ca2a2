import { calendarNamesRead, type NameList, type TimeLocale } from './calendar-names.ts';
import { patternItems, type PatternItem } from './pattern-items.ts';
import { fixedOffsetMinutes } from './zone.ts';

export type TimePart = 'year' | 'month' | 'day' | 'hour' | 'hour12' | 'minute' | 'second' | 'none';

/** One move over the bytes of a time. */
export type TimeMove =
  | { readonly do: 'text'; readonly text: string }
  | { readonly do: 'digits'; readonly part: TimePart; readonly min: number; readonly max: number }
  | { readonly do: 'name'; readonly part: TimePart; readonly names: NameList }
  /** `year2`: two digits · `blank-day`: a blank may stand for a digit · `zone`: `Z`, `±hh`, `±hhmm`, `±hh:mm` · `zone-minutes`: not without minutes · `zone-name`: UTC, GMT or Z · `halves`: AM, PM · `date-end`: `T` or a blank · `decimals`: may be absent, with their point */
  | { readonly do: 'year2' | 'blank-day' | 'zone' | 'zone-minutes' | 'zone-name' | 'halves' | 'date-end' | 'decimals' }
  | { readonly do: 'fraction'; readonly min: number; readonly max: number };

/** How to read a time from bytes. */
export interface TimeMoves {
  readonly moves: readonly TimeMove[];
  /** Minutes east of UTC of a time that does not say its zone. */
  readonly offsetMinutes: number;
}

const digits = (part: TimePart, min: number, max: number): TimeMove => ({ do: 'digits', part, min, max });
const text = (own: string): TimeMove => ({ do: 'text', text: own });

const rfc3339: readonly TimeMove[] = [
  digits('year', 4, 4),
  text('-'),
  digits('month', 2, 2),
  text('-'),
  digits('day', 2, 2),
  { do: 'date-end' },
  digits('hour', 2, 2),
  text(':'),
  digits('minute', 2, 2),
  text(':'),
  digits('second', 2, 2),
  { do: 'decimals' },
  { do: 'zone-minutes' },
];

const zones: readonly string[] = ['zone', 'zone-minutes', 'zone-name'];

/**
 * The moves of a time pattern (catalogue 4.7), RFC 3339 without one; undefined when a text alone does not settle the instant: no
 * year, or neither a zone nor one that is always the same number of minutes from UTC; and for letters and names that are rare.
 */
export function timeMovesOf(pattern: string | undefined, options: { tz?: string; locale?: TimeLocale }): TimeMoves | undefined {
  if (pattern === undefined || pattern === 'RFC3339' || pattern === 'RFC3339Nano') return { moves: rfc3339, offsetMinutes: 0 };
  const items = patternItems(pattern);
  if (!items.ok) return undefined;
  const moves: TimeMove[] = [];
  for (const item of items.value) {
    const move = moveOf(item, options.locale);
    if (move === undefined) return undefined;
    moves.push(move);
  }
  const hasYear = moves.some((move) => move.do === 'year2' || (move.do === 'digits' && move.part === 'year'));
  const offsetMinutes = moves.some((move) => zones.includes(move.do)) ? 0 : fixedOffsetMinutes(options.tz ?? 'UTC');
  return hasYear && offsetMinutes !== undefined ? { moves, offsetMinutes } : undefined;
}

function moveOf(item: PatternItem, locale: TimeLocale | undefined): TimeMove | undefined {
  if ('text' in item) return item.text.isWellFormed() ? text(item.text) : undefined;
  switch (item.letter) {
    case 'Y':
      return digits('year', 4, 4);
    case 'm':
      return digits('month', 1, 2);
    case 'd':
      return digits('day', 1, 2);
    case 'H':
      return digits('hour', 1, 2);
    case 'I':
      return digits('hour12', 1, 2);
    case 'M':
      return digits('minute', 1, 2);
    case 'S':
      return digits('second', 1, 2);
    case 'y':
      return { do: 'year2' };
    case 'e':
      return { do: 'blank-day' };
    case 'b':
    case 'B':
      return { do: 'name', part: 'month', names: calendarNamesRead('months', locale).map(([name, index]) => [name, index + 1]) };
    case 'a':
    case 'A':
      return { do: 'name', part: 'none', names: calendarNamesRead('days', locale) };
    case 'z':
    case ':z':
      return { do: 'zone' };
    case 'Z':
      return { do: 'zone-name' };
    case 'p':
      return { do: 'halves' };
    case 'L':
      return { do: 'fraction', min: 3, max: 9 };
    case 'N':
      return { do: 'fraction', min: 9, max: 9 };
    case 'f':
      return { do: 'fraction', min: 1, max: 9 };
    default:
      return undefined;
  }
}
