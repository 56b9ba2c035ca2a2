import { ok, type Result } from '@acequia/base';
import { expecting } from '../expected.ts';
import { floatFromText, integerFromText } from '../conversions/numbers.ts';
import { jsonOf, nodeToValue, valueToNode } from '../json/print-json.ts';
import { parseJsonPrefix } from '../json/parse-json.ts';
import { ipText, parseIp } from '../net/ip-address.ts';
import { parseAccessLog } from '../shapes/access-log.ts';
import { parseCef } from '../shapes/cef.ts';
import { readCsvRow } from '../shapes/csv-row.ts';
import { compileGrok } from '../shapes/grok.ts';
import { parseKeyValue, readQuoted } from '../shapes/key-value.ts';
import { parseLeef } from '../shapes/leef.ts';
import { parseFault, timeOptionsOf, type Member, type ParseFault, type ShapeOptions, type ShapeResult } from '../shapes/shape.ts';
import { parseSyslog } from '../shapes/syslog.ts';
import { parseXmlPrefix } from '../shapes/xml.ts';
import { parseRfc3339Prefix } from '../time/rfc3339.ts';
import { compileTimePattern } from '../time/time-pattern.ts';
import { List, Timestamp, type FieldType, type FieldValue, type ListItem, type ScalarType } from '../values.ts';
import { convert } from '../conversions/convert.ts';
import type { Options, PatternField } from './pattern-ast.ts';

/** What a field read: one value, or members; and where it ended. */
export interface FieldRead {
  readonly value?: FieldValue;
  readonly members?: readonly Member[];
  readonly end: number;
}

/** Reads a field at `start`; `end` is where its delimiter stands (only for fields that need one). */
export type FieldReader = (text: string, start: number, end: number, shape: ShapeOptions) => Result<FieldRead, ParseFault>;

export interface PreparedField {
  readonly read: FieldReader;
  /** Ends by itself: needs no delimiter. */
  readonly closed: boolean;
  /** Quotes of this kind hide the delimiter. */
  readonly quote?: string;
  /** Known members of a composite field; undefined = one value. */
  readonly memberNames?: readonly { readonly name: string; readonly type: FieldType | 'unknown' }[];
  readonly open: boolean;
  readonly type: FieldType | 'unknown';
}

const textOption = (options: Options, name: string, missing: string): string => {
  const value = options.get(name);
  return value === undefined ? missing : String(value);
};
const listOption = (options: Options, name: string): readonly (string | number | boolean)[] | undefined => {
  const value = options.get(name);
  return value === undefined ? undefined : Array.isArray(value) ? (value as readonly (string | number | boolean)[]) : [value as string];
};
const numberOption = (options: Options, name: string): number | undefined => {
  const value = options.get(name);
  return typeof value === 'number' ? value : undefined;
};

const one = (read: FieldReader, type: FieldType | 'unknown', closed: boolean): PreparedField => ({ read, closed, open: false, type });

/** A reader for the field, or the option that is wrong. */
export function prepareField(field: PatternField): Result<PreparedField, string> {
  const { options, name } = field;
  switch (field.type) {
    case 'string':
      return ok(fixedOrOpen(options, 'string', (text) => (options.get('trim') === true ? text.trim() : text), name));
    case 'word':
      return ok(one(wordReader(options.get('chars') === undefined ? undefined : textOption(options, 'chars', ''), name), 'string', true));
    case 'quoted':
      return quotedField(options, name);
    case 'int':
    case 'float':
      return ok(one(numberReader(field), field.type === 'int' ? 'integer' : 'float', true));
    case 'bool':
      return ok(boolField(options, name));
    case 'timestamp':
      return timestampField(options, name);
    case 'ip':
      return ok(one(ipReader(numberOption(options, 'version'), name), 'string', true));
    case 'json':
      return ok(jsonField(options, name));
    case 'xml':
      return ok(xmlField(options, name));
    case 'kv':
      return ok(kvField(options));
    case 'csv':
      return ok(csvField(options, name));
    case 'list':
      return ok(listField(options, name));
    case 'grok':
      return grokField(options);
    case 'syslog':
      return ok(wholeField(options, (text, shape) => parseSyslog(text, shape)));
    case 'cef':
      return ok(wholeField(options, (text) => parseCef(text, { labels: options.get('labels') === true })));
    case 'leef':
      return ok(wholeField(options, parseLeef));
    case 'access':
      return ok(wholeField(options, parseAccessLog));
  }
}

