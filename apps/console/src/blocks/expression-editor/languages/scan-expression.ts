import { blankEnd, functionNamed, nextToken, operators, type Token } from '@acequia/event';
import type { SourceToken, TokenLook } from '../language.ts';

/** A token, or a piece that is none yet: an open string or reference runs to the end of its line. */
export type Piece = Omit<Token, 'kind'> & { readonly kind: Token['kind'] | 'open-string' | 'open-field' | 'wrong' };

const constants = new Set(['true', 'false', 'null']);
const words = new Set([
  'and',
  'or',
  'not',
  'ignore',
  'case',
  ...operators.flatMap(({ code, reads }) => `${code} ${reads ?? ''}`.split(/\s+/)),
]);

/** The text in pieces, whatever stands in it. */
export function scanExpression(text: string, start = 0, end = text.length): readonly Piece[] {
  const pieces: Piece[] = [];
  const read = end === text.length ? text : text.slice(0, end);
  for (let at = blankEnd(read, start); at < end; at = blankEnd(read, at)) {
    const token = nextToken(read, at);
    if ('kind' in token) {
      pieces.push(token);
      at = token.end;
      continue;
    }
    const kind = read.startsWith('${', at) ? 'open-field' : /^[rt]?["']/.test(read.slice(at, at + 2)) ? 'open-string' : 'wrong';
    const line = read.indexOf('\n', at);
    const stop = kind === 'wrong' ? at + (read.codePointAt(at)! > 0xffff ? 2 : 1) : line < 0 ? end : line;
    pieces.push({ kind, text: read.slice(at, stop), at, end: stop });
    at = stop;
  }
  return pieces;
}

function lookOf(piece: Piece, next: Piece | undefined): TokenLook | undefined {
  switch (piece.kind) {
    case 'field':
    case 'open-field':
      return 'field';
    case 'string':
    case 'open-string':
    case 'time':
      return 'string';
    case 'number':
    case 'duration':
      return 'number';
    case 'symbol':
      return 'mark';
    case 'word':
      if (next?.kind === 'symbol' && next.text === '(' && functionNamed(piece.text)) return 'function';
      return constants.has(piece.text) ? 'number' : words.has(piece.text) ? 'keyword' : undefined;
    default:
      return undefined;
  }
}

/** The looks of an expression's pieces, comments between them included. */
export function expressionTokens(text: string, start = 0, end = text.length): readonly SourceToken[] {
  const pieces = scanExpression(text, start, end);
  const tokens: SourceToken[] = [];
  let last = start;
  const between = (to: number) => {
    for (const comment of text.slice(last, to).matchAll(/#[^\n]*/g))
      tokens.push({ from: last + comment.index, to: last + comment.index + comment[0].length, look: 'comment' });
  };
  pieces.forEach((piece, index) => {
    between(piece.at);
    const look = lookOf(piece, pieces[index + 1]);
    if (look) tokens.push({ from: piece.at, to: piece.end, look });
    last = piece.end;
  });
  between(end);
  return tokens;
}
