import { daysRead, nanosRead, readTime, secondRead, setByte, type i32 } from './platform.ts';

/** Digits of `value`, `width` of them. */
export function printDigits(to: i32, value: i32, width: i32): i32 {
  for (let at = to + width - 1; at >= to; at--) {
    setByte(at, 48 + (value % 10));
    value = (value / 10) | 0;
  }
  return to + width;
}

/** Days since 1970 of a date of the Gregorian calendar (Hinnant, "chrono-compatible low-level date algorithms"). */
export function daysOf(year: i32, month: i32, day: i32): i32 {
  const y: i32 = month <= 2 ? year - 1 : year;
  const era: i32 = (y / 400) | 0;
  const ofEra: i32 = y - era * 400;
  const ofYear: i32 = (((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) | 0) + day - 1;
  const days: i32 = ofEra * 365 + ((ofEra / 4) | 0) - ((ofEra / 100) | 0) + ofYear;
  return era * 146097 + days - 719468;
}

/** Days of a month beyond 28. */
export function monthRest(year: i32, month: i32): i32 {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 1 : 0;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 2 : 3;
}

/** The instant at `at` (nanoseconds since 1970, years 1678–2261) as RFC 3339 in UTC with 0, 3, 6 or 9 decimals; 30 bytes at most. */
export function printTime(to: i32, at: i32): i32 {
  readTime(at);
  const nanos: i32 = nanosRead();
  const ofDay: i32 = secondRead();
  const shifted: i32 = daysRead() + 719468;
  const era: i32 = (shifted / 146097) | 0;
  const dayOfEra: i32 = shifted - era * 146097;
  const yearOfEra: i32 = ((dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36524) | 0) - ((dayOfEra / 146096) | 0)) / 365) | 0;
  const dayOfYear: i32 = dayOfEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0));
  const part: i32 = ((5 * dayOfYear + 2) / 153) | 0;
  const month: i32 = part < 10 ? part + 3 : part - 9;
  const year: i32 = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  to = printDigits(to, year, 4);
  setByte(to, 0x2d);
  to = printDigits(to + 1, month, 2);
  setByte(to, 0x2d);
  to = printDigits(to + 1, dayOfYear - (((153 * part + 2) / 5) | 0) + 1, 2);
  setByte(to, 0x54);
  to = printDigits(to + 1, (ofDay / 3600) | 0, 2);
  setByte(to, 0x3a);
  to = printDigits(to + 1, ((ofDay / 60) | 0) % 60, 2);
  setByte(to, 0x3a);
  to = printDigits(to + 1, ofDay % 60, 2);
  if (nanos !== 0) {
    setByte(to, 0x2e);
    if (nanos % 1000000 === 0) to = printDigits(to + 1, (nanos / 1000000) | 0, 3);
    else if (nanos % 1000 === 0) to = printDigits(to + 1, (nanos / 1000) | 0, 6);
    else to = printDigits(to + 1, nanos, 9);
  }
  setByte(to, 0x5a);
  return to + 1;
}
