import { chargeRun, type FieldValue } from '@acequia/event';
import { keyText } from '../../../fields/event-key.ts';
import { BadState, type StateReader, type StateWriter } from '../../../state/state-bytes.ts';
import { bytesOf, kept, textBytes, type Accumulator, type AccumulatorKind, type Value } from './accumulator.ts';

/** So many values are counted at a time. */
const countersMax = 1000;
const emptyBytes = 256;
const entryBytes = 160;

interface Counter {
  readonly value: Value;
  count: number;
}

/**
 * The value that came most often; of equals the one that came first. Exact up to 1,000 unlike values; beyond, the rarest
 * gives its place and its count to the new one (Space-Saving), which finds every value that makes up more than 1 in 1,000.
 */
class MostFrequent implements Accumulator {
  readonly #counters = new Map<string, Counter>();
  #bytes = 0;

  static read(input: StateReader): MostFrequent {
    const frequent = new MostFrequent();
    for (let left = input.u32(); left > 0; left--) {
      const value = input.value();
      if (value === null) throw new BadState('a null among values');
      frequent.#take(value, input.f64());
    }
    return frequent;
  }

  get bytes(): number {
    return emptyBytes + this.#bytes;
  }

  add(value: Value): number {
    const before = this.#bytes;
    this.#take(value, 1);
    return this.#bytes - before;
  }

  merge(later: MostFrequent): void {
    for (const { value, count } of later.#counters.values()) this.#take(value, count);
  }

  result(): FieldValue {
    let most: Counter | undefined;
    for (const counter of this.#counters.values()) if (!most || counter.count > most.count) most = counter;
    return most?.value ?? null;
  }

  write(out: StateWriter): void {
    out.u32(this.#counters.size);
    for (const { value, count } of this.#counters.values()) {
      out.value(value);
      out.f64(count);
    }
  }

  #take(value: Value, count: number): void {
    const key = keyText([value]);
    const known = this.#counters.get(key);
    if (known) {
      known.count += count;
      return;
    }
    const inherited = this.#counters.size < countersMax ? 0 : this.#giveUpRarest();
    this.#counters.set(key, { value: kept(value), count: inherited + count });
    this.#bytes += entryBytes + bytesOf(value) + textBytes(key);
  }

  #giveUpRarest(): number {
    chargeRun(this.#counters.size);
    let rarest: readonly [string, Counter] | undefined;
    for (const entry of this.#counters) if (!rarest || entry[1].count < rarest[1].count) rarest = entry;
    const [key, { value, count }] = rarest!;
    this.#counters.delete(key);
    this.#bytes -= entryBytes + bytesOf(value) + textBytes(key);
    return count;
  }
}

export const mostFrequent: AccumulatorKind<MostFrequent> = {
  create: () => new MostFrequent(),
  read: (input) => MostFrequent.read(input),
};
