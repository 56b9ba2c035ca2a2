import { byteAt, copyBytes, findByteOrRange, setByte, setWord, wordAt, type bool, type i32 } from '../platform.ts';
import { cardEnd, digitsEnd, firstOfCard, firstsOfCard } from './find-card.ts';
import { domainEnd, emailStart } from './find-email.ts';

/** Words of the call: see `mask-columns.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const count: i32 = 8;
const output: i32 = 12;
const limit: i32 = 16;
const results: i32 = 20;
const states: i32 = 24;
/** Per kind: 1 when it is looked for, then position and length of what stands for it; a length below 0: nothing is replaced. */
const emails: i32 = 28;
const cards: i32 = 40;
const used: i32 = 52;

const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;
const resultBytes: i32 = 16;

let out: i32 = 0;
/** Where what was found last ends. */
let last: i32 = 0;
let foundEmails: i32 = 0;
let foundCards: i32 = 0;

/**
 * E-mail addresses and card numbers in texts, replaced. Per text: where the new text lies (from the beginning of the
 * output), its length, and how many of each were found. Texts in which two overlap, and those without room, get the state 1.
 */
export function maskTexts(call: i32): void {
  out = wordAt(call + output);
  const texts = wordAt(call + count);
  for (let index = 0; index < texts; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    const result = wordAt(call + results) + index * resultBytes;
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

function maskText(call: i32, frame: i32): bool {
  const from = wordAt(call + block) + wordAt(frame);
  const to = from + wordAt(frame + 4);
  foundEmails = 0;
  foundCards = 0;
  last = from;
  if (out + (to - from) * 2 + 64 > wordAt(call + limit)) return false;
  const replaces: bool = wordAt(call + emails + 8) >= 0;
  const asksEmail: bool = wordAt(call + emails) !== 0;
  const asksCard: bool = wordAt(call + cards) !== 0;
  let at = from;
  while (true) {
    at = findByteOrRange(at, to, 0x40, firstOfCard, asksCard ? firstsOfCard : 0);
    if (at >= to) break;
    if (byteAt(at) === 0x40) {
      const start: i32 = asksEmail ? emailStart(at, from) : at;
      const end: i32 = start < at ? domainEnd(at + 1, to) : -1;
      at++;
      if (end < 0) continue;
      if (start < last) return false;
      foundEmails++;
      if (replaces) replace(call + emails, start);
      last = end;
    } else {
      const end: i32 = asksCard ? cardEnd(at, from, to) : -1;
      if (end < 0) {
        at = digitsEnd(at, to);
        continue;
      }
      if (at < last) return false;
      foundCards++;
      if (replaces) replace(call + cards, at);
      at = end;
      last = end;
    }
  }
  if (replaces && foundEmails + foundCards > 0) out = copyBytes(out, last, to - last);
  return true;
}

/** Writes the text since the last finding, and what stands for the one that begins at `start`. */
function replace(kind: i32, start: i32): void {
  out = copyBytes(out, last, start - last);
  out = copyBytes(out, wordAt(kind + 4), wordAt(kind + 8));
}
