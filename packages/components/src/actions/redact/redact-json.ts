import { isSpace } from './detectors/byte-classes.ts';
import type { Redactor } from './redactor.ts';

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;
const depthMax = 64;

/** The text is no JSON; it is then treated as plain text. */
class NotJson extends Error {}

/**
 * Replaces inside the values of a JSON text, strings and numbers, and leaves every other byte as it stands. A number with a
 * finding becomes a string, so the text stays JSON. Keys are never touched.
 */
export class JsonRedactor {
  readonly #redactor: Redactor;
  #bytes: Buffer = Buffer.alloc(0);
  #out = '';
  #copied = 0;
  /** Whether the string token that `#stringEnd` met last holds escapes. */
  #escaped = false;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** The text with findings replaced; undefined when it stays. `keys` lead to the one value that is looked at; empty = the whole text. */
  redact(bytes: Buffer, name: string, keys: readonly string[]): string | undefined {
    this.#bytes = bytes;
    this.#out = '';
    this.#copied = 0;
    const before = this.#redactor.counts.slice();
    try {
      this.#value(this.#blanks(0), name, keys, 0, 0);
    } catch (error) {
      if (!(error instanceof NotJson)) throw error;
      this.#redactor.counts.set(before);
      return this.#redactor.text(bytes, 0, bytes.length);
    }
    return this.#copied === 0 ? undefined : this.#out + bytes.toString('utf8', this.#copied);
  }

  /** Handles the value at `at` and says where it ends. `wanted` = how many keys have been met; −1: not on the way. */
  #value(at: number, name: string, keys: readonly string[], wanted: number, depth: number): number {
    const bytes = this.#bytes;
    const byte = bytes[at];
    if (depth > depthMax || byte === undefined) throw new NotJson();
    if (byte === openBrace) return this.#object(at, keys, wanted, depth);
    if (byte === openBracket) return this.#array(at, name, keys, wanted, depth);
    const chosen = wanted === keys.length;
    if (byte === quote) {
      const end = this.#stringEnd(at);
      if (chosen) this.#string(at + 1, end - 1, name);
      return end;
    }
    let end = at;
    while (end < bytes.length && !isSpace(bytes[end]) && bytes[end] !== comma && bytes[end] !== closeBrace && bytes[end] !== closeBracket)
      end += 1;
    if (end === at) throw new NotJson();
    if (chosen && (byte === 0x2d || (byte >= 0x30 && byte <= 0x39))) {
      const text = this.#redactor.member(name, bytes, at, end);
      if (text !== undefined) this.#patch(at, end, JSON.stringify(text));
    }
    return end;
  }

  #object(start: number, keys: readonly string[], wanted: number, depth: number): number {
    let at = this.#blanks(start + 1);
    if (this.#bytes[at] === closeBrace) return at + 1;
    for (;;) {
      if (this.#bytes[at] !== quote) throw new NotJson();
      const keyEnd = this.#stringEnd(at);
      const key = this.#contents(at + 1, keyEnd - 1);
      at = this.#blanks(keyEnd);
      if (this.#bytes[at] !== colon) throw new NotJson();
      const next = wanted === keys.length ? wanted : wanted >= 0 && keys[wanted] === key ? wanted + 1 : -1;
      at = this.#blanks(this.#value(this.#blanks(at + 1), key, keys, next, depth + 1));
      if (this.#bytes[at] === closeBrace) return at + 1;
      if (this.#bytes[at] !== comma) throw new NotJson();
      at = this.#blanks(at + 1);
    }
  }

  #array(start: number, name: string, keys: readonly string[], wanted: number, depth: number): number {
    let at = this.#blanks(start + 1);
    if (this.#bytes[at] === closeBracket) return at + 1;
    for (;;) {
      at = this.#blanks(this.#value(at, name, keys, wanted === keys.length ? wanted : -1, depth + 1));
      if (this.#bytes[at] === closeBracket) return at + 1;
      if (this.#bytes[at] !== comma) throw new NotJson();
      at = this.#blanks(at + 1);
    }
  }

  #string(start: number, end: number, name: string): void {
    const bytes = this.#bytes;
    const decoded = this.#escaped ? Buffer.from(this.#contents(start, end)) : undefined;
    const text =
      decoded === undefined ? this.#redactor.member(name, bytes, start, end) : this.#redactor.member(name, decoded, 0, decoded.length);
    if (text !== undefined) this.#patch(start, end, JSON.stringify(text).slice(1, -1));
  }

  #patch(start: number, end: number, text: string): void {
    this.#out += this.#bytes.toString('utf8', this.#copied, start) + text;
    this.#copied = end;
  }

  /** What a string token says, given the range between its quotes. */
  #contents(start: number, end: number): string {
    const text = this.#bytes.toString('utf8', start, end);
    if (!this.#escaped) return text;
    try {
      return (JSON.parse(`"${text}"`) as string).toWellFormed();
    } catch {
      throw new NotJson();
    }
  }

  #stringEnd(start: number): number {
    const bytes = this.#bytes;
    this.#escaped = false;
    for (let i = start + 1; i < bytes.length; i += 1) {
      if (bytes[i] === backslash) {
        this.#escaped = true;
        i += 1;
      } else if (bytes[i] === quote) return i + 1;
    }
    throw new NotJson();
  }

  #blanks(start: number): number {
    let at = start;
    while (at < this.#bytes.length && isSpace(this.#bytes[at])) at += 1;
    return at;
  }
}
