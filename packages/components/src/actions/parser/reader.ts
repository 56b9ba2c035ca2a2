import { assert, err, ok, type Result } from '@acequia/base';
import {
  cleanName,
  compileGrok,
  compilePattern,
  compileRegex,
  expecting,
  isObjectNode,
  jsonOf,
  jsonOfText,
  nodeToValue,
  parseAccessLog,
  parseByRegex,
  parseCef,
  parseJson,
  parseKeyValue,
  parseLeef,
  parseSyslog,
  parseXmlPrefix,
  readCsvRow,
  type FieldType,
  type FieldValue,
  type JsonNode,
  type Member,
  type ParseFault,
  type ShapeOptions,
  type ShapeResult,
  wellFormedJson,
  type Expected,
} from '@acequia/event';
import type { EventFlag } from '@acequia/batch';
import type { ParserConfig } from './config.ts';

/** Members found in a text, named as they stand there; `flags` are those of the event. */
export interface ReadMembers {
  readonly members: readonly Member[];
  readonly flags: readonly EventFlag[];
}

export type ParserFault = Omit<ParseFault, 'code'> & { readonly code: string };
export type ReadText = (text: string, options: ShapeOptions) => Result<ReadMembers, ParserFault>;

export interface MemberReader {
  readonly read: ReadText;
  /** Members it is known to make. */
  readonly known: readonly { readonly name: string; readonly type: FieldType | 'unknown' }[];
  /** There may be others, whose names come from data. */
  readonly open: boolean;
  /** Steps that a character of the text takes. Regular expressions count their own. */
  readonly cost: number;
}

const costs: Readonly<Record<ParserConfig['mode'], number>> = {
  pattern: 1,
  json: 2,
  xml: 4,
  kv: 4,
  csv: 1,
  syslog: 2,
  cef: 4,
  leef: 4,
  access: 2,
  grok: 1,
  regex: 1,
};

const plain = (members: readonly Member[]): ReadMembers => ({ members, flags: [] });
const found = (result: Result<ShapeResult, ParseFault>): Result<ReadMembers, ParserFault> =>
  result.ok ? ok({ members: result.value.members, flags: result.value.flags as readonly EventFlag[] }) : result;
const fault = (code: string, offset: number, expected?: Expected): Result<never, ParserFault> =>
  err(expected === undefined ? { code, offset, field: '' } : { code, offset, field: '', expected });

type Known = MemberReader['known'];
const strings = (...names: readonly string[]): Known => names.map((name) => ({ name, type: 'string' }));
const integers = (...names: readonly string[]): Known => names.map((name) => ({ name, type: 'integer' }));
const instant: Known = [{ name: 'timestamp', type: 'timestamp' }];

const syslogKnown: Known = [
  ...integers('facility', 'severity', 'version'),
  ...strings('facility_name', 'severity_name'),
  ...instant,
  ...strings('hostname', 'app_name', 'proc_id', 'msg_id'),
  { name: 'structured_data', type: 'json' },
  ...strings('message'),
];
const cefKnown = strings('cef_version', 'device_vendor', 'device_product', 'device_version', 'signature_id', 'name', 'severity');
const leefKnown = strings('leef_version', 'vendor', 'product', 'product_version', 'event_id');
const accessKnown: Known = [
  ...strings('client_ip', 'ident', 'user'),
  ...instant,
  ...strings('method', 'path', 'query', 'protocol'),
  ...integers('status', 'bytes'),
  ...strings('referer', 'user_agent', 'request', 'rest'),
];

/** Compiles a checked configuration to a reader of texts. */
export const compileReader = (config: ParserConfig): MemberReader => ({ ...readerOf(config), cost: costs[config.mode] });

