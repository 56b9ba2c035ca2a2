import { byteAt, multiply, sameBytesAt, setWord, wordAt, type bool, type i32 } from '../platform.ts';

/** Words of a template: see `template-book.ts`, which writes them. */
export const templateNames: i32 = 8;
export const templateNameBytes: i32 = 12;

/** Before the first name. */
export const noNames: i32 = 0x2545f491;
/** Names that a row may have. */
export const namesMax: i32 = 256;
/** Places of the table that are looked at for one hash. */
const probesMax: i32 = 8;

/** Of an order of names read: how many, where each lies, and their hash. */
let names: i32 = 0;
let count: i32 = 0;
let hash: i32 = 0;

/** Begins an order of names; `at` has room for position and length of 256. */
export function beginNames(at: i32): void {
  names = at;
  count = 0;
  hash = noNames;
}

/** Takes the first names of a template as read. */
export function takeNames(book: i32, template: i32, taken: i32): void {
  for (let i = 0; i < taken; i++) {
    const name = template + templateNames + i * templateNameBytes;
    setWord(names + (i << 3), book + wordAt(name));
    setWord(names + (i << 3) + 4, wordAt(name + 4));
  }
  count = taken;
  hash = taken === wordAt(template) ? wordAt(template + 4) : wordAt(template + templateNames + taken * templateNameBytes + 8);
}

/** False: too many. */
export function addName(at: i32, length: i32): bool {
  if (count === namesMax) return false;
  setWord(names + (count << 3), at);
  setWord(names + (count << 3) + 4, length);
  count++;
  hash = hashName(hash, at, length);
  return true;
}

export function namesHash(): i32 {
  return hash;
}

/** Hash of names with one more behind them: of its length and of four bytes at its start, its middle and its end. */
function hashName(before: i32, at: i32, length: i32): i32 {
  let mixed = multiply(before ^ length, 0x01000193);
  if (length >= 4) {
    mixed = multiply(mixed ^ fourAt(at), 0x2c1b3c6d);
    mixed = multiply(mixed ^ (mixed >>> 15) ^ fourAt(at + ((length - 4) >> 1)), 0x01000193);
    mixed = multiply(mixed ^ fourAt(at + length - 4), 0x2c1b3c6d);
  } else if (length > 0) {
    mixed = multiply(mixed ^ byteAt(at) ^ (byteAt(at + (length >> 1)) << 8) ^ (byteAt(at + length - 1) << 16), 0x2c1b3c6d);
  }
  return mixed ^ (mixed >>> 13);
}

function fourAt(at: i32): i32 {
  return byteAt(at) | (byteAt(at + 1) << 8) | (byteAt(at + 2) << 16) | (byteAt(at + 3) << 24);
}

/** Number of the template with the names read; −1 when there is none. */
export function findTemplate(book: i32): i32 {
  const mask = wordAt(book);
  const list = book + 8 + (mask << 2);
  for (let probe = 0; probe < probesMax; probe++) {
    const number = wordAt(book + 4 + (((hash + probe) & mask) << 2));
    if (number === 0) return -1;
    const template = book + wordAt(list + ((number - 1) << 2));
    if (wordAt(template + 4) === hash && wordAt(template) === count && areNames(book, template)) return number - 1;
  }
  return -1;
}

/** Position of a template. */
export function templateAt(book: i32, number: i32): i32 {
  return book + wordAt(book + 8 + (wordAt(book) << 2) + (number << 2));
}

function areNames(book: i32, template: i32): bool {
  for (let i = 0; i < count; i++) {
    const name = template + templateNames + i * templateNameBytes;
    const length = wordAt(name + 4);
    if (length !== wordAt(names + (i << 3) + 4) || !sameBytesAt(book + wordAt(name), wordAt(names + (i << 3)), length)) return false;
  }
  return true;
}
