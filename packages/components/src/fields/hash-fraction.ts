import { chargeRun, hashFraction, utf8, xxhash64 } from '@acequia/event';

/** Steps of hashing a text, beside those of its characters. */
const hashSteps = 50;
const characterSteps = 4;

/**
 * A fraction in [0, 1) that is always the same for one text, on every worker: `hash_fraction` of the expression language. Counts among
 * the steps of the run.
 */
export function fractionOf(text: string): number {
  chargeRun(hashSteps + characterSteps * text.length);
  return hashFraction(xxhash64(utf8(text)));
}