function readerOf(config: ParserConfig): Omit<MemberReader, 'cost'> {
  switch (config.mode) {
    case 'pattern': {
      const compiled = valid(compilePattern(given(config.pattern)));
      return {
        known: compiled.outputs,
        open: compiled.open,
        read: (text, options) => {
          const result = compiled.parse(text, options);
          return result.ok ? ok(plain(result.value)) : result;
        },
      };
    }
    case 'json':
      if (config.as === 'json')
        return whole(
          given(config.destination),
          (text) => readJson(text),
          (text) => jsonOfText(wellFormedJson(text.trim())),
        );
      return { known: [], open: true, read: (text) => spread(readJson(text)) };
    case 'xml': {
      const options = { attributes: config.attributes, text: config.textKey };
      const read = (text: string): Result<JsonNode, ParserFault> => {
        const result = parseXmlPrefix(text, 0, options);
        if (!('node' in result)) return fault('PARSE_NO_MATCH', result.offset, result.expected);
        return text.slice(result.end).trim() === '' ? ok(result.node) : fault('PARSE_TRAILING', result.end);
      };
      return config.as === 'json' ? whole(given(config.destination), read) : { known: [], open: true, read: (text) => spread(read(text)) };
    }
    case 'kv': {
      const { pairs, values, quote, trim, bare, keys } = config;
      const options = { pairs, values, quote, trim, bare, ...(keys.length === 0 ? {} : { keys }) };
      return {
        known: strings(...keys.map((key) => cleanName(key, 1))),
        open: keys.length === 0,
        read: (text) => {
          const members = parseKeyValue(text, options);
          return members.length === 0 && text.trim() !== '' ? fault('PARSE_NO_MATCH', 0, expecting('EXPECTED_PAIR')) : ok(plain(members));
        },
      };
    }
    case 'csv': {
      const columns = given(config.columns);
      return {
        known: strings(...columns),
        open: false,
        read: (text) => {
          const row = readCsvRow(text, 0, text.length, config.separator, config.quote);
          if (row === undefined) return fault('PARSE_LIMIT', 0);
          if (row.cells.length !== columns.length)
            return fault('PARSE_COLUMNS', text.length, expecting('EXPECTED_CELLS', { count: columns.length, found: row.cells.length }));
          return ok(plain(columns.map((name, index) => [name, row.cells[index]!] as const)));
        },
      };
    }
    case 'syslog':
      return { known: syslogKnown, open: false, read: (text, options) => found(parseSyslog(text, options)) };
    case 'cef':
      return { known: cefKnown, open: true, read: (text) => found(parseCef(text, { labels: config.labels })) };
    case 'leef':
      return { known: leefKnown, open: true, read: (text, options) => found(parseLeef(text, options)) };
    case 'access':
      return { known: accessKnown, open: false, read: (text) => found(parseAccessLog(text)) };
    case 'grok': {
      const compiled = valid(compileGrok(given(config.grok), config.definitions));
      compiled.prepare();
      return { known: compiled.outputs, open: false, read: (text) => found(compiled.parse(text)) };
    }
    case 'regex': {
      const regex = valid(compileRegex(given(config.regex)));
      regex.prepare();
      return { known: strings(...regex.names.keys()), open: false, read: (text) => found(parseByRegex(regex, text)) };
    }
  }
}

/** Members of a json that is parsed already. */
export function membersOfJson(node: JsonNode): Result<ReadMembers, ParserFault> {
  return spread(ok(node));
}

function readJson(text: string): Result<JsonNode, ParserFault> {
  const parsed = parseJson(text);
  return parsed.ok
    ? ok(parsed.value.node)
    : fault(parsed.error.code === 'DECODE_JSON_SYNTAX' ? 'PARSE_NO_MATCH' : 'PARSE_LIMIT', parsed.error.offset, expecting('EXPECTED_JSON'));
}

function spread(read: Result<JsonNode, ParserFault>): Result<ReadMembers, ParserFault> {
  if (!read.ok) return read;
  if (!isObjectNode(read.value)) return fault('PARSE_TYPE', 0, expecting('EXPECTED_JSON_OBJECT'));
  return ok(plain([...read.value].map(([name, node]) => [name, nodeToValue(node) ?? null] as const)));
}

/** `asJson`: the value of an object or array, where its source text can stay. */
function whole(
  name: string,
  read: (text: string) => Result<JsonNode, ParserFault>,
  asJson?: (text: string) => FieldValue,
): Omit<MemberReader, 'cost'> {
  return {
    known: [{ name, type: 'json' }],
    open: false,
    read: (text) => {
      const node = read(text);
      if (!node.ok) return node;
      const value: FieldValue =
        typeof node.value === 'object' && node.value !== null && (Array.isArray(node.value) || isObjectNode(node.value))
          ? (asJson?.(text) ?? jsonOf(node.value as never))
          : (nodeToValue(node.value) ?? null);
      return ok(plain([[name, value]]));
    },
  };
}

function valid<T, E>(result: Result<T, E>): T {
  assert(result.ok, 'a pattern that its schema refused');
  return result.value;
}

function given<T>(value: T | undefined): T {
  assert(value !== undefined, 'a field that its schema requires');
  return value;
}
