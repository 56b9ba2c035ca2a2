import {
  cleanName,
  compilePattern,
  detectFormat,
  parseKeyValue,
  readCsvRow,
  type DetectedField,
  type DetectedFormat,
  type Detection,
  type Member,
} from '@acequia/event';
import type * as z from 'zod';
import type { parserConfig, ParserMode } from './config.ts';
import { columnType } from './column-type.ts';
import { isTorn } from './header-doubt.ts';
import { trailingClass } from './header-shapes.ts';
import { proposeHeader } from './propose-header.ts';
import { readTimeColumn } from './time-column.ts';

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
/** Signs that stand between pairs, and those between a name and its value, where blanks do not part the pairs. */
const pairSigns = [
  ['\t', ':'],
  ['\t', '='],
  ['|', '='],
  ['|', ':'],
  [';', '='],
  [',', '='],
] as const;
const pairsShare = 0.9;
const syslogTime = '{time:timestamp("%b %e %H:%M:%S")}';
const pairName = /^[A-Za-z_][\w.-]*(?: [A-Za-z_][\w.-]*){0,2}$/;

/**
 * Parsers for up to 100 sample lines (catalogue 5.6), to be shown and edited: the first reads `field`, each further one a
 * field that holds such text itself (the message of syslog, strings of JSON), its outputs under the name of that field.
 * Lines in no format that begin alike are parted into the columns of their header and a message. Nothing for plain text. A type is proposed only where every sample converts.
 */
export function proposeParser(lines: readonly string[], field = '_raw'): readonly ParserProposal[] {
  const samples = lines.filter((line) => line.trim() !== '').slice(0, samplesMax);
  const records = auditRecords(samples, field);
  if (records) return records;
  const pairs = pairsOf(samples);
  if (pairs) return [{ field, mode: 'kv', bare: 'ignore', ...pairs }];
  const detection = detectFormat(lines);
  // Signs inside of brackets part columns of the bracket, not the lines.
  const { csv } = detection;
  const areInBrackets = csv?.header === false && samples.every((line) => areTorn([line], csv.separator));
  const header = mayBeHeaders(detection, samples) || areInBrackets ? headerOf(lines, field) : cellsBehindHeader(detection, samples, field);
  if (header) return header;
  if (detection.csv?.header === false && areTorn(samples, detection.csv.separator)) return headerOf(lines, field) ?? [];
  if (detection.format === 'text') return [];
  return [{ field, mode: modes[detection.format], ...optionsOf(detection, lines) }, ...nested(detection.fields, '')];
}

const auditRecord = /^(node=\S+ )?type=[A-Z_]+ msg=audit\(\d{10}\.\d{3}:\d+\): /;

/** Records of Linux's audit: their time and number stand inside a value of the pairs, which name a further `msg`. */
function auditRecords(samples: readonly string[], field: string): readonly ParserProposal[] | undefined {
  const parsed = samples.map((line) => auditRecord.exec(line));
  const isOfNode = samples.length > 0 && parsed.every((match) => match?.[1] !== undefined);
  if (!isOfNode && (samples.length === 0 || parsed.some((match) => !match || match[1] !== undefined))) return undefined;
  const message = messageNameFor(field);
  const pattern = `${isOfNode ? 'node={node} ' : ''}type={type} msg=audit({time:timestamp("%s.%L")}:{serial:int}): {${message}}`;
  const messages = samples.map((line, index) => line.slice(parsed[index]![0].length));
  return [{ field, mode: 'pattern', pattern }, ...messageParsers(messages, message)];
}

/** A header that the first cell begins with would be one column with it. */
function cellsBehindHeader({ csv }: Detection, samples: readonly string[], field: string): readonly ParserProposal[] | undefined {
  if (!csv || csv.header) return undefined;
  const message = messageNameFor(field);
  // A number that is a cell is not to be taken for a measure.
  const header = proposeHeader(
    samples.map((line) =>
      line
        .slice(0, line.indexOf(csv.separator))
        .trimEnd()
        .replace(/ -?\d+$/, ' x'),
    ),
    message,
  );
  if (!header) return undefined;
  // A first cell that is a header of several columns is none.
  if (!header.pattern.endsWith(`{${message}}`)) return header.pattern.split('{').length > 2 ? headerOf(samples, field) : undefined;
  // Between the time of syslog and what has no blank is a host.
  const isNamed = header.pattern === `${syslogTime} {${message}}` && header.messages.every((text) => /^\S+ \S+$/.test(text));
  const pattern = isNamed ? `${syslogTime} {host} {${message}}` : header.pattern;
  const compiled = compilePattern(pattern);
  const messages = samples.map((line) => {
    const parsed = compiled.ok ? compiled.value.parse(line) : undefined;
    return parsed?.ok === true ? new Map(parsed.value).get(message) : undefined;
  });
  const texts = messages.filter((text) => typeof text === 'string');
  if (texts.length < samples.length) return undefined;
  return [{ field, mode: 'pattern', pattern }, ...messageParsers(texts, message, csv.separator)];
}

