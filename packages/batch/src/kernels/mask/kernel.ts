import { byteAt, copyBytes, findByte, findByteOrDigits, setByte, setWord, wordAt, type bool, type i32 } from '../platform.ts';
import { cardEnd, digitsEnd } from './find-card.ts';
import { domainEnd, emailStart } from './find-email.ts';

/** Words of the call: see `mask-columns.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const count: i32 = 8;
const output: i32 = 12;
const limit: i32 = 16;
const results: i32 = 20;
const states: i32 = 24;
/** Per kind: 1 when it is looked for, then position and length of what stands for it; or one of the lengths below 0. */
const emails: i32 = 28;
const cards: i32 = 40;
const used: i32 = 52;

/** Instead of the length of what stands for a kind: its texts stay; each of their characters becomes an asterisk. */
const stays: i32 = -1;
const asterisks: i32 = -2;

const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;
/** Flag of a text that is JSON or holds escapes: it is only asked whether anything could be found in it. */
const onlyAsked: i32 = 1 << 16;
/** No card number has fewer digits. */
const cardDigitsMin: i32 = 13;
const resultBytes: i32 = 16;

let out: i32 = 0;
/** Where what was found last ends. */
let last: i32 = 0;
let foundEmails: i32 = 0;
let foundCards: i32 = 0;

/**
 * E-mail addresses and card numbers in texts, replaced; a text that is the one before it again is not read again. Per text: where the new text lies (from the beginning of the
 * output), its length, and how many of each were found. Texts in which two overlap, those without room, and those only asked
 * about in which something could be found get the state 1.
 */
export function maskTexts(call: i32): void {
  out = wordAt(call + output);
  const texts = wordAt(call + count);
  for (let index = 0; index < texts; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    const result = wordAt(call + results) + index * resultBytes;
    if (index > 0 && isSame(frame, frame - frameWordBytes)) {
      repeat(wordAt(call + states) + index, result);
      continue;
    }
    const before = out;
    const done: bool = (wordAt(frame + 12) & frameRejected) === 0 && maskText(call, frame);
    if (!done) out = before;
    setByte(wordAt(call + states) + index, done ? 0 : 1);
    setWord(result, before - wordAt(call + output));
    setWord(result + 4, out - before);
    setWord(result + 8, foundEmails);
    setWord(result + 12, foundCards);
  }
  setWord(call + used, out - wordAt(call + output));
}

/** Whether two texts are the same bytes: `_raw` is often the one field of its event. */
function isSame(one: i32, other: i32): bool {
  return wordAt(one) === wordAt(other) && wordAt(one + 4) === wordAt(other + 4) && wordAt(one + 12) === wordAt(other + 12);
}

/** Gives a text what the one before it got. */
function repeat(state: i32, result: i32): void {
  setByte(state, byteAt(state - 1));
  for (let word = 0; word < resultBytes; word += 4) setWord(result + word, wordAt(result - resultBytes + word));
}

function maskText(call: i32, frame: i32): bool {
  const from = wordAt(call + block) + wordAt(frame);
  const to = from + wordAt(frame + 4);
  foundEmails = 0;
  foundCards = 0;
  if ((wordAt(frame + 12) & onlyAsked) !== 0) return isQuiet(from, to);
  last = from;
  if (out + (to - from) * 2 + 64 > wordAt(call + limit)) return false;
  const replaces: bool = wordAt(call + emails + 8) !== stays;
  const asksEmail: bool = wordAt(call + emails) !== 0;
  const asksCard: bool = wordAt(call + cards) !== 0;
  let at = from;
  while (true) {
    at = asksCard ? findByteOrDigits(at, to, 0x40) : findByte(at, to, 0x40);
    if (at >= to) break;
    if (byteAt(at) === 0x40) {
      const start: i32 = asksEmail ? emailStart(at, from) : at;
      const end: i32 = start < at ? domainEnd(at + 1, to) : -1;
      at++;
      if (end < 0) continue;
      if (start < last) return false;
      foundEmails++;
      if (replaces) replace(call + emails, start, end);
      last = end;
    } else {
      const end = cardEnd(at, from, to);
      if (end < 0) {
        at = digitsEnd(at, to);
        continue;
      }
      if (at < last) return false;
      foundCards++;
      if (replaces) replace(call + cards, at, end);
      at = end;
      last = end;
    }
  }
  if (replaces && foundEmails + foundCards > 0) out = copyBytes(out, last, to - last);
  return true;
}

/** Writes the text since the last finding, and what stands for the one from `start` to `end`. */
function replace(kind: i32, start: i32, end: i32): void {
  out = copyBytes(out, last, start - last);
  if (wordAt(kind + 8) === asterisks) {
    for (let at = start; at < end; at++) if ((byteAt(at) & 0xc0) !== 0x80) setByte(out++, 0x2a);
  } else {
    out = copyBytes(out, wordAt(kind + 4), wordAt(kind + 8));
  }
}

/** Whether nothing can be found in any part of the text: no `@`, no escape, and never 13 digits with blanks and hyphens between. */
function isQuiet(from: i32, to: i32): bool {
  let digits = 0;
  for (let at = from; at < to; at++) {
    const byte = byteAt(at);
    if (byte >= 0x30 && byte <= 0x39) {
      digits++;
      if (digits >= cardDigitsMin) return false;
    } else if (byte === 0x40 || byte === 0x5c) return false;
    else if (byte !== 0x20 && byte !== 0x2d) digits = 0;
  }
  return true;
}
