import { Float, integerFromBigInt, type FieldValue } from '@acequia/event';
import type { StateReader, StateWriter } from '../../../state/state-bytes.ts';
import type { Accumulator, AccumulatorKind, Value } from './accumulator.ts';

/** A finite float, or null: an infinite sum is no value. */
const finite = (value: number): FieldValue => (Number.isFinite(value) ? new Float(value) : null);

/** Integers are added exactly, floats with what rounding took away (Neumaier), so that order hardly matters. */
class Total {
  count = 0;
  #whole = 0n;
  /** Integers not yet in `#whole`. */
  #small = 0;
  #floats = 0;
  #sum = 0;
  #lost = 0;

  static read(input: StateReader): Total {
    const total = new Total();
    total.count = input.f64();
    total.#floats = input.f64();
    total.#sum = input.f64();
    total.#lost = input.f64();
    total.#whole = BigInt(input.text());
    return total;
  }

  add(value: Value): void {
    this.count++;
    if (value instanceof Float) {
      this.#floats++;
      this.#addFloat(value.value);
    } else if (typeof value === 'number') {
      const sum = this.#small + value;
      if (Number.isSafeInteger(sum)) this.#small = sum;
      else {
        this.#whole += BigInt(this.#small) + BigInt(value);
        this.#small = 0;
      }
    } else this.#whole += value as bigint;
  }

  merge(later: Total): void {
    this.count += later.count;
    this.#whole += later.#whole + BigInt(later.#small);
    this.#floats += later.#floats;
    this.#addFloat(later.#sum);
    this.#addFloat(later.#lost);
  }

  get double(): number {
    return Number(this.#integers) + this.#sum + this.#lost;
  }

  /** An integer while all were and it fits into 64 bits, else a float. */
  get value(): FieldValue {
    if (this.count === 0) return null;
    return this.#floats === 0 ? (integerFromBigInt(this.#integers) ?? finite(this.double)) : finite(this.double);
  }

  write(out: StateWriter): void {
    out.f64(this.count);
    out.f64(this.#floats);
    out.f64(this.#sum);
    out.f64(this.#lost);
    out.text(String(this.#integers));
  }

  get #integers(): bigint {
    return this.#whole + BigInt(this.#small);
  }

  #addFloat(value: number): void {
    const sum = this.#sum + value;
    this.#lost += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
  }
}

class Sum implements Accumulator {
  readonly bytes = 160;
  readonly #total: Total;
  readonly #mean: boolean;

  constructor(mean: boolean, total = new Total()) {
    this.#mean = mean;
    this.#total = total;
  }

  add(value: Value): number {
    this.#total.add(value);
    return 0;
  }

  merge(later: Sum): void {
    this.#total.merge(later.#total);
  }

  result(): FieldValue {
    if (!this.#mean) return this.#total.value;
    return this.#total.count === 0 ? null : finite(this.#total.double / this.#total.count);
  }

  write(out: StateWriter): void {
    this.#total.write(out);
  }
}

/** Standard deviation of a sample, by running means (Welford; Chan for two parts). */
class Deviation implements Accumulator {
  readonly bytes = 96;
  #count: number;
  #mean: number;
  #squares: number;

  constructor(count = 0, mean = 0, squares = 0) {
    this.#count = count;
    this.#mean = mean;
    this.#squares = squares;
  }

  add(value: Value): number {
    const number = value instanceof Float ? value.value : Number(value);
    const off = number - this.#mean;
    this.#mean += off / ++this.#count;
    this.#squares += off * (number - this.#mean);
    return 0;
  }

  merge(later: Deviation): void {
    if (later.#count === 0) return;
    const both = this.#count + later.#count;
    const off = later.#mean - this.#mean;
    this.#squares += later.#squares + (off * off * this.#count * later.#count) / both;
    this.#mean += (off * later.#count) / both;
    this.#count = both;
  }

  result(): FieldValue {
    return this.#count < 2 ? null : finite(Math.sqrt(this.#squares / (this.#count - 1)));
  }

  write(out: StateWriter): void {
    out.f64(this.#count);
    out.f64(this.#mean);
    out.f64(this.#squares);
  }
}

const sums = (mean: boolean): AccumulatorKind<Sum> => ({
  create: () => new Sum(mean),
  read: (input) => new Sum(mean, Total.read(input)),
});
export const sum = sums(false);
export const avg = sums(true);
export const stddev: AccumulatorKind<Deviation> = {
  create: () => new Deviation(),
  read: (input) => new Deviation(input.f64(), input.f64(), input.f64()),
};
