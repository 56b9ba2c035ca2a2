import type { FieldValue } from '../values.ts';

export interface KeyValueOptions {
  /** Between pairs; a blank stands for any run of blanks. */
  readonly pairs?: string;
  /** Between key and value. */
  readonly values?: string;
  readonly quote?: string;
  readonly trim?: boolean;
  /** What a key without a value gets, or that it is left out. */
  readonly bare?: 'null' | 'true' | 'ignore';
  /** Only these keys. */
  readonly keys?: readonly string[];
}

/** Reads `a=1 b="two words" c`; never fails. */
export function parseKeyValue(text: string, options: KeyValueOptions = {}): (readonly [string, FieldValue])[] {
  const { pairs = ' ', values = '=', quote = '"', trim = true, bare = 'null', keys } = options;
  const blank = pairs === ' ';
  const found: (readonly [string, FieldValue])[] = [];
  const wanted = keys === undefined ? undefined : new Set(keys);
  const isPairEnd = (i: number) => (blank ? isBlank(text.charCodeAt(i)) : text.startsWith(pairs, i));
  const step = blank ? 1 : pairs.length;
  const add = (key: string, value: FieldValue) => {
    const name = trim ? key.trim() : key;
    if (name !== '' && (wanted === undefined || wanted.has(name))) found.push([name, value]);
  };
  for (let at = 0; at < text.length;) {
    if (isPairEnd(at)) {
      at += step;
      continue;
    }
    const start = at;
    while (at < text.length && !isPairEnd(at) && !text.startsWith(values, at)) at += 1;
    const key = text.slice(start, at);
    if (at >= text.length || !text.startsWith(values, at)) {
      if (bare !== 'ignore') add(key, bare === 'true' ? true : null);
      continue;
    }
    at += values.length;
    while (trim && !blank && text[at] === ' ') at += 1;
    if (quote !== '' && text.startsWith(quote, at)) {
      const quoted = readQuoted(text, at, quote, 'backslash');
      if (quoted) {
        add(key, quoted.text);
        at = quoted.end;
        continue;
      }
    }
    const valueStart = at;
    while (at < text.length && !isPairEnd(at)) at += 1;
    const value = text.slice(valueStart, at);
    add(key, trim ? value.trim() : value);
  }
  return found;
}

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Quoted text from its opening quote; undefined when it does not close. */
export function readQuoted(
  text: string,
  start: number,
  quote: string,
  escape: 'backslash' | 'double' | 'none',
): { text: string; end: number } | undefined {
  let out = '';
  for (let i = start + quote.length; i < text.length; i += 1) {
    if (escape === 'backslash' && text[i] === '\\' && i + 1 < text.length) {
      const next = text[i + 1]!;
      out += next === quote || next === '\\' ? next : next === 'n' ? '\n' : next === 't' ? '\t' : next === 'r' ? '\r' : `\\${next}`;
      i += 1;
    } else if (text.startsWith(quote, i)) {
      if (escape !== 'double' || !text.startsWith(quote, i + quote.length)) return { text: out, end: i + quote.length };
      out += quote;
      i += 2 * quote.length - 1;
    } else out += text[i];
  }
  return undefined;
}
