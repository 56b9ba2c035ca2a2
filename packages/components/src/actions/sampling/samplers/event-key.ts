import { createHash } from 'node:crypto';
import type { BatchView, Row } from '@acequia/batch';
import { spendRun, typeOf, valueToText } from '@acequia/event';
import type { FieldReader } from '../../../fields/field-reader.ts';

const plainMax = 100;
/** Steps of hashing a key and looking for it, beside one for each of its characters. */
const keySteps = 100;

/**
 * One text per combination of values; null and missing are one value, unlike every text. Long ones are hashed. Counts among the steps
 * of the run.
 */
export function eventKeyOf(readers: readonly FieldReader[]): (view: BatchView, row: Row) => string {
  return (view, row) => {
    let key = '';
    for (const read of readers) {
      const value = read(view, row) ?? null;
      key += value === null ? '\u0001' : `\u0000${typeOf(value)!.slice(0, 2)}${valueToText(value)}`;
    }
    spendRun(keySteps + key.length);
    return key.length <= plainMax ? key : createHash('sha256').update(key).digest('base64');
  };
}
