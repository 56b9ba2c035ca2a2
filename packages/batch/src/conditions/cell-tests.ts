import { chargeRun } from '@acequia/event';
import { tagOf, segmentOf } from '../cell-codec.ts';
import { handlingSteps } from '../handling-steps.ts';
import { rowWord, rowWords } from '../row-table.ts';
import type { TableView } from '../table-view.ts';
import type { TextBuffer } from '../text-buffer.ts';
import { cellTags, type Slot } from '../view.ts';

/** Truth of a condition for a row; `unknown`: it takes values to know. */
export const truth = { no: 0, yes: 1, unknown: 2 } as const;
const { no, yes, unknown } = truth;

/** Truth of one cell. */
export type CellTest = (bytes: Uint8Array, offset: number, length: number, tag: number) => number;

/** Applies a test to a field of every row of a view; `missing` is the truth of rows without it. */
export function testColumn(view: TableView, slot: Slot, missing: number, test: CellTest): Uint8Array {
  const { core, table, cells, rows, count } = view;
  const { segments } = core.side;
  const { shapes } = core.shapes;
  const truths = new Uint8Array(count);
  chargeRun(handlingSteps.find * count);
  let lastShape = -1;
  let column = -1;
  for (let index = 0; index < count; index++) {
    const row = rows[index]!;
    const at = row * rowWords;
    const shape = table.words[at + rowWord.shape]!;
    if (shape !== lastShape && shape >= 0) {
      column = shapes[shape]!.column(slot, core.nameOf);
      lastShape = shape;
    }
    const word = shape < 0 ? cells.locate(row, slot) : column < 0 ? -1 : table.words[at + rowWord.start]! + column * 3;
    const tag = word < 0 ? cellTags.missing : core.cells[word + 2]!;
    truths[index] =
      tagOf(tag) === cellTags.missing ? missing : test(segments[segmentOf(tag)]!, core.cells[word]!, core.cells[word + 1]!, tagOf(tag));
  }
  return truths;
}

const noTest: CellTest = () => no;

/** A test of texts; cells of other types get `others`. Escaped text that really has escapes is not known. */
function textTest(test: CellTest, others: CellTest = noTest): CellTest {
  return (bytes, offset, length, tag) => {
    if (tag === cellTags.text) return test(bytes, offset, length, tag);
    if (tag !== cellTags.escaped) return others(bytes, offset, length, tag);
    for (let i = offset; i < offset + length; i++) if (bytes[i] === 0x5c) return unknown;
    return test(bytes, offset, length, tag);
  };
}

const key = (length: number, first: number, last: number): number => length * 0x1_0000 + first * 0x100 + last;

/** Equal to one of these texts. */
export function equalsOneOf(texts: readonly Uint8Array[]): CellTest {
  const known = new Map<number, Uint8Array[]>();
  for (const text of texts) {
    const place = key(text.length, text[0] ?? 0, text.at(-1) ?? 0);
    known.set(place, [...(known.get(place) ?? []), text]);
  }
  const [only] = texts;
  if (texts.length === 1)
    return textTest((bytes, offset, length) => (length === only!.length && standsAt(bytes, offset, only!) ? yes : no));
  return textTest((bytes, offset, length) => {
    const place = length === 0 ? 0 : key(length, bytes[offset]!, bytes[offset + length - 1]!);
    return known.get(place)?.some((text) => standsAt(bytes, offset, text)) === true ? yes : no;
  });
}

/** Letters are compared one by one, so before the first sign beyond ASCII a difference is one. */
const foldedAt = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);

/** Equal to a text of ASCII in small letters, capitals being the same. */
export const equalsFolded = (text: Uint8Array): CellTest =>
  textTest((bytes, offset, length) => {
    const truth = foldedFrom(bytes, offset, length, text);
    return truth === yes && length > text.length ? no : truth;
  });

export const startsWithFolded = (text: Uint8Array): CellTest =>
  textTest((bytes, offset, length) => foldedFrom(bytes, offset, length, text));

export const endsWithFolded = (text: Uint8Array): CellTest =>
  textTest((bytes, offset, length) => {
    for (let back = 1; back <= text.length; back++) {
      if (back > length) return no;
      const byte = bytes[offset + length - back]!;
      if (byte >= 0x80) return unknown;
      if (foldedAt(byte) !== text[text.length - back]) return no;
    }
    return yes;
  });

function foldedFrom(bytes: Uint8Array, offset: number, length: number, text: Uint8Array): number {
  for (let i = 0; i < text.length; i++) {
    if (i >= length) return no;
    const byte = bytes[offset + i]!;
    if (byte >= 0x80) return unknown;
    if (foldedAt(byte) !== text[i]) return no;
  }
  return yes;
}

