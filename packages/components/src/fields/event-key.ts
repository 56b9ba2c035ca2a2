import { hash } from 'node:crypto';
import type { BatchView, Row } from '@acequia/batch';
import { spendRun, typeOf, valueToText, type FieldValue } from '@acequia/event';
import type { FieldReader } from './field-reader.ts';

/** 128 bits of a key as four words. */
export type KeyHash = Uint32Array;

/** One text per combination of values, unlike that of every other. `1` as integer and as text differ. */
export function keyText(values: readonly FieldValue[]): string {
  let text = '';
  for (const value of values) text += keyPart(value);
  return text;
}

function keyPart(value: FieldValue): string {
  if (value === null) return '-';
  const printed = valueToText(value);
  return `${typeOf(value)}${printed.length}:${printed}`;
}

/** Steps of hashing a key and looking for it, beside one for each of its characters. */
const keySteps = 100;

/** The first 128 bits of SHA-256 of a key's text, in hex. */
export const keyHashText = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

/**
 * The first 128 bits of SHA-256 over types and texts of the values, into one array that is used again at the next call.
 * Null and missing are one value. Counts among the steps of the run; throws `EXPR_LIMIT` when it has none left.
 */
export function keyHasher(readers: readonly FieldReader[]): (view: BatchView, row: Row) => KeyHash {
  const words = new Uint32Array(4);
  return (view, row) => {
    let text = '';
    for (const read of readers) text += keyPart(read(view, row) ?? null);
    spendRun(keySteps + text.length);
    const digest = hash('sha256', text, 'buffer');
    for (let word = 0; word < 4; word++) words[word] = digest.readUInt32LE(word * 4);
    return words;
  };
}
