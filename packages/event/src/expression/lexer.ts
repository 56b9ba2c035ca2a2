import { err, ok, type Result } from '@acequia/base';
import type { ExpressionFault } from './faults.ts';

export interface Token {
  readonly kind: 'number' | 'string' | 'duration' | 'time' | 'word' | 'field' | 'symbol' | 'end';
  /** Words in lower case; strings, times and fields without their marks; symbols as written. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

const shapes = {
  blank: /(?:\s|#[^\n]*)+/y,
  duration: /\d+(?:ms|s|m|h|d)(?![A-Za-z0-9_])/y,
  number: /(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![A-Za-z0-9_])/y,
  word: /[A-Za-z_][A-Za-z0-9_]*/y,
  symbol: /\*\*|\?\?|==|!=|<=|>=|[<>+\-*/%()[\],]/y,
};

function match(shape: RegExp, text: string, at: number): string | undefined {
  shape.lastIndex = at;
  return shape.exec(text)?.[0];
}

/**
 * Cuts the text into tokens, ending with one `end`. With `closing` reading stops in front of that text (`}}` of a template).
 */
export function tokenize(text: string, start = 0, closing?: string): Result<readonly Token[], ExpressionFault> {
  const tokens: Token[] = [];
  let at = start;
  for (;;) {
    at = blankEnd(text, at);
    if (at >= text.length || (closing !== undefined && text.startsWith(closing, at))) {
      tokens.push({ kind: 'end', text: '', at, end: at });
      return ok(tokens);
    }
    const token = nextToken(text, at);
    if (!('kind' in token)) return err(token);
    tokens.push(token);
    at = token.end;
  }
}

/** Where the blanks and comments that begin at `at` end. */
export const blankEnd = (text: string, at: number): number => at + (match(shapes.blank, text, at)?.length ?? 0);

/** The token that begins at `at`, where no blank stands, or why there is none. */
export function nextToken(text: string, at: number): Token | ExpressionFault {
  const rest = text[at]!;
  if (text.startsWith('${', at)) return fieldToken(text, at);
  if (rest === '"' || rest === "'") return stringToken(text, at, at, false, 'string');
  if ((rest === 'r' || rest === 't') && text[at + 1] === '"')
    return stringToken(text, at, at + 1, rest === 'r', rest === 'r' ? 'string' : 'time');
  for (const kind of ['duration', 'number', 'word', 'symbol'] as const) {
    const found = match(shapes[kind], text, at);
    if (found !== undefined) return { kind, text: kind === 'word' ? found.toLowerCase() : found, at, end: at + found.length };
  }
  return { code: 'EXPR_SYNTAX', offset: at, detail: String.fromCodePoint(text.codePointAt(at)!) };
}

function fieldToken(text: string, at: number): Token | ExpressionFault {
  let quote: string | undefined;
  for (let i = at + 2; i < text.length; i += 1) {
    const c = text[i]!;
    if (quote !== undefined) {
      if (c === '\\') i += 1;
      else if (c === quote) quote = undefined;
    } else if (c === '"' || c === "'") quote = c;
    else if (c === '}') return { kind: 'field', text: text.slice(at + 2, i), at, end: i + 1 };
  }
  return { code: 'EXPR_SYNTAX', offset: at, detail: '}' };
}

const simpleEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', "'": "'", '\\': '\\' };

function stringToken(text: string, at: number, open: number, raw: boolean, kind: 'string' | 'time'): Token | ExpressionFault {
  const quote = text[open];
  let value = '';
  for (let i = open + 1; i < text.length; i += 1) {
    const c = text[i]!;
    if (c === quote) return { kind, text: value, at, end: i + 1 };
    if (c !== '\\' || raw) {
      value += c;
      continue;
    }
    const letter = text[i + 1] ?? '';
    if (Object.hasOwn(simpleEscapes, letter)) {
      value += simpleEscapes[letter];
      i += 1;
      continue;
    }
    const code = /^u\{([0-9a-fA-F]{1,6})\}/.exec(text.slice(i + 1, i + 11));
    const point = code ? Number.parseInt(code[1]!, 16) : -1;
    if (!code || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
      return { code: 'EXPR_SYNTAX', offset: i, detail: `\\${letter}` };
    }
    value += String.fromCodePoint(point);
    i += code[0].length;
  }
  return { code: 'EXPR_SYNTAX', offset: at, detail: quote! };
}
