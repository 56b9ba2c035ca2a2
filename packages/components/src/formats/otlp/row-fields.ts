import { isUtf8 } from 'node:buffer';
import { hourMs } from '@acequia/base';
import { cellTags, type BatchBuilder, type CellTag, type Slot } from '@acequia/batch';
import { Float, List, Timestamp, integerFromBigInt, jsonOfText } from '@acequia/event';
import type { SideText } from './side-text.ts';
import type { WireReader } from './wire-reader.ts';

/** Last nanosecond of the year 2261 (catalogue 1.5). */
const timeMaxNs = 9_214_646_399_999_999_999n;

/** A time further ahead of its receipt than this is flagged (catalogue 1.5). */
const skewMaxMs = 24 * hourMs;

/** A range of the side text that several rows share. */
export interface SideRange {
  readonly start: number;
  readonly stop: number;
}

/** Adds the fields of rows: text where it lies in the block, made text by reference into the side text. */
export class RowFields {
  readonly out: BatchBuilder;
  readonly side: SideText;
  readonly #bytes: Uint8Array;
  readonly #segment: number;
  #skewedFromNs = 0n;

  constructor(out: BatchBuilder, bytes: Uint8Array, side: SideText) {
    this.out = out;
    this.side = side;
    this.#bytes = bytes;
    side.rewind(0);
    this.#segment = out.bulk?.reserveSegment() ?? 0;
  }

  startFrame(receivedMs: number): void {
    this.#skewedFromNs = BigInt(Math.trunc(receivedMs + skewMaxMs)) * 1_000_000n;
  }

  /** Hands the side text to the batch; nothing is added afterwards. */
  finish(): void {
    this.out.bulk?.setSegment(this.#segment, this.side.bytes);
  }

  /** A string field of a message; nothing when it is empty. */
  text(slot: Slot, start: number, stop: number): void {
    if (stop > start) this.anyText(slot, start, stop);
  }

  anyText(slot: Slot, start: number, stop: number): void {
    if (this.#valid(start, stop)) {
      this.out.span(slot, start, stop - start, cellTags.text);
      return;
    }
    const from = this.side.size;
    this.side.plain(this.#bytes, start, stop);
    this.sideText(slot, from, this.side.size);
  }

  /** A range of the side text as a string. */
  sideText(slot: Slot, start: number, stop: number): void {
    if (this.#segment > 0) this.#sideCell(slot, start, stop, cellTags.text);
    else this.out.value(slot, this.side.textOf(start, stop));
  }

  /** A range of the side text as json. */
  json(slot: Slot, range: SideRange): void {
    if (this.#segment > 0) this.#sideCell(slot, range.start, range.stop, cellTags.json);
    else this.out.value(slot, jsonOfText(this.side.textOf(range.start, range.stop)));
  }

  /** An id in hexadecimal; nothing when it is empty or all zeros, which OTLP calls invalid. */
  id(slot: Slot, start: number, stop: number): void {
    if (isZero(this.#bytes, start, stop)) return;
    const from = this.side.size;
    this.side.hex(this.#bytes, start, stop);
    this.sideText(slot, from, this.side.size);
  }

  /** A time in ns; nothing when it is 0 or beyond 2261. */
  time(slot: Slot, ns: bigint): void {
    if (isTime(ns)) this.out.value(slot, new Timestamp(ns));
  }

  /** The event's own time. */
  eventTime(ns: bigint): void {
    if (!isTime(ns)) return;
    this.out.time(ns);
    if (ns > this.#skewedFromNs) this.out.flag('clock_skew');
  }

  /** A double; null when it is not finite, which is no value (catalogue 1.5). */
  float(slot: Slot, value: number): void {
    this.out.value(slot, Number.isFinite(value) ? new Float(value) : null);
  }

  /** An unsigned 64-bit integer; digits as text beyond the signed range. */
  unsigned(slot: Slot, value: bigint): void {
    this.out.value(slot, integerFromBigInt(value) ?? String(value));
  }

  /** `to` minus `from`, both times. */
  difference(slot: Slot, from: bigint, to: bigint): void {
    const value = integerFromBigInt(to - from);
    if (value !== undefined) this.out.value(slot, value);
  }

  floats(slot: Slot, values: readonly number[]): void {
    this.out.value(
      slot,
      new List(
        'float',
        values.filter(Number.isFinite).map((value) => new Float(value)),
      ),
    );
  }

  integers(slot: Slot, values: readonly bigint[]): void {
    const items = values.map((value) => integerFromBigInt(value));
    if (items.includes(undefined)) this.out.value(slot, jsonOfText(`[${values.join(',')}]`));
    else this.out.value(slot, new List('integer', items as (number | bigint)[]));
  }

  #sideCell(slot: Slot, start: number, stop: number, tag: CellTag): void {
    this.out.span(slot, start, stop - start, (tag | (this.#segment << 8)) as CellTag);
  }

  #valid(start: number, stop: number): boolean {
    const bytes = this.#bytes;
    for (let at = start; at < stop; at++) if (bytes[at]! >= 0x80) return isUtf8(bytes.subarray(start, stop));
    return true;
  }
}

export const isTime = (ns: bigint): boolean => ns > 0n && ns <= timeMaxNs;

function isZero(bytes: Uint8Array, start: number, stop: number): boolean {
  for (let at = start; at < stop; at++) if (bytes[at] !== 0) return false;
  return true;
}

/** The unsigned 64-bit integers of a repeated field the reader stands at, packed or single. */
export function readFixed64s(reader: WireReader, into: bigint[]): void {
  if (reader.wire === 1) into.push(reader.unsigned());
  else for (let at = reader.start; at < reader.stop; at += 8) into.push(reader.unsignedAt(at));
}

export function readDoubles(reader: WireReader, into: number[]): void {
  if (reader.wire === 1) into.push(reader.doubleAt(reader.start));
  else for (let at = reader.start; at < reader.stop; at += 8) into.push(reader.doubleAt(at));
}

export function readVarints(reader: WireReader, into: bigint[]): void {
  if (reader.wire === 0) {
    into.push(reader.unsigned());
    return;
  }
  const { at, end, stop } = reader;
  reader.range(reader.start, stop);
  while (reader.at < stop && reader.varint()) into.push(reader.unsigned());
  reader.range(at, end);
}
