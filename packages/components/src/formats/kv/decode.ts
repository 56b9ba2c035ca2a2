import { cellTags, type BatchBuilder, type CellTag, type FrameBlock } from '@acequia/batch';
import type { TimeMember } from '../time-member.ts';

const blank = (byte: number) => byte === 0x20 || byte === 0x09;

/**
 * `name=value` pairs between blanks; values may stand in double quotes with backslash escapes; a name without value is
 * null (catalogue 5.2, defaults of `kv`). A line without any pair is refused.
 */
export function decodeKv(block: FrameBlock, frame: number, out: BatchBuilder, time?: TimeMember): boolean {
  const start = block.offset(frame);
  const { bytes } = block;
  return scanPairs(bytes, start, start + block.length(frame), frame, out, (nameOffset, nameLength, offset, length, tag) => {
    out.namedSpan(nameOffset, nameLength, offset, length, tag);
    if (time) readTime(time, bytes, nameOffset, nameLength, offset, length, out);
  });
}

type Emit = (nameOffset: number, nameLength: number, offset: number, length: number, tag: CellTag) => void;

function scanPairs(bytes: Uint8Array, start: number, end: number, frame: number, out: BatchBuilder, emit: Emit): boolean {
  let at = start;
  let pairs = 0;
  out.begin(frame);
  for (;;) {
    while (at < end && blank(bytes[at]!)) at++;
    if (at >= end) break;
    const nameStart = at;
    while (at < end && bytes[at] !== 0x3d && !blank(bytes[at]!)) at++;
    const nameLength = at - nameStart;
    if (at >= end || bytes[at] !== 0x3d) {
      emit(nameStart, nameLength, at, 0, cellTags.null);
      continue;
    }
    at++;
    pairs++;
    if (bytes[at] === 0x22 && at < end) {
      const from = at + 1;
      let escaped = false;
      for (at = from; at < end && bytes[at] !== 0x22; at++) {
        if (bytes[at] === 0x5c) {
          escaped = true;
          at++;
        }
      }
      if (at >= end) {
        out.reject(frame, 'DECODE_KV_QUOTE', { offset: from - 1 - start });
        return false;
      }
      if (escaped) out.namedValue(textOf(bytes, nameStart, nameLength), unescapeText(textOf(bytes, from, at - from)));
      else emit(nameStart, nameLength, from, at - from, cellTags.text);
      at++;
    } else {
      const from = at;
      while (at < end && !blank(bytes[at]!)) at++;
      emit(nameStart, nameLength, from, at - from, cellTags.text);
    }
  }
  if (pairs > 0) return true;
  out.reject(frame, 'DECODE_KV_PAIRS', { offset: 0 });
  return false;
}

/** The same from repaired text. */
export function decodeKvText(text: string, frame: number, out: BatchBuilder, time?: TimeMember): boolean {
  const bytes = Buffer.from(text);
  const emit = (nameOffset: number, nameLength: number, offset: number, length: number, tag: number) => {
    out.namedValue(textOf(bytes, nameOffset, nameLength), tag === cellTags.null ? null : textOf(bytes, offset, length));
    if (time) readTime(time, bytes, nameOffset, nameLength, offset, length, out);
  };
  return scanPairs(bytes, 0, bytes.length, frame, out, emit);
}

const textOf = (bytes: Uint8Array, offset: number, length: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + offset, length).toString();

function readTime(
  time: TimeMember,
  bytes: Uint8Array,
  nameOffset: number,
  nameLength: number,
  offset: number,
  length: number,
  out: BatchBuilder,
): void {
  if (textOf(bytes, nameOffset, nameLength) !== time.name) return;
  const ns = time.read(textOf(bytes, offset, length));
  if (ns !== undefined) out.time(ns);
}

const unescapeText = (value: string) =>
  value.replace(/\\(.)/gs, (_, character: string) => (character === 'n' ? '\n' : character === 't' ? '\t' : character));
