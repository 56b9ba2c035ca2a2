import { cellTags, type CellTag } from '@acequia/batch';

/** What makes JSON text unreadable or refused (catalogue 0.4, 1.5). */
export type JsonScanCode = 'DECODE_JSON_SYNTAX' | 'DECODE_JSON_DEPTH' | 'DECODE_JSON_MEMBERS' | 'DECODE_JSON_NUMBER';

/** Takes a top-level member: spans of the key (without quotes) and of the value. Strings come without quotes. */
export type MemberVisitor = (
  nameOffset: number,
  nameLength: number,
  escapedName: boolean,
  offset: number,
  length: number,
  tag: CellTag,
) => void;

export const jsonDepthMax = 64;
export const jsonMembersMax = 100_000;

/** Longest run of digits that surely fits 64 bits. */
const safeDigits = 18;

/**
 * One pass over JSON bytes: checks syntax, depth, number of members and that numbers are finite, and reports the top-level
 * members as spans. No value is built. The text must be valid UTF-8. One scanner per thread may be kept and reused.
 */
export class JsonScanner {
  /** After a failed call: what, and where. A limit fault leaves `position` behind the value, so a caller can go on. */
  code: JsonScanCode | undefined;
  faultAt = 0;
  /** Behind the value just read. */
  position = 0;
  /** Of the value just read by `value`. Strings: span without quotes. */
  tag: CellTag = cellTags.missing;
  valueStart = 0;
  valueEnd = 0;
  /** The object or array just read has escapes of lone surrogates inside, which its reader replaces. */
  hasLoneSurrogate = false;
  #bytes: Uint8Array = new Uint8Array(0);
  #end = 0;
  #escaped = false;
  #members = 0;
  #stack = new Uint8Array(128);

  /** Reads an object's members, and nothing but blanks behind it. False: see `code`. */
  members(bytes: Uint8Array, start: number, end: number, visit: MemberVisitor): boolean {
    this.#begin(bytes, start, end);
    let at = this.#blanks(start);
    if (at >= end || bytes[at] !== 0x7b) return this.#fail(at);
    at = this.#blanks(at + 1);
    if (bytes[at] === 0x7d && at < end) return this.#done(at + 1);
    for (;;) {
      if (at >= end || bytes[at] !== 0x22) return this.#fail(at);
      const nameOffset = at + 1;
      const nameEnd = this.#string(nameOffset);
      if (nameEnd < 0) return false;
      const escapedName = this.#escaped;
      at = this.#blanks(nameEnd + 1);
      if (at >= end || bytes[at] !== 0x3a) return this.#fail(at);
      this.#members++;
      if (!this.#value(this.#blanks(at + 1), 1) && this.code === 'DECODE_JSON_SYNTAX') return false;
      if (this.code === undefined)
        visit(nameOffset, nameEnd - nameOffset, escapedName, this.valueStart, this.valueEnd - this.valueStart, this.tag);
      at = this.#blanks(this.position);
      const next = at < end ? bytes[at] : 0;
      if (next === 0x7d) return this.#done(at + 1);
      if (next !== 0x2c) return this.#fail(at);
      at = this.#blanks(at + 1);
    }
  }

  /** Reads one value at `start` (blanks before it allowed); sets `tag`, `valueStart`, `valueEnd`, `position`. */
  value(bytes: Uint8Array, start: number, end: number): boolean {
    this.#begin(bytes, start, end);
    return this.#value(this.#blanks(start), 0);
  }

  /** As `value`, and nothing but blanks may follow. */
  whole(bytes: Uint8Array, start: number, end: number): boolean {
    const read = this.value(bytes, start, end);
    if (this.code === 'DECODE_JSON_SYNTAX') return false;
    const at = this.#blanks(this.position);
    return at < end ? this.#fail(at) : read;
  }

  /** First position at or after `at` that is no blank, at most `end`. */
  skipBlanks(bytes: Uint8Array, at: number, end: number): number {
    while (at < end && isBlank(bytes[at]!)) at++;
    return at;
  }

  #begin(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = bytes;
    this.#end = end;
    this.code = undefined;
    this.faultAt = start;
    this.position = start;
    this.#members = 0;
  }

