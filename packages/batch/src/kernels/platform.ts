/**
 * What kernels are written against, over one thread's kernel memory. A kernel is one source with two targets: run as it
 * is it works on these functions and is the fallback; compiled to WebAssembly it works on `platform.assembly`, which has
 * the same functions. Positions are byte offsets. Integers are 32 bits.
 */
import { textBuffer } from '../text-buffer.ts';

export type i32 = number;
export type bool = boolean;

/** The highest bit of each of four bytes. */
const highBits = 0x80808080 | 0;
const eachByte = (byte: i32): i32 => Math.imul(byte, 0x01010101);

let bytes = new Uint8Array(0);
let words = new Int32Array(0);
let doubles = new BigInt64Array(0);
let chars = textBuffer(new Uint8Array(0));

/** Makes a memory the one this thread's JavaScript kernels work on. Its size is a multiple of 64 KiB. */
export function bindMemory(memory: ArrayBuffer): void {
  bytes = new Uint8Array(memory);
  words = new Int32Array(memory);
  doubles = new BigInt64Array(memory);
  chars = textBuffer(bytes);
}

export function byteAt(at: i32): i32 {
  return bytes[at]!;
}

export function setByte(at: i32, value: i32): void {
  bytes[at] = value;
}

/** A word at a multiple of 4. */
export function wordAt(at: i32): i32 {
  return words[at >> 2]!;
}

export function setWord(at: i32, value: i32): void {
  words[at >> 2] = value;
}

/** The product, as 32 bits. */
export function multiply(one: i32, other: i32): i32 {
  return Math.imul(one, other);
}

/** Copies `length` bytes that do not overlap; returns the position behind the copy. May write up to 15 bytes beyond it. */
export function copyBytes(to: i32, from: i32, length: i32): i32 {
  if (length < 24) for (let i = 0; i < length; i++) bytes[to + i] = bytes[from + i]!;
  else bytes.copyWithin(to, from, from + length);
  return to + length;
}

/** First position from `at` on that holds `byte`, or `end`. */
export function findByte(at: i32, end: i32, byte: i32): i32 {
  while (at < end && bytes[at] !== byte) at++;
  return at;
}

/** First position from `at` on that holds one of two bytes, or `end`. */
export function findEither(at: i32, end: i32, first: i32, second: i32): i32 {
  while (at < end && bytes[at] !== first && bytes[at] !== second) at++;
  return at;
}

/** First position from `at` on that holds a byte below `limit`, or `end`. */
export function firstBelow(at: i32, end: i32, limit: i32): i32 {
  while (at < end && bytes[at]! >= limit) at++;
  return at;
}

/** First position from `at` on that holds no ASCII, or `end`. */
export function asciiEnd(at: i32, end: i32): i32 {
  for (; at < end && (at & 3) !== 0; at++) if (bytes[at]! >= 0x80) return at;
  while (at + 4 <= end && (words[at >> 2]! & highBits) === 0) at += 4;
  while (at < end && bytes[at]! < 0x80) at++;
  return at;
}

/** First position from `at` on that holds `byte` or begins four digits, or `end`. */
export function findByteOrDigits(at: i32, end: i32, byte: i32): i32 {
  let digits = 0;
  for (; at < end; at++) {
    const found = bytes[at]!;
    digits = found >= 0x30 && found <= 0x39 ? digits + 1 : 0;
    if (found === byte) return at;
    if (digits === 4) return at - 3;
  }
  return end;
}

/** Changes the case of ASCII letters: of bytes that, with the bits of `fold` set, are the letter `first` or one of the 25 behind it. */
export function flipCase(at: i32, end: i32, fold: i32, first: i32): void {
  const [folded, fromFirst, behindLast] = [eachByte(fold), eachByte(0x80 - first), eachByte(0x66 - first)];
  for (; at < end && (at & 3) !== 0; at++) flipLetter(at, fold, first);
  for (; at + 4 <= end; at += 4) {
    const four = words[at >> 2]!;
    const low = (four | folded) & ~highBits;
    const letters = (low + fromFirst) & ~(low + behindLast) & ~four & highBits;
    words[at >> 2] = four ^ (letters >>> 2);
  }
  for (; at < end; at++) flipLetter(at, fold, first);
}

function flipLetter(at: i32, fold: i32, first: i32): void {
  const place = (bytes[at]! | fold) - first;
  if (place >= 0 && place < 26) bytes[at] = bytes[at]! ^ 0x20;
}

/** First position from `at` on that JSON text cannot hold as it is (`"`, `\`, below blank), or `end`. */
export function plainEnd(at: i32, end: i32): i32 {
  while (at < end) {
    const byte = bytes[at]!;
    if (byte < 0x20 || byte === 0x22 || byte === 0x5c) return at;
    at++;
  }
  return end;
}

/** Copies until what JSON text cannot hold as it is; returns the position in the source where it stopped. */
export function copyPlain(to: i32, from: i32, end: i32): i32 {
  let at = from;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte < 0x20 || byte === 0x22 || byte === 0x5c) return at;
    bytes[to++] = byte;
    at++;
  }
  return end;
}

/** Whether `length` bytes are the same at both places. */
export function sameBytesAt(one: i32, other: i32, length: i32): bool {
  for (let i = 0; i < length; i++) if (bytes[one + i] !== bytes[other + i]) return false;
  return true;
}

/** Digits of the signed 64-bit integer at a multiple of 8; returns the position behind them. */
export function printInteger(to: i32, at: i32): i32 {
  const value = doubles[at >> 3]!;
  return to + chars.write(String(value), to, 'latin1');
}

/** Whether the 64-bit integer at a multiple of 8 is a safe integer of a double. */
export function isSafeInteger(at: i32): bool {
  const high = words[(at >> 2) + 1]!;
  const low = words[at >> 2]! >>> 0;
  return high >= -0x20_0000 && high < 0x20_0000 && !(high === -0x20_0000 && low === 0);
}

let timeDays = 0;
let timeSecond = 0;
let timeNanos = 0;

/** Takes apart the nanoseconds since 1970 at a multiple of 8, for the three functions below. */
export function readTime(at: i32): void {
  const value = doubles[at >> 3]!;
  let seconds = Number(value / 1_000_000_000n);
  timeNanos = Number(value - BigInt(seconds) * 1_000_000_000n);
  if (timeNanos < 0) {
    timeNanos += 1_000_000_000;
    seconds--;
  }
  timeDays = Math.floor(seconds / 86_400);
  timeSecond = seconds - timeDays * 86_400;
}

/** Days since 1970 of the time read last. */
export function daysRead(): i32 {
  return timeDays;
}

/** Second of the day of the time read last. */
export function secondRead(): i32 {
  return timeSecond;
}

/** Nanoseconds of the second of the time read last. */
export function nanosRead(): i32 {
  return timeNanos;
}

/** Stores a time as nanoseconds since 1970 at a multiple of 8. `second` may lie outside the day; no time before 1970. */
export function writeTime(at: i32, days: i32, second: i32, nanos: i32): void {
  const seconds = days * 86_400 + second;
  const low = (seconds % 65_536) * 1_000_000_000 + nanos;
  const high = Math.floor(seconds / 65_536) * 1_000_000_000;
  const sum = low + (high % 65_536) * 65_536;
  words[at >> 2] = sum | 0;
  words[(at >> 2) + 1] = Math.floor(high / 65_536) + Math.floor(sum / 4_294_967_296);
}
