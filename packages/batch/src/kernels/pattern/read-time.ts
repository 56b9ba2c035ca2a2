import { daysOf, monthRest } from '../print-time.ts';
import { byteAt, sameBytesAt, wordAt, type bool, type i32 } from '../platform.ts';
import { digitsEnd } from '../read-number.ts';
import { none, unsure } from './value.ts';

/** Words of a move: what it does, a text or table or the fewest digits, its length or the most digits, the part it sets. */
const moveBytes: i32 = 16;
const moveFirst: i32 = 4;
const moveSecond: i32 = 8;
const movePart: i32 = 12;

/** What moves do, in the order of `pattern-words.ts`. */
const readText: i32 = 0;
const readDigits: i32 = 1;
const readName: i32 = 2;
const readYear2: i32 = 3;
const readBlankDay: i32 = 4;
const readZone: i32 = 5;
const readZoneMinutes: i32 = 6;
const readZoneName: i32 = 7;
const readHalves: i32 = 8;
const readDateEnd: i32 = 9;
const readDecimals: i32 = 10;

const partYear: i32 = 0;
const partMonth: i32 = 1;
const partDay: i32 = 2;
const partHour: i32 = 3;
const partHour12: i32 = 4;
const partMinute: i32 = 5;
const partSecond: i32 = 6;

const yearMin: i32 = 1971;
const yearMax: i32 = 2260;
const zoneMinutesMax: i32 = 1440;
const colon: i32 = 0x3a;

let year: i32 = 0;
let month: i32 = 0;
let day: i32 = 0;
/** Below 0: not read. */
let hour: i32 = 0;
let hour12: i32 = 0;
let isLater: i32 = 0;
let minute: i32 = 0;
let second: i32 = 0;
let nanos: i32 = 0;
let offset: i32 = 0;
/** Number that `digits` read last. */
let number: i32 = 0;

/** Days since 1970 of the time read last. */
export function timeDays(): i32 {
  return daysOf(year, month, day);
}

/** Its second of that day in UTC; may lie outside the day. */
export function timeSeconds(): i32 {
  return (hour * 60 + minute - offset) * 60 + second;
}

export function timeNanos(): i32 {
  return nanos;
}

/** End of a time read by `count` moves, `none` or `unsure`. `zone`: minutes east of UTC of a time without a zone. */
export function timeEnd(at: i32, end: i32, moves: i32, count: i32, zone: i32): i32 {
  year = 0;
  month = 1;
  day = 1;
  hour = -1;
  hour12 = -1;
  isLater = 0;
  minute = 0;
  second = 0;
  nanos = 0;
  offset = zone;
  const last = moves + count * moveBytes;
  for (let move = moves; move < last && at >= 0; move += moveBytes) at = readMove(move, at, end);
  return at < 0 ? at : settled(at);
}

/** `at` when what was read is an instant. */
function settled(at: i32): i32 {
  if (hour12 === 0 || hour12 > 12) return none;
  if (hour < 0) hour = hour12 < 0 ? 0 : (hour12 % 12) + isLater * 12;
  if (month < 1 || month > 12 || day < 1 || day > 28 + monthRest(year, month)) return none;
  if (hour > 23 || minute > 59 || second > 60) return none;
  return year < yearMin || year > yearMax || second === 60 ? unsure : at;
}

function readMove(move: i32, at: i32, end: i32): i32 {
  const kind = wordAt(move);
  const first = wordAt(move + moveFirst);
  const length = wordAt(move + moveSecond);
  if (kind === readText) return at + length <= end && sameBytesAt(at, first, length) ? at + length : none;
  if (kind === readDigits) {
    at = digits(at, end, first, length);
    setPart(wordAt(move + movePart));
    return at;
  }
  if (kind === readName) return nameEnd(at, end, first, length, wordAt(move + movePart));
  if (kind === readYear2) {
    at = digits(at, end, 2, 2);
    year = number + (number < 69 ? 2000 : 1900);
    return at;
  }
  if (kind === readBlankDay) {
    at = digits(at < end && byteAt(at) === 0x20 ? at + 1 : at, end, 1, 2);
    day = number;
    return at;
  }
  if (kind === readZone) return zoneEnd(at, end, false);
  if (kind === readZoneMinutes) return zoneEnd(at, end, true);
  if (kind === readZoneName) return zoneNameEnd(at, end);
  if (kind === readHalves) return halvesEnd(at, end);
  if (kind === readDateEnd) return at < end && (byteAt(at) === 0x20 || (byteAt(at) | 0x20) === 0x74) ? at + 1 : none;
  if (kind === readDecimals) {
    const isThere: bool = at + 1 < end && (byteAt(at) === 0x2e || byteAt(at) === 0x2c) && isDigitAt(at + 1, end);
    return isThere ? digitsEnd(fraction(at + 1, end, 1, 9), end) : at;
  }
  return fraction(at, end, first, length);
}