function fixedOrOpen(options: Options, type: FieldType, make: (text: string) => FieldValue, name: string): PreparedField {
  const length = numberOption(options, 'length');
  const nullText = options.get('null');
  const value = (text: string): FieldValue => (text === nullText ? null : make(text));
  if (length === undefined) return one((text, start, end) => ok({ value: value(text.slice(start, end)), end }), type, false);
  return one(
    (text, start) => {
      const end = start + length;
      return end > text.length
        ? parseFault('PARSE_TYPE', start, name, expecting('EXPECTED_CHARACTERS', { count: length }))
        : ok({ value: value(text.slice(start, end)), end });
    },
    type,
    true,
  );
}

function wordReader(chars: string | undefined, name: string): FieldReader {
  const set = chars === undefined ? undefined : new Set(chars);
  return (text, start) => {
    let end = start;
    while (end < text.length && (set ? set.has(text[end]!) : !/\s/.test(text[end]!))) end += 1;
    return end === start ? parseFault('PARSE_TYPE', start, name, expecting('EXPECTED_WORD')) : ok({ value: text.slice(start, end), end });
  };
}

function quotedField(options: Options, name: string): Result<PreparedField, string> {
  const quote = textOption(options, 'quote', '"');
  const escape = textOption(options, 'escape', 'backslash');
  if (escape !== 'backslash' && escape !== 'double' && escape !== 'none') return { ok: false, error: 'escape' };
  const word = wordReader(undefined, name);
  return ok(
    one(
      (text, start, end, shape) => {
        if (!text.startsWith(quote, start)) return word(text, start, end, shape);
        const quoted = readQuoted(text, start, quote, escape);
        return quoted
          ? ok({ value: quoted.text, end: quoted.end })
          : parseFault('PARSE_TYPE', start, name, expecting('EXPECTED_CLOSING_QUOTE'));
      },
      'string',
      true,
    ),
  );
}

function numberReader({ type, options, name }: PatternField): FieldReader {
  const base = numberOption(options, 'base') ?? 10;
  const thousands = textOption(options, 'thousands', '');
  const decimal = type === 'float' ? textOption(options, 'decimal', '.') : '';
  const length = numberOption(options, 'length');
  const nullText = options.get('null');
  const digit = (c: string | undefined) => c !== undefined && /[0-9a-z]/i.test(c) && Number.parseInt(c, 36) < base;
  const expected = expecting('EXPECTED_DIGITS');
  const fault = (start: number) => parseFault('PARSE_TYPE', start, name, expected);
  return (text, start) => {
    if (typeof nullText === 'string' && nullText !== '' && text.startsWith(nullText, start) && !digit(text[start + nullText.length]))
      return ok({ value: null, end: start + nullText.length });
    let end = start;
    if (length !== undefined) end = Math.min(text.length, start + length);
    else {
      if (text[end] === '-' || text[end] === '+') end += 1;
      while (digit(text[end]) || (thousands !== '' && text[end] === thousands && digit(text[end + 1]))) end += 1;
      if (decimal !== '' && text[end] === decimal && digit(text[end + 1])) {
        end += 1;
        while (digit(text[end])) end += 1;
      }
      const exponent = type === 'float' ? /^[eE][+-]?\d+/.exec(text.slice(end, end + 8)) : undefined;
      if (exponent && end > start) end += exponent[0].length;
    }
    let digits = text.slice(start, end);
    if (thousands !== '') digits = digits.replaceAll(thousands, '');
    if (decimal !== '' && decimal !== '.') digits = digits.replace(decimal, '.');
    const value = type === 'float' ? floatFromText(digits) : integerFromText(digits, base);
    return value === undefined || (length !== undefined && end < start + length) ? fault(start) : ok({ value, end });
  };
}

function boolField(options: Options, name: string): PreparedField {
  const yes = listOption(options, 'true')?.map((v) => String(v).toLowerCase()) ?? ['true', 'yes', 'on', '1'];
  const no = listOption(options, 'false')?.map((v) => String(v).toLowerCase()) ?? ['false', 'no', 'off', '0'];
  const expected = expecting('EXPECTED_ONE_OF', { choices: [...yes, ...no].join(', ') });
  return one(
    (text, start, end) => {
      const word = text.slice(start, end).trim().toLowerCase();
      if (yes.includes(word)) return ok({ value: true, end });
      return no.includes(word) ? ok({ value: false, end }) : parseFault('PARSE_TYPE', start, name, expected);
    },
    'boolean',
    false,
  );
}

