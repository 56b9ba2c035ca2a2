import { hash } from 'node:crypto';
import { chargeRun, type FieldValue } from '@acequia/event';
import { keyText } from '../../../fields/event-key.ts';
import { BadState, type StateReader, type StateWriter } from '../../../state/state-bytes.ts';
import type { Accumulator, AccumulatorKind, Value } from './accumulator.ts';

/** So many unlike values are counted exactly. */
const exactMax = 1000;
const entryBytes = 56;
const emptyBytes = 192;
/** 2^14 registers: a standard error of 0.8 %. */
const indexBits = 14;
const registers = 2 ** indexBits;
/** Steps of hashing a value, beside one for each of its characters. */
const hashSteps = 100;
const alpha = 0.7213 / (1 + 1.079 / registers);

/** How many unlike values there were: by 64-bit hashes while there are few, then by HyperLogLog. */
class Distinct implements Accumulator {
  /** 8 characters of one byte each. */
  readonly #seen = new Set<string>();
  #registers: Uint8Array | undefined;

  static read(input: StateReader): Distinct {
    const distinct = new Distinct();
    if (input.bool()) {
      distinct.#registers = input.bytes();
      if (distinct.#registers.length !== registers) throw new BadState('registers');
    } else for (let left = input.u32(); left > 0; left--) distinct.#seen.add(Buffer.from(input.bytes()).toString('latin1'));
    return distinct;
  }

  get bytes(): number {
    return emptyBytes + (this.#registers?.length ?? this.#seen.size * entryBytes);
  }

  add(value: Value): number {
    const key = keyText([value]);
    chargeRun(hashSteps + key.length);
    return this.#take(hash('sha256', key, 'buffer').toString('latin1', 0, 8));
  }

  merge(later: Distinct): void {
    for (const seen of later.#seen) this.#take(seen);
    const others = later.#registers;
    if (!others) return;
    const own = this.#estimateFrom();
    for (let index = 0; index < registers; index++) own[index] = Math.max(own[index]!, others[index]!);
  }

  result(): FieldValue {
    if (!this.#registers) return this.#seen.size;
    let sum = 0;
    let zeros = 0;
    for (const register of this.#registers) {
      sum += 2 ** -register;
      if (register === 0) zeros++;
    }
    const raw = (alpha * registers * registers) / sum;
    return Math.round(raw <= 2.5 * registers && zeros > 0 ? registers * Math.log(registers / zeros) : raw);
  }

  write(out: StateWriter): void {
    out.bool(this.#registers !== undefined);
    if (this.#registers) {
      out.bytes(this.#registers);
      return;
    }
    out.u32(this.#seen.size);
    for (const seen of this.#seen) out.bytes(Buffer.from(seen, 'latin1'));
  }

  #take(seen: string): number {
    const before = this.bytes;
    if (this.#registers) this.#note(this.#registers, seen);
    else {
      this.#seen.add(seen);
      if (this.#seen.size > exactMax) this.#estimateFrom();
    }
    return this.bytes - before;
  }

  #estimateFrom(): Uint8Array {
    if (this.#registers) return this.#registers;
    this.#registers = new Uint8Array(registers);
    for (const seen of this.#seen) this.#note(this.#registers, seen);
    this.#seen.clear();
    return this.#registers;
  }

  /** The first 14 bits choose a register, which keeps the longest run of zeros before the first one in the next 32. */
  #note(all: Uint8Array, seen: string): void {
    const index = (seen.charCodeAt(0) << 6) | (seen.charCodeAt(1) >> 2);
    const rest = (seen.charCodeAt(2) << 24) | (seen.charCodeAt(3) << 16) | (seen.charCodeAt(4) << 8) | seen.charCodeAt(5);
    const run = Math.clz32(rest) + 1;
    if (run > all[index]!) all[index] = run;
  }
}

export const countDistinct: AccumulatorKind<Distinct> = { create: () => new Distinct(), read: (input) => Distinct.read(input) };
