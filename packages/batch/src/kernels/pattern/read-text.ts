import { findText } from '../find-text.ts';
import { byteAt, wordAt, type i32 } from '../platform.ts';
import { integerEnd } from '../read-number.ts';
import { doInteger, doRest, doUntil, doWord, stepLength, stepText } from './step.ts';
import { none, unsure } from './value.ts';

/** What `textEnd` returns of a step that is not one of its own. */
export const other: i32 = -3;

/** End of a value that begins at `at` and is what stands there, `none`, `unsure` or `other`. Integers with a text for null are others. */
export function textEnd(step: i32, kind: i32, at: i32, end: i32): i32 {
  if (kind === doUntil) return findText(at, end, wordAt(step + stepText), wordAt(step + stepLength));
  if (kind === doInteger && wordAt(step + stepLength) === 0) {
    const to = integerEnd(at, end);
    return to < 0 ? other : to;
  }
  if (kind === doRest) return end;
  return kind === doWord ? wordEnd(at, end) : other;
}

/** End of signs that are no blanks; beyond ASCII there are blanks that JavaScript knows. */
export function wordEnd(at: i32, end: i32): i32 {
  const start = at;
  while (at < end) {
    const byte = byteAt(at);
    if (byte >= 0x80) return unsure;
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) break;
    at++;
  }
  return at === start ? none : at;
}
