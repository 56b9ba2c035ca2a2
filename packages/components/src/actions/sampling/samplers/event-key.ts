import { createHash } from 'node:crypto';
import type { BatchView, Row } from '@acequia/batch';
import { typeOf, valueToText } from '@acequia/event';
import type { FieldReader } from '../../../fields/field-reader.ts';

const plainMax = 100;

/** One text per combination of values; null and missing are one value, unlike every text. Long ones are hashed. */
export function eventKeyOf(readers: readonly FieldReader[]): (view: BatchView, row: Row) => string {
  return (view, row) => {
    let key = '';
    for (const read of readers) {
      const value = read(view, row) ?? null;
      key += value === null ? '\u0001' : `\u0000${typeOf(value)!.slice(0, 2)}${valueToText(value)}`;
    }
    return key.length <= plainMax ? key : createHash('sha256').update(key).digest('base64');
  };
}
