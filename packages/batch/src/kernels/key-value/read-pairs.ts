import { addCell, cellRoom } from '../cells.ts';
import { tagText } from '../layout.ts';
import { byteAt, findEither, sameBytesAt, wordAt, type bool, type i32 } from '../platform.ts';

/**
 * Pairs between blanks in `start … end − 1` as cells. 1: read whole; 0: not plainly right; 2: other names than the template's.
 * `trims`: blanks beyond ASCII are taken off values too, so what begins or ends beyond ASCII is not plainly right.
 */
export function readPairs(base: i32, start: i32, end: i32, template: i32, trims: bool): i32 {
  const names = wordAt(template);
  if (!cellRoom(names)) return 0;
  let name = template + 4;
  let at = blanks(start, end);
  for (let i = 0; i < names; i++, name += 8) {
    const length = wordAt(name + 4);
    if (at + length >= end || byteAt(at + length) !== 0x3d || !sameBytesAt(at, wordAt(name), length)) return 2;
    at += length + 1;
    let from = at;
    let to = at;
    if (at < end && byteAt(at) === 0x22) {
      from = at + 1;
      to = findEither(from, end, 0x22, 0x5c);
      if (to >= end || byteAt(to) === 0x5c) return 0;
      at = to + 1;
      if (at < end && !isBlank(byteAt(at))) return 0;
    } else {
      to = findEither(at, end, 0x20, 0x09);
      at = to;
      if (trims && to > from && (byteAt(from) >= 0x80 || byteAt(to - 1) >= 0x80)) return 0;
    }
    addCell(from - base, to - from, tagText);
    at = blanks(at, end);
  }
  return at === end ? 1 : 2;
}

function blanks(at: i32, end: i32): i32 {
  while (at < end && isBlank(byteAt(at))) at++;
  return at;
}

function isBlank(byte: i32): bool {
  return byte === 0x20 || byte === 0x09;
}
