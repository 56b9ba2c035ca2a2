import { utcOfLocal } from '@acequia/event';

/** A time found in a header: the instant, and the position behind it. */
export interface HeaderTime {
  readonly ns: bigint;
  readonly end: number;
}

const nsPerMs = 1_000_000n;
const dayMs = 86_400_000;
const months = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** `YYYY-MM-DDThh:mm:ss[.f…][Z|±hh:mm]` (RFC 3339; 1 to 9 decimals; a blank for `T`). Without zone: in `zone`, if given. */
export function readIsoTime(bytes: Uint8Array, start: number, end: number, zone?: string): HeaderTime | undefined {
  if (
    end - start < 19 ||
    bytes[start + 4] !== 0x2d ||
    bytes[start + 7] !== 0x2d ||
    bytes[start + 13] !== 0x3a ||
    bytes[start + 16] !== 0x3a
  )
    return undefined;
  if (bytes[start + 10] !== 0x54 && bytes[start + 10] !== 0x20 && bytes[start + 10] !== 0x74) return undefined;
  const year = digits(bytes, start, 4);
  const localMs = dateMs(year, digits(bytes, start + 5, 2), digits(bytes, start + 8, 2), bytes, start + 11);
  if (localMs === undefined) return undefined;
  const fraction = readFraction(bytes, start + 19, end);
  if (!fraction) return undefined;
  return withZone(bytes, fraction.end, end, localMs, fraction.ns, zone);
}

/** `Mmm dd hh:mm:ss`, also `Mmm dd yyyy hh:mm:ss` and `yyyy Mmm dd hh:mm:ss`, with optional decimals, `:` after it and zone name skipped. */
export function readLegacyTime(bytes: Uint8Array, start: number, end: number, zone: string, receivedMs: number): HeaderTime | undefined {
  let at = start;
  if (bytes[at] === 0x2a) at++;
  let year = -1;
  if (isDigit(bytes[at]) && digits(bytes, at, 4) >= 0 && bytes[at + 4] === 0x20) {
    year = digits(bytes, at, 4);
    at += 5;
  }
  const month = at + 3 < end ? months.indexOf(String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!)) : -1;
  if (month < 0 || month % 3 !== 0 || bytes[at + 3] !== 0x20) return undefined;
  at += 4;
  if (bytes[at] === 0x20) at++;
  let day = isDigit(bytes[at]) ? bytes[at++]! - 48 : -1;
  if (day >= 0 && isDigit(bytes[at])) day = day * 10 + bytes[at++]! - 48;
  if (day < 1 || bytes[at] !== 0x20) return undefined;
  at++;
  if (year < 0 && digits(bytes, at, 4) > 0 && bytes[at + 4] === 0x20) {
    year = digits(bytes, at, 4);
    at += 5;
  }
  if (at + 8 > end || bytes[at + 2] !== 0x3a || bytes[at + 5] !== 0x3a) return undefined;
  const fraction = readFraction(bytes, at + 8, end);
  if (!fraction) return undefined;
  const ms = (of: number) => dateMs(of, month / 3 + 1, day, bytes, at);
  const local = year >= 0 ? ms(year) : nearestYear(ms, receivedMs, zone);
  return local === undefined ? undefined : { ns: BigInt(utcOfLocal(zone, local)) * nsPerMs + BigInt(fraction.ns), end: fraction.end };
}

/** Whether a local time is more than a day after its receipt. No zone is three days from UTC, so few are looked up. */
function isDayAhead(local: number, receivedMs: number, zone: string): boolean {
  const aheadMs = local - receivedMs;
  return aheadMs > 4 * dayMs || (aheadMs > -3 * dayMs && utcOfLocal(zone, local) - receivedMs > dayMs);
}

/** Local ms in the year that puts the time nearest to its receipt, never more than a day ahead (catalogue 4.7). */
export function nearestYear(ms: (year: number) => number | undefined, receivedMs: number, zone: string): number | undefined {
  const year = new Date(receivedMs).getUTCFullYear();
  let best: number | undefined;
  for (const candidate of [year + 1, year, year - 1]) {
    const local = ms(candidate);
    if (local === undefined || isDayAhead(local, receivedMs, zone)) continue;
    if (best === undefined || Math.abs(local - receivedMs) < Math.abs(best - receivedMs)) best = local;
  }
  return best;
}

function withZone(
  bytes: Uint8Array,
  at: number,
  end: number,
  localMs: number,
  fractionNs: number,
  zone: string | undefined,
): HeaderTime | undefined {
  const mark = at < end ? bytes[at] : 0;
  const instant = (ms: number, behind: number): HeaderTime => ({ ns: BigInt(ms) * nsPerMs + BigInt(fractionNs), end: behind });
  if (mark === 0x5a || mark === 0x7a) return instant(localMs, at + 1);
  if (mark === 0x2b || mark === 0x2d) {
    const colon = bytes[at + 3] === 0x3a ? 1 : 0;
    const hours = at + 5 + colon <= end ? digits(bytes, at + 1, 2) : -1;
    const minutes = digits(bytes, at + 3 + colon, 2);
    if (hours < 0 || minutes < 0 || hours > 23 || minutes > 59) return undefined;
    const offsetMs = (hours * 60 + minutes) * 60_000 * (mark === 0x2b ? 1 : -1);
    return instant(localMs - offsetMs, at + 5 + colon);
  }
  return zone === undefined ? undefined : instant(utcOfLocal(zone, localMs), at);
}

function readFraction(bytes: Uint8Array, at: number, end: number): { readonly ns: number; readonly end: number } | undefined {
  if (at >= end || bytes[at] !== 0x2e) return { ns: 0, end: at };
  let ns = 0;
  let count = 0;
  for (at++; at < end && isDigit(bytes[at]); at++) {
    if (count++ < 9) ns = ns * 10 + bytes[at]! - 48;
  }
  if (count === 0) return undefined;
  for (; count < 9; count++) ns *= 10;
  return { ns, end: at };
}

/** ms of a date and of `hh:mm:ss` at `at`; a leap second is the last of its minute. Undefined: no such moment. */
function dateMs(year: number, month: number, day: number, bytes: Uint8Array, at: number): number | undefined {
  const hour = digits(bytes, at, 2);
  const minute = digits(bytes, at + 3, 2);
  const second = digits(bytes, at + 6, 2);
  if (
    year < 1678 ||
    year > 2261 ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    hour < 0 ||
    hour > 23 ||
    minute < 0 ||
    minute > 59 ||
    second < 0 ||
    second > 60
  )
    return undefined;
  if (day > daysOfMonth(year, month)) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59));
}

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** `month` from 1 on. */
export function daysOfMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function digits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index++) {
    const digit = (bytes[index] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
