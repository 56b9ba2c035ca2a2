import { passesMod97 } from './check-digits.ts';
import { codes, digitBytes, isAlnum, isDigit, isLetter, isWord, upperOf } from './byte-classes.ts';
import type { Detector } from './detector.ts';

/** Lengths by country (SWIFT IBAN registry). */
const lengths = new Map<number, number>(
  Object.entries(
    JSON.parse(
      '{"AD":24,"AE":23,"AL":28,"AT":20,"AZ":28,"BA":20,"BE":16,"BG":22,"BH":22,"BI":27,"BR":29,"BY":28,"CH":21,"CR":22,"CY":28,"CZ":24,"DE":22,"DJ":27,"DK":18,"DO":28,"EE":20,"EG":29,"ES":24,"FI":18,"FK":18,"FO":18,"FR":27,"GB":22,"GE":22,"GI":23,"GL":18,"GR":27,"GT":28,"HN":28,"HR":21,"HU":28,"IE":22,"IL":23,"IQ":23,"IS":26,"IT":27,"JO":30,"KW":30,"KZ":20,"LB":28,"LC":32,"LI":21,"LT":20,"LU":20,"LV":21,"LY":25,"MC":27,"MD":24,"ME":22,"MK":19,"MN":20,"MR":27,"MT":31,"MU":30,"NI":28,"NL":18,"NO":15,"OM":23,"PK":24,"PL":28,"PS":29,"PT":25,"QA":29,"RO":24,"RS":22,"RU":33,"SA":24,"SC":31,"SD":18,"SE":24,"SI":19,"SK":24,"SM":27,"SO":23,"ST":25,"SV":28,"TL":23,"TN":24,"TR":26,"UA":29,"VA":22,"VG":24,"XK":20,"YE":30}',
    ) as Record<string, number>,
  ).map(([country, length]) => [countryKey(...(codes(country) as [number, number])), length]),
);

function countryKey(first: number, second: number): number {
  return upperOf(first) * 256 + upperOf(second);
}

/** An account number of ISO 13616: country, its length, mod 97; in one piece or with single blanks. */
export const iban: Detector = {
  anchors: digitBytes,
  find: (bytes, at, from, to, span) => {
    const start = at - 2;
    if (start < from || !isLetter(bytes[start]) || !isLetter(bytes[start + 1])) return false;
    if (start > from && isWord(bytes[start - 1])) return false;
    const length = lengths.get(countryKey(bytes[start]!, bytes[start + 1]!));
    if (length === undefined || !isDigit(bytes[at + 1])) return false;
    let end = start;
    for (let signs = 0; signs < length; end += 1) {
      if (end >= to) return false;
      if (isAlnum(bytes[end])) signs += 1;
      else if (bytes[end] !== 0x20 || bytes[end - 1] === 0x20) return false;
    }
    if ((end < to && isWord(bytes[end])) || !passesMod97(bytes, start, end)) return false;
    span.start = start;
    span.end = end;
    return true;
  },
};
