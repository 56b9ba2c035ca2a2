import { digitBytes, digitsEnd, isDigit, isWord, numberAt } from './byte-classes.ts';
import type { Detector, Span } from './detector.ts';

const plus = 0x2b;
const open = 0x28;
const close = 0x29;

const isSeparator = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x2d || byte === 0x2e;

/**
 * E.164 (`+` or `00`, 8 to 15 digits), Spanish national (nine digits from 6 to 9, in one piece or in the usual groups)
 * and North American national numbers (`212-555-0143`, `(212) 555-0143`, `1 212 555 0143`; never ten bare digits).
 */
export const phone: Detector = {
  anchors: digitBytes,
  find: (bytes, at, from, to, span) => {
    const before = at > from ? bytes[at - 1] : undefined;
    if (before === plus) return international(bytes, at, at - 1, from, to, span);
    if (isWord(before) || isJoined(bytes, at, from)) return false;
    if (bytes[at] === 0x30) {
      return bytes[at + 1] === 0x30 && at + 2 < to && international(bytes, at + 2, at, from, to, span);
    }
    return spanish(bytes, at, to, span) || northAmerican(bytes, at, from, to, span);
  },
};

/** Whether a number goes on to the left: `1.612345678`, `3-212-…`. */
function isJoined(bytes: Uint8Array, at: number, from: number): boolean {
  const before = bytes[at - 1];
  return at - 2 >= from && (before === 0x2e || before === 0x2c || before === 0x2d || before === 0x3a) && isDigit(bytes[at - 2]);
}

/** Whether a number goes on to the right. */
function goesOn(bytes: Uint8Array, end: number, to: number): boolean {
  if (end >= to) return false;
  if (isWord(bytes[end])) return true;
  return (
    (bytes[end] === 0x2e || bytes[end] === 0x2c || bytes[end] === 0x2d || bytes[end] === 0x3a) && end + 1 < to && isDigit(bytes[end + 1])
  );
}

function international(bytes: Uint8Array, at: number, start: number, from: number, to: number, span: Span): boolean {
  if (start > from && isWord(bytes[start - 1])) return false;
  if (bytes[at] === 0x30 || !isDigit(bytes[at])) return false;
  let digits = 0;
  let end = at;
  let i = at;
  while (i < to) {
    const byte = bytes[i]!;
    if (isDigit(byte)) {
      digits += 1;
      if (digits > 15) return false;
      end = i + 1;
    } else if (!isSeparator(byte) && byte !== open && byte !== close) {
      break;
    } else if (i > end + 1) {
      break;
    }
    i += 1;
  }
  if (digits < 8 || (end < to && isWord(bytes[end]))) return false;
  span.start = start;
  span.end = end;
  return true;
}

const spanishGroups: readonly (readonly number[])[] = [[9], [3, 3, 3], [3, 2, 2, 2], [2, 3, 2, 2]];

function spanish(bytes: Uint8Array, at: number, to: number, span: Span): boolean {
  if (bytes[at]! < 0x36) return false;
  for (const groups of spanishGroups) {
    const end = groupsEnd(bytes, at, to, groups);
    if (end < 0 || goesOn(bytes, end, to)) continue;
    span.start = at;
    span.end = end;
    return true;
  }
  return false;
}

/** End of groups of so many digits each, parted by one sign, always the same; −1 when they do not stand there. */
function groupsEnd(bytes: Uint8Array, at: number, to: number, groups: readonly number[]): number {
  let end = at;
  let separator: number | undefined;
  for (let n = 0; n < groups.length; n += 1) {
    if (n > 0) {
      if (end >= to || !isSeparator(bytes[end]) || (separator !== undefined && bytes[end] !== separator)) return -1;
      separator = bytes[end];
      end += 1;
    }
    const next = digitsEnd(bytes, end, to);
    if (next - end !== groups[n]) return -1;
    end = next;
  }
  return end;
}

function northAmerican(bytes: Uint8Array, at: number, from: number, to: number, span: Span): boolean {
  let start = at;
  let area = at;
  const first = digitsEnd(bytes, at, to);
  if (first - at === 1 && bytes[at] === 0x31 && isSeparator(bytes[first])) {
    area = first + 1;
    if (bytes[area] === open) area += 1;
  }
  const bracket = area > from && bytes[area - 1] === open;
  if (bracket && area === at) start = at - 1;
  const areaEnd = digitsEnd(bytes, area, to);
  if (areaEnd - area !== 3 || bytes[area]! < 0x32) return false;
  let exchange = areaEnd;
  if (bracket) {
    if (bytes[exchange] !== close) return false;
    exchange += 1;
    if (isSeparator(bytes[exchange])) exchange += 1;
  } else {
    if (!isSeparator(bytes[exchange])) return false;
    exchange += 1;
  }
  const exchangeEnd = digitsEnd(bytes, exchange, to);
  if (exchangeEnd - exchange !== 3 || bytes[exchange]! < 0x32 || !isSeparator(bytes[exchangeEnd])) return false;
  const end = digitsEnd(bytes, exchangeEnd + 1, to);
  if (end - exchangeEnd - 1 !== 4 || goesOn(bytes, end, to) || numberAt(bytes, area, areaEnd) % 100 === 11) return false;
  span.start = start;
  span.end = end;
  return true;
}
