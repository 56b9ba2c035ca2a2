import { err, ok, type Result } from '@acequia/base';
import { Float, type JsonNode } from '../values.ts';
import { integerFromDigits } from './integer.ts';

export interface JsonFault {
  readonly code: 'DECODE_JSON_SYNTAX' | 'DECODE_JSON_DEPTH' | 'DECODE_JSON_MEMBERS' | 'DECODE_JSON_NUMBER';
  /** UTF-16 offset in the text. */
  readonly offset: number;
}

export interface ParsedJson {
  readonly node: JsonNode;
  /** A key stood twice in one object; the last won. */
  readonly duplicateKey: boolean;
  /** Where the value ended. */
  readonly end: number;
}

export interface JsonLimits {
  readonly depthMax: number;
  readonly membersMax: number;
}

/** Catalogue 0.4. */
export const jsonLimits: JsonLimits = { depthMax: 64, membersMax: 100_000 };

class Stop extends Error {
  readonly fault: JsonFault;
  constructor(code: JsonFault['code'], offset: number) {
    super(code);
    this.fault = { code, offset };
  }
}

/**
 * Reads exactly one JSON value (RFC 8259). Integers are exact; integer syntax beyond 64 bits becomes a string of the
 * same digits; numbers that are not finite are an error; lone surrogate escapes become U+FFFD; a leading BOM is skipped.
 */
export function parseJson(text: string, limits: JsonLimits = jsonLimits): Result<ParsedJson, JsonFault> {
  const parsed = parseJsonPrefix(text, text.charCodeAt(0) === 0xfeff ? 1 : 0, limits);
  if (!parsed.ok) return parsed;
  const end = skipBlanks(text, parsed.value.end);
  return end === text.length ? parsed : err({ code: 'DECODE_JSON_SYNTAX', offset: end });
}

/** As `parseJson`, from `start`, leaving what follows the value alone. */
export function parseJsonPrefix(text: string, start: number, limits: JsonLimits = jsonLimits): Result<ParsedJson, JsonFault> {
  const reader = new Reader(text, start, limits);
  try {
    const node = reader.value(0);
    return ok({ node, duplicateKey: reader.duplicateKey, end: reader.at });
  } catch (error) {
    if (error instanceof Stop) return err(error.fault);
    throw error;
  }
}

/** For text already checked; a fault is a defect and throws. */
export function parseCheckedJson(text: string): JsonNode {
  const parsed = parseJson(text, { depthMax: 1000, membersMax: Infinity });
  if (!parsed.ok) throw new Error(`Unchecked JSON text: ${parsed.error.code} at ${parsed.error.offset}`);
  return parsed.value.node;
}

export function skipBlanks(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const c = text.charCodeAt(at);
    if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) break;
  }
  return at;
}

const numberSyntax = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const escapes: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

class Reader {
  readonly text: string;
  readonly limits: JsonLimits;
  at: number;
  duplicateKey = false;
  #members = 0;

  constructor(text: string, at: number, limits: JsonLimits) {
    this.text = text;
    this.at = at;
    this.limits = limits;
  }

