import type { FieldValue } from '@acequia/event';
import type { StateWriter } from '../../../state/state-bytes.ts';
import type { Accumulator, AccumulatorKind, Value } from './accumulator.ts';

/** Whether a value was seen that decides: a true one for *any*, a false one for *all*. */
class Truth implements Accumulator {
  readonly bytes = 0;
  readonly #decides: boolean;
  #value: FieldValue;

  constructor(decides: boolean, value: FieldValue = null) {
    this.#decides = decides;
    this.#value = value;
  }

  add(value: Value): number {
    if (this.#value !== this.#decides) this.#value = value === true;
    return 0;
  }

  merge(later: Truth): void {
    if (later.#value !== null) this.add(later.#value);
  }

  result(): FieldValue {
    return this.#value;
  }

  write(out: StateWriter): void {
    out.value(this.#value);
  }
}

const truth = (decides: boolean): AccumulatorKind<Truth> => ({
  create: () => new Truth(decides),
  read: (input) => new Truth(decides, input.value()),
});
export const any = truth(true);
export const all = truth(false);
