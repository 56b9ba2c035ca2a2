import type { FieldValue } from '@acequia/event';
import type { StateReader, StateWriter } from '../../../state/state-bytes.ts';
import type { Accumulator, AccumulatorKind } from './accumulator.ts';

/** How many values there were. */
class Count implements Accumulator {
  readonly bytes = 0;
  #count: number;

  constructor(count = 0) {
    this.#count = count;
  }

  add(): number {
    this.#count++;
    return 0;
  }

  merge(later: Count): void {
    this.#count += later.#count;
  }

  result(): FieldValue {
    return this.#count;
  }

  write(out: StateWriter): void {
    out.f64(this.#count);
  }
}

export const count: AccumulatorKind<Count> = { create: () => new Count(), read: (input: StateReader) => new Count(input.f64()) };
