import { err, ok, type Result } from '@acequia/base';
import { expecting } from '../expected.ts';
import { formatItems } from './format-time.ts';
import { parseItems } from './parse-time.ts';
import { patternItems, type TimePatternFault } from './pattern-items.ts';
import { floorDiv, inTimestampRange, parseRfc3339Prefix, timestampText } from './rfc3339.ts';
import type { TimeFault, TimeOptions } from './time-options.ts';

/** A compiled time pattern (catalogue 4.7). */
export interface TimePattern {
  readonly source: string;
  /** Reads a text that is wholly the instant; ns since 1970. */
  parse(text: string, options?: TimeOptions): Result<bigint, TimeFault>;
  /** Reads from `start` what the pattern consumes. */
  parsePrefix(text: string, start: number, options?: TimeOptions): Result<{ ns: bigint; end: number }, TimeFault>;
  format(ns: bigint, options?: TimeOptions): string;
}

const cache = new Map<string, Result<TimePattern, TimePatternFault>>();
const cacheMax = 1000;

/** Compiles letters (`%Y-%m-%d`), a name (`RFC3339`, `EPOCH_MS`…) or a reference-time layout (`2006-01-02`). Cached. */
export function compileTimePattern(source: string): Result<TimePattern, TimePatternFault> {
  const cached = cache.get(source);
  if (cached) return cached;
  const compiled = compile(source);
  if (cache.size >= cacheMax) cache.clear();
  cache.set(source, compiled);
  return compiled;
}

type Reader = (text: string, start: number, options: TimeOptions) => Result<{ ns: bigint; end: number }, TimeFault>;

function compile(source: string): Result<TimePattern, TimePatternFault> {
  const special = specialPattern(source);
  if (special) return ok(make(source, special.read, special.format));
  const items = patternItems(source);
  if (!items.ok) return items;
  return ok(
    make(
      source,
      (text, start, options) => parseItems(items.value, text, start, options),
      (ns, options) => formatItems(items.value, ns, options),
    ),
  );
}

function make(source: string, read: Reader, format: (ns: bigint, options: TimeOptions) => string): TimePattern {
  return {
    source,
    parsePrefix: (text, start, options = {}) => read(text, start, options),
    parse: (text, options = {}) => {
      const parsed = read(text, 0, options);
      if (!parsed.ok) return parsed;
      if (parsed.value.end !== text.length) {
        return err({ code: 'TIME_TEXT', offset: parsed.value.end, expected: expecting('EXPECTED_TIME_END') });
      }
      return ok(parsed.value.ns);
    },
    format: (ns, options = {}) => format(ns, options),
  };
}

const epochDigits: Readonly<Record<string, number>> = { EPOCH: 9, EPOCH_MS: 6, EPOCH_US: 3, EPOCH_NS: 0 };

function specialPattern(source: string): { read: Reader; format: (ns: bigint, options: TimeOptions) => string } | undefined {
  if (Object.hasOwn(epochDigits, source)) {
    const digits = epochDigits[source]!;
    return { read: (text, start) => readEpoch(text, start, digits), format: (ns) => epochText(ns, digits) };
  }
  if (source === 'RFC3339' || source === 'RFC3339Nano' || source === 'ISO8601') {
    return {
      read: source === 'ISO8601' ? readIso : readRfc3339,
      format: (ns, options) => {
        if (options.tz === undefined || options.tz === 'UTC') return timestampText(ns);
        const fraction = /\.\d+/.exec(timestampText(ns))?.[0] ?? '';
        return formatItems(isoHead, ns, options) + fraction + formatItems([{ letter: ':z' }], ns, options);
      },
    };
  }
  return undefined;
}

const letter = (name: string) => ({ letter: name });
const between = (text: string) => ({ text });
const isoDate = [letter('Y'), between('-'), letter('m'), between('-'), letter('d')];
const isoHead = [...isoDate, between('T'), letter('H'), between(':'), letter('M'), between(':'), letter('S')];

const readRfc3339: Reader = (text, start) => {
  const parsed = parseRfc3339Prefix(text, start);
  return parsed ? ok(parsed) : err({ code: 'TIME_TEXT', offset: start, expected: expecting('EXPECTED_RFC3339') });
};

/** RFC 3339, or the same without a zone or without a time of day. */
const readIso: Reader = (text, start, options) => {
  const whole = parseRfc3339Prefix(text, start);
  if (whole) return ok(whole);
  const shape = /\d{4}-\d\d-\d\d(?:([T ])\d\d:\d\d:\d\d([.,]\d+)?)?/y;
  shape.lastIndex = start;
  const m = shape.exec(text);
  if (!m) return err({ code: 'TIME_TEXT', offset: start, expected: expecting('EXPECTED_ISO8601') });
  if (m[1] === undefined) return parseItems(isoDate, text, start, options);
  const fraction = m[2] === undefined ? [] : [between(m[2][0]!), letter('f')];
  const items = isoHead.map((item) => ('text' in item && item.text === 'T' ? between(m[1]!) : item));
  return parseItems([...items, ...fraction], text, start, options);
};

function readEpoch(text: string, start: number, digits: number): Result<{ ns: bigint; end: number }, TimeFault> {
  const shape = /([+-]?)(\d{1,20})(?:\.(\d+))?/y;
  shape.lastIndex = start;
  const m = shape.exec(text);
  if (!m) return err({ code: 'TIME_TEXT', offset: start, expected: expecting('EXPECTED_DIGITS') });
  const whole = BigInt(m[2]!) * 10n ** BigInt(digits) + BigInt((m[3] ?? '').slice(0, digits).padEnd(digits, '0') || '0');
  const ns = m[1] === '-' ? -whole : whole;
  if (!inTimestampRange(ns)) return err({ code: 'TIME_TEXT', offset: start, expected: expecting('EXPECTED_YEARS') });
  return ok({ ns, end: shape.lastIndex });
}

function epochText(ns: bigint, digits: number): string {
  return String(floorDiv(ns, 10n ** BigInt(digits)));
}
