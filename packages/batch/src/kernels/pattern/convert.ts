import { tagBool, tagFloatText, tagIntegerText, tagNull, tagTime } from '../layout.ts';
import { byteAt, sameBytesAt, wordAt, type bool, type i32 } from '../platform.ts';
import { floatEnd, integerEnd } from '../read-number.ts';
import { sameLetters } from '../same-letters.ts';
import { timeEnd } from './read-time.ts';
import { doAsFloat, doAsInteger, doBool, doNullText, doTrim, stepLength, stepMin, stepText } from './step.ts';
import { none, setValue, unsure, valueEnd, valueStart, valueTag } from './value.ts';

/** Changes what the value read last is; returns `at`, `none` or `unsure`. */
export function convertValue(step: i32, kind: i32, at: i32): i32 {
  if (valueTag() === tagNull) return at;
  const start = valueStart();
  const end = valueEnd();
  const text = wordAt(step + stepText);
  const length = wordAt(step + stepLength);
  if (kind === doNullText) {
    if (end - start === length && sameBytesAt(start, text, length)) setValue(start, end, tagNull);
    return at;
  }
  if (kind === doTrim) return trim() ? at : unsure;
  if (kind === doBool) return readBool(text, length, wordAt(step + stepMin), at);
  if (kind === doAsInteger) {
    setValue(start, end, tagIntegerText);
    return integerEnd(start, end) === end ? at : unsure;
  }
  if (kind === doAsFloat) {
    setValue(start, end, tagFloatText);
    return floatEnd(start, end) === end ? at : unsure;
  }
  setValue(start, end, tagTime);
  return timeEnd(start, end, text, length, wordAt(step + stepMin)) === end ? at : unsure;
}

function isBlank(byte: i32): bool {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** Takes blanks off both ends. False: there is a sign beyond ASCII at one, which may be a blank. */
function trim(): bool {
  let start = valueStart();
  let end = valueEnd();
  while (start < end && isBlank(byteAt(start))) start++;
  while (end > start && isBlank(byteAt(end - 1))) end--;
  setValue(start, end, valueTag());
  return start === end || (byteAt(start) < 0x80 && byteAt(end - 1) < 0x80);
}

/** `table`: words for true, then words for false, in small letters. */
function readBool(table: i32, words: i32, trueWords: i32, at: i32): i32 {
  if (!trim()) return unsure;
  const start = valueStart();
  const length = valueEnd() - start;
  for (let i = start; i < start + length; i++) if (byteAt(i) >= 0x80) return unsure;
  for (let i = 0; i < words; i++) {
    if (wordAt(table + i * 8 + 4) !== length || !sameLetters(start, wordAt(table + i * 8), length)) continue;
    setValue(0, i < trueWords ? 1 : 0, tagBool);
    return at;
  }
  return none;
}
