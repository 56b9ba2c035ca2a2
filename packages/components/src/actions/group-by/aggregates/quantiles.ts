import { Float, type FieldValue } from '@acequia/event';
import type { StateReader, StateWriter } from '../../../state/state-bytes.ts';
import type { Accumulator, AccumulatorKind, Value } from './accumulator.ts';

/** So many values are kept as they are. */
const exactMax = 256;
/** Half a step of the sketch: a value is known within 1 %. */
const accuracy = 0.01;
const gamma = (1 + accuracy) / (1 - accuracy);
const logGamma = Math.log(gamma);
/** Steps of one sign; the smallest sizes share one beyond them. */
const stepsMax = 4096;
const stepBytes = 48;
const emptyBytes = 640;

/**
 * The value below which a share of all lies: exact with interpolation while there are few, then by a sketch of
 * logarithmic steps (DDSketch), whose answer is within 1 % of a value that stands there.
 */
class Quantile implements Accumulator {
  readonly #share: number;
  #values: number[] | undefined = [];
  /** Step → how many. */
  readonly #positive = new Map<number, number>();
  readonly #negative = new Map<number, number>();
  #zeros = 0;

  constructor(share: number) {
    this.#share = share;
  }

  static read(share: number, input: StateReader): Quantile {
    const quantile = new Quantile(share);
    if (input.bool()) {
      quantile.#values = Array.from({ length: Math.min(input.u32(), exactMax) }, () => input.f64());
      return quantile;
    }
    quantile.#values = undefined;
    quantile.#zeros = input.f64();
    for (const steps of [quantile.#positive, quantile.#negative])
      for (let left = input.u32(); left > 0; left--) steps.set(input.f64(), input.f64());
    return quantile;
  }

  get bytes(): number {
    return emptyBytes + (this.#values ? this.#values.length * 16 : (this.#positive.size + this.#negative.size) * stepBytes);
  }

  add(value: Value): number {
    const before = this.bytes;
    this.#take(value instanceof Float ? value.value : Number(value), 1);
    return this.bytes - before;
  }

  merge(later: Quantile): void {
    if (later.#values) {
      for (const value of later.#values) this.#take(value, 1);
      return;
    }
    this.#toSteps();
    this.#zeros += later.#zeros;
    for (const [step, count] of later.#positive) addTo(this.#positive, step, count);
    for (const [step, count] of later.#negative) addTo(this.#negative, step, count);
  }

  result(): FieldValue {
    const value = this.#values ? this.#exact(this.#values) : this.#estimate();
    return value === undefined ? null : new Float(value);
  }

  write(out: StateWriter): void {
    out.bool(this.#values !== undefined);
    if (this.#values) {
      out.u32(this.#values.length);
      for (const value of this.#values) out.f64(value);
      return;
    }
    out.f64(this.#zeros);
    for (const steps of [this.#positive, this.#negative]) {
      out.u32(steps.size);
      for (const [step, count] of steps) {
        out.f64(step);
        out.f64(count);
      }
    }
  }

  #take(value: number, count: number): void {
    if (this.#values && this.#values.length < exactMax) {
      this.#values.push(value);
      return;
    }
    this.#toSteps();
    if (value === 0) this.#zeros += count;
    else addTo(value > 0 ? this.#positive : this.#negative, Math.ceil(Math.log(Math.abs(value)) / logGamma), count);
  }

  #toSteps(): void {
    const values = this.#values;
    this.#values = undefined;
    for (const value of values ?? []) this.#take(value, 1);
  }

  #exact(values: readonly number[]): number | undefined {
    const sorted = values.toSorted((a, b) => a - b);
    const place = this.#share * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    if (below === undefined || above === undefined || below === above) return below;
    const part = place - Math.floor(place);
    return below * (1 - part) + above * part;
  }

  #estimate(): number {
    const negative = [...this.#negative].sort(([a], [b]) => b - a);
    const positive = [...this.#positive].sort(([a], [b]) => a - b);
    const all = [
      ...negative.map(([step, count]) => [-sizeOf(step), count] as const),
      ...(this.#zeros > 0 ? [[0, this.#zeros] as const] : []),
      ...positive.map(([step, count]) => [sizeOf(step), count] as const),
    ];
    const total = all.reduce((sum, [, count]) => sum + count, 0);
    let left = Math.round(this.#share * (total - 1));
    for (const [value, count] of all) {
      if (left < count) return value;
      left -= count;
    }
    return all.at(-1)![0];
  }
}

/** The middle of a step, by ratio. */
const sizeOf = (step: number): number => Math.min(Number.MAX_VALUE, (2 * Math.exp(step * logGamma)) / (gamma + 1));

function addTo(steps: Map<number, number>, step: number, count: number): void {
  steps.set(step, (steps.get(step) ?? 0) + count);
  if (steps.size <= stepsMax) return;
  const [least, next] = [...steps.keys()].sort((a, b) => a - b) as [number, number];
  steps.set(next, steps.get(next)! + steps.get(least)!);
  steps.delete(least);
}

export const quantile = (share: number): AccumulatorKind<Quantile> => ({
  create: () => new Quantile(share),
  read: (input) => Quantile.read(share, input),
});
