import { integerFromBigInt } from '../json/integer.ts';
import type { TimeLocale } from '../time/calendar-names.ts';
import { floorDiv, inTimestampRange, parseRfc3339, timestampText } from '../time/rfc3339.ts';
import type { TimeOptions } from '../time/time-options.ts';
import { compileTimePattern } from '../time/time-pattern.ts';
import { Float, Timestamp, type FieldValue } from '../values.ts';

export type EpochUnit = 's' | 'ms' | 'us' | 'ns';

export const epochUnits: readonly EpochUnit[] = ['s', 'ms', 'us', 'ns'];

const nsOfUnit: Readonly<Record<EpochUnit, bigint>> = { s: 1_000_000_000n, ms: 1_000_000n, us: 1000n, ns: 1n };

/** Whole units since 1970, rounded down. */
export function epochOf(ns: bigint, unit: EpochUnit): number | bigint {
  return integerFromBigInt(floorDiv(ns, nsOfUnit[unit]))!;
}

/** The instant of whole units since 1970; undefined outside 1678–2261. */
export function timestampOfEpoch(value: number | bigint, unit: EpochUnit): Timestamp | undefined {
  const ns = BigInt(value) * nsOfUnit[unit];
  return inTimestampRange(ns) ? new Timestamp(ns) : undefined;
}

export interface TimestampOptions {
  readonly unit?: EpochUnit;
  readonly pattern?: string;
  readonly tz?: string;
  readonly locale?: TimeLocale;
  readonly nearNs?: bigint;
}

export function toTimestamp(value: Exclude<FieldValue, null>, options: TimestampOptions): Timestamp | undefined {
  if (value instanceof Timestamp) return value;
  if (typeof value === 'number' || typeof value === 'bigint') return timestampOfEpoch(value, options.unit ?? 's');
  if (value instanceof Float) {
    const whole = Math.floor(value.value);
    if (Math.abs(whole) > 1e11) return undefined;
    const ns = BigInt(whole) * 1_000_000_000n + BigInt(Math.round((value.value - whole) * 1e6)) * 1000n;
    return inTimestampRange(ns) ? new Timestamp(ns) : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (options.pattern === undefined) {
    const ns = parseRfc3339(text);
    return ns === undefined ? undefined : new Timestamp(ns);
  }
  const pattern = compileTimePattern(options.pattern);
  const ns = pattern.ok ? pattern.value.parse(text, timeOptions(options)) : pattern;
  return ns.ok ? new Timestamp(ns.value) : undefined;
}

export function timestampToText(value: Timestamp, options: TimestampOptions): string | undefined {
  if (options.pattern === undefined && options.tz === undefined) return timestampText(value.ns);
  const pattern = compileTimePattern(options.pattern ?? 'RFC3339');
  return pattern.ok ? pattern.value.format(value.ns, timeOptions(options)) : undefined;
}

function timeOptions(options: TimestampOptions): TimeOptions {
  return {
    ...(options.tz === undefined ? {} : { tz: options.tz }),
    ...(options.locale === undefined ? {} : { locale: options.locale }),
    ...(options.nearNs === undefined ? {} : { nearNs: options.nearNs }),
  };
}
