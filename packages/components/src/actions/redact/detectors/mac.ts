import { isHex, isWord } from './byte-classes.ts';
import type { Detector } from './detector.ts';

const colon = 0x3a;
const hyphen = 0x2d;
const dot = 0x2e;

/** Six pairs with `:` or `-` between them, or three groups of four with dots. */
export const mac: Detector = {
  anchors: [colon, hyphen, dot],
  find: (bytes, at, from, to, span) => {
    const sign = bytes[at]!;
    const size = sign === dot ? 4 : 2;
    const start = at - size;
    const end = start + (sign === dot ? 14 : 17);
    if (start < from || end > to) return false;
    for (let i = start; i < end; i += 1) {
      if ((i - start) % (size + 1) === size ? bytes[i] !== sign : !isHex(bytes[i])) return false;
    }
    if (start > from && (isWord(bytes[start - 1]) || bytes[start - 1] === sign)) return false;
    if (end < to && (isWord(bytes[end]) || (bytes[end] === sign && end + 1 < to && isHex(bytes[end + 1])))) return false;
    span.start = start;
    span.end = end;
    return true;
  },
};