/** What reads messages that are in a format themselves. Cells are not taken from those whose first is words of a sentence. */
function messageParsers(messages: readonly string[], field: string, separator?: string): readonly ParserProposal[] {
  const inside = detectFormat(messages);
  if (inside.format === 'kv' && !arePairsClean(messages)) return [];
  if (inside.format !== 'csv') {
    const quote = inside.format === 'kv' && areSingleQuoted(messages) ? { quote: "'" } : {};
    return nested([{ name: field, type: 'string', inside }], '').map((parser) => ({
      ...parser,
      ...quote,
    }));
  }
  const isTable = inside.csv?.separator === separator && messages.every((text) => !text.slice(0, text.indexOf(separator!)).includes(' '));
  return isTable ? [{ field, mode: 'csv', prefix: `${field}.`, ...optionsOf(inside, messages) }] : [];
}

/** Whether names and values of sentences are whole: none with a mark of the sentence on it, none that a bracket begins or ends. */
function arePairsClean(messages: readonly string[]): boolean {
  return messages.every((text) =>
    parseKeyValue(text, { bare: 'ignore' }).every(
      ([name, value]) => /^[A-Za-z_][\w.-]*$/.test(name) && (typeof value !== 'string' || isWholeValue(value)),
    ),
  );
}

const isWholeValue = (value: string): boolean => !/[,;]$/.test(value) && !isTorn(value);

/** Whether values with blanks stand between single quotes, and none between double ones outside of them. */
function areSingleQuoted(lines: readonly string[]): boolean {
  const rests = lines.map((line) => line.replaceAll(/=\s*'[^']*'/g, '='));
  return rests.some((rest, index) => rest !== lines[index]) && !rests.some((rest) => /="[^"]*\s/.test(rest));
}

/** Whether a separator stands inside of brackets: it is one of a sentence or of a time. */
function areTorn(samples: readonly string[], separator: string): boolean {
  return samples.some((line) => readCsvRow(line, 0, line.length, separator, '"')?.cells.some(isTorn) === true);
}

/** Pairs and commas also stand in the messages of lines that begin with a header. */
function mayBeHeaders({ format, csv }: Detection, samples: readonly string[]): boolean {
  // What stands behind the columns of an access log would be lost.
  if (format === 'access-combined' || format === 'access-common') return samples.some((line) => !wholeAccess.test(line));
  if (format === 'csv') {
    const isQuoted = samples.some((line) => /(?:^|[,;|\t])"/.test(line));
    return csv !== undefined && !csv.header && csv.columns.length < csvWidthMin && !isQuoted;
  }
  return format === 'text' || format === 'kv';
}

const wholeAccess = /^\S+ \S+ \S+ \[[^\]]*\] "(?:[^"\\]|\\.)*" \S+ \S+(?: "(?:[^"\\]|\\.)*" "(?:[^"\\]|\\.)*")?$/;

/** Names and values that other signs than blanks part; undefined where not nearly all lines are such pairs. */
function pairsOf(samples: readonly string[]): Partial<ParserProposal> | undefined {
  for (const [pairs, values] of pairSigns) {
    const rows = samples.map((line) => parseKeyValue(line, { pairs, values, bare: 'null' }));
    const good = rows.filter((row) => row.length >= 2 && row.every(([name, value]) => isPair(name, value, values)));
    if (good.length === 0 || good.length < samples.length * pairsShare) continue;
    const names = new Set(good[0]!.map(([name]) => name));
    if (!good.every((row) => row.some(([name]) => names.has(name)) && new Set(row.map(([name]) => name)).size === row.length)) continue;
    return {
      pairs,
      values,
      ...typesOf([...new Set(good.flatMap((row) => row.map(([name]) => name)))], good),
    };
  }
  return undefined;
}

