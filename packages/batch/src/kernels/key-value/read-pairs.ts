import { addCell, cellRoom } from '../cells.ts';
import { addName, takeNames, templateNameBytes, templateNames } from '../keyed/names.ts';
import { tagText } from '../layout.ts';
import { byteAt, findEither, sameBytesAt, wordAt, type bool, type i32 } from '../platform.ts';

/**
 * Pairs between blanks in `start … end − 1` as cells. 1: read whole, with the names of the template `likely` (0: none); 2: read
 * whole, with other names, which are noted; 0: not plainly right.
 * `trims`: blanks beyond ASCII are taken off values too, so what begins or ends beyond ASCII is not plainly right.
 */
export function readPairs(base: i32, start: i32, end: i32, book: i32, likely: i32, trims: bool): i32 {
  let expected: i32 = likely === 0 ? -1 : wordAt(likely);
  let name = likely + templateNames;
  let at = blanks(start, end);
  let i = 0;
  for (; at < end; i++, name += templateNameBytes) {
    if (!cellRoom(1)) return 0;
    let length: i32 = -1;
    if (expected >= 0) {
      if (i < expected && isName(at, end, book + wordAt(name), wordAt(name + 4))) length = wordAt(name + 4);
      else {
        takeNames(book, likely, i);
        expected = -1;
      }
    }
    if (length < 0) {
      length = nameEnd(at, end) - at;
      if (length === 0 || at + length >= end || byteAt(at + length) !== 0x3d || !addName(at, length)) return 0;
    }
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
  if (i === 0) return 0;
  if (expected === i) return 1;
  if (expected >= 0) takeNames(book, likely, i);
  return 2;
}

/** Whether the name and its equals sign stand at `at`. */
function isName(at: i32, end: i32, name: i32, length: i32): bool {
  return at + length < end && byteAt(at + length) === 0x3d && sameBytesAt(at, name, length);
}

/** Where an equals sign or a blank stands, or `end`. */
function nameEnd(at: i32, end: i32): i32 {
  while (at < end && byteAt(at) !== 0x3d && !isBlank(byteAt(at))) at++;
  return at;
}

function blanks(at: i32, end: i32): i32 {
  while (at < end && isBlank(byteAt(at))) at++;
  return at;
}

function isBlank(byte: i32): bool {
  return byte === 0x20 || byte === 0x09;
}