function setPart(part: i32): void {
  if (part === partYear) year = number;
  else if (part === partMonth) month = number;
  else if (part === partDay) day = number;
  else if (part === partHour) hour = number;
  else if (part === partHour12) hour12 = number;
  else if (part === partMinute) minute = number;
  else if (part === partSecond) second = number;
}

function isDigitAt(at: i32, end: i32): bool {
  return at < end && byteAt(at) >= 0x30 && byteAt(at) <= 0x39;
}

/** As many digits as there are, `max` at most; `none` when they are fewer than `min`. */
function digits(at: i32, end: i32, min: i32, max: i32): i32 {
  const from = at;
  number = 0;
  while (at - from < max && isDigitAt(at, end)) number = number * 10 + byteAt(at++) - 0x30;
  return at - from < min ? none : at;
}

function fraction(at: i32, end: i32, min: i32, max: i32): i32 {
  const to = digits(at, end, min, max);
  if (to < 0) return none;
  nanos = number;
  for (let read: i32 = to - at; read < 9; read++) nanos *= 10;
  return to;
}

/** `Z`, `±hh`, and with minutes `±hhmm` or `±hh:mm`. RFC 3339 wants the minutes, and hours and minutes that exist. */
function zoneEnd(at: i32, end: i32, isStrict: bool): i32 {
  if (at >= end) return none;
  if ((byteAt(at) | 0x20) === 0x7a) {
    offset = 0;
    return at + 1;
  }
  const sign = byteAt(at);
  if (sign !== 0x2b && sign !== 0x2d) return none;
  let to = digits(at + 1, end, 2, 2);
  if (to < 0) return none;
  const hours = number;
  const minutes = digits(to < end && byteAt(to) === colon ? to + 1 : to, end, 2, 2);
  if (minutes >= 0) to = minutes;
  else if (isStrict) return none;
  const all: i32 = hours * 60 + (minutes >= 0 ? number : 0);
  if (isStrict ? hours > 23 || number > 59 : all > zoneMinutesMax) return none;
  offset = sign === 0x2d ? -all : all;
  return to;
}

/** `UTC`, `GMT` or `Z`; other abbreviations need JavaScript. */
function zoneNameEnd(at: i32, end: i32): i32 {
  let to = at;
  while (to < end && isLetter(byteAt(to))) to++;
  if (to === at) return at < end && (byteAt(at) === 0x2b || byteAt(at) === 0x2d) ? unsure : none;
  const isUtc: bool = to - at === 3 && small(at) === 0x75 && small(at + 1) === 0x74 && small(at + 2) === 0x63;
  const isGmt: bool = to - at === 3 && small(at) === 0x67 && small(at + 1) === 0x6d && small(at + 2) === 0x74;
  offset = 0;
  return isUtc || isGmt || (to - at === 1 && small(at) === 0x7a) ? to : unsure;
}

function halvesEnd(at: i32, end: i32): i32 {
  if (at >= end) return none;
  const half = small(at);
  if (half !== 0x61 && half !== 0x70) return none;
  if (at + 1 >= end || small(at + 1) !== 0x6d || (at + 2 < end && byteAt(at + 2) === 0x2e)) return unsure;
  isLater = half === 0x70 ? 1 : 0;
  return at + 2;
}

function isLetter(byte: i32): bool {
  return byte < 0x80 && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** The letter as a small one; other bytes change too, but not into letters that are asked for. */
function small(at: i32): i32 {
  return isLetter(byteAt(at)) ? byteAt(at) | 0x20 : byteAt(at);
}

/** The first name that stands there, in any case: table of text, length and number. Beyond ASCII it takes JavaScript. */
function nameEnd(at: i32, end: i32, table: i32, count: i32, part: i32): i32 {
  for (let entry = table; entry < table + count * 12; entry += 12) {
    const name = wordAt(entry);
    const length = wordAt(entry + 4);
    let same = 0;
    while (same < length && at + same < end && small(at + same) === byteAt(name + same)) same++;
    if (same === length) {
      number = wordAt(entry + 8);
      setPart(part);
      return at + length;
    }
    if (at + same < end && byteAt(at + same) >= 0x80) return unsure;
  }
  return none;
}