/** A value that holds pairs itself, or begins as the rest of a URL does, shows that the signs are others. */
function isPair(name: string, value: Member[1], values: string): boolean {
  return (
    typeof value === 'string' &&
    pairName.test(name) &&
    !value.startsWith('//') &&
    !(values === '=' && /(?:^|\s)[A-Za-z_]\w*=\S/.test(value))
  );
}

const messageNameFor = (field: string): string => (field === 'message' ? 'text' : 'message');

/** A pattern for the header, and what reads the messages where they are in a format themselves. */
function headerOf(lines: readonly string[], field: string): readonly ParserProposal[] | undefined {
  const samples = lines.filter((line) => line.trim() !== '').slice(0, samplesMax);
  const message = messageNameFor(field);
  const header = proposeHeader(samples, message);
  if (!header) return undefined;
  const first = { field, mode: 'pattern' as const, pattern: header.pattern };
  const ending = header.pattern.includes('{component}') ? undefined : classBehind(header.messages, message);
  return ending ? [first, ending] : [first, ...messageParsers(header.messages, message)];
}

/** What parts the class that wrote a message from its end, where all of them name one there. */
function classBehind(messages: readonly string[], field: string): ParserProposal | undefined {
  if (messages.length < 2 || !messages.every((text) => trailingClass.test(text))) return undefined;
  return { field, mode: 'regex', regex: String.raw`^(?P<${field}>.*) \((?P<component>[^\s()]+)\)$`, onFail: 'pass' };
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
      ...typesOf(csv.columns, rows),
    };
  }
  return format === 'kv'
    ? {
        bare: 'ignore',
        ...typesOf(
          fields.map(({ name }) => name),
          samples.map((line) => parseKeyValue(line, { bare: 'ignore' })),
        ),
      }
    : {};
}

/** Names of columns whose numbers count from 1970. */
const timeName = /^(?:ts|time|timestamp|epoch)$|[._-](?:ts|time|timestamp|epoch)$/i;

/** Types, and the form of times, of columns whose every sample can be read as one. */
function typesOf(names: readonly string[], rows: readonly (readonly Member[])[]): Partial<ParserProposal> {
  const outputs = names.flatMap((name, index) => {
    if (cleanName(name, 1) !== name) return [];
    const texts = rows.flatMap((row) => row.flatMap(([key, value]) => (key === name && typeof value === 'string' ? [value.trim()] : [])));
    const type = columnType(texts);
    const mayCount = (index === 0 && type !== 'integer') || timeName.test(name);
    const counted = mayCount ? timeFormatOf(texts, true) : undefined;
    if (counted !== undefined) return [{ name, type: 'timestamp' as const, timeFormat: counted }];
    if (type === 'boolean' || type === 'integer' || type === 'float' || type === 'timestamp') return [{ name, type }];
    const timeFormat = timeFormatOf(texts, false);
    return timeFormat === undefined ? [] : [{ name, type: 'timestamp' as const, timeFormat }];
  });
  return outputs.length === 0 ? {} : { outputs };
}

function timeFormatOf(texts: readonly string[], mayCount: boolean): string | undefined {
  const time = texts.length > 0 && texts.every((text) => text !== '') ? readTimeColumn(texts, 1, mayCount) : undefined;
  const isWhole = time?.name === 'time' && time.padded === undefined && texts.every((text, index) => time.lengths[index] === text.length);
  return isWhole ? /^timestamp\("(.*)"\)$/.exec(time.options)?.[1] : undefined;
}

function nested(fields: readonly DetectedField[], prefix: string): ParserProposal[] {
  return fields.flatMap(({ name, inside }) => {
    const field = `${prefix}${cleanName(name, 1)}`;
    if (inside === undefined || inside.format === 'text' || inside.format === 'csv' || field.length > 63 || field.startsWith('_'))
      return [];
    return [
      {
        field,
        mode: modes[inside.format],
        prefix: `${field}.`,
        ...(inside.format === 'kv' ? { bare: 'ignore' as const } : {}),
      },
      ...nested(inside.fields, `${field}.`),
    ];
  });
}
