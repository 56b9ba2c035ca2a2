import { expecting, expectingText, type Expected } from '../expected.ts';
import type { JsonNode } from '../values.ts';

export interface XmlOptions {
  /** Before the names of attributes. */
  readonly attributes?: string;
  /** Key of text beside attributes or children. */
  readonly text?: string;
}

export type XmlResult =
  | { readonly node: ReadonlyMap<string, JsonNode>; readonly end: number }
  | { readonly offset: number; readonly expected: Expected };

const name = /[A-Za-z_:\u00c0-\uffff][A-Za-z0-9_:.\-\u00b7-\uffff]*/y;
const skipped = /(?:\s|<!--[^]*?-->|<\?[^]*?\?>)*/y;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const depthMax = 64;

class Broken extends Error {
  readonly offset: number;
  readonly expected: Expected;
  constructor(offset: number, expected: Expected) {
    super(expected.code);
    this.offset = offset;
    this.expected = expected;
  }
}

/** Reads one element (and a prolog before it) as a json with its name as the only key. No DTD, no own entities. */
export function parseXmlPrefix(text: string, start: number, options: XmlOptions = {}): XmlResult {
  const reader = new Reader(text, start, options.attributes ?? '@', options.text ?? '#text');
  try {
    reader.skip();
    const [tag, node] = reader.element(1);
    return { node: new Map([[tag, node]]), end: reader.at };
  } catch (error) {
    if (error instanceof Broken) return { offset: error.offset, expected: error.expected };
    throw error;
  }
}

class Reader {
  at: number;
  readonly text: string;
  readonly prefix: string;
  readonly textKey: string;

  constructor(text: string, at: number, prefix: string, textKey: string) {
    this.text = text;
    this.at = at;
    this.prefix = prefix;
    this.textKey = textKey;
  }

  skip(): void {
    skipped.lastIndex = this.at;
    skipped.exec(this.text);
    this.at = skipped.lastIndex;
  }

  name(): string {
    name.lastIndex = this.at;
    const found = name.exec(this.text)?.[0];
    if (found === undefined) throw new Broken(this.at, expecting('EXPECTED_XML_NAME'));
    this.at += found.length;
    return found;
  }

  expect(piece: string): void {
    if (!this.text.startsWith(piece, this.at)) throw new Broken(this.at, expectingText(piece));
    this.at += piece.length;
  }

  blanks(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1;
  }

  element(depth: number): [string, JsonNode] {
    if (depth > depthMax) throw new Broken(this.at, expecting('EXPECTED_LEVELS', { count: depthMax }));
    this.expect('<');
    const tag = this.name();
    const members = new Map<string, JsonNode>();
    for (;;) {
      this.blanks();
      if (this.text.startsWith('/>', this.at)) {
        this.at += 2;
        return [tag, members.size === 0 ? '' : members];
      }
      if (this.text[this.at] === '>') break;
      const key = this.name();
      this.blanks();
      this.expect('=');
      this.blanks();
      members.set(this.prefix + key, this.attribute());
    }
    this.at += 1;
    const content = this.content(tag, members, depth);
    if (members.size === 0) return [tag, content];
    if (content !== '') members.set(this.textKey, content);
    return [tag, members];
  }

  attribute(): string {
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") throw new Broken(this.at, expecting('EXPECTED_QUOTED'));
    const end = this.text.indexOf(quote, this.at + 1);
    if (end < 0) throw new Broken(this.at, expecting('EXPECTED_CLOSING_QUOTE'));
    const value = this.decoded(this.text.slice(this.at + 1, end), this.at + 1);
    this.at = end + 1;
    return value;
  }

  /** Children go into `members`; the text between them is returned. */
  content(tag: string, members: Map<string, JsonNode>, depth: number): string {
    let out = '';
    for (;;) {
      const next = this.text.indexOf('<', this.at);
      if (next < 0) throw new Broken(this.text.length, expectingText(`</${tag}>`));
      out += this.decoded(this.text.slice(this.at, next), this.at);
      this.at = next;
      if (this.text.startsWith('</', next)) break;
      if (this.text.startsWith('<![CDATA[', next)) {
        const end = this.text.indexOf(']]>', next);
        if (end < 0) throw new Broken(next, expectingText(']]>'));
        out += this.text.slice(next + 9, end);
        this.at = end + 3;
      } else if (this.text.startsWith('<!--', next) || this.text.startsWith('<?', next)) {
        const close = this.text.startsWith('<?', next) ? '?>' : '-->';
        const end = this.text.indexOf(close, next + 2);
        if (end < 0) throw new Broken(next, expectingText(close));
        this.at = end + close.length;
      } else {
        const [key, child] = this.element(depth + 1);
        const before = members.get(key);
        if (before === undefined) members.set(key, child);
        else if (Array.isArray(before)) (before as JsonNode[]).push(child);
        else members.set(key, [before, child]);
      }
    }
    this.expect('</');
    this.expect(tag);
    this.blanks();
    this.expect('>');
    return members.size === 0 ? out : out.trim();
  }

  decoded(text: string, offset: number): string {
    return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([a-z]{2,4}));|&/g, (whole, decimal?: string, hex?: string, word?: string) => {
      const code = decimal === undefined ? (hex === undefined ? -1 : Number.parseInt(hex, 16)) : Number(decimal);
      if (code >= 0 && code <= 0x10ffff) return String.fromCodePoint(code).toWellFormed();
      if (word !== undefined && Object.hasOwn(entities, word)) return entities[word]!;
      throw new Broken(offset, expecting('EXPECTED_XML_ENTITY', { found: whole }));
    });
  }
}
