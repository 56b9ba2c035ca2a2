import {
  cleanName,
  convert,
  detectFormat,
  parseKeyValue,
  readCsvRow,
  type DetectedField,
  type DetectedFormat,
  type Detection,
  type FieldType,
  type Member,
} from '@acequia/event';
import type * as z from 'zod';
import type { parserConfig, ParserMode } from './config.ts';
import { proposeHeader } from './propose-header.ts';

export type ParserProposal = z.input<typeof parserConfig>;

const modes: Readonly<Record<Exclude<DetectedFormat, 'text'>, ParserMode>> = {
  cef: 'cef',
  leef: 'leef',
  'syslog-5424': 'syslog',
  'syslog-3164': 'syslog',
  json: 'json',
  xml: 'xml',
  'access-combined': 'access',
  'access-common': 'access',
  kv: 'kv',
  csv: 'csv',
};
const samplesMax = 100;
/** Fewer cells between commas may as well be a sentence. */
const csvWidthMin = 4;
const convertible: ReadonlySet<string> = new Set<FieldType>(['boolean', 'integer', 'float', 'timestamp']);

/**
 * Parsers for up to 100 sample lines (catalogue 5.6), to be shown and edited: the first reads `field`, each further one a
 * field that holds such text itself (the message of syslog, strings of JSON), its outputs under the name of that field.
 * Lines in no format that begin alike are parted into the columns of their header and a message. Nothing for plain text. A type is proposed only where every sample converts.
 */
export function proposeParser(lines: readonly string[], field = '_raw'): readonly ParserProposal[] {
  const detection = detectFormat(lines);
  const header = mayBeHeaders(detection) ? headerOf(lines, field) : undefined;
  if (header) return header;
  if (detection.format === 'text') return [];
  return [{ field, mode: modes[detection.format], ...optionsOf(detection, lines) }, ...nested(detection.fields, '')];
}

/** Pairs and commas also stand in the messages of lines that begin with a header. */
function mayBeHeaders({ format, csv }: Detection): boolean {
  if (format === 'csv') return csv?.separator === ',' && !csv.header && csv.columns.length < csvWidthMin;
  return format === 'text' || format === 'kv';
}

/** A pattern for the header, and what reads the messages where they are in a format themselves. */
function headerOf(lines: readonly string[], field: string): readonly ParserProposal[] | undefined {
  const samples = lines.filter((line) => line.trim() !== '').slice(0, samplesMax);
  const message = field === 'message' ? 'text' : 'message';
  const header = proposeHeader(samples, message);
  if (!header) return undefined;
  const detection = detectFormat(header.messages);
  const inside = { name: message, type: 'string' as const, inside: detection };
  return [{ field, mode: 'pattern', pattern: header.pattern }, ...nested([inside], '')];
}

function optionsOf({ format, fields, csv }: Detection, lines: readonly string[]): Partial<ParserProposal> {
  const samples = lines.filter((line) => line.trim() !== '').slice(0, samplesMax);
  if (format === 'csv' && csv) {
    const columns = csv.columns.map((name, index) => cleanName(name, index + 1));
    const rows = (csv.header ? samples.slice(1) : samples).map((line) =>
      (readCsvRow(line, 0, line.length, csv.separator, '"')?.cells ?? []).map((cell, index): Member => [csv.columns[index] ?? '', cell]),
    );
    return {
      separator: csv.separator,
      columns: columns.map((name, index) => (columns.indexOf(name) === index ? name : `${name}_${index + 1}`)),
      ...typesOf(fields, rows),
    };
  }
  return format === 'kv'
    ? {
        bare: 'ignore',
        ...typesOf(
          fields,
          samples.map((line) => parseKeyValue(line, { bare: 'ignore' })),
        ),
      }
    : {};
}

function typesOf(fields: readonly DetectedField[], rows: readonly (readonly Member[])[]): Partial<ParserProposal> {
  const outputs = fields.flatMap(({ name, type }) => {
    if (!convertible.has(type) || cleanName(name, 1) !== name) return [];
    const values = rows.flatMap((row) => row.filter(([key]) => key === name).map(([, value]) => value));
    return values.every((value) => convert(value, type as FieldType, { base: 10, tz: 'UTC' }).ok)
      ? [{ name, type: type as FieldType }]
      : [];
  });
  return outputs.length === 0 ? {} : { outputs };
}

function nested(fields: readonly DetectedField[], prefix: string): ParserProposal[] {
  return fields.flatMap(({ name, inside }) => {
    const field = `${prefix}${cleanName(name, 1)}`;
    if (inside === undefined || inside.format === 'text' || inside.format === 'csv' || field.length > 63 || field.startsWith('_'))
      return [];
    return [
      { field, mode: modes[inside.format], prefix: `${field}.`, ...(inside.format === 'kv' ? { bare: 'ignore' as const } : {}) },
      ...nested(inside.fields, `${field}.`),
    ];
  });
}
