const nsPerMs = 1_000_000n;
const nsPerSecond = 1_000_000_000n;

/** 1678-01-01 and 2262-01-01, exclusive: the years a timestamp can hold whole. */
const nsFirst = BigInt(Date.UTC(1678, 0, 1)) * nsPerMs;
const nsEnd = BigInt(Date.UTC(2262, 0, 1)) * nsPerMs;

/** Whether an instant lies in the years 1678–2261. */
export function inTimestampRange(ns: bigint): boolean {
  return ns >= nsFirst && ns < nsEnd;
}

export function floorDiv(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by !== 0n && value < 0n !== by < 0n ? quotient - 1n : quotient;
}

/** RFC 3339 in UTC with `Z` and 0, 3, 6 or 9 decimals. */
export function timestampText(ns: bigint): string {
  const ms = floorDiv(ns, nsPerMs);
  const rest = Number(ns - ms * nsPerMs);
  const iso = new Date(Number(ms)).toISOString();
  if (rest === 0) return iso.endsWith('.000Z') ? `${iso.slice(0, -5)}Z` : iso;
  const digits = String(rest).padStart(6, '0');
  return `${iso.slice(0, -1)}${digits.endsWith('000') ? digits.slice(0, 3) : digits}Z`;
}

const syntax = /(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:([Zz])|([+-])(\d{2}):?(\d{2}))/y;

export interface CalendarFields {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Nanoseconds of the second. */
  readonly fraction: number;
}

/**
 * ns of calendar fields read as UTC; undefined when they name no instant (February 30th) or one outside 1678–2261.
 * Second 60 becomes .999999999 of :59.
 */
export function nsOfFields(f: CalendarFields): bigint | undefined {
  if (f.month < 1 || f.month > 12 || f.day < 1 || f.day > daysIn(f.year, f.month)) return undefined;
  if (f.hour > 23 || f.minute > 59 || f.second > 60) return undefined;
  const leap = f.second === 60;
  const date = new Date(0);
  date.setUTCFullYear(f.year, f.month - 1, f.day);
  date.setUTCHours(f.hour, f.minute, leap ? 59 : f.second);
  return BigInt(date.getTime()) * nsPerMs + (leap ? 999_999_999n : BigInt(f.fraction));
}

export function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Nanoseconds of a run of fraction digits; digits after the ninth are cut off. */
export function fractionNs(digits: string): number {
  return Number(digits.slice(0, 9).padEnd(9, '0'));
}

/** Reads an RFC 3339 instant at `start`; undefined when there is none. */
export function parseRfc3339Prefix(text: string, start: number): { ns: bigint; end: number } | undefined {
  syntax.lastIndex = start;
  const m = syntax.exec(text);
  if (!m) return undefined;
  const local = nsOfFields({
    year: Number(m[1]),
    month: Number(m[2]),
    day: Number(m[3]),
    hour: Number(m[4]),
    minute: Number(m[5]),
    second: Number(m[6]),
    fraction: m[7] === undefined ? 0 : fractionNs(m[7]),
  });
  if (local === undefined) return undefined;
  let ns = local;
  if (m[8] === undefined) {
    const hours = Number(m[10]);
    const minutes = Number(m[11]);
    if (hours > 23 || minutes > 59) return undefined;
    const offset = BigInt(hours * 3600 + minutes * 60) * nsPerSecond;
    ns = m[9] === '-' ? local + offset : local - offset;
  }
  return inTimestampRange(ns) ? { ns, end: syntax.lastIndex } : undefined;
}

/** Reads a text that is exactly an RFC 3339 instant. */
export function parseRfc3339(text: string): bigint | undefined {
  const parsed = parseRfc3339Prefix(text, 0);
  return parsed?.end === text.length ? parsed.ns : undefined;
}