/** What the tests say together: one that holds is enough. */
export const anyOf =
  (tests: readonly CellTest[]): CellTest =>
  (bytes, offset, length, tag) => {
    let result: number = no;
    for (const test of tests) {
      const own = test(bytes, offset, length, tag);
      if (own === yes) return yes;
      if (own === unknown) result = unknown;
    }
    return result;
  };

export const startsWith = (text: Uint8Array): CellTest =>
  textTest((bytes, offset, length) => (length >= text.length && standsAt(bytes, offset, text) ? yes : no));

export const endsWith = (text: Uint8Array): CellTest =>
  textTest((bytes, offset, length) => (length >= text.length && standsAt(bytes, offset + length - text.length, text) ? yes : no));

/** Texts are not known yet; lists and json hold elements, other types nothing. */
export const containsNothing: CellTest = (_bytes, _offset, _length, tag) =>
  tag === cellTags.text || tag === cellTags.escaped || tag === cellTags.list || tag === cellTags.json ? unknown : no;

/** Compares numbers; integers of more than 15 digits are not known. Other types have no order with numbers. */
export function numberTest(holds: (value: number) => boolean): CellTest {
  return (bytes, offset, length, tag) => {
    if (tag === cellTags.i64) {
      const value = (bytes as Buffer).readBigInt64LE(offset);
      const number = Number(value);
      return Number.isSafeInteger(number) ? (holds(number) ? yes : no) : unknown;
    }
    if (tag === cellTags.integerText) {
      const value = length > 15 ? Number.NaN : digitsAt(bytes, offset, length);
      return Number.isNaN(value) ? unknown : holds(value) ? yes : no;
    }
    if (tag === cellTags.f64) return holds((bytes as Buffer).readDoubleLE(offset)) ? yes : no;
    if (tag !== cellTags.floatText) return no;
    return holds(Number((bytes as TextBuffer).latin1Slice(offset, offset + length))) ? yes : no;
  };
}

export const isBoolean =
  (wanted: boolean): CellTest =>
  (_bytes, _offset, length, tag) =>
    tag === cellTags.bool && (length === 1) === wanted ? yes : no;

export const isNull: CellTest = (_bytes, _offset, _length, tag) => (tag === cellTags.null ? yes : no);

export const isEmpty: CellTest = (_bytes, _offset, length, tag) => {
  if (tag === cellTags.json || tag === cellTags.list) return unknown;
  return tag === cellTags.null || ((tag === cellTags.text || tag === cellTags.escaped) && length === 0) ? yes : no;
};

export const exists: CellTest = () => yes;

/** An IPv4 address in one of the blocks; text that may be an IPv6 address is not known. */
export function inBlocks(blocks: readonly { readonly base: number; readonly bits: number }[]): CellTest {
  const masks = blocks.map(({ base, bits }) => ({ base: base >>> 0, mask: bits === 0 ? 0 : (-1 << (32 - bits)) >>> 0 }));
  return textTest((bytes, offset, length) => {
    const address = ipv4At(bytes, offset, length);
    if (address === notIp) return no;
    return address === maybeIpv6 ? unknown : masks.some(({ base, mask }) => (address & mask) >>> 0 === base) ? yes : no;
  });
}

function standsAt(bytes: Uint8Array, offset: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[offset + i] !== text[i]) return false;
  return true;
}

/** NaN: not an integer as it is printed. */
function digitsAt(bytes: Uint8Array, offset: number, length: number): number {
  const negative = length > 0 && bytes[offset] === 0x2d;
  let value = 0;
  const first = negative ? offset + 1 : offset;
  if (first === offset + length) return Number.NaN;
  for (let i = first; i < offset + length; i++) {
    const digit = bytes[i]! - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return negative ? -value : value;
}

const notIp = -1;
const maybeIpv6 = -2;

/** A strict dotted quad, without leading zeros. */
function ipv4At(bytes: Uint8Array, offset: number, length: number): number {
  let [address, value, digits, parts] = [0, 0, 0, 1];
  for (let i = offset; i < offset + length; i++) {
    const byte = bytes[i]!;
    if (byte === 0x3a) return maybeIpv6;
    if (byte === 0x2e) {
      if (digits === 0 || parts === 4) return hasColon(bytes, i, offset + length) ? maybeIpv6 : notIp;
      address = address * 256 + value;
      [value, digits] = [0, 0];
      parts++;
      continue;
    }
    value = value * 10 + byte - 0x30;
    if (byte < 0x30 || byte > 0x39 || value > 255 || (digits > 0 && value < 10))
      return hasColon(bytes, i, offset + length) ? maybeIpv6 : notIp;
    digits++;
  }
  return parts === 4 && digits > 0 ? address * 256 + value : notIp;
}

function hasColon(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === 0x3a) return true;
  return false;
}
