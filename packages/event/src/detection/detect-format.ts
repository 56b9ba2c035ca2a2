import { parseJson } from '../json/parse-json.ts';
import { jsonOf, nodeToValue } from '../json/print-json.ts';
import { parseAccessLog } from '../shapes/access-log.ts';
import { parseCef } from '../shapes/cef.ts';
import { readCsvRow } from '../shapes/csv-row.ts';
import { parseKeyValue } from '../shapes/key-value.ts';
import { parseLeef } from '../shapes/leef.ts';
import type { Member } from '../shapes/shape.ts';
import { parseSyslog3164, parseSyslog5424 } from '../shapes/syslog.ts';
import { parseXmlPrefix } from '../shapes/xml.ts';
import { proposeType, type ProposedType } from './propose-type.ts';

export const detectedFormats = [
  'cef',
  'leef',
  'syslog-5424',
  'syslog-3164',
  'json',
  'xml',
  'access-combined',
  'access-common',
  'kv',
  'csv',
  'text',
] as const;
export type DetectedFormat = (typeof detectedFormats)[number];

export interface DetectedField {
  readonly name: string;
  readonly type: ProposedType;
  /** What the field's text looks like itself, to depth 3. */
  readonly inside?: Detection;
}

/** A proposal the user sees and edits; nothing is detected at run time. */
export interface Detection {
  readonly format: DetectedFormat;
  /** Share of the samples that parse, 0–1. */
  readonly share: number;
  readonly fields: readonly DetectedField[];
  readonly csv?: { readonly separator: string; readonly header: boolean; readonly columns: readonly string[] };
}

type Reader = (line: string) => readonly Member[] | undefined;

const shareMin = 0.9;
const samplesMax = 100;
const depthMax = 3;

const members = (result: { readonly ok: true; readonly value: { readonly members: readonly Member[] } } | { readonly ok: false }) =>
  result.ok ? result.value.members : undefined;

function readJson(line: string): readonly Member[] | undefined {
  const parsed = parseJson(line.trim());
  if (!parsed.ok || !(parsed.value.node instanceof Map)) return undefined;
  return [...parsed.value.node].map(([key, node]) => [key, nodeToValue(node) ?? null] as const);
}

function readXml(line: string): readonly Member[] | undefined {
  const text = line.trim();
  const parsed = text.startsWith('<') ? parseXmlPrefix(text, 0) : undefined;
  return parsed && 'node' in parsed && parsed.end === text.length ? [['xml', jsonOf(parsed.node)]] : undefined;
}

function readKeyValue(line: string): readonly Member[] | undefined {
  const pairs = parseKeyValue(line, { bare: 'ignore' }).filter(([key]) => /^[A-Za-z_][\w.-]*$/.test(key));
  return pairs.length >= 3 ? pairs : undefined;
}

const readers: readonly (readonly [DetectedFormat, Reader])[] = [
  ['cef', (line) => members(parseCef(line))],
  ['leef', (line) => members(parseLeef(line))],
  ['syslog-5424', (line) => (/^<\d{1,3}>[1-9]\d{0,2} /.test(line) ? members(parseSyslog5424(line)) : undefined)],
  ['syslog-3164', (line) => (/^<\d{1,3}>/.test(line) ? members(parseSyslog3164(line)) : undefined)],
  ['json', readJson],
  ['xml', readXml],
  [
    'access-combined',
    (line) => (members(parseAccessLog(line))?.some(([name]) => name === 'user_agent') === true ? members(parseAccessLog(line)) : undefined),
  ],
  ['access-common', (line) => members(parseAccessLog(line))],
  ['kv', readKeyValue],
];

/** Proposes a format for up to 100 sample lines (catalogue 5.6). */
export function detectFormat(lines: readonly string[]): Detection {
  return detect(lines.filter((line) => line.trim() !== '').slice(0, samplesMax), 1);
}

function detect(lines: readonly string[], depth: number): Detection {
  if (lines.length === 0) return text();
  for (const [format, read] of readers) {
    const parsed = lines.map(read).filter((row) => row !== undefined);
    const share = parsed.length / lines.length;
    if (share >= shareMin) return { format, share, fields: fieldsOf(parsed, format, depth) };
  }
  return detectCsv(lines) ?? text();
}

const text = (): Detection => ({ format: 'text', share: 1, fields: [{ name: 'message', type: 'string' }] });

function fieldsOf(rows: readonly (readonly Member[])[], format: DetectedFormat, depth: number): DetectedField[] {
  const columns = new Map<string, Member[1][]>();
  for (const row of rows) {
    for (const [name, value] of row) {
      const values = columns.get(name);
      if (values) values.push(value);
      else columns.set(name, [value]);
    }
  }
  const nests = format === 'json' || format === 'syslog-5424' || format === 'syslog-3164';
  return [...columns].map(([name, values]) => {
    const texts = values.filter((value): value is string => typeof value === 'string' && value.trim() !== '');
    const inside =
      nests && depth < depthMax && texts.length === values.length && texts.length > 0 && (format === 'json' || name === 'message')
        ? detect(texts, depth + 1)
        : undefined;
    return {
      name,
      type: proposeType(values),
      ...(inside === undefined || inside.format === 'text' || inside.format === 'csv' ? {} : { inside }),
    };
  });
}

function detectCsv(lines: readonly string[]): Detection | undefined {
  // A comma between digits is a decimal mark where another sign parts the cells.
  const areDecimal = lines.every((line) => !/(?<!\d),|,(?!\d)/.test(line));
  for (const separator of areDecimal ? [';', '\t', '|', ','] : [',', ';', '\t', '|']) {
    const rows = lines.map((line) => readCsvRow(line, 0, line.length, separator, '"')?.cells ?? []);
    const counts = new Map<number, number>();
    for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
    const [width, hits] = [...counts].sort((a, b) => b[1] - a[1])[0]!;
    if (width < 2 || hits / lines.length < 0.95) continue;
    const header =
      rows.length > 1 &&
      rows[0]!.every((cell) => cell !== '' && !/\d/.test(cell)) &&
      rows.slice(1).some((row) => row.some((cell) => /\d/.test(cell)));
    const columns = Array.from({ length: width }, (_, i) => (header ? rows[0]![i]!.trim() : `column_${i + 1}`));
    const body = header ? rows.slice(1) : rows;
    const fields = columns.map((name, i) => ({ name, type: proposeType(body.map((row) => row[i] ?? null)) }));
    return { format: 'csv', share: hits / lines.length, fields, csv: { separator, header, columns } };
  }
  return undefined;
}
