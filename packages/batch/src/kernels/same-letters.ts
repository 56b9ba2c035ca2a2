import { byteAt, type bool, type i32 } from './platform.ts';

/** Whether an ASCII text is a word of small letters, capitals being the same. */
export function sameLetters(at: i32, word: i32, length: i32): bool {
  for (let i = 0; i < length; i++) {
    const byte = byteAt(at + i);
    if ((byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte) !== byteAt(word + i)) return false;
  }
  return true;
}