  value(depth: number): JsonNode {
    this.at = skipBlanks(this.text, this.at);
    switch (this.text.charCodeAt(this.at)) {
      case 0x22:
        return this.string();
      case 0x7b:
        return this.object(depth + 1);
      case 0x5b:
        return this.array(depth + 1);
      case 0x74:
        return this.word('true', true);
      case 0x66:
        return this.word('false', false);
      case 0x6e:
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  object(depth: number): ReadonlyMap<string, JsonNode> {
    this.enter(depth);
    const members = new Map<string, JsonNode>();
    if (this.next() === 0x7d) {
      this.at += 1;
      return members;
    }
    for (;;) {
      if (this.next() !== 0x22) this.fail('DECODE_JSON_SYNTAX');
      const key = this.string();
      if (this.next() !== 0x3a) this.fail('DECODE_JSON_SYNTAX');
      this.at += 1;
      this.count();
      if (members.has(key)) {
        this.duplicateKey = true;
        members.delete(key);
      }
      members.set(key, this.value(depth));
      const c = this.next();
      if (c !== 0x2c && c !== 0x7d) this.fail('DECODE_JSON_SYNTAX');
      this.at += 1;
      if (c === 0x7d) return members;
    }
  }

  array(depth: number): JsonNode[] {
    this.enter(depth);
    const items: JsonNode[] = [];
    if (this.next() === 0x5d) {
      this.at += 1;
      return items;
    }
    for (;;) {
      this.count();
      items.push(this.value(depth));
      const c = this.next();
      if (c !== 0x2c && c !== 0x5d) this.fail('DECODE_JSON_SYNTAX');
      this.at += 1;
      if (c === 0x5d) return items;
    }
  }

  string(): string {
    const { text } = this;
    const start = this.at + 1;
    for (let i = start; i < text.length; i += 1) {
      const c = text.charCodeAt(i);
      if (c === 0x22) {
        this.at = i + 1;
        return text.slice(start, i);
      }
      if (c === 0x5c) return this.escapedString(start, i);
      if (c < 0x20) {
        this.at = i;
        this.fail('DECODE_JSON_SYNTAX');
      }
    }
    this.at = text.length;
    return this.fail('DECODE_JSON_SYNTAX');
  }

  escapedString(start: number, firstEscape: number): string {
    const { text } = this;
    let out = text.slice(start, firstEscape);
    let i = firstEscape;
    for (;;) {
      const c = text.charCodeAt(i);
      if (c === 0x22) break;
      if (c === 0x5c) {
        const letter = text[i + 1] ?? '';
        if (letter === 'u') {
          out += String.fromCharCode(this.hex4(i + 2));
          i += 6;
        } else {
          const plain = escapes[letter];
          if (plain === undefined) this.failAt(i);
          out += plain;
          i += 2;
        }
        continue;
      }
      if (!(c >= 0x20)) this.failAt(i);
      let end = i + 1;
      for (; end < text.length; end += 1) {
        const d = text.charCodeAt(end);
        if (d === 0x22 || d === 0x5c || d < 0x20) break;
      }
      out += text.slice(i, end);
      i = end;
    }
    this.at = i + 1;
    return out.toWellFormed();
  }

  hex4(at: number): number {
    const digits = this.text.slice(at, at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.failAt(at);
    return Number.parseInt(digits, 16);
  }

  number(): JsonNode {
    numberSyntax.lastIndex = this.at;
    const match = numberSyntax.exec(this.text);
    if (!match) this.fail('DECODE_JSON_SYNTAX');
    const digits = match[0];
    if (match[1] === undefined && match[2] === undefined) {
      this.at = numberSyntax.lastIndex;
      return integerFromDigits(digits) ?? digits;
    }
    const value = Number(digits);
    if (!Number.isFinite(value)) this.fail('DECODE_JSON_NUMBER');
    this.at = numberSyntax.lastIndex;
    return new Float(value);
  }

  word<T extends boolean | null>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.fail('DECODE_JSON_SYNTAX');
    this.at += word.length;
    return value;
  }

  next(): number {
    this.at = skipBlanks(this.text, this.at);
    return this.text.charCodeAt(this.at);
  }

  enter(depth: number): void {
    if (depth > this.limits.depthMax) this.fail('DECODE_JSON_DEPTH');
    this.at += 1;
  }

  count(): void {
    this.#members += 1;
    if (this.#members > this.limits.membersMax) this.fail('DECODE_JSON_MEMBERS');
  }

  fail(code: JsonFault['code']): never {
    throw new Stop(code, Math.min(this.at, this.text.length));
  }

  failAt(at: number): never {
    this.at = at;
    this.fail('DECODE_JSON_SYNTAX');
  }
}
