import type { FieldValue } from '@acequia/event';
import { BadState, type StateReader, type StateWriter } from '../../state/state-bytes.ts';
import { bytesOf, kept, type Accumulator, type AccumulatorKind, type Value } from './aggregates/accumulator.ts';

const groupBytes = 320;
const accumulatorBytes = 64;

/** What came with one key in one pane. */
export class Group {
  readonly keys: readonly FieldValue[];
  /** Id of its first event. */
  readonly first: string;
  /** An earlier group of the key may have been given up in the same pane. */
  readonly rest: boolean;
  events = 0;
  bytes: number;
  readonly #accumulators: readonly Accumulator[];

  private constructor(keys: readonly FieldValue[], first: string, rest: boolean, accumulators: readonly Accumulator[]) {
    this.keys = keys;
    this.first = first;
    this.rest = rest;
    this.#accumulators = accumulators;
    this.bytes = groupBytes + first.length + accumulators.length * accumulatorBytes;
    for (const key of keys) this.bytes += bytesOf(key);
    for (const { bytes } of accumulators) this.bytes += bytes;
  }

  static begin(kinds: readonly AccumulatorKind[], keys: readonly FieldValue[], first: string, rest: boolean): Group {
    return new Group(
      keys.map(kept),
      first,
      rest,
      kinds.map((kind) => kind.create()),
    );
  }

  static read(kinds: readonly AccumulatorKind[], input: StateReader): Group {
    const first = input.text();
    const rest = input.bool();
    const events = input.f64();
    const keys = Array.from({ length: input.u32() }, () => input.value());
    if (input.u32() !== kinds.length) throw new BadState('other functions');
    const group = new Group(
      keys,
      first,
      rest,
      kinds.map((kind) => kind.read(input)),
    );
    group.events = events;
    return group;
  }

  /** One event: a value for each function, undefined where it has none. Returns by how many bytes the group grew. */
  add(values: readonly (Value | undefined)[]): number {
    let grown = 0;
    this.events++;
    for (const [index, value] of values.entries()) if (value !== undefined) grown += this.#accumulators[index]!.add(value);
    this.bytes += grown;
    return grown;
  }

  merge(later: Group): void {
    this.events += later.events;
    for (const [index, accumulator] of this.#accumulators.entries()) {
      this.bytes -= accumulator.bytes;
      accumulator.merge(later.#accumulators[index]!);
      this.bytes += accumulator.bytes;
    }
  }

  results(): FieldValue[] {
    return this.#accumulators.map((accumulator) => accumulator.result());
  }

  write(out: StateWriter): void {
    out.text(this.first);
    out.bool(this.rest);
    out.f64(this.events);
    out.u32(this.keys.length);
    for (const key of this.keys) out.value(key);
    out.u32(this.#accumulators.length);
    for (const accumulator of this.#accumulators) accumulator.write(out);
  }
}
