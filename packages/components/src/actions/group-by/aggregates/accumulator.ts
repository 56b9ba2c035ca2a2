import { MiB } from '@acequia/base';
import { Json, jsonOfText, List, type FieldValue } from '@acequia/event';
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
/** The same for all that one group collects, so that no result is much larger than an event may be. */
export const collectedBytesMax = 4 * MiB;

/** Of an array, with the head of what it refers to. */
const placeBytes = 32;
/** An object with its fields. */
const objectBytes = 64;

/** Memory of a kept value in bytes, about and rather more; never less than its bytes in a checkpoint. */
export function bytesOf(value: FieldValue): number {
  if (typeof value === 'string') return placeBytes + textBytes(value);
  if (value instanceof Json) return placeBytes + objectBytes + textBytes(value.text);
  if (value instanceof List) return value.items.reduce<number>((sum, item) => sum + bytesOf(item), placeBytes + objectBytes);
  return typeof value === 'object' && value !== null ? objectBytes : placeBytes;
}

/** A text is held with one byte a character, or with two where one of them needs it; written, with up to three. */
export function textBytes(text: string): number {
  const written = Buffer.byteLength(text);
  return written === text.length ? written : Math.max(written, 2 * text.length);
}

const sliceMin = 13;

/** The value without a hold on the larger text or batch it was cut from, or on what was read of it. */
export function kept<V extends FieldValue>(value: V): V {
  if (typeof value === 'string') return ownText(value) as V;
  if (value instanceof Json) return jsonOfText(ownText(value.text)) as V;
  if (value instanceof List && value.of === 'string')
    return new List(
      'string',
      value.items.map((item) => ownText(item as string)),
    ) as V;
  return value;
}

function ownText(text: string): string {
  return text.length < sliceMin ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}
