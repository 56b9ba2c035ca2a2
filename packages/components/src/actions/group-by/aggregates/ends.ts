import type { FieldValue } from '@acequia/event';
import type { StateWriter } from '../../../state/state-bytes.ts';
import { bytesOf, kept, type Accumulator, type AccumulatorKind, type Value } from './accumulator.ts';

/** The first or the last value, in the order of arrival. */
class End implements Accumulator {
  readonly #last: boolean;
  #value: FieldValue;

  constructor(last: boolean, value: FieldValue = null) {
    this.#last = last;
    this.#value = value;
  }

  get bytes(): number {
    return bytesOf(this.#value);
  }

  add(value: Value): number {
    if (!this.#last && this.#value !== null) return 0;
    const before = this.bytes;
    this.#value = kept(value);
    return this.bytes - before;
  }

  merge(later: End): void {
    if (later.#value !== null) this.add(later.#value);
  }

  result(): FieldValue {
    return this.#value;
  }

  write(out: StateWriter): void {
    out.value(this.#value);
  }
}

const end = (isLast: boolean): AccumulatorKind<End> => ({
  create: () => new End(isLast),
  read: (input) => new End(isLast, input.value()),
});
export const first = end(false);
export const last = end(true);
