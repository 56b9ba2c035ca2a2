import { codes, isAlnum, isLetter } from './byte-classes.ts';
import type { Detector } from './detector.ts';

const at = 0x40;
const dot = 0x2e;
const hyphen = 0x2d;
const signs: ReadonlySet<number> = new Set(codes('._%+-'));

/** UTF-8 bytes of Latin letters beyond ASCII, U+00C0 to U+024F. */
const isLatinLead = (byte: number): boolean => byte >= 0xc3 && byte <= 0xc9;
const isTrail = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** An address with a dotted domain (RFC 5321 with the signs people use; letters with accents too). Quoted local parts are not found. */
export const email: Detector = {
  anchors: [at],
  find: (bytes, anchor, from, to, span) => {
    const start = localStart(bytes, anchor, from);
    if (start === anchor) return false;
    const end = domainEnd(bytes, anchor + 1, to);
    if (end < 0) return false;
    span.start = start;
    span.end = end;
    return true;
  },
};

function localStart(bytes: Uint8Array, end: number, from: number): number {
  let start = end;
  while (start > from) {
    const byte = bytes[start - 1]!;
    if (isAlnum(byte) || signs.has(byte)) start -= 1;
    else if (isTrail(byte) && start - 2 >= from && isLatinLead(bytes[start - 2]!)) start -= 2;
    else break;
  }
  while (start < end && signs.has(bytes[start]!)) start += 1;
  return start;
}

/** End of the domain at `start`: at least two labels, the last one of letters; −1 when there is none. */
function domainEnd(bytes: Uint8Array, start: number, to: number): number {
  let end = start;
  while (end < to) {
    const byte = bytes[end]!;
    if (isAlnum(byte) || byte === hyphen) end += 1;
    else if (byte === dot && end > start && bytes[end - 1] !== dot) end += 1;
    else if (isLatinLead(byte) && end + 1 < to && isTrail(bytes[end + 1]!)) end += 2;
    else break;
  }
  while (end > start) {
    while (end > start && (bytes[end - 1] === dot || bytes[end - 1] === hyphen)) end -= 1;
    let label = end;
    while (label > start && bytes[label - 1] !== dot) label -= 1;
    if (label <= start + 1) return -1;
    if (isTopLevel(bytes, label, end)) return end;
    end = label;
  }
  return -1;
}

function isTopLevel(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 2) return false;
  if (end - start > 5 && bytes[start + 2] === hyphen && bytes[start + 3] === hyphen) return true;
  for (let i = start; i < end; i += 1) if (!isLetter(bytes[i]) && bytes[i]! < 0x80) return false;
  return true;
}
