import type { BatchView, Row } from '@acequia/batch';
import { hashFraction, utf8, xxhash64 } from '@acequia/event';

/** A fraction in [0, 1) that is always the same for one text, on every worker: `hash_fraction` of the expression language. */
export const fractionOf = (text: string): number => hashFraction(xxhash64(utf8(text)));

export const fractionOfEvent = (view: BatchView, row: Row): number => fractionOf(view.id(row));
