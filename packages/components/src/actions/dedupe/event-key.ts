import { hash } from 'node:crypto';
import type { BatchView, Row } from '@acequia/batch';
import { typeOf, valueToText } from '@acequia/event';
import type { FieldReader } from '../../fields/field-reader.ts';

/** 128 bits of a key as four words. */
export type KeyHash = Uint32Array;

/**
 * The first 128 bits of SHA-256 over types and texts of the values, into one array that is used again at the next call.
 * Null and missing are one value, unlike every text; `1` as integer and as text differ.
 */
export function keyHasher(readers: readonly FieldReader[]): (view: BatchView, row: Row) => KeyHash {
  const words = new Uint32Array(4);
  return (view, row) => {
    let text = '';
    for (const read of readers) {
      const value = read(view, row) ?? null;
      const printed = valueToText(value);
      text += value === null ? '-' : `${typeOf(value)}${printed.length}:${printed}`;
    }
    const digest = hash('sha256', text, 'buffer');
    for (let word = 0; word < 4; word++) words[word] = digest.readUInt32LE(word * 4);
    return words;
  };
}
