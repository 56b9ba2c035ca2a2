import { digitBytes, digitsEnd, isBlank, isDigit, isWord, numberAt } from './byte-classes.ts';
import type { Detector } from './detector.ts';

const dot = 0x2e;
const comma = 0x2c;
const semicolon = 0x3b;
const plus = 0x2b;
const minus = 0x2d;
const decimalsMin = 4;

/** Latitude and longitude in degrees, at least four decimals each (about 10 m), with a comma or semicolon between them. */
export const coordinates: Detector = {
  anchors: digitBytes,
  find: (bytes, at, from, to, span) => {
    const signed = at > from && (bytes[at - 1] === minus || bytes[at - 1] === plus);
    const start = signed ? at - 1 : at;
    if (start > from && (isWord(bytes[start - 1]) || bytes[start - 1] === dot)) return false;
    const latitude = degreesEnd(bytes, at, to, 90);
    if (latitude < 0 || (bytes[latitude] !== comma && bytes[latitude] !== semicolon)) return false;
    let second = latitude + 1;
    while (second < to && isBlank(bytes[second]) && second - latitude < 4) second += 1;
    if (bytes[second] === minus || bytes[second] === plus) second += 1;
    const end = degreesEnd(bytes, second, to, 180);
    if (end < 0 || (end < to && isWord(bytes[end])) || (bytes[end] === dot && end + 1 < to && isDigit(bytes[end + 1]))) return false;
    span.start = start;
    span.end = end;
    return true;
  },
};

/** End of a number of at most `most` degrees with enough decimals, −1 when none stands at `at`. */
function degreesEnd(bytes: Uint8Array, at: number, to: number, most: number): number {
  const whole = digitsEnd(bytes, at, Math.min(to, at + 4));
  if (whole === at || whole - at > 3 || whole >= to || bytes[whole] !== dot) return -1;
  const degrees = numberAt(bytes, at, whole);
  const end = digitsEnd(bytes, whole + 1, Math.min(to, whole + 20));
  if (end - whole - 1 < decimalsMin || degrees > most) return -1;
  return degrees === most && numberAt(bytes, whole + 1, Math.min(end, whole + 15)) > 0 ? -1 : end;
}
