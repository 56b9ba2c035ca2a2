import { findText } from '../find-text.ts';
import { tagFloatText, tagIntegerText, tagNull, tagText, tagTime } from '../layout.ts';
import { byteAt, findByte, findEither, sameBytesAt, wordAt, type bool, type i32 } from '../platform.ts';
import { floatEnd, integerEnd } from '../read-number.ts';
import { ipEnd } from './read-ip.ts';
import { wordEnd } from './read-text.ts';
import { timeEnd } from './read-time.ts';
import {
  doBehind,
  doBlanks,
  doFloat,
  doInteger,
  doIp,
  doNewline,
  doPast,
  doQuoted,
  doSet,
  doTake,
  doTime,
  doUntilAny,
  doUntilBlank,
  stepLength,
  stepMax,
  stepMin,
  stepText,
} from './step.ts';
import { none, setValue, unsure } from './value.ts';

/** Position behind a step that `textEnd` leaves to it, `none` or `unsure`. Sets the value. */
export function move(step: i32, kind: i32, at: i32, end: i32): i32 {
  const text = wordAt(step + stepText);
  const length = wordAt(step + stepLength);
  if (kind === doInteger || kind === doFloat) return readNumber(kind, at, end, text, length);
  if (kind === doUntilBlank) {
    const blank = findEither(at, end, 0x20, 0x09);
    return textUpTo(at, blank < end ? blank : none);
  }
  if (kind === doUntilAny) return textUpTo(at, firstOf(at, end, text, length, wordAt(step + stepMin) !== 0 ? end : none));
  if (kind === doTime) {
    setValue(at, at, tagTime);
    return timeEnd(at, end, text, length, wordAt(step + stepMin));
  }
  if (kind === doIp) return textUpTo(at, ipEnd(at, end, wordAt(step + stepMin)));
  if (kind === doQuoted) return readQuoted(at, end);
  if (kind === doBlanks) return blanksEnd(at, end);
  if (kind === doTake) return take(at, end, wordAt(step + stepMin));
  if (kind === doSet) return textUpTo(at, setEnd(at, end, text, length, wordAt(step + stepMin), wordAt(step + stepMax)));
  if (kind === doPast) return findText(at, end, text, length);
  if (kind === doBehind) {
    const found = findText(at, end, text, length);
    return found < 0 ? none : found + length;
  }
  if (kind === doNewline) {
    const line: i32 = at < end && byteAt(at) === 0x0d ? at + 1 : at;
    return line < end && byteAt(line) === 0x0a ? line + 1 : none;
  }
  return repeatEnd(at, end, text, length, wordAt(step + stepMin), wordAt(step + stepMax));
}

function textUpTo(at: i32, to: i32): i32 {
  setValue(at, to, tagText);
  return to;
}

/** Where the first of some texts stands; `otherwise` when none does. */
function firstOf(at: i32, end: i32, table: i32, texts: i32, otherwise: i32): i32 {
  let best = -1;
  for (let i = 0; i < texts; i++) {
    const found = findText(at, end, wordAt(table + i * 8), wordAt(table + i * 8 + 4));
    if (found >= 0 && (best < 0 || found < best)) best = found;
  }
  return best < 0 ? otherwise : best;
}

/** `text`: what stands for null where its length is not 0. */
function readNumber(kind: i32, at: i32, end: i32, text: i32, length: i32): i32 {
  if (length > 0 && at + length <= end && sameBytesAt(at, text, length) && !isDigitAt(at + length, end)) {
    setValue(at, at + length, tagNull);
    return at + length;
  }
  const to: i32 = kind === doInteger ? integerEnd(at, end) : floatEnd(at, end);
  setValue(at, to, kind === doInteger ? tagIntegerText : tagFloatText);
  if (to >= 0) return to;
  const byte: i32 = at < end ? byteAt(at) : 0;
  return isDigitAt(at, end) || byte === 0x2b || byte === 0x2d || byte === 0x2e ? unsure : none;
}

function isDigitAt(at: i32, end: i32): bool {
  return at < end && byteAt(at) >= 0x30 && byteAt(at) <= 0x39;
}

function readQuoted(at: i32, end: i32): i32 {
  if (at >= end || byteAt(at) !== 0x22) return textUpTo(at, wordEnd(at, end));
  const to = findEither(at + 1, end, 0x22, 0x5c);
  setValue(at + 1, to, tagText);
  if (to >= end) return none;
  return byteAt(to) === 0x22 ? to + 1 : unsure;
}

function blanksEnd(at: i32, end: i32): i32 {
  const start = at;
  while (at < end && (byteAt(at) === 0x20 || byteAt(at) === 0x09)) at++;
  return at === start ? none : at;
}

/** So many characters, as far as each is a byte. */
function take(at: i32, end: i32, wanted: i32): i32 {
  if (wanted > end - at) return none;
  for (let i = at; i < at + wanted; i++) if (byteAt(i) >= 0x80) return unsure;
  return textUpTo(at, at + wanted);
}

/** End of the characters of a set of ASCII ones. */
function setEnd(at: i32, end: i32, set: i32, length: i32, min: i32, max: i32): i32 {
  const start = at;
  while (at < end && at - start < max && findByte(set, set + length, byteAt(at)) < set + length) at++;
  return at - start < min ? none : at;
}

function repeatEnd(at: i32, end: i32, text: i32, length: i32, min: i32, max: i32): i32 {
  let times = 0;
  while (times < max && at + length <= end && sameBytesAt(at, text, length)) {
    at += length;
    times++;
  }
  return times < min ? none : at;
}
