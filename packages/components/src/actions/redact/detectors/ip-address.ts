import { digitBytes, digitsEnd, isAlnum, isDigit, isHex, isWord, numberAt } from './byte-classes.ts';
import type { Detector } from './detector.ts';

const dot = 0x2e;
const colon = 0x3a;
const ipv6Max = 45;

/** Four numbers of at most 255 with dots between them; not a part of a longer dotted number. */
export const ipv4: Detector = {
  anchors: digitBytes,
  find: (bytes, at, from, to, span) => {
    if (at > from && (isWord(bytes[at - 1]) || (bytes[at - 1] === dot && at - 2 >= from && isAlnum(bytes[at - 2])))) return false;
    const end = quadEnd(bytes, at, to);
    if (end < 0 || (end < to && isWord(bytes[end])) || (end + 1 < to && bytes[end] === dot && isDigit(bytes[end + 1]))) return false;
    span.start = at;
    span.end = end;
    return true;
  },
};

/** End of a dotted quad at `at`, −1 when there is none. */
function quadEnd(bytes: Uint8Array, at: number, to: number): number {
  let end = at;
  for (let part = 0; part < 4; part += 1) {
    if (part > 0) {
      if (end >= to || bytes[end] !== dot) return -1;
      end += 1;
    }
    const next = digitsEnd(bytes, end, Math.min(to, end + 4));
    if (next === end || next - end > 3 || numberAt(bytes, end, next) > 255) return -1;
    end = next;
  }
  return end;
}

/** The forms of RFC 4291, with a dotted quad at the end too; at least two groups, or `::1`. */
export const ipv6: Detector = {
  anchors: [colon],
  find: (bytes, at, from, to, span) => {
    let start = at;
    while (start > from && at - start < 5 && isHex(bytes[start - 1])) start -= 1;
    if (start > from && (isWord(bytes[start - 1]) || bytes[start - 1] === colon || bytes[start - 1] === dot)) return false;
    if (at - start > 4 || (start === at && bytes[at + 1] !== colon)) return false;
    const end = ipv6End(bytes, start, to);
    if (end < 0) return false;
    span.start = start;
    span.end = end;
    return true;
  },
};

/** End of the longest IPv6 address at `start`, −1 when there is none. */
function ipv6End(bytes: Uint8Array, start: number, to: number): number {
  const limit = Math.min(to, start + ipv6Max + 1);
  let groups = 0;
  let gap = false;
  let quad = false;
  let i = start;
  let end = -1;
  while (i < limit && groups < 8 && !quad) {
    if (bytes[i] === colon && bytes[i + 1] === colon && !gap) {
      gap = true;
      i += 2;
      end = i;
    } else if (i > start && bytes[i - 1] !== colon) {
      if (bytes[i] !== colon) break;
      i += 1;
    }
    const ipv4End = groups > 0 || gap ? quadEnd(bytes, i, to) : -1;
    if (ipv4End > 0 && groups <= 6) {
      groups += 2;
      i = ipv4End;
      end = i;
      quad = true;
      continue;
    }
    let next = i;
    while (next < limit && next - i < 5 && isHex(bytes[next])) next += 1;
    if (next === i || next - i > 4) break;
    groups += 1;
    i = next;
    end = i;
  }
  if (end < 0 || (end < to && isWord(bytes[end]))) return -1;
  if (end + 1 < to && bytes[end] === colon && (isHex(bytes[end + 1]) || bytes[end + 1] === colon)) return -1;
  const whole = gap ? groups < 8 : groups === 8;
  return whole && (groups > 1 || isLoopback(bytes, start, end)) ? end : -1;
}

function isLoopback(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === 3 && bytes[start] === colon && bytes[end - 1] === 0x31;
}
