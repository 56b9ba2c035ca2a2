import { byteAt, wordAt, type bool, type i32 } from '../platform.ts';
import { daysOf, monthRest } from '../print-time.ts';

const daysOfMonthMax: i32 = 31;
const entryBytes: i32 = 8;

let days: i32 = 0;
let seconds: i32 = 0;
let nanos: i32 = 0;

/** Days since 1970 of the time read last. */
export function daysRead(): i32 {
  return days;
}

/** Its seconds since the beginning of that day, in UTC; may lie outside the day. */
export function secondsRead(): i32 {
  return seconds;
}

export function nanosRead(): i32 {
  return nanos;
}

/** `YYYY-MM-DDThh:mm:ss[.f…](Z|±hh:mm)` from 1971 to 2261; leap seconds are left to JavaScript. */
export function readIsoTime(at: i32, end: i32): bool {
  if (end - at < 20 || byteAt(at + 4) !== 0x2d || byteAt(at + 7) !== 0x2d || byteAt(at + 10) !== 0x54) return false;
  const year: i32 = two(at) * 100 + two(at + 2);
  const month: i32 = two(at + 5);
  const day: i32 = two(at + 8);
  if (two(at) < 0 || two(at + 2) < 0 || year < 1971 || year > 2261 || month < 1 || month > 12) return false;
  if (day < 1 || day > 28 + monthRest(year, month) || !readClock(at + 11)) return false;
  days = daysOf(year, month, day);
  at = readFraction(at + 19, end);
  if (at < 0) return false;
  if (at + 1 === end && (byteAt(at) | 0x20) === 0x7a) return true;
  const sign = byteAt(at);
  if (at + 6 !== end || (sign !== 0x2b && sign !== 0x2d) || byteAt(at + 3) !== 0x3a) return false;
  const hours: i32 = two(at + 1);
  const minutes: i32 = two(at + 4);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return false;
  const offset: i32 = hours * 3600 + minutes * 60;
  seconds = sign === 0x2b ? seconds - offset : seconds + offset;
  return true;
}

/**
 * `Mmm [d]d hh:mm:ss[.f…]` by a table of days: per month and day of 31 two words, days since 1970 (below 0: not known) and
 * seconds the zone is ahead of UTC. Returns the position behind it, or −1.
 */
export function readLegacyTime(at: i32, end: i32, table: i32): i32 {
  if (end - at < 14 || byteAt(at + 3) !== 0x20) return -1;
  const month = monthOf(byteAt(at), byteAt(at + 1), byteAt(at + 2));
  if (month < 0) return -1;
  at += byteAt(at + 4) === 0x20 ? 5 : 4;
  let day: i32 = byteAt(at++) - 0x30;
  if (day < 0 || day > 9) return -1;
  if (isDigit(byteAt(at))) day = day * 10 + byteAt(at++) - 0x30;
  if (day < 1 || day > daysOfMonthMax || byteAt(at) !== 0x20) return -1;
  at++;
  if (at + 8 > end || !readClock(at)) return -1;
  const entry = table + (month * daysOfMonthMax + day - 1) * entryBytes;
  days = wordAt(entry);
  if (days < 0) return -1;
  seconds -= wordAt(entry + 4);
  return readFraction(at + 8, end);
}

/** `hh:mm:ss` into `seconds`. */
function readClock(at: i32): bool {
  if (byteAt(at + 2) !== 0x3a || byteAt(at + 5) !== 0x3a) return false;
  const hour: i32 = two(at);
  const minute: i32 = two(at + 3);
  const second: i32 = two(at + 6);
  seconds = hour * 3600 + minute * 60 + second;
  return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59;
}

/** Decimals of a second, where there are some, into `nanos`; those beyond nine are passed over. Position behind them, or −1. */
function readFraction(at: i32, end: i32): i32 {
  nanos = 0;
  if (at >= end || byteAt(at) !== 0x2e) return at;
  const from = ++at;
  let scale: i32 = 100_000_000;
  while (at < end && isDigit(byteAt(at))) {
    nanos += (byteAt(at++) - 0x30) * scale;
    scale = (scale / 10) | 0;
  }
  return at === from ? -1 : at;
}

/** 0 to 11, or −1: the names of the months as RFC 3164 writes them. */
function monthOf(first: i32, second: i32, third: i32): i32 {
  const name: i32 = (first << 16) | (second << 8) | third;
  if (name === 0x4a616e) return 0;
  if (name === 0x466562) return 1;
  if (name === 0x4d6172) return 2;
  if (name === 0x417072) return 3;
  if (name === 0x4d6179) return 4;
  if (name === 0x4a756e) return 5;
  if (name === 0x4a756c) return 6;
  if (name === 0x417567) return 7;
  if (name === 0x536570) return 8;
  if (name === 0x4f6374) return 9;
  if (name === 0x4e6f76) return 10;
  return name === 0x446563 ? 11 : -1;
}

/** Two digits, or a negative number. */
function two(at: i32): i32 {
  return isDigit(byteAt(at)) && isDigit(byteAt(at + 1)) ? (byteAt(at) - 0x30) * 10 + byteAt(at + 1) - 0x30 : -10_000;
}

function isDigit(byte: i32): bool {
  return byte >= 0x30 && byte <= 0x39;
}
