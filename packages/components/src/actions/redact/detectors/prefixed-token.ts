import { codes, isWord, standsAt } from './byte-classes.ts';
import type { Detector } from './detector.ts';

/** A token known by how it begins. */
export interface TokenShape {
  readonly prefix: string;
  /** Position in the prefix of the sign that is rarest in ordinary text. */
  readonly rarest: number;
  /** Signs that may follow. */
  readonly signs: string;
  /** How many of them. */
  readonly min: number;
  readonly max: number;
}

const setsOfSigns = {
  upperDigits: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  alnum: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
} as const;
export const signs = {
  base32: setsOfSigns.upperDigits,
  alnum: setsOfSigns.alnum,
  base64: `${setsOfSigns.alnum}+/=`,
  base64Url: `${setsOfSigns.alnum}-_`,
  dotted: `${setsOfSigns.alnum}-_.`,
  percent: `${setsOfSigns.alnum}%`,
  path: `${setsOfSigns.alnum}/`,
} as const;

/** Finds tokens of any of the shapes; what follows has as many signs as the shape says, and no more touch it. */
export function tokensOf(shapes: readonly TokenShape[], keepsPrefix = false): Detector {
  const compiled = shapes.map((shape) => {
    const allowed = new Uint8Array(256);
    for (const code of codes(shape.signs)) allowed[code] = 1;
    return { ...shape, codes: codes(shape.prefix), allowed };
  });
  return {
    anchors: [...new Set(compiled.map((shape) => shape.codes[shape.rarest]!))],
    find: (bytes, at, from, to, span) => {
      for (const shape of compiled) {
        const start = at - shape.rarest;
        if (bytes[at] !== shape.codes[shape.rarest] || !standsAt(bytes, shape.codes, start, from, to)) continue;
        if (start > from && isWord(bytes[start - 1])) continue;
        const body = start + shape.codes.length;
        let end = body;
        while (end < to && end - body <= shape.max && shape.allowed[bytes[end]!] === 1) end += 1;
        if (end - body < shape.min || end - body > shape.max) continue;
        span.start = keepsPrefix ? body : start;
        span.end = end;
        return true;
      }
      return false;
    },
  };
}
