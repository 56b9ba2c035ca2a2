import { expecting, expectingText, type Expected } from '../expected.ts';
import { findText } from '../text/find-text.ts';
import type { PatternNode } from './pattern-ast.ts';

/** What ends an open field: where it next stands at or after an offset, −1 when nowhere. */
export interface Delimiter {
  readonly expected: Expected;
  /** The text or the characters that end the field, where nothing else does. */
  readonly only: string | undefined;
  find(text: string, from: number, quote?: string): number;
}

type Finder = (text: string, from: number) => number;

/** `end`: the field takes the rest. `touch`: what follows has no place to be found by. */
export function delimiterAfter(after: readonly PatternNode[]): Delimiter | 'end' | 'touch' {
  const found = marksAfter(after);
  if (found === 'touch') return 'touch';
  if (found.marks.length === 0) return 'end';
  const finders = found.marks.map(finderOf);
  const [first] = finders;
  const finder: Finder =
    finders.length === 1
      ? first!
      : (text, from) => {
          let best = -1;
          for (const find of finders) {
            const at = find(text, from);
            if (at >= 0 && (best < 0 || at < best)) best = at;
          }
          return best;
        };
  const orEnd = found.mayEnd;
  return {
    expected: expectedOf(found.marks),
    only: onlyOf(found),
    find: (text, from, quote) => {
      const at = quote === undefined || quote === '' ? finder(text, from) : outsideQuotes(text, from, finder, quote);
      return at < 0 && orEnd ? text.length : at;
    },
  };
}

/** What an open field may end before: a text, one of some characters, or a line break (`\n` or `\r\n`). */
export type Mark = { readonly text: string } | { readonly chars: string } | 'newline';

export interface Marks {
  /** The first of them ends the field. */
  readonly marks: readonly Mark[];
  /** Nothing of it need follow: the end of the text ends the field as well. */
  readonly mayEnd: boolean;
}

export function marksAfter(after: readonly PatternNode[]): Marks | 'touch' {
  const [node, ...rest] = after;
  if (node === undefined) return { marks: [], mayEnd: true };
  const single = (mark: Mark): Marks => ({ marks: [mark], mayEnd: false });
  switch (node.kind) {
    case 'literal':
      return single({ text: node.text });
    case 'newline':
      return single('newline');
    case 'space':
      return single({ chars: ' \t' });
    case 'while': {
      const chars = node.options.get('chars');
      const text = String(node.options.get('value') ?? node.options.get('') ?? '');
      return chars === undefined ? single({ text }) : single({ chars: String(chars) });
    }
    case 'optional':
    case 'either': {
      const branches = node.branches.map((branch) => marksAfter([...branch, ...rest]));
      const others = node.kind === 'optional' ? [marksAfter(rest)] : [];
      return union([...branches, ...others]);
    }
    default:
      return 'touch';
  }
}

function union(all: readonly (Marks | 'touch')[]): Marks | 'touch' {
  const marks: Mark[] = [];
  let mayEnd = false;
  for (const found of all) {
    if (found === 'touch') return 'touch';
    marks.push(...found.marks);
    mayEnd ||= found.mayEnd;
  }
  return { marks, mayEnd };
}

const onlyOf = ({ marks: [mark, ...others], mayEnd }: Marks): string | undefined =>
  mark === undefined || mark === 'newline' || others.length > 0 || mayEnd ? undefined : 'text' in mark ? mark.text : mark.chars;

function expectedOf([mark, ...others]: readonly Mark[]): Expected {
  if (others.length > 0 || mark === undefined)
    return expecting('EXPECTED_ONE_OF', {
      choices: [mark, ...others].map((each) => (each === 'newline' ? '\\n' : Object.values(each ?? {}).join(''))).join(', '),
    });
  if (mark === 'newline') return expecting('EXPECTED_LINE_BREAK');
  if ('text' in mark) return expectingText(mark.text);
  return mark.chars === ' \t' ? expecting('EXPECTED_BLANK') : expecting('EXPECTED_ONE_OF', { choices: mark.chars });
}

function finderOf(mark: Mark): Finder {
  if (mark === 'newline')
    return (text, from) => {
      const at = text.indexOf('\n', from);
      return at > from && text[at - 1] === '\r' ? at - 1 : at;
    };
  return 'text' in mark ? (text, from) => findText(text, mark.text, from) : (text, from) => indexOfSet(text, from, mark.chars);
}

function indexOfSet(text: string, from: number, chars: string): number {
  for (let i = from; i < text.length; i += 1) if (chars.includes(text[i]!)) return i;
  return -1;
}

function outsideQuotes(text: string, from: number, find: Finder, quote: string): number {
  let scanned = from;
  for (let at = find(text, from); at >= 0; at = find(text, scanned)) {
    let open = text.indexOf(quote, scanned);
    while (open >= 0 && open < at) {
      const close = closingQuote(text, open + quote.length, quote);
      if (close < 0) return at;
      scanned = close + quote.length;
      if (scanned > at) break;
      open = text.indexOf(quote, scanned);
    }
    if (scanned <= at) return at;
  }
  return -1;
}

function closingQuote(text: string, from: number, quote: string): number {
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text.startsWith(quote, i)) return i;
  }
  return -1;
}