  #done(at: number): boolean {
    this.position = at;
    const rest = this.#blanks(at);
    return rest < this.#end ? this.#fail(rest) : this.code === undefined;
  }

  #fail(at: number): false {
    this.code = 'DECODE_JSON_SYNTAX';
    this.faultAt = at;
    return false;
  }

  #limit(code: JsonScanCode, at: number): void {
    if (this.code !== undefined) return;
    this.code = code;
    this.faultAt = at;
  }

  #blanks(at: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    while (at < end && isBlank(bytes[at]!)) at++;
    return at;
  }

  /** From behind the opening quote to the closing one; −1 on a fault. */
  #string(at: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    this.#escaped = false;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte === 0x22) return at;
      if (byte === 0x5c) {
        this.#escaped = true;
        const kind = ++at < end ? bytes[at]! : 0;
        if (kind === 0x75) {
          if (at + 4 >= end || !isHex(bytes[at + 1]!) || !isHex(bytes[at + 2]!) || !isHex(bytes[at + 3]!) || !isHex(bytes[at + 4]!)) {
            this.#fail(at);
            return -1;
          }
          if (isSurrogate(bytes, at)) {
            if (isHigh(bytes, at) && at + 10 < end && isLowEscape(bytes, at + 5)) at += 6;
            else this.hasLoneSurrogate = true;
          }
          at += 4;
        } else if (!isSimpleEscape(kind)) {
          this.#fail(at);
          return -1;
        }
      } else if (byte < 0x20) {
        this.#fail(at);
        return -1;
      }
    }
    this.#fail(end);
    return -1;
  }

  #value(at: number, depth: number): boolean {
    const bytes = this.#bytes;
    const first = at < this.#end ? bytes[at]! : 0;
    this.valueStart = at;
    if (first === 0x22) {
      const close = this.#string(at + 1);
      if (close < 0) return false;
      this.valueStart = at + 1;
      this.valueEnd = close;
      this.position = close + 1;
      this.tag = this.#escaped ? cellTags.escaped : cellTags.text;
      return this.code === undefined;
    }
    if (first === 0x7b || first === 0x5b) {
      this.tag = cellTags.json;
      this.hasLoneSurrogate = false;
      const close = this.#container(at, depth);
      if (close < 0) return false;
      this.position = close;
      this.valueStart = at;
      this.valueEnd = close;
      this.tag = cellTags.json;
      return this.code === undefined;
    }
    return this.#scalar(at, first);
  }

  #scalar(at: number, first: number): boolean {
    if (first === 0x74) return this.#word(at, 'true', cellTags.bool, 1);
    if (first === 0x66) return this.#word(at, 'false', cellTags.bool, 0);
    if (first === 0x6e) return this.#word(at, 'null', cellTags.null, 0);
    return this.#number(at);
  }

  #word(at: number, word: string, tag: CellTag, length: number): boolean {
    const bytes = this.#bytes;
    if (at + word.length > this.#end) return this.#fail(at);
    for (let index = 1; index < word.length; index++) if (bytes[at + index] !== word.charCodeAt(index)) return this.#fail(at);
    this.tag = tag;
    this.valueStart = at;
    this.valueEnd = at + length;
    this.position = at + word.length;
    return this.code === undefined;
  }

  #number(start: number): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    let at = start;
    if (at < end && bytes[at] === 0x2d) at++;
    const digits = at;
    while (at < end && isDigit(bytes[at]!)) at++;
    const whole = at - digits;
    if (whole === 0 || (whole > 1 && bytes[digits] === 0x30)) return this.#fail(start);
    let tag: CellTag = cellTags.integerText;
    let exponent = false;
    if (at < end && bytes[at] === 0x2e) {
      tag = cellTags.floatText;
      const from = ++at;
      while (at < end && isDigit(bytes[at]!)) at++;
      if (at === from) return this.#fail(start);
    }
    if (at < end && (bytes[at]! | 0x20) === 0x65) {
      tag = cellTags.floatText;
      exponent = true;
      at++;
      if (at < end && (bytes[at] === 0x2b || bytes[at] === 0x2d)) at++;
      const from = at;
      while (at < end && isDigit(bytes[at]!)) at++;
      if (at === from) return this.#fail(start);
    }
    if (tag === cellTags.integerText && whole > safeDigits && !fits64(ascii(bytes, start, at))) tag = cellTags.text;
    if (tag === cellTags.floatText && (exponent || whole > 300) && !Number.isFinite(Number(ascii(bytes, start, at))))
      this.#limit('DECODE_JSON_NUMBER', start);
    this.tag = tag;
    this.valueStart = start;
    this.valueEnd = at;
    this.position = at;
    return this.code === undefined;
  }

  /** From an opening bracket to behind its closing one; −1 on a syntax fault. No recursion: depth costs one byte a level. */
  #container(start: number, outerDepth: number): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let depth = 0;
    let at = start;
    let stack = this.#stack;
    for (;;) {
      // a value begins at `at`
      const first = at < end ? bytes[at]! : 0;
      if (first === 0x7b || first === 0x5b) {
        if (depth + outerDepth >= jsonDepthMax) this.#limit('DECODE_JSON_DEPTH', at);
        if (depth === stack.length) {
          const wider = new Uint8Array(depth * 2);
          wider.set(stack);
          stack = this.#stack = wider;
        }
        stack[depth++] = first;
        at = this.#blanks(at + 1);
        if (at < end && bytes[at] === first + 2) {
          depth--;
          at++;
        } else {
          if (first === 0x5b) {
            this.#countMember(at);
            continue;
          }
          at = this.#key(at);
          if (at < 0) return -1;
          continue;
        }
      } else if (first === 0x22) {
        const close = this.#string(at + 1);
        if (close < 0) return -1;
        at = close + 1;
      } else {
        if (!this.#scalar(at, first) && this.code === 'DECODE_JSON_SYNTAX') return -1;
        at = this.position;
      }
      // a value ended at `at`
      for (;;) {
        if (depth === 0) return at;
        at = this.#blanks(at);
        const next = at < end ? bytes[at]! : 0;
        const open = stack[depth - 1]!;
        if (next === 0x2c) {
          at = this.#blanks(at + 1);
          if (open === 0x7b) {
            at = this.#key(at);
            if (at < 0) return -1;
          } else this.#countMember(at);
          break;
        }
        if (next !== open + 2) {
          this.#fail(at);
          return -1;
        }
        depth--;
        at++;
      }
    }
  }

  #countMember(at: number): void {
    if (++this.#members > jsonMembersMax) this.#limit('DECODE_JSON_MEMBERS', at);
  }

  /** From a key's quote to the start of its value; −1 on a fault. */
  #key(at: number): number {
    const bytes = this.#bytes;
    if (at >= this.#end || bytes[at] !== 0x22) {
      this.#fail(at);
      return -1;
    }
    const close = this.#string(at + 1);
    if (close < 0) return -1;
    const colon = this.#blanks(close + 1);
    if (colon >= this.#end || bytes[colon] !== 0x3a) {
      this.#fail(colon);
      return -1;
    }
    this.#countMember(at);
    return this.#blanks(colon + 1);
  }
}

const isBlank = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const isHex = (byte: number) => isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
/** Of the `u` of a checked escape. */
const isSurrogate = (bytes: Uint8Array, u: number) => (bytes[u + 1]! | 0x20) === 0x64 && bytes[u + 2]! >= 0x38;
const isHigh = (bytes: Uint8Array, u: number) => (bytes[u + 2]! | 0x20) < 0x63;
const isLowEscape = (bytes: Uint8Array, at: number) =>
  bytes[at] === 0x5c &&
  bytes[at + 1] === 0x75 &&
  (bytes[at + 2]! | 0x20) === 0x64 &&
  (bytes[at + 3]! | 0x20) >= 0x63 &&
  isHex(bytes[at + 3]!) &&
  isHex(bytes[at + 4]!) &&
  isHex(bytes[at + 5]!);
const isSimpleEscape = (byte: number) =>
  byte === 0x22 || byte === 0x5c || byte === 0x2f || byte === 0x62 || byte === 0x66 || byte === 0x6e || byte === 0x72 || byte === 0x74;

function ascii(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}

const fits64 = (digits: string) => digits.length <= 20 && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
