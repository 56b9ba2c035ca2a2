import { cellTags, type BatchBuilder, type FrameBlock, type SlotTable } from '@acequia/batch';
import { jsonOf, jsonOfText, parseJson, nodeToValue, valueToText, wellFormedJson, type JsonNode } from '@acequia/event';
import type { TimeMember } from '../time-member.ts';
import { JsonScanner } from './scan.ts';

/**
 * Object members become fields, scalars and arrays the field `value` (catalogue 9). Frames must be valid UTF-8: give bad
 * ones to `decodeJsonText`.
 */
export function createJsonDecoder(slots: SlotTable, time?: TimeMember): (block: FrameBlock, frame: number, out: BatchBuilder) => boolean {
  const scanner = new JsonScanner();
  const valueSlot = slots.slot('value');
  const timeName = time && Buffer.from(time.name);
  let target: BatchBuilder;
  let source: Uint8Array;
  const visit = (
    nameOffset: number,
    nameLength: number,
    escapedName: boolean,
    offset: number,
    length: number,
    tag: (typeof cellTags)[keyof typeof cellTags],
  ) => {
    if (escapedName) target.namedValue(unescapeName(source, nameOffset, nameLength), valueOf(source, offset, length, tag));
    else if (tag === cellTags.json && scanner.hasLoneSurrogate)
      target.namedValue(textOf(source, nameOffset, nameLength), nestedOf(source, offset, length));
    else target.namedSpan(nameOffset, nameLength, offset, length, tag);
    if (!timeName || !time || nameLength !== timeName.length || timeName.compare(source, nameOffset, nameOffset + nameLength) !== 0) return;
    const ns = time.read(textOf(source, offset, length));
    if (ns !== undefined) target.time(ns);
  };
  return (block, frame, out) => {
    const start = skipBom(block.bytes, block.offset(frame), block.length(frame));
    const end = block.offset(frame) + block.length(frame);
    const first = scanner.skipBlanks(block.bytes, start, end);
    if (first === end) {
      out.empty(frame);
      return false;
    }
    target = out;
    source = block.bytes;
    out.begin(frame);
    const read = block.bytes[first] === 0x7b ? scanner.members(block.bytes, first, end, visit) : scanner.whole(block.bytes, first, end);
    if (!read) {
      out.reject(frame, scanner.code ?? 'DECODE_JSON_SYNTAX', { offset: scanner.faultAt - block.offset(frame) });
      return false;
    }
    if (block.bytes[first] === 0x7b) return true;
    if (scanner.tag === cellTags.json && scanner.hasLoneSurrogate)
      out.value(valueSlot, nestedOf(block.bytes, scanner.valueStart, scanner.valueEnd - scanner.valueStart));
    else out.span(valueSlot, scanner.valueStart, scanner.valueEnd - scanner.valueStart, scanner.tag);
    return true;
  };
}

/** The same from text (another charset, repaired UTF-8). */
export function decodeJsonText(text: string, frame: number, out: BatchBuilder, time?: TimeMember): boolean {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    out.reject(frame, parsed.error.code, { offset: parsed.error.offset });
    return false;
  }
  out.begin(frame);
  const { node } = parsed.value;
  if (!(node instanceof Map)) {
    out.namedValue('value', fieldOf(node));
    return true;
  }
  for (const [name, member] of node as ReadonlyMap<string, JsonNode>) {
    const value = fieldOf(member);
    out.namedValue(name, value);
    if (name !== time?.name) continue;
    const ns = time.read(valueToText(value));
    if (ns !== undefined) out.time(ns);
  }
  return true;
}

const fieldOf = (node: JsonNode) => nodeToValue(node) ?? null;

export const skipBom = (bytes: Uint8Array, start: number, length: number): number =>
  length >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? start + 3 : start;

const textOf = (bytes: Uint8Array, offset: number, length: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + offset, length).toString();

const unescapeName = (bytes: Uint8Array, offset: number, length: number) =>
  (JSON.parse(`"${textOf(bytes, offset, length)}"`) as string).toWellFormed();

const nestedOf = (bytes: Uint8Array, offset: number, length: number) => jsonOfText(wellFormedJson(textOf(bytes, offset, length)));

function valueOf(bytes: Uint8Array, offset: number, length: number, tag: number) {
  if (tag === cellTags.bool) return length === 1;
  if (tag === cellTags.null) return null;
  const text = textOf(bytes, offset, length);
  if (tag === cellTags.text) return text;
  const parsed = parseJson(tag === cellTags.escaped ? `"${text}"` : text);
  if (!parsed.ok) return text;
  const { node } = parsed.value;
  return node instanceof Map || Array.isArray(node) ? jsonOf(node) : fieldOf(node);
}