function timestampField(options: Options, name: string): Result<PreparedField, string> {
  const source = options.get('') ?? options.get('format');
  const tz = options.get('tz');
  const locale = options.get('locale');
  if (source === undefined) {
    return ok(
      one(
        (text, start) => {
          const read = parseRfc3339Prefix(text, start);
          return read
            ? ok({ value: new Timestamp(read.ns), end: read.end })
            : parseFault('PARSE_TYPE', start, name, expecting('EXPECTED_RFC3339'));
        },
        'timestamp',
        true,
      ),
    );
  }
  const pattern = compileTimePattern(String(source));
  if (!pattern.ok) return { ok: false, error: String(source) };
  return ok(
    one(
      (text, start, _end, shape) => {
        const read = pattern.value.parsePrefix(text, start, {
          ...timeOptionsOf(shape),
          ...(typeof tz === 'string' ? { tz } : {}),
          ...(locale === 'en' || locale === 'es' ? { locale } : {}),
        });
        return read.ok
          ? ok({ value: new Timestamp(read.value.ns), end: read.value.end })
          : parseFault('PARSE_TYPE', read.error.offset, name, read.error.expected);
      },
      'timestamp',
      true,
    ),
  );
}

function ipReader(version: number | undefined, name: string): FieldReader {
  const expected = version === undefined ? expecting('EXPECTED_IP') : expecting('EXPECTED_IP_VERSION', { version });
  const quad = /(?:\d{1,3}\.){3}\d{1,3}(?!\d)/y;
  const shape = /[0-9A-Fa-f:.]{2,45}/y;
  return (text, start) => {
    quad.lastIndex = start;
    shape.lastIndex = start;
    const run = (quad.exec(text) ?? shape.exec(text))?.[0] ?? '';
    const own = run.replace(/(?:\.|(?<!:):)$/, '');
    const address = parseIp(own);
    if (!address || (version !== undefined && address.version !== version)) return parseFault('PARSE_TYPE', start, name, expected);
    return ok({ value: ipText(address), end: start + own.length });
  };
}

const wantsFields = (options: Options, missing: boolean): boolean =>
  options.get('as') === undefined ? missing : options.get('as') === 'fields';

function jsonField(options: Options, name: string): PreparedField {
  const spread = wantsFields(options, name === '*');
  const depthMax = Math.min(numberOption(options, 'depth') ?? 64, 64);
  return {
    closed: true,
    open: spread,
    type: 'unknown',
    ...(spread ? { memberNames: [] } : {}),
    read: (text, start) => {
      const parsed = parseJsonPrefix(text, start, { depthMax, membersMax: 100_000 });
      if (!parsed.ok)
        return parseFault(
          parsed.error.code === 'DECODE_JSON_SYNTAX' || parsed.error.code === 'DECODE_JSON_NUMBER' ? 'PARSE_TYPE' : 'PARSE_LIMIT',
          parsed.error.offset,
          name,
          expecting('EXPECTED_JSON'),
        );
      const { node, end } = parsed.value;
      if (!spread) return ok({ value: nodeToValue(node) ?? null, end });
      if (!(node instanceof Map)) return parseFault('PARSE_TYPE', start, name, expecting('EXPECTED_JSON_OBJECT'));
      return ok({ members: [...node].map(([key, member]) => [key, nodeToValue(member) ?? null] as const), end });
    },
  };
}

function xmlField(options: Options, name: string): PreparedField {
  const spread = wantsFields(options, name === '*');
  const xml = { attributes: textOption(options, 'attributes', '@'), text: textOption(options, 'text', '#text') };
  return {
    closed: true,
    open: spread,
    type: 'json',
    ...(spread ? { memberNames: [] } : {}),
    read: (text, start) => {
      const parsed = parseXmlPrefix(text, start, xml);
      if (!('node' in parsed)) return parseFault('PARSE_TYPE', parsed.offset, name, parsed.expected);
      if (!spread) return ok({ value: jsonOf(parsed.node), end: parsed.end });
      return ok({ members: [...parsed.node].map(([key, member]) => [key, nodeToValue(member) ?? null] as const), end: parsed.end });
    },
  };
}

/** Members as they are, or as one json. */
function membersOrJson(members: readonly Member[], asJson: boolean, end: number): FieldRead {
  return asJson ? { value: jsonOf(new Map(members.map(([key, value]) => [key, valueToNode(value)]))), end } : { members, end };
}

const bareOf = (text: string): 'null' | 'true' | 'ignore' => (text === 'true' || text === 'ignore' ? text : 'null');

