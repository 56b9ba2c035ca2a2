import { ok, type Result } from '@acequia/base';
import { expecting, expectingText } from '../expected.ts';
import { parseFault, shape, type Member, type ParseFault, type ShapeResult } from './shape.ts';

/** Cuts `count` header cells at unescaped bars; undefined when there are fewer. */
export function headerCells(text: string, start: number, count: number): { cells: string[]; end: number } | undefined {
  const cells: string[] = [];
  let cell = '';
  for (let i = start; i < text.length; i += 1) {
    const c = text[i]!;
    if (c === '\\' && (text[i + 1] === '|' || text[i + 1] === '\\')) {
      cell += text[i + 1];
      i += 1;
    } else if (c === '|') {
      cells.push(cell);
      cell = '';
      if (cells.length === count) return { cells, end: i + 1 };
    } else cell += c;
  }
  if (cells.length === count - 1) return { cells: [...cells, cell], end: text.length };
  return undefined;
}

const names = ['cef_version', 'device_vendor', 'device_product', 'device_version', 'signature_id', 'name', 'severity'];

export interface CefOptions {
  /** `cs1Label=user cs1=ana` becomes `user`. */
  readonly labels?: boolean;
}

/** CEF 0 and 1. */
export function parseCef(text: string, options: CefOptions = {}): Result<ShapeResult, ParseFault> {
  const head = /^\s*CEF:\s*(?=\d)/.exec(text);
  if (!head) return parseFault('PARSE_NO_MATCH', 0, 'cef_version', expectingText('CEF:0|'));
  const header = headerCells(text, head[0].length, names.length);
  if (!header) return parseFault('PARSE_COLUMNS', text.length, 'severity', expecting('EXPECTED_BARS', { count: 7 }));
  const members: Member[] = names.map((name, i) => [name, header.cells[i]!.trim()]);
  const extension = extensionPairs(text, header.end);
  return ok(shape([...members, ...(options.labels === true ? withLabels(extension) : extension)]));
}

const keyCharacter = /[A-Za-z0-9_.\-[\]]/;

/** A value runs to the next ` key=`; `=` inside a value is escaped. */
function extensionPairs(text: string, start: number): (readonly [string, string])[] {
  const keys: { key: string; keyStart: number; valueStart: number }[] = [];
  for (let i = start; i < text.length; i += 1) {
    if (text[i] === '\\') {
      i += 1;
      continue;
    }
    if (text[i] !== '=') continue;
    let from = i;
    while (from > start && keyCharacter.test(text[from - 1]!)) from -= 1;
    if (from === i || (from > start && !/\s/.test(text[from - 1]!))) continue;
    keys.push({ key: text.slice(from, i), keyStart: from, valueStart: i + 1 });
  }
  return keys.map(
    ({ key, valueStart }, n) => [key, unescapeValue(text.slice(valueStart, keys[n + 1]?.keyStart ?? text.length).trimEnd())] as const,
  );
}

function unescapeValue(value: string): string {
  return value.includes('\\') ? value.replace(/\\([\\=|nr])/g, (_, c: string) => (c === 'n' ? '\n' : c === 'r' ? '\r' : c)) : value;
}

function withLabels(pairs: readonly (readonly [string, string])[]): Member[] {
  const labels = new Map(pairs.filter(([key]) => key.endsWith('Label')).map(([key, value]) => [key.slice(0, -5), value]));
  const keys = new Set(pairs.map(([key]) => key));
  return pairs
    .filter(([key]) => !(key.endsWith('Label') && keys.has(key.slice(0, -5))))
    .map(([key, value]) => [labels.get(key) || key, value] as const);
}
