import { valueToText } from '@acequia/event';
import type { FieldReader } from '../../../fields/field-reader.ts';
import { fractionOf } from '../../../fields/hash-fraction.ts';
import { fractionOfEvent } from './hash-of-event.ts';
import type { Sampler } from './sampler.ts';

/** A share of all events, by hash: the same event, or the same value of a field, is always treated alike. */
export function createPercent(percent: number, read: FieldReader | undefined): Sampler {
  const share = percent / 100;
  return {
    rate: (view, row) => {
      const value = read?.(view, row) ?? null;
      const fraction = value === null ? fractionOfEvent(view, row) : fractionOf(valueToText(value));
      return fraction < share ? 1 / share : 0;
    },
  };
}
