import { Float, Json, Timestamp, jsonOfText, type FieldValue } from '@acequia/event';
import type { BatchCore } from './batch-core.ts';
import { plainInteger, readList, writeList } from './list-codec.ts';
import { cellTags, type CellTag } from './view.ts';

/** A cell by its three words. */
export interface CellWords {
  offset: number;
  length: number;
  tag: number;
}

export function tagOf(word: number): CellTag {
  return (word & 0xff) as CellTag;
}

export function segmentOf(word: number): number {
  return (word >>> 8) & 0xffff;
}

export function cellText(core: BatchCore, offset: number, length: number, tag: number): string {
  const segment = segmentOf(tag);
  const buffer = core.side.segments[segment]!;
  const end = offset + length;
  return core.side.ascii[segment] === true ? buffer.latin1Slice(offset, end) : buffer.utf8Slice(offset, end);
}

/** The value of the cell at `word`; undefined when its tag is `missing`. */
export function readCell(core: BatchCore, word: number): FieldValue | undefined {
  const cells = core.cells;
  const offset = cells[word]!;
  const length = cells[word + 1]!;
  const tag = cells[word + 2]!;
  switch (tagOf(tag)) {
    case cellTags.missing:
      return undefined;
    case cellTags.null:
      return null;
    case cellTags.text:
      return cellText(core, offset, length, tag);
    case cellTags.escaped:
      return unescaped(cellText(core, offset, length, tag));
    case cellTags.integerText:
      return integerOf(cellText(core, offset, length, tag));
    case cellTags.floatText:
      return new Float(Number(cellText(core, offset, length, tag)));
    case cellTags.i64:
      return plainInteger(core.side.segments[segmentOf(tag)]!.readBigInt64LE(offset));
    case cellTags.f64:
      return new Float(core.side.segments[segmentOf(tag)]!.readDoubleLE(offset));
    case cellTags.time:
      return new Timestamp(core.side.segments[segmentOf(tag)]!.readBigInt64LE(offset));
    case cellTags.bool:
      return length === 1;
    case cellTags.json:
      return jsonOfText(cellText(core, offset, length, tag));
    case cellTags.list:
      return readList(core.side.segments[segmentOf(tag)]!.subarray(offset, offset + length));
  }
}

/** Brings a value into the batch and says where it lies. `into` is reused by the caller. */
export function placeValue(core: BatchCore, value: FieldValue, into: CellWords): void {
  if (value === null) {
    into.offset = 0;
    into.length = 0;
    into.tag = cellTags.null;
    return;
  }
  if (typeof value === 'boolean') {
    into.offset = 0;
    into.length = value ? 1 : 0;
    into.tag = cellTags.bool;
    return;
  }
  const side = core.side;
  let tag: CellTag;
  if (typeof value === 'string') {
    side.text(value);
    tag = cellTags.text;
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    side.i64(BigInt.asIntN(64, BigInt(value)));
    tag = cellTags.i64;
  } else if (value instanceof Float) {
    side.f64(value.value);
    tag = cellTags.f64;
  } else if (value instanceof Timestamp) {
    side.i64(value.ns);
    tag = cellTags.time;
  } else if (value instanceof Json) {
    side.text(value.text);
    tag = cellTags.json;
  } else {
    side.bytes(writeList(value), 8);
    tag = cellTags.list;
  }
  into.offset = side.placed.offset;
  into.length = side.placed.length;
  into.tag = tag | (side.placed.segment << 8);
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return (JSON.parse(`"${text}"`) as string).toWellFormed();
  } catch {
    return text;
  }
}

const integerShape = /^-?\d{1,20}$/;

function integerOf(text: string): number | bigint | undefined {
  if (text.length <= 15) {
    const value = Number(text);
    return Number.isInteger(value) ? value + 0 : undefined;
  }
  return integerShape.test(text) ? plainInteger(BigInt.asIntN(64, BigInt(text))) : undefined;
}
