import { findText } from '../find-text.ts';
import { asciiEnd, byteAt, findEither, setByte, wordAt, type bool, type i32 } from '../platform.ts';
import { sameLetters } from '../same-letters.ts';

/** Words of the call: see `contains-column.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const count: i32 = 8;
const text: i32 = 12;
const length: i32 = 16;
const results: i32 = 20;
const folds: i32 = 24;

const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;

/**
 * Which texts hold another one: 1 = it does, 0 = it does not, 2 = capitals being the same, a text beyond ASCII may. Texts that are not
 * here keep what is there.
 */
export function textsContaining(call: i32): void {
  const texts = wordAt(call + count);
  const isFolded: bool = wordAt(call + folds) !== 0;
  for (let index = 0; index < texts; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    if ((wordAt(frame + 12) & frameRejected) !== 0) continue;
    const from = wordAt(call + block) + wordAt(frame);
    const to = from + wordAt(frame + 4);
    if (isFolded) setByte(wordAt(call + results) + index, holdsLetters(from, to, wordAt(call + text), wordAt(call + length)));
    else setByte(wordAt(call + results) + index, findText(from, to, wordAt(call + text), wordAt(call + length)) < 0 ? 0 : 1);
  }
}

/** `wanted` is ASCII in small letters. */
function holdsLetters(from: i32, to: i32, wanted: i32, size: i32): i32 {
  const first = byteAt(wanted);
  const capital: i32 = first >= 0x61 && first <= 0x7a ? first - 0x20 : first;
  let at = from;
  while (true) {
    at = findEither(at, to, first, capital);
    if (at + size > to) return asciiEnd(from, to) < to ? 2 : 0;
    if (sameLetters(at, wanted, size)) return 1;
    at++;
  }
}
