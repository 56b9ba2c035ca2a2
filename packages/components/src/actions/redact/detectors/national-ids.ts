import { codes, digitBytes, digitsEnd, isDigit, isUpper, numberAt, standsAlone, upperOf } from './byte-classes.ts';
import type { Detector } from './detector.ts';

const blank = 0x20;
const hyphen = 0x2d;
const neverFirst: ReadonlySet<number> = new Set(codes('DFIQUV'));
const neverSecond: ReadonlySet<number> = new Set(codes('DFIQUVO'));
const neverUsed: ReadonlySet<string> = new Set(['BG', 'GB', 'KN', 'NK', 'NT', 'TN', 'ZZ']);

/** United States social security number `AAA-GG-SSSS` (blanks too) without the areas, groups and serials that are never given out. */
export const ssn: Detector = {
  anchors: digitBytes,
  find: (bytes, at, from, to, span) => {
    const sign = bytes[at + 3];
    const end = at + 11;
    if (end > to || (sign !== hyphen && sign !== blank) || bytes[at + 6] !== sign) return false;
    if (digitsEnd(bytes, at, to) !== at + 3 || digitsEnd(bytes, at + 4, to) !== at + 6 || digitsEnd(bytes, at + 7, to) !== end)
      return false;
    const area = numberAt(bytes, at, at + 3);
    if (area === 0 || area === 666 || area >= 900 || numberAt(bytes, at + 4, at + 6) === 0 || numberAt(bytes, at + 7, end) === 0)
      return false;
    if (!standsAlone(bytes, at, end, from, to)) return false;
    if (at - 2 >= from && bytes[at - 1] === hyphen && isDigit(bytes[at - 2])) return false;
    if (end + 1 < to && bytes[end] === hyphen && isDigit(bytes[end + 1])) return false;
    span.start = at;
    span.end = end;
    return true;
  },
};

/** United Kingdom National Insurance number: two letters, six digits (also as pairs), a letter from A to D. */
export const nino: Detector = {
  anchors: digitBytes,
  find: (bytes, at, from, to, span) => {
    const spaced = bytes[at - 1] === blank;
    const start = spaced ? at - 3 : at - 2;
    if (start < from) return false;
    const first = bytes[start]!;
    const second = bytes[start + 1]!;
    if (!isUpper(first) || !isUpper(second) || neverFirst.has(first) || neverSecond.has(second)) return false;
    if (neverUsed.has(String.fromCharCode(first, second))) return false;
    let end = at;
    for (let digits = 0; digits < 6; end += 1) {
      if (end >= to) return false;
      if (isDigit(bytes[end])) digits += 1;
      else if (bytes[end] !== blank || !spaced || digits % 2 !== 0 || bytes[end - 1] === blank) return false;
    }
    if (bytes[end] === blank && spaced) end += 1;
    const suffix = end < to ? upperOf(bytes[end]!) : 0;
    if (suffix < 0x41 || suffix > 0x44 || !standsAlone(bytes, start, end + 1, from, to)) return false;
    span.start = start;
    span.end = end + 1;
    return true;
  },
};
