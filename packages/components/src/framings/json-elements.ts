import { cellTags } from '@acequia/batch';
import { JsonScanner } from '../formats/json/scan.ts';
import type { ElementList } from './element-list.ts';

/** Limits of one element, beyond those of JSON itself. */
export interface ElementLimits {
  readonly maxElementBytes: number;
}

const openArray = 0x5b;
const closeArray = 0x5d;
const comma = 0x2c;
const lineFeed = 0x0a;

/**
 * Framings of JSON bodies. Each walks the body once and gives every element a verdict, before anything is acknowledged.
 * An element that breaks the syntax of what surrounds it takes the rest of the body with it, as one refused element.
 */
export function createJsonElements(limits: ElementLimits) {
  const scanner = new JsonScanner();

  function judge(list: ElementList, offset: number, end: number, read: boolean): void {
    if (!read) list.bad(offset, end - offset, scanner.code!, scanner.faultAt);
    else if (end - offset > limits.maxElementBytes) list.bad(offset, end - offset, 'LIMIT_EVENT_SIZE', offset);
    else list.good(offset, end - offset);
  }

  /** The elements of an array that begins at `start`; returns the position behind it, undefined when it is broken. */
  function elements(bytes: Uint8Array, start: number, end: number, list: ElementList): number | undefined {
    let at = scanner.skipBlanks(bytes, start + 1, end);
    if (at < end && bytes[at] === closeArray) return at + 1;
    for (;;) {
      const read = scanner.value(bytes, at, end);
      if (!read && scanner.code === 'DECODE_JSON_SYNTAX') {
        list.bad(at, end - at, scanner.code, scanner.faultAt);
        return undefined;
      }
      const valueEnd = scanner.position;
      const next = scanner.skipBlanks(bytes, valueEnd, end);
      if (next >= end || (bytes[next] !== comma && bytes[next] !== closeArray)) {
        list.bad(at, end - at, 'DECODE_JSON_SYNTAX', next);
        return undefined;
      }
      judge(list, at, valueEnd, read);
      if (bytes[next] === closeArray) return next + 1;
      at = scanner.skipBlanks(bytes, next + 1, end);
    }
  }

  return {
    /** The whole body is one JSON value. */
    body(bytes: Uint8Array, list: ElementList): void {
      const start = scanner.skipBlanks(bytes, bomLength(bytes), bytes.length);
      if (start === bytes.length) list.empty++;
      else judge(list, start, bytes.length, scanner.whole(bytes, start, bytes.length));
    },

    /** Each element of the top array; another value is one element. False: the array itself is broken, and its last element here is the rest. */
    array(bytes: Uint8Array, list: ElementList): boolean {
      const start = scanner.skipBlanks(bytes, bomLength(bytes), bytes.length);
      if (start === bytes.length || bytes[start] !== openArray) {
        this.body(bytes, list);
        return true;
      }
      const behind = elements(bytes, start, bytes.length, list);
      if (behind === undefined) return false;
      const rest = scanner.skipBlanks(bytes, behind, bytes.length);
      if (rest === bytes.length) return true;
      list.bad(rest, bytes.length - rest, 'DECODE_JSON_SYNTAX', rest);
      return false;
    },

    /** One value a line; blank lines are empty. */
    lines(bytes: Uint8Array, list: ElementList): void {
      let at = bomLength(bytes);
      while (at < bytes.length) {
        const feed = bytes.indexOf(lineFeed, at);
        const end = feed < 0 ? bytes.length : feed;
        const start = scanner.skipBlanks(bytes, at, end);
        if (start === end) list.empty++;
        else judge(list, start, trimEnd(bytes, start, end), scanner.whole(bytes, start, end));
        at = end + 1;
      }
    },

    /** Values one after the other, with or without blanks between. */
    concatenated(bytes: Uint8Array, list: ElementList): void {
      let at = scanner.skipBlanks(bytes, bomLength(bytes), bytes.length);
      while (at < bytes.length) {
        const read = scanner.value(bytes, at, bytes.length);
        if (!read && scanner.code === 'DECODE_JSON_SYNTAX') {
          list.bad(at, bytes.length - at, scanner.code, scanner.faultAt);
          return;
        }
        judge(list, at, scanner.position, read);
        at = scanner.skipBlanks(bytes, scanner.position, bytes.length);
      }
    },

    /**
     * Elements of the array that a path of keys leads to. `inherit`: top-level members copied to each element, returned as
     * the text of one JSON object. A missing array is one refused element.
     */
    path(bytes: Uint8Array, keys: readonly string[], inherit: readonly string[], list: ElementList): string | undefined {
      let start = scanner.skipBlanks(bytes, bomLength(bytes), bytes.length);
      let end = bytes.length;
      const inherited: string[] = [];
      for (const [level, key] of keys.entries()) {
        let found = -1;
        let foundEnd = -1;
        const read = scanner.members(bytes, start, end, (nameOffset, nameLength, escaped, offset, length, tag) => {
          const name = escaped
            ? (JSON.parse(`"${textOf(bytes, nameOffset, nameLength)}"`) as string)
            : textOf(bytes, nameOffset, nameLength);
          if (level === 0 && inherit.includes(name)) inherited.push(`${JSON.stringify(name)}:${memberText(bytes, offset, length, tag)}`);
          if (name !== key || tag !== cellTags.json) return;
          found = offset;
          foundEnd = offset + length;
        });
        if (!read || found < 0) {
          list.bad(start, end - start, read ? 'DECODE_PATH_MISSING' : scanner.code!, read ? start : scanner.faultAt);
          return undefined;
        }
        start = found;
        end = foundEnd;
      }
      if (bytes[start] !== openArray) list.bad(start, end - start, 'DECODE_PATH_MISSING', start);
      else elements(bytes, start, end, list);
      return inherited.length === 0 ? undefined : `{${inherited.join(',')}}`;
    },
  };
}

export const bomLength = (bytes: Uint8Array): number =>
  bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;

function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start && (bytes[end - 1] === 0x0d || bytes[end - 1] === 0x20 || bytes[end - 1] === 0x09)) end--;
  return end;
}

const textOf = (bytes: Uint8Array, offset: number, length: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + offset, length).toString();

function memberText(bytes: Uint8Array, offset: number, length: number, tag: number): string {
  if (tag === cellTags.bool) return length === 1 ? 'true' : 'false';
  if (tag === cellTags.null) return 'null';
  const text = textOf(bytes, offset, length);
  return (tag === cellTags.text && bytes[offset - 1] === 0x22) || tag === cellTags.escaped ? `"${text}"` : text;
}
