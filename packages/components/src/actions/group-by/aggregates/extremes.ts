import { compareValues, Float, integerFromBigInt, Timestamp, type FieldValue } from '@acequia/event';
import type { StateReader, StateWriter } from '../../../state/state-bytes.ts';
import { bytesOf, kept, type Accumulator, type AccumulatorKind, type Value } from './accumulator.ts';

/** Values of unlike types are ordered numbers, then times, then texts. */
function order(a: Value, b: Value): number {
  return compareValues(a, b) ?? rank(a) - rank(b);
}

const rank = (value: Value): number => (typeof value === 'string' ? 2 : value instanceof Timestamp ? 1 : 0);

/** The least (−1) or greatest (1) value; of equal ones the first. */
class Extreme implements Accumulator {
  readonly #sign: -1 | 1;
  #value: FieldValue;

  constructor(sign: -1 | 1, value: FieldValue = null) {
    this.#sign = sign;
    this.#value = value;
  }

  get bytes(): number {
    return bytesOf(this.#value);
  }

  add(value: Value): number {
    if (this.#value !== null && order(value, this.#value) * this.#sign <= 0) return 0;
    const before = this.bytes;
    this.#value = kept(value);
    return this.bytes - before;
  }

  merge(later: Extreme): void {
    if (later.#value !== null) this.add(later.#value);
  }

  result(): FieldValue {
    return this.#value;
  }

  write(out: StateWriter): void {
    out.value(this.#value);
  }
}

/** Greatest minus least; milliseconds between times. */
class Range implements Accumulator {
  readonly bytes = 256;
  readonly #least: Extreme;
  readonly #greatest: Extreme;

  constructor(least = new Extreme(-1), greatest = new Extreme(1)) {
    this.#least = least;
    this.#greatest = greatest;
  }

  static read(input: StateReader): Range {
    return new Range(new Extreme(-1, input.value()), new Extreme(1, input.value()));
  }

  add(value: Value): number {
    this.#least.add(value);
    this.#greatest.add(value);
    return 0;
  }

  merge(later: Range): void {
    this.#least.merge(later.#least);
    this.#greatest.merge(later.#greatest);
  }

  result(): FieldValue {
    return difference(this.#greatest.result(), this.#least.result());
  }

  write(out: StateWriter): void {
    this.#least.write(out);
    this.#greatest.write(out);
  }
}

const nsPerMs = 1_000_000n;

/** Null where one is a number and the other a time. */
function difference(greater: FieldValue, lesser: FieldValue): FieldValue {
  if (greater instanceof Timestamp && lesser instanceof Timestamp) return integerFromBigInt((greater.ns - lesser.ns) / nsPerMs)!;
  const [a, b] = [whole(greater), whole(lesser)];
  const exact = a === undefined || b === undefined ? undefined : integerFromBigInt(a - b);
  if (exact !== undefined) return exact;
  const off = double(greater) - double(lesser);
  return Number.isFinite(off) ? new Float(off) : null;
}

const whole = (value: FieldValue): bigint | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : undefined;
const double = (value: FieldValue): number =>
  value instanceof Float ? value.value : typeof value === 'number' || typeof value === 'bigint' ? Number(value) : NaN;

const extreme = (sign: -1 | 1): AccumulatorKind<Extreme> => ({
  create: () => new Extreme(sign),
  read: (input) => new Extreme(sign, input.value()),
});
export const min = extreme(-1);
export const max = extreme(1);
export const range: AccumulatorKind<Range> = { create: () => new Range(), read: (input) => Range.read(input) };
