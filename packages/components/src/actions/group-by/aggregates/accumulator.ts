import { MiB } from '@acequia/base';
import { Json, List, type FieldValue } from '@acequia/event';
import type { StateReader, StateWriter } from '../../../state/state-bytes.ts';

/** Values as they go in: never null. */
export type Value = Exclude<FieldValue, null>;

/** The aggregate of one function over one group, in one pane. */
export interface Accumulator {
  /** Takes a value in; returns by how many bytes its memory grew, about. */
  add(value: Value): number;
  /** Takes in what another of the same kind has, which came later. */
  merge(later: this): void;
  /** Null when no value came. */
  result(): FieldValue;
  /** Its memory in bytes, about. */
  readonly bytes: number;
  write(out: StateWriter): void;
}

/** How a function is made and read back. */
export interface AccumulatorKind<A extends Accumulator = Accumulator> {
  create(): A;
  read(input: StateReader): A;
}

/** Memory one accumulator may keep values in; what comes beyond is left out. */
export const keptBytesMax = 1 * MiB;

const wordBytes = 16;

/** Memory of a kept value, about. */
export function bytesOf(value: FieldValue): number {
  if (typeof value === 'string') return wordBytes + value.length;
  if (value instanceof Json) return 4 * wordBytes + value.text.length;
  if (value instanceof List) return value.items.reduce<number>((sum, item) => sum + bytesOf(item), 2 * wordBytes);
  return wordBytes;
}

const sliceMin = 13;

/** The value without a hold on the larger text or batch it was cut from. */
export function kept<V extends FieldValue>(value: V): V {
  if (typeof value === 'string' && value.length >= sliceMin) return Buffer.from(value, 'utf16le').toString('utf16le') as V;
  return value;
}
