import { jsonOf, List, typeOf, valueToNode, valueToText, type FieldValue, type ListItem, type ScalarType } from '@acequia/event';
import { keyText } from '../../../fields/event-key.ts';
import { BadState, type StateReader, type StateWriter } from '../../../state/state-bytes.ts';
import { bytesOf, kept, keptBytesMax, type Accumulator, type AccumulatorKind, type Value } from './accumulator.ts';

export interface CollectOptions {
  /** Values beyond are left out. */
  readonly limit: number;
  readonly distinct: boolean;
  /** Joined to one text, with this between; absent: a list. */
  readonly separator?: string;
}

/** The first values in the order of arrival: all of them, or the unlike ones; as a list or as one text. */
class Collected implements Accumulator {
  readonly #o: CollectOptions;
  readonly #values: Value[] = [];
  readonly #seen = new Set<string>();
  #bytes = 0;

  constructor(options: CollectOptions) {
    this.#o = options;
  }

  static read(options: CollectOptions, input: StateReader): Collected {
    const collected = new Collected(options);
    for (let left = input.u32(); left > 0; left--) {
      const value = input.value();
      if (value === null) throw new BadState('a null among values');
      collected.add(value);
    }
    return collected;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(value: Value): number {
    const { limit, distinct } = this.#o;
    const bytes = bytesOf(value);
    if (this.#values.length >= limit || this.#bytes + bytes > keptBytesMax) return 0;
    if (distinct) {
      const key = keyText([value]);
      if (this.#seen.has(key)) return 0;
      this.#seen.add(key);
    }
    this.#values.push(kept(value));
    const grown = distinct ? 2 * bytes : bytes;
    this.#bytes += grown;
    return grown;
  }

  merge(later: Collected): void {
    for (const value of later.#values) this.add(value);
  }

  result(): FieldValue {
    if (this.#values.length === 0) return null;
    const { separator } = this.#o;
    return separator === undefined ? listOf(this.#values) : this.#values.map(valueToText).join(separator);
  }

  write(out: StateWriter): void {
    out.u32(this.#values.length);
    for (const value of this.#values) out.value(value);
  }
}

/** A list while all are of one scalar type, else a json array. */
function listOf(values: readonly Value[]): FieldValue {
  const types = new Set(values.map(typeOf));
  const [type] = types;
  const scalar = types.size === 1 && type !== undefined && type !== 'json' && !type.startsWith('list<');
  return scalar ? new List(type as ScalarType, values as readonly ListItem[]) : jsonOf(values.map(valueToNode));
}

export const collect = (options: CollectOptions): AccumulatorKind<Collected> => ({
  create: () => new Collected(options),
  read: (input) => Collected.read(options, input),
});
