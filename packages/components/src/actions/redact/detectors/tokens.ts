import { codes, isAlnum, isBlank, isWord, standsAt } from './byte-classes.ts';
import type { Detector } from './detector.ts';

const dot = 0x2e;
const jwtStart = codes('eyJ');
const bearerWord = codes('BEARER');
const base64Url = (byte: number | undefined): boolean => isAlnum(byte) || byte === 0x2d || byte === 0x5f;
const token68Signs: ReadonlySet<number> = new Set(codes('-._~+/='));

/** A JSON Web Token in compact form (RFC 7519): a header and a payload that begin as JSON objects do, and a signature, which may be empty. */
export const jwt: Detector = {
  anchors: codes('J'),
  find: (bytes, at, from, to, span) => {
    const start = at - 2;
    if (!standsAt(bytes, jwtStart, start, from, to) || (start > from && base64Url(bytes[start - 1]))) return false;
    const header = runEnd(bytes, start, to);
    if (bytes[header] !== dot || header - start < 10 || !standsAt(bytes, jwtStart, header + 1, from, to)) return false;
    const payload = runEnd(bytes, header + 1, to);
    if (payload >= to || bytes[payload] !== dot) return false;
    span.start = start;
    span.end = runEnd(bytes, payload + 1, to);
    return true;
  },
};

function runEnd(bytes: Uint8Array, start: number, to: number): number {
  let end = start;
  while (end < to && base64Url(bytes[end])) end += 1;
  return end;
}

/** The token after `Bearer` (RFC 6750), at least eight characters. */
export const bearer: Detector = {
  anchors: codes('Bb'),
  find: (bytes, at, from, to, span) => {
    if (!standsAt(bytes, bearerWord, at, from, to, true) || (at > from && isWord(bytes[at - 1]))) return false;
    let start = at + bearerWord.length;
    while (start < to && isBlank(bytes[start])) start += 1;
    if (start === at + bearerWord.length) return false;
    let end = start;
    while (end < to && (isAlnum(bytes[end]) || token68Signs.has(bytes[end]!))) end += 1;
    while (end > start && bytes[end - 1] === dot) end -= 1;
    if (end - start < 8) return false;
    span.start = start;
    span.end = end;
    return true;
  },
};
