import { ok, type Result } from '@acequia/base';
import { compileTimePattern } from '../time/time-pattern.ts';
import { Timestamp } from '../values.ts';
import { headerCells } from './cef.ts';
import { expecting, expectingText } from '../expected.ts';
import { parseFault, shape, timeOptionsOf, type Member, type ParseFault, type ShapeOptions, type ShapeResult } from './shape.ts';

const names = ['leef_version', 'vendor', 'product', 'product_version', 'event_id'];

/** LEEF 1.0 and 2.0. */
export function parseLeef(text: string, options: ShapeOptions = {}): Result<ShapeResult, ParseFault> {
  const head = /^\s*LEEF:\s*(?=[12]\.)/.exec(text);
  if (!head) return parseFault('PARSE_NO_MATCH', 0, 'leef_version', expectingText('LEEF:1.0|'));
  const second = text.startsWith('2', head[0].length);
  const header = headerCells(text, head[0].length, names.length);
  if (!header) return parseFault('PARSE_COLUMNS', text.length, 'event_id', expecting('EXPECTED_BARS', { count: 5 }));
  const members: Member[] = names.map((name, i) => [name, header.cells[i]!.trim()]);
  let at = header.end;
  let delimiter = '\t';
  if (second) {
    const bar = text.indexOf('|', at);
    const written = bar < 0 ? undefined : delimiterOf(text.slice(at, bar));
    if (written !== undefined) {
      delimiter = written;
      at = bar + 1;
    }
  }
  const attributes: (readonly [string, string])[] = [];
  for (const pair of text.slice(at).split(delimiter)) {
    const eq = pair.indexOf('=');
    if (eq > 0) attributes.push([pair.slice(0, eq).trim(), pair.slice(eq + 1)]);
  }
  return ok(shape([...members, ...withTime(attributes, options)]));
}

function delimiterOf(cell: string): string | undefined {
  if (cell === '') return '\t';
  const code = /^(?:0?x)([0-9a-fA-F]{1,4})$/.exec(cell);
  if (code) return String.fromCharCode(Number.parseInt(code[1]!, 16));
  return [...cell].length === 1 ? cell : undefined;
}

/** Letters of Java's date patterns, as LEEF's devTimeFormat uses them. */
const javaLetters: readonly (readonly [RegExp, string])[] = [
  [/^y{4}/, '%Y'],
  [/^yy/, '%y'],
  [/^M{4,}/, '%B'],
  [/^M{3}/, '%b'],
  [/^M{1,2}/, '%m'],
  [/^d{1,2}/, '%d'],
  [/^H{1,2}/, '%H'],
  [/^h{1,2}/, '%I'],
  [/^m{1,2}/, '%M'],
  [/^s{1,2}/, '%S'],
  [/^S+/, '%f'],
  [/^a/, '%p'],
  [/^E{4,}/, '%A'],
  [/^E{1,3}/, '%a'],
  [/^z+/, '%Z'],
  [/^[ZX]+/, '%z'],
  [/^'([^']*)'/, '$1'],
];

function strftimeOf(java: string): string {
  let out = '';
  for (let rest = java; rest !== '';) {
    const found = javaLetters.find(([letter]) => letter.test(rest));
    const taken = found?.[0].exec(rest)?.[0] ?? rest[0]!;
    out += found ? taken.replace(found[0], found[1]) : taken.replace('%', '%%');
    rest = rest.slice(taken.length);
  }
  return out;
}

function withTime(attributes: readonly (readonly [string, string])[], options: ShapeOptions): Member[] {
  const format = attributes.find(([key]) => key === 'devTimeFormat')?.[1];
  return attributes.map(([key, value]) => {
    if (key !== 'devTime') return [key, value] as const;
    const pattern = compileTimePattern(
      format === undefined
        ? /^\d{13}$/.test(value)
          ? 'EPOCH_MS'
          : /^\d{9,10}$/.test(value)
            ? 'EPOCH'
            : '%b %d %Y %H:%M:%S'
        : strftimeOf(format),
    );
    const time = pattern.ok ? pattern.value.parse(value.trim(), timeOptionsOf(options)) : pattern;
    return [key, time.ok ? new Timestamp(time.value) : value] as const;
  });
}
