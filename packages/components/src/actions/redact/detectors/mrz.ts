import { isDigit, isUpper } from './byte-classes.ts';
import type { Detector } from './detector.ts';

const filler = 0x3c;
const lineLength = 44;
const weights = [7, 3, 1] as const;

/** Lines of a passport's machine-readable zone (ICAO 9303 TD3): the name line, the number line with its three check digits, or both. */
export const mrz: Detector = {
  anchors: [filler],
  find: (bytes, at, from, to, span) => {
    const start = lineStart(bytes, at, from);
    const end = start + lineLength;
    if (!isLine(bytes, start, from, to)) return false;
    if (isNumberLine(bytes, start)) {
      span.start = start;
      span.end = end;
      return true;
    }
    if (!isNameLine(bytes, start)) return false;
    const next = end + (bytes[end] === 0x0d ? 2 : 1);
    span.start = start;
    span.end =
      next < to && bytes[next - 1] === 0x0a && isLine(bytes, next, from, to) && isNumberLine(bytes, next) ? next + lineLength : end;
    return true;
  },
};

const isSign = (byte: number | undefined): boolean => byte === filler || isUpper(byte) || isDigit(byte);

function lineStart(bytes: Uint8Array, at: number, from: number): number {
  let start = at;
  while (start > from && at - start <= lineLength && isSign(bytes[start - 1])) start -= 1;
  return start;
}

/** Whether exactly one line's worth of signs stands at `start`. */
function isLine(bytes: Uint8Array, start: number, from: number, to: number): boolean {
  const end = start + lineLength;
  if (end > to || (start > from && isSign(bytes[start - 1])) || (end < to && isSign(bytes[end]))) return false;
  for (let i = start; i < end; i += 1) if (!isSign(bytes[i])) return false;
  return true;
}

function isNameLine(bytes: Uint8Array, start: number): boolean {
  if (bytes[start] !== 0x50) return false;
  let separators = 0;
  for (let i = start + 2; i < start + lineLength; i += 1) {
    if (isDigit(bytes[i])) return false;
    if (bytes[i] === filler && bytes[i + 1] === filler) separators += 1;
  }
  return separators > 0 && isUpper(bytes[start + 2]);
}

function isNumberLine(bytes: Uint8Array, start: number): boolean {
  return (
    checks(bytes, start, start + 9) &&
    checks(bytes, start + 13, start + 19) &&
    checks(bytes, start + 21, start + 27) &&
    isUpper(bytes[start + 10])
  );
}

/** Whether the digit at `end` is the check digit of `[start, end)`. */
function checks(bytes: Uint8Array, start: number, end: number): boolean {
  if (!isDigit(bytes[end])) return false;
  let sum = 0;
  for (let i = start; i < end; i += 1) {
    const byte = bytes[i]!;
    const value = isDigit(byte) ? byte - 0x30 : byte === filler ? 0 : byte - 0x41 + 10;
    sum += value * weights[(i - start) % 3]!;
  }
  return sum % 10 === bytes[end]! - 0x30;
}
