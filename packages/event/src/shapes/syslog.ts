import { ok, type Result } from '@acequia/base';
import { jsonOf } from '../json/print-json.ts';
import { parseRfc3339Prefix } from '../time/rfc3339.ts';
import { compileTimePattern } from '../time/time-pattern.ts';
import { Timestamp, type JsonNode } from '../values.ts';
import { expecting, expectingText } from '../expected.ts';
import { parseFault, shape, timeOptionsOf, type Member, type ParseFault, type ShapeOptions, type ShapeResult } from './shape.ts';
import { facilityNames, severityNames } from './syslog-names.ts';

const priority = /<(\d{1,3})>/y;

function readPriority(text: string): { pri: number; end: number } | undefined {
  priority.lastIndex = 0;
  const m = priority.exec(text);
  return m && Number(m[1]) <= 191 ? { pri: Number(m[1]), end: priority.lastIndex } : undefined;
}

function priorityMembers(pri: number): Member[] {
  return [
    ['facility', pri >> 3],
    ['severity', pri & 7],
    ['facility_name', facilityNames[pri >> 3]!],
    ['severity_name', severityNames[pri & 7]!],
  ];
}

/** Reads RFC 5424 where a version follows the priority, else RFC 3164. */
export function parseSyslog(text: string, options: ShapeOptions = {}): Result<ShapeResult, ParseFault> {
  return /^<\d{1,3}>[1-9]\d{0,2} /.test(text) ? parseSyslog5424(text) : parseSyslog3164(text, options);
}

/** RFC 5424. */
export function parseSyslog5424(text: string): Result<ShapeResult, ParseFault> {
  const head = readPriority(text);
  if (!head) return parseFault('PARSE_NO_MATCH', 0, 'facility', expectingText('<PRI>'));
  const words: string[] = [];
  const starts: number[] = [];
  let at = head.end;
  for (let i = 0; i < 6; i += 1) {
    const end = text.indexOf(' ', at);
    if (end < 0 || end === at) return parseFault('PARSE_NO_MATCH', at, 'header', expecting('EXPECTED_WORD_BLANK'));
    words.push(text.slice(at, end));
    starts.push(at);
    at = end + 1;
  }
  const [version, time, hostname, appName, procId, msgId] = words as [string, string, string, string, string, string];
  if (!/^[1-9]\d{0,2}$/.test(version)) return parseFault('PARSE_TYPE', head.end, 'version', expecting('EXPECTED_DIGITS'));
  const members: Member[] = [...priorityMembers(head.pri)];
  members.splice(2, 0, ['version', Number(version)]);
  if (time !== '-') {
    const instant = parseRfc3339Prefix(text, starts[1]!);
    if (!instant || instant.end !== starts[1]! + time.length)
      return parseFault('PARSE_TYPE', starts[1]!, 'timestamp', expecting('EXPECTED_RFC3339'));
    members.push(['timestamp', new Timestamp(instant.ns)]);
  }
  for (const [name, value] of [
    ['hostname', hostname],
    ['app_name', appName],
    ['proc_id', procId],
    ['msg_id', msgId],
  ] as const) {
    if (value !== '-') members.push([name, value]);
  }
  const data = readStructuredData(text, at);
  if (typeof data === 'number') return parseFault('PARSE_NO_MATCH', data, 'structured_data', expecting('EXPECTED_STRUCTURED_DATA'));
  if (data.elements.size > 0) members.push(['structured_data', jsonOf(data.elements)]);
  at = data.end;
  if (at < text.length && text[at] !== ' ') return parseFault('PARSE_NO_MATCH', at, 'message', expecting('EXPECTED_BLANK'));
  const message = text.slice(at + 1);
  if (at < text.length) members.push(['message', message.charCodeAt(0) === 0xfeff ? message.slice(1) : message]);
  return ok(shape(members));
}

