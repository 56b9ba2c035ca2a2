import type { JsonRequestFault } from './json-request.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;

/** Walks JSON text (RFC 8259) by its bytes, value by value, without making anything of what is skipped. */
export class JsonCursor {
  readonly #bytes: Uint8Array;
  readonly #buffer: Buffer;
  #at = 0;
  fault: JsonRequestFault | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3;
  }

  fail(code: JsonRequestFault['code']): false {
    this.fault ??= { code, offset: this.#at };
    return false;
  }

  /** Steps into an object or array. */
  open(bracket: number): boolean {
    this.#blanks();
    if (this.#bytes[this.#at] !== bracket) return false;
    this.#at++;
    return true;
  }

  /** Whether a further member or element follows; steps over its comma, or over the closing bracket. */
  member(first: boolean, bracket: number): boolean {
    this.#blanks();
    const byte = this.#bytes[this.#at];
    if (byte === bracket) {
      this.#at++;
      return false;
    }
    if (first) return true;
    if (byte !== comma) return this.fail('DECODE_JSON_SYNTAX');
    this.#at++;
    this.#blanks();
    return this.#bytes[this.#at] === bracket ? this.fail('DECODE_JSON_SYNTAX') : true;
  }

  /** The name of a member, and its colon. */
  key(): string | undefined {
    let name: string | undefined;
    if (this.string((bytes, start, stop) => (name = textOf(bytes, start, stop)))) {
      this.#blanks();
      if (this.#bytes[this.#at] === colon) {
        this.#at++;
        return name;
      }
    }
    this.fail('DECODE_JSON_SYNTAX');
    return undefined;
  }

  isNull(): boolean {
    this.#blanks();
    return this.#bytes[this.#at] === 0x6e && this.#buffer.toString('latin1', this.#at, this.#at + 4) === 'null';
  }

  /** Hands over the UTF-8 bytes of a string: where they lie when nothing is escaped. */
  string(take: (bytes: Uint8Array, start: number, stop: number) => void): boolean {
    this.#blanks();
    if (this.#bytes[this.#at] !== quote) return false;
    const start = this.#at + 1;
    const stop = this.#stringEnd(start);
    if (stop < 0) return this.fail('DECODE_JSON_SYNTAX');
    this.#at = stop + 1;
    if (this.#escaped) {
      const text = unescaped(this.#buffer.toString('utf8', start, stop));
      if (text === undefined) return this.fail('DECODE_JSON_SYNTAX');
      const bytes = Buffer.from(text);
      take(bytes, 0, bytes.length);
    } else take(this.#bytes, start, stop);
    return true;
  }

  /** A string's content, or the text of a number, `true` or `false`. */
  scalar(): string | undefined {
    this.#blanks();
    if (this.#bytes[this.#at] === quote) {
      let text: string | undefined;
      return this.string((bytes, start, stop) => (text = textOf(bytes, start, stop))) ? text : undefined;
    }
    const start = this.#at;
    while (this.#at < this.#bytes.length && isWord(this.#bytes[this.#at]!)) this.#at++;
    const text = this.#buffer.toString('latin1', start, this.#at);
    return word.test(text) ? text : undefined;
  }

  /** Steps over one value of any kind; its syntax is checked. */
  skip(): boolean {
    /** Closing brackets of what is open. */
    const open: number[] = [];
    for (;;) {
      this.#blanks();
      const byte = this.#bytes[this.#at];
      if (byte === 0x7b || byte === 0x5b) {
        this.#at++;
        open.push(byte === 0x7b ? 0x7d : 0x5d);
        if (this.member(true, open.at(-1)!)) {
          if (byte === 0x7b && this.key() === undefined) return false;
          continue;
        }
        open.pop();
      } else if (byte === quote) {
        if (!this.string(() => undefined)) return this.fail('DECODE_JSON_SYNTAX');
      } else if (!this.#plain()) return this.fail('DECODE_JSON_SYNTAX');
      while (open.length > 0 && !this.member(false, open.at(-1)!)) {
        if (this.fault) return false;
        open.pop();
      }
      if (this.fault) return false;
      if (open.length === 0) return true;
      if (open.at(-1) === 0x7d && this.key() === undefined) return false;
    }
  }

  /** Whether nothing follows. */
  end(): boolean {
    this.#blanks();
    return this.#at === this.#bytes.length || this.fail('DECODE_JSON_SYNTAX');
  }

  #escaped = false;

  #stringEnd(start: number): number {
    const bytes = this.#bytes;
    this.#escaped = false;
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === quote) return at;
      if (byte === backslash) {
        this.#escaped = true;
        at++;
      } else if (byte < 0x20) return -1;
    }
    return -1;
  }

  #plain(): boolean {
    const start = this.#at;
    while (this.#at < this.#bytes.length && isWord(this.#bytes[this.#at]!)) this.#at++;
    const text = this.#buffer.toString('latin1', start, this.#at);
    return text === 'null' || word.test(text);
  }

  #blanks(): void {
    const bytes = this.#bytes;
    for (;;) {
      const byte = bytes[this.#at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      this.#at++;
    }
  }
}

const word = /^(true|false|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/;

/** Letters, digits, sign and point: what numbers and the three names are made of. */
const isWord = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x2d || byte === 0x2b || byte === 0x2e || byte === 0x45;

const textOf = (bytes: Uint8Array, start: number, stop: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', start, stop);

/** The text of a string's inside; lone surrogates become U+FFFD. */
function unescaped(inside: string): string | undefined {
  try {
    return (JSON.parse(`"${inside}"`) as string).toWellFormed();
  } catch {
    return undefined;
  }
}
