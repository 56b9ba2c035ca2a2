import { cellSize, tagText } from '../layout.ts';
import { asciiEnd, byteAt, copyBytes, flipCase, setByte, setWord, wordAt, type bool, type i32 } from '../platform.ts';

/** Words of the call: see `changed-texts.ts`, which fills them. */
const block: i32 = 0;
const frames: i32 = 4;
const count: i32 = 8;
const changes: i32 = 12;
const changeCount: i32 = 16;
const cells: i32 = 20;
const states: i32 = 24;
const side: i32 = 28;
const limit: i32 = 32;
const used: i32 = 36;
/** Of the segments where texts and new bytes lie, in bits 8–23. */
const textTag: i32 = 40;
const sideTag: i32 = 44;

const frameWordBytes: i32 = 20;
const frameRejected: i32 = 8;

/** The changes, in the order of `changed-texts.ts`. */
const toUpper: i32 = 0;
const toLower: i32 = 1;
const swapCase: i32 = 2;
const firstCapital: i32 = 3;
const allCapitals: i32 = 4;
const trimEnds: i32 = 5;
const dropBlanks: i32 = 6;
const dropControls: i32 = 7;
const keepText: i32 = 8;

let start: i32 = 0;
let end: i32 = 0;
/** Whether the text lies in the output already. */
let isCopied: bool = false;
let out: i32 = 0;

/** Texts changed by one change after the other, each a cell. Those that are not all ASCII, and those without room, get the state 1. */
export function changeTexts(call: i32): void {
  const texts = wordAt(call + count);
  out = wordAt(call + side);
  for (let index = 0; index < texts; index++) {
    const frame = wordAt(call + frames) + index * frameWordBytes;
    const fits: bool = (wordAt(frame + 12) & frameRejected) === 0 && changeText(call, frame, wordAt(call + cells) + index * cellSize);
    setByte(wordAt(call + states) + index, fits ? 0 : 1);
  }
  setWord(call + used, out - wordAt(call + side));
}

function changeText(call: i32, frame: i32, cell: i32): bool {
  start = wordAt(call + block) + wordAt(frame);
  end = start + wordAt(frame + 4);
  if (out + (end - start) + 16 > wordAt(call + limit) || asciiEnd(start, end) < end) return false;
  isCopied = false;
  const last = wordAt(call + changes) + wordAt(call + changeCount) * 4;
  for (let change = wordAt(call + changes); change < last; change += 4) apply(wordAt(change));
  const base: i32 = isCopied ? wordAt(call + side) : wordAt(call + block);
  setWord(cell, start - base);
  setWord(cell + 4, end - start);
  setWord(cell + 8, tagText | (isCopied ? wordAt(call + sideTag) : wordAt(call + textTag)));
  if (isCopied) out = end;
  return true;
}

function apply(change: i32): void {
  if (change === keepText) return;
  if (change === trimEnds) {
    while (start < end && isBlank(byteAt(start))) start++;
    while (end > start && isBlank(byteAt(end - 1))) end--;
    return;
  }
  if (!isCopied) {
    copyBytes(out, start, end - start);
    end = out + end - start;
    start = out;
    isCopied = true;
  }
  if (change === toUpper) flipCase(start, end, 0, 0x61);
  else if (change === toLower) flipCase(start, end, 0, 0x41);
  else if (change === swapCase) flipCase(start, end, 0x20, 0x61);
  else if (change === firstCapital) {
    if (start < end) flipCase(start, start + 1, 0, 0x61);
  } else if (change === allCapitals) capitalise();
  else if (change === dropBlanks || change === dropControls) drop(change);
}

/** Letters become capital that follow neither a letter nor a digit nor an apostrophe. */
function capitalise(): void {
  let isInside: bool = false;
  for (let at = start; at < end; at++) {
    const byte = byteAt(at);
    if (!isInside && byte >= 0x61 && byte <= 0x7a) setByte(at, byte - 0x20);
    isInside = isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || byte === 0x27;
  }
}

function drop(change: i32): void {
  let to = start;
  for (let at = start; at < end; at++) {
    const byte = byteAt(at);
    if (change === dropBlanks ? isBlank(byte) : isControl(byte)) continue;
    setByte(to++, byte);
  }
  end = to;
}

function isLetter(byte: i32): bool {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

function isBlank(byte: i32): bool {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** Characters that are not seen, apart from tab and line breaks. */
function isControl(byte: i32): bool {
  return (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f;
}
