import type { PatternNode } from './pattern-ast.ts';

/** What ends an open field: where it next stands at or after an offset, −1 when nowhere. */
export interface Delimiter {
  /** For messages. */
  readonly name: string;
  find(text: string, from: number, quote?: string): number;
}

type Finder = (text: string, from: number) => number;

/** `end`: the field takes the rest. `touch`: what follows has no place to be found by. */
export function delimiterAfter(after: readonly PatternNode[]): Delimiter | 'end' | 'touch' {
  const found = findersOf(after);
  if (found === 'touch') return 'touch';
  if (found.finders.length === 0) return 'end';
  const [first] = found.finders;
  const finder: Finder =
    found.finders.length === 1
      ? first!
      : (text, from) => {
          let best = -1;
          for (const find of found.finders) {
            const at = find(text, from);
            if (at >= 0 && (best < 0 || at < best)) best = at;
          }
          return best;
        };
  const orEnd = found.mayEnd;
  return {
    name: found.name,
    find: (text, from, quote) => {
      const at = quote === undefined || quote === '' ? finder(text, from) : outsideQuotes(text, from, finder, quote);
      return at < 0 && orEnd ? text.length : at;
    },
  };
}

interface Finders {
  readonly name: string;
  readonly finders: readonly Finder[];
  /** Nothing of it need follow: the end of the text ends the field as well. */
  readonly mayEnd: boolean;
}

function findersOf(after: readonly PatternNode[]): Finders | 'touch' {
  const [node, ...rest] = after;
  if (node === undefined) return { name: 'the end', finders: [], mayEnd: true };
  const single = (name: string, find: Finder): Finders => ({ name, finders: [find], mayEnd: false });
  switch (node.kind) {
    case 'literal':
      return single(node.text, (text, from) => text.indexOf(node.text, from));
    case 'newline':
      return single('a line break', (text, from) => {
        const at = text.indexOf('\n', from);
        return at > from && text[at - 1] === '\r' ? at - 1 : at;
      });
    case 'space':
      return single('a blank', (text, from) => indexOfSet(text, from, ' \t'));
    case 'while': {
      const chars = node.options.get('chars');
      const value = String(node.options.get('value') ?? node.options.get('') ?? '');
      const own =
        chars === undefined
          ? single(value, (text, from) => text.indexOf(value, from))
          : single(String(chars), (text, from) => indexOfSet(text, from, String(chars)));
      return own;
    }
    case 'optional':
    case 'either': {
      const branches = node.branches.map((branch) => findersOf([...branch, ...rest]));
      const others = node.kind === 'optional' ? [findersOf(rest)] : [];
      return union([...branches, ...others]);
    }
    default:
      return 'touch';
  }
}

function union(all: readonly (Finders | 'touch')[]): Finders | 'touch' {
  const finders: Finder[] = [];
  const names: string[] = [];
  let mayEnd = false;
  for (const found of all) {
    if (found === 'touch') return 'touch';
    finders.push(...found.finders);
    names.push(found.name);
    mayEnd ||= found.mayEnd;
  }
  return { name: names.join(' / '), finders, mayEnd };
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
