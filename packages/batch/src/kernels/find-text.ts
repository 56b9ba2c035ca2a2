import { byteAt, findByte, sameBytesAt, type i32 } from './platform.ts';

/** Where a text of at least one byte stands next, or −1. */
export function findText(at: i32, end: i32, text: i32, length: i32): i32 {
  const first = byteAt(text);
  while (true) {
    at = findByte(at, end, first);
    if (at + length > end) return -1;
    if (length === 1 || sameBytesAt(at, text, length)) return at;
    at++;
  }
}