/** Elements of structured data and where they end, or the offset at which they are broken. A repeated key becomes an array. */
function readStructuredData(text: string, start: number): { elements: Map<string, JsonNode>; end: number } | number {
  const elements = new Map<string, JsonNode>();
  if (text[start] === '-') return { elements, end: start + 1 };
  const id = /\[([^\s=\]"]{1,256})/y;
  const parameter = / +([^\s=\]"]{1,256})="/y;
  let at = start;
  while (text[at] === '[') {
    id.lastIndex = at;
    const opened = id.exec(text);
    if (!opened) return at;
    at = id.lastIndex;
    const known = elements.get(opened[1]!);
    const values = known instanceof Map ? (known as Map<string, JsonNode>) : new Map<string, JsonNode>();
    for (;;) {
      parameter.lastIndex = at;
      const named = parameter.exec(text);
      if (!named) break;
      const value = readEscaped(text, parameter.lastIndex);
      if (!value) return at;
      const before = values.get(named[1]!);
      values.set(
        named[1]!,
        before === undefined ? value.text : Array.isArray(before) ? [...(before as JsonNode[]), value.text] : [before, value.text],
      );
      at = value.end;
    }
    if (text[at] !== ']') return at;
    at += 1;
    elements.set(opened[1]!, values);
  }
  return elements.size === 0 ? start : { elements, end: at };
}

function readEscaped(text: string, start: number): { text: string; end: number } | undefined {
  let out = '';
  for (let i = start; i < text.length; i += 1) {
    const c = text[i]!;
    if (c === '"') return { text: out, end: i + 1 };
    if (c === '\\' && /["\\\]]/.test(text[i + 1] ?? '')) {
      out += text[i + 1];
      i += 1;
    } else out += c;
  }
  return undefined;
}

const localPatterns = ['%b %e %Y %H:%M:%S', '%Y %b %e %H:%M:%S', '%b %e %H:%M:%S', '%Y-%m-%d %H:%M:%S', '%Y-%m-%dT%H:%M:%S'].flatMap(
  (source) =>
    [`${source}.%f`, `${source},%f`, source].map((pattern) => {
      const compiled = compileTimePattern(pattern);
      if (!compiled.ok) throw new Error(`Assertion failed: ${pattern}`);
      return compiled.value;
    }),
);

function readLocalTime(text: string, start: number, options: ShapeOptions): { ns: bigint; end: number } | undefined {
  const instant = parseRfc3339Prefix(text, start);
  if (instant) return instant;
  if (!/^(?:[A-Za-z]{3} |\d{4}[ -])/.test(text.slice(start, start + 5))) return undefined;
  for (const pattern of localPatterns) {
    const read = pattern.parsePrefix(text, start, timeOptionsOf(options));
    if (read.ok) return read.value;
  }
  return undefined;
}

/** RFC 3164 and what network gear sends under its name: year first, ISO dates, no host, no tag. */
export function parseSyslog3164(text: string, options: ShapeOptions = {}): Result<ShapeResult, ParseFault> {
  const head = readPriority(text);
  const members = priorityMembers(head?.pri ?? 13);
  const flags = head ? [] : ['no_header'];
  let at = head?.end ?? 0;
  if (head && text[at] === ' ') at += 1;
  if (head) at += /^(?:\d{1,10}: )?[*.]?/.exec(text.slice(at, at + 14))![0].length;
  const time = readLocalTime(text, at, options);
  if (!time) {
    const rest = head?.end ?? 0;
    return ok(shape([...members, ...tagMembers(text.slice(rest))], flags));
  }
  members.push(['timestamp', new Timestamp(time.ns)]);
  at = time.end;
  at += /^(?: [A-Z]{3,5}(?=[: ]))?:? */.exec(text.slice(at, at + 12))![0].length;
  const host = hostAt(text, at);
  if (host !== undefined) {
    if (host !== '-') members.push(['hostname', host]);
    at += host.length + (text[at + host.length] === ' ' ? 1 : 0);
  }
  return ok(shape([...members, ...tagMembers(text.slice(at))], flags));
}

/** A word without brackets and colon at its end (IPv6 addresses hold colons), at most 255 characters. */
function hostAt(text: string, start: number): string | undefined {
  const blank = text.indexOf(' ', start);
  const word = text.slice(start, Math.min(blank < 0 ? text.length : blank, start + 256));
  return word === '' || word.length > 255 || word.endsWith(':') || /[\s[\]]/.test(word) ? undefined : word;
}

const tag = /^([^\s:[\]]{1,128})(?:\[([^\]\s]{0,128})\])?:(?: |$)/;

function tagMembers(rest: string): Member[] {
  const m = tag.exec(rest);
  if (!m) return [['message', rest]];
  const members: Member[] = [];
  if (m[1] !== '-') members.push(['app_name', m[1]!]);
  if (m[2] !== undefined && m[2] !== '' && m[2] !== '-') members.push(['proc_id', m[2]]);
  return [...members, ['message', rest.slice(m[0].length)]];
}
