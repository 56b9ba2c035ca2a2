import { codes, isUpper, standsAt } from './byte-classes.ts';
import type { Detector } from './detector.ts';

const opening = codes('-----BEGIN ');
const closing = codes('-----END ');
const kind = codes('PRIVATE KEY');
const dashes = codes('-----');
const kindMax = 32;

/** A private key in PEM armour (RFC 7468, OpenSSH, PGP), to its last line; to the end of the text when it is cut off. */
export const privateKey: Detector = {
  anchors: codes('G'),
  find: (bytes, at, from, to, span) => {
    const start = at - 7;
    if (!standsAt(bytes, opening, start, from, to)) return false;
    const body = armourEnd(bytes, start + opening.length, from, to);
    if (body < 0) return false;
    span.start = start;
    span.end = to;
    for (let i = bytes.indexOf(dashes[0]!, body); i >= 0 && i < to; i = bytes.indexOf(dashes[0]!, i + 1)) {
      if (!standsAt(bytes, closing, i, from, to)) continue;
      const end = armourEnd(bytes, i + closing.length, from, to);
      if (end < 0) continue;
      span.end = end;
      break;
    }
    return true;
  },
};

/** End of a line of armour whose label at `at` names a private key, −1 when it names something else. */
function armourEnd(bytes: Uint8Array, at: number, from: number, to: number): number {
  let end = at;
  let found = false;
  while (end < to && end - at < kindMax && (isUpper(bytes[end]) || bytes[end] === 0x20)) {
    found ||= standsAt(bytes, kind, end, from, to);
    end += 1;
  }
  return found && standsAt(bytes, dashes, end, from, to) ? end + dashes.length : -1;
}