function kvField(options: Options): PreparedField {
  const asJson = !wantsFields(options, true);
  const quote = textOption(options, 'quote', '"');
  const bare = textOption(options, 'bare', 'null');
  const keys = listOption(options, 'keys')?.map(String);
  const settings = {
    pairs: textOption(options, 'pairs', ' '),
    values: textOption(options, 'values', '='),
    quote,
    trim: options.get('trim') !== false,
    bare: bareOf(bare),
    ...(keys === undefined ? {} : { keys }),
  };
  return {
    closed: false,
    quote,
    open: !asJson && keys === undefined,
    type: 'json',
    ...(asJson ? {} : { memberNames: (keys ?? []).map((key) => ({ name: key, type: 'string' as const })) }),
    read: (text, start, end) => ok(membersOrJson(parseKeyValue(text.slice(start, end), settings), asJson, end)),
  };
}

function csvField(options: Options, name: string): PreparedField {
  const asJson = !wantsFields(options, true);
  const separator = textOption(options, 'separator', ',');
  const quote = textOption(options, 'quote', '"');
  const columns = (listOption(options, 'columns') ?? listOption(options, 'alias'))?.map(String);
  const indices = (listOption(options, 'indices') ?? listOption(options, 'fields'))?.map(Number);
  const total = numberOption(options, 'totalColumns');
  const nameOf = (i: number) => columns?.[i] ?? String(i);
  const known = indices ?? columns?.map((_, i) => i) ?? (total === undefined ? undefined : Array.from({ length: total }, (_, i) => i));
  return {
    closed: total !== undefined,
    quote,
    open: !asJson && known === undefined,
    type: 'json',
    ...(asJson ? {} : { memberNames: (known ?? []).map((i) => ({ name: nameOf(i), type: 'string' as const })) }),
    read: (text, start, end) => {
      const row = readCsvRow(text, start, total === undefined ? end : text.length, separator, quote, total);
      if (!row) return parseFault('PARSE_LIMIT', start, name);
      const least = total ?? Math.max(columns?.length ?? 0, ...(indices ?? []).map((i) => i + 1));
      if (row.cells.length < least)
        return parseFault('PARSE_COLUMNS', row.end, name, expecting('EXPECTED_CELLS', { count: least, found: row.cells.length }));
      const members = (indices ?? row.cells.map((_, i) => i)).map((i) => [nameOf(i), row.cells[i]!] as const);
      return ok(membersOrJson(members, asJson, row.end));
    },
  };
}

function listField(options: Options, name: string): PreparedField {
  const separator = textOption(options, 'separator', ',');
  const of = ({ int: 'integer', bool: 'boolean' }[textOption(options, 'of', 'string')] ??
    textOption(options, 'of', 'string')) as ScalarType;
  const trim = options.get('trim') !== false;
  return one(
    (text, start, end) => {
      const items: ListItem[] = [];
      const source = text.slice(start, end);
      for (const piece of source === '' ? [] : source.split(separator)) {
        const value = convert(trim ? piece.trim() : piece, of);
        if (!value.ok) return parseFault('PARSE_TYPE', start, name, expecting('EXPECTED_TYPE', { type: of }));
        items.push(value.value as ListItem);
        if (items.length > 10_000) return parseFault('PARSE_LIMIT', start, name);
      }
      return ok({ value: new List(of, items), end });
    },
    `list<${of}>`,
    false,
  );
}

function grokField(options: Options): Result<PreparedField, string> {
  const grok = compileGrok(textOption(options, '', ''));
  if (!grok.ok) return { ok: false, error: grok.error.detail };
  const asJson = !wantsFields(options, true);
  return ok({
    closed: true,
    open: false,
    type: 'json',
    ...(asJson ? {} : { memberNames: grok.value.outputs }),
    read: (text, start) => {
      const parsed = grok.value.parsePrefix(text, start);
      return parsed.ok ? ok(membersOrJson(parsed.value.members, asJson, parsed.value.end)) : parsed;
    },
  });
}

function wholeField(options: Options, parse: (text: string, shape: ShapeOptions) => Result<ShapeResult, ParseFault>): PreparedField {
  const asJson = !wantsFields(options, true);
  return {
    closed: true,
    open: !asJson,
    type: 'json',
    ...(asJson ? {} : { memberNames: [] }),
    read: (text, start, _end, shape) => {
      const parsed = parse(text.slice(start), shape);
      if (!parsed.ok) return { ok: false, error: { ...parsed.error, offset: parsed.error.offset + start } };
      return ok(membersOrJson(parsed.value.members, asJson, text.length));
    },
  };
}
