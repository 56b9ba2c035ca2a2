import { err, ok, type Result } from '@acequia/base';
import { checkFieldName } from '../names.ts';
import { knownOptions, patternTypes, type OptionValue, type PatternFault, type PatternNode, type PatternType } from './pattern-ast.ts';

class Refused extends Error {
  readonly fault: PatternFault;
  constructor(code: PatternFault['code'], offset: number, detail: string) {
    super(code);
    this.fault = { code, offset, detail };
  }
}

const sourceMax = 4096;
const nestingMax = 4;

/** Reads a pattern's text (catalogue 5.1). */
export function parsePattern(text: string): Result<readonly PatternNode[], PatternFault> {
  if (text.length > sourceMax) return err({ code: 'PATTERN_TOO_LONG', offset: sourceMax, detail: String(sourceMax) });
  const reader = new Reader(text);
  try {
    const nodes = reader.nodes(0);
    return reader.at < text.length ? err({ code: 'PATTERN_SYNTAX', offset: reader.at, detail: text[reader.at]! }) : ok(nodes);
  } catch (error) {
    if (error instanceof Refused) return err(error.fault);
    throw error;
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
const fieldName = /[A-Za-z0-9_][A-Za-z0-9_\-#.]*/y;
const word = /[A-Za-z][A-Za-z0-9]*/y;
const numberText = /-?\d+(?:\.\d+)?/y;

class Reader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Up to the end, or to `|` or `)` of an operator around. */
  nodes(depth: number): PatternNode[] {
    const nodes: PatternNode[] = [];
    let literal = '';
    let literalAt = this.at;
    const flush = () => {
      if (literal !== '') nodes.push({ kind: 'literal', text: literal, at: literalAt });
      literal = '';
    };
    while (this.at < this.text.length) {
      const c = this.text[this.at]!;
      if (depth > 0 && (c === '|' || (c === ')' && this.text[this.at + 1] === '>'))) break;
      if (c === '{' || c === '<') {
        flush();
        nodes.push(c === '{' ? this.field() : this.operator(depth));
        literalAt = this.at;
        continue;
      }
      if (c === '}' || c === '>') throw new Refused('PATTERN_SYNTAX', this.at, `\\${c}`);
      literal += c === '\\' ? this.escape() : c;
      if (c !== '\\') this.at += 1;
    }
    flush();
    return nodes;
  }

  escape(): string {
    const c = this.text[this.at + 1] ?? '';
    const hex = /^[0-9a-fA-F]{2}/.exec(this.text.slice(this.at + 2, this.at + 4));
    if (c === 'x' && hex) {
      this.at += 4;
      return String.fromCharCode(Number.parseInt(hex[0], 16));
    }
    if (!Object.hasOwn(escapes, c) && !'{}<>|\\()"'.includes(c || ' ')) throw new Refused('PATTERN_SYNTAX', this.at, `\\${c}`);
    this.at += 2;
    return escapes[c] ?? c;
  }

  match(shape: RegExp): string | undefined {
    shape.lastIndex = this.at;
    const found = shape.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  expect(piece: string): void {
    if (!this.text.startsWith(piece, this.at)) throw new Refused('PATTERN_SYNTAX', this.at, piece);
    this.at += piece.length;
  }

  field(): PatternNode {
    const at = this.at;
    this.at += 1;
    const star = this.text[this.at] === '*';
    if (star) this.at += 1;
    const name = star ? '*' : (this.match(fieldName) ?? '');
    if (name !== '' && !star && checkFieldName(name)) throw new Refused('PATTERN_NAME', at + 1, name);
    let type: PatternType = 'string';
    if (this.text[this.at] === ':') {
      this.at += 1;
      const typeAt = this.at;
      const written = this.match(word) ?? '';
      const known = patternTypes.find((t) => t === written);
      if (known === undefined) throw new Refused('PATTERN_TYPE', typeAt, written);
      type = known;
    }
    if (star && !['kv', 'csv', 'json', 'xml', 'syslog', 'cef', 'leef', 'access', 'grok'].includes(type))
      throw new Refused('PATTERN_NAME', at + 1, '*');
    const options = this.text[this.at] === '(' ? this.options(knownOptions[type]) : new Map<string, OptionValue>();
    this.expect('}');
    return { kind: 'field', name, type, options, at };
  }

  operator(depth: number): PatternNode {
    const at = this.at;
    this.at += 1;
    const name = this.match(word) ?? '';
    switch (name) {
      case 'newline':
      case 'space':
      case 'any':
        this.expect('>');
        return { kind: name, options: new Map(), at };
      case 'while':
      case 'until':
      case 'skip': {
        if (this.text[this.at] !== '(') throw new Refused('PATTERN_SYNTAX', this.at, '(');
        const options = this.options(knownOptions[name]);
        this.expect('>');
        this.checkOperator(name, options, at);
        return { kind: name, options, at };
      }
      case 'optional':
      case 'either': {
        if (depth >= nestingMax) throw new Refused('PATTERN_NESTING', at, String(nestingMax));
        this.expect('(');
        const branches = [this.nodes(depth + 1)];
        while (name === 'either' && this.text[this.at] === '|') {
          this.at += 1;
          branches.push(this.nodes(depth + 1));
        }
        this.expect(')>');
        return { kind: name, branches, at };
      }
      default:
        throw new Refused('PATTERN_SYNTAX', at + 1, name);
    }
  }

  checkOperator(name: 'while' | 'until' | 'skip', options: ReadonlyMap<string, OptionValue>, at: number): void {
    const value = options.get('value') ?? options.get('');
    if (name === 'skip') {
      if (typeof value !== 'number' || value < 0) throw new Refused('PATTERN_OPTION', at, 'skip(n)');
    } else if (name === 'while' ? (value ?? options.get('chars') ?? '') === '' : typeof value !== 'string' || value === '') {
      throw new Refused('PATTERN_OPTION', at, 'value');
    }
  }

  options(known: readonly string[]): Map<string, OptionValue> {
    const options = new Map<string, OptionValue>();
    this.expect('(');
    for (;;) {
      this.blanks();
      const at = this.at;
      const named = /[A-Za-z]+(?=\s*=)/y;
      const name = this.match(named) ?? '';
      if (name !== '') {
        this.blanks();
        this.expect('=');
        this.blanks();
      }
      if (!known.includes(name)) throw new Refused('PATTERN_OPTION', at, name);
      options.set(name, this.value());
      this.blanks();
      if (this.text[this.at] !== ',') break;
      this.at += 1;
    }
    this.expect(')');
    return options;
  }

  blanks(): void {
    while (this.text[this.at] === ' ') this.at += 1;
  }

  value(): OptionValue {
    if (this.text[this.at] !== '[') return this.scalar();
    this.at += 1;
    const items: (string | number | boolean)[] = [];
    this.blanks();
    if (this.text[this.at] !== ']') {
      for (;;) {
        this.blanks();
        items.push(this.scalar());
        this.blanks();
        if (this.text[this.at] !== ',') break;
        this.at += 1;
      }
    }
    this.expect(']');
    return items;
  }

  scalar(): string | number | boolean {
    const c = this.text[this.at];
    if (c === '"' || c === "'") {
      this.at += 1;
      let out = '';
      while (this.text[this.at] !== c) {
        if (this.at >= this.text.length) throw new Refused('PATTERN_SYNTAX', this.at, c);
        if (this.text[this.at] === '\\') {
          const next = this.text[this.at + 1] ?? '';
          if (next === 'x' || Object.hasOwn(escapes, next) || '{}<>|\\()"'.includes(next)) out += this.escape();
          else {
            out += next === "'" ? next : `\\${next}`;
            this.at += 2;
          }
        } else {
          out += this.text[this.at];
          this.at += 1;
        }
      }
      this.at += 1;
      return out;
    }
    const number = this.match(numberText);
    if (number !== undefined) return Number(number);
    const start = this.at;
    const written = this.match(word) ?? '';
    if (written === 'true' || written === 'false') return written === 'true';
    if (written === '') throw new Refused('PATTERN_SYNTAX', start, 'a value');
    return written;
  }
}
