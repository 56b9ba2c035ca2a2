import { codes, digitBytes, digitsEnd, isDigit, isLetter, numberAt, standsAlone, upperOf } from './byte-classes.ts';
import type { Detector, Span } from './detector.ts';

const hyphen = 0x2d;
const dot = 0x2e;
const letters = codes('TRWAGMYFPDXBNJZSQVHLCKE');
const cifKinds: ReadonlySet<number> = new Set(codes('ABCDEFGHJNPQRSUVW'));
const cifByLetter: ReadonlySet<number> = new Set(codes('NPQRSW'));
const cifByDigit: ReadonlySet<number> = new Set(codes('ABEH'));
const cifLetters = codes('JABCDEFGHI');

/** National identity number: eight digits (dots of thousands allowed) and the check letter, with or without a hyphen. */
export const dni: Detector = {
  anchors: digitBytes,
  find: (bytes, at, from, to, span) => {
    let end = digitsEnd(bytes, at, to);
    let number = numberAt(bytes, at, Math.min(end, at + 9));
    if (end - at === 2 && bytes[end] === dot) {
      const middle = digitsEnd(bytes, end + 1, to);
      const last = digitsEnd(bytes, middle + 1, to);
      if (middle - end !== 4 || bytes[middle] !== dot || last - middle !== 4) return false;
      number = number * 1_000_000 + numberAt(bytes, end + 1, middle) * 1000 + numberAt(bytes, middle + 1, last);
      end = last;
    } else if (end - at !== 8) {
      return false;
    }
    return withLetter(bytes, at, end, number, from, to, span);
  },
};

/** Foreigner's identity number: X, Y or Z, seven digits and the check letter, with or without hyphens. */
export const nie: Detector = {
  anchors: digitBytes,
  find: (bytes, at, from, to, span) => {
    const start = bytes[at - 1] === hyphen ? at - 2 : at - 1;
    if (start < from) return false;
    const kind = upperOf(bytes[start]!) - 0x58;
    const end = digitsEnd(bytes, at, to);
    if (kind < 0 || kind > 2 || end - at !== 7) return false;
    return withLetter(bytes, start, end, kind * 10_000_000 + numberAt(bytes, at, end), from, to, span);
  },
};

function withLetter(bytes: Uint8Array, start: number, digits: number, number: number, from: number, to: number, span: Span): boolean {
  const at = bytes[digits] === hyphen ? digits + 1 : digits;
  if (at >= to || upperOf(bytes[at]!) !== letters[number % 23] || !standsAlone(bytes, start, at + 1, from, to)) return false;
  span.start = start;
  span.end = at + 1;
  return true;
}

/** Tax number of a company: kind letter, seven digits, check digit or letter as the kind asks, with or without a hyphen. */
export const cif: Detector = {
  anchors: digitBytes,
  find: (bytes, at, from, to, span) => {
    const start = bytes[at - 1] === hyphen ? at - 2 : at - 1;
    if (start < from || at + 7 >= to) return false;
    const kind = upperOf(bytes[start]!);
    if (!cifKinds.has(kind)) return false;
    let sum = 0;
    for (let i = 0; i < 7; i += 1) {
      const byte = bytes[at + i]!;
      if (!isDigit(byte)) return false;
      const value = byte - 0x30;
      sum += i % 2 === 1 ? value : Math.floor((value * 2) / 10) + ((value * 2) % 10);
    }
    const check = (10 - (sum % 10)) % 10;
    const end = bytes[at + 7] === hyphen ? at + 8 : at + 7;
    if (end >= to) return false;
    const byte = bytes[end]!;
    const good = isLetter(byte)
      ? !cifByDigit.has(kind) && upperOf(byte) === cifLetters[check]
      : !cifByLetter.has(kind) && byte === 0x30 + check;
    if (!good || !standsAlone(bytes, start, end + 1, from, to)) return false;
    span.start = start;
    span.end = end + 1;
    return true;
  },
};
