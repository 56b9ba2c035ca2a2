import {
  Json,
  jsonOf,
  jsonOfText,
  List,
  typeOf,
  valueToNode,
  valueToText,
  type FieldValue,
  type ListItem,
  type ScalarType,
} from '@acequia/event';
import { keyText } from '../../../fields/event-key.ts';
import { BadState, type StateReader, type StateWriter } from '../../../state/state-bytes.ts';
import { bytesOf, kept, keptBytesMax, textBytes, type Accumulator, type AccumulatorKind, type Value } from './accumulator.ts';

export interface CollectOptions {
  /** Values beyond are left out. */
  readonly limit: number;
  /** The same by their memory. Default: 1 MiB. */
  readonly bytesMax?: number;
  readonly distinct: boolean;
  /** Joined to one text, with this between; absent: a list. */
  readonly separator?: string;
}

const emptyBytes = 256;
const emptySetBytes = 224;
const entryBytes = 96;

/** The first values in the order of arrival: all of them, or the unlike ones; as a list or as one text. */
class Collected implements Accumulator {
  readonly #o: CollectOptions;
  readonly #values: Value[] = [];
  /** Of unlike values. */
  readonly #seen: Set<string> | undefined;
  #bytes = 0;

  constructor(options: CollectOptions) {
    this.#o = options;
    if (options.distinct) this.#seen = new Set();
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
    return emptyBytes + (this.#seen ? emptySetBytes : 0) + this.#bytes;
  }

  add(value: Value): number {
    return this.#take(value, kept);
  }

  /** The values are shared. */
  merge(later: Collected): void {
    for (const value of later.#values) {
      if (this.#values.length >= this.#o.limit) return;
      this.#take(value, (own) => own);
    }
  }

  result(): FieldValue {
    if (this.#values.length === 0) return null;
    const { separator } = this.#o;
    return separator === undefined ? listOf(this.#values) : this.#values.map(valueToText).join(separator);
  }

  #take(value: Value, keep: (value: Value) => Value): number {
    if (this.#values.length >= this.#o.limit) return 0;
    let bytes = bytesOf(value);
    if (this.#bytes + bytes > (this.#o.bytesMax ?? keptBytesMax)) return 0;
    if (this.#seen) {
      const key = keyText([value]);
      if (this.#seen.has(key)) return 0;
      this.#seen.add(key);
      bytes += entryBytes + textBytes(key);
    }
    this.#values.push(keep(value));
    this.#bytes += bytes;
    return bytes;
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
  return scalar ? new List(type as ScalarType, values as readonly ListItem[]) : jsonOf(values.map(nodeOf));
}

/** What is read of a value that is kept is not kept with it. */
const nodeOf = (value: Value) => valueToNode(value instanceof Json ? jsonOfText(value.text) : value);

export const collect = (options: CollectOptions): AccumulatorKind<Collected> => ({
  create: () => new Collected(options),
  read: (input) => Collected.read(options, input),
});
