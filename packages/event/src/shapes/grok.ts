import { err, ok, type Result } from '@acequia/base';
import { convert } from '../conversions/convert.ts';
import { compileRegex, type Regex, type RegexMatch } from '../regex/compile-regex.ts';
import type { FieldType } from '../values.ts';
import { grokNames } from './grok-names.ts';
import { expecting } from '../expected.ts';
import { parseFault, shape, type Member, type ParseFault, type ShapeResult } from './shape.ts';

export interface GrokFault {
  readonly code: 'GROK_UNKNOWN' | 'GROK_TYPE' | 'GROK_LOOP' | 'GROK_PATTERN';
  readonly offset: number;
  readonly detail: string;
}

export interface Grok {
  readonly outputs: readonly { readonly name: string; readonly type: FieldType }[];
  /** Builds what the first `parse` would build. */
  prepare(): void;
  /** Searches unless the pattern is anchored by itself. */
  parse(text: string): Result<ShapeResult, ParseFault>;
  /** Matches at `start` only; `end` is where the match ends. */
  parsePrefix(text: string, start: number): Result<{ readonly members: readonly Member[]; readonly end: number }, ParseFault>;
}

const types: Readonly<Record<string, FieldType>> = {
  int: 'integer',
  integer: 'integer',
  long: 'integer',
  float: 'float',
  double: 'float',
  number: 'float',
  bool: 'boolean',
  boolean: 'boolean',
  string: 'string',
  json: 'json',
  timestamp: 'timestamp',
};

const reference = /%\{([A-Za-z0-9_]+)(?::([^:}]+))?(?::([a-z]+))?\}/g;
const expandedMax = 4096 * 8;

class Refused extends Error {
  readonly fault: GrokFault;
  constructor(code: GrokFault['code'], offset: number, detail: string) {
    super(code);
    this.fault = { code, offset, detail };
  }
}

/** Translates a grok pattern to RE2 and compiles it; `definitions` add names or replace built-in ones. */
export function compileGrok(source: string, definitions: Readonly<Record<string, string>> = {}): Result<Grok, GrokFault> {
  const outputs: { name: string; type: FieldType; group: string }[] = [];
  const expand = (pattern: string, path: readonly string[]): string =>
    pattern.replace(reference, (_, name: string, field: string | undefined, typeName: string | undefined, at: number) => {
      const offset = path.length === 0 ? at : 0;
      const body = Object.hasOwn(definitions, name) ? definitions[name] : Object.hasOwn(grokNames, name) ? grokNames[name] : undefined;
      if (body === undefined) throw new Refused('GROK_UNKNOWN', offset, name);
      if (path.includes(name) || path.length > 20) throw new Refused('GROK_LOOP', offset, name);
      const type = typeName === undefined ? 'string' : Object.hasOwn(types, typeName) ? types[typeName]! : undefined;
      if (type === undefined) throw new Refused('GROK_TYPE', offset, typeName!);
      const group = field === undefined ? undefined : `g${outputs.push({ name: field, type, group: `g${outputs.length}` }) - 1}`;
      const inner = expand(body, [...path, name]);
      if (inner.length > expandedMax) throw new Refused('GROK_PATTERN', offset, 'REGEX_TOO_LONG');
      return group === undefined ? `(?:${inner})` : `(?P<${group}>${inner})`;
    });
  try {
    const regex = compileRegex(expand(source, []), { sourceMax: expandedMax });
    if (!regex.ok) return err({ code: 'GROK_PATTERN', offset: 0, detail: regex.error.code });
    const anchored = compileRegex(`^(?:${regex.value.source})`, { sourceMax: expandedMax + 10 });
    if (!anchored.ok) return err({ code: 'GROK_PATTERN', offset: 0, detail: anchored.error.code });
    for (const name of regex.value.names.keys())
      if (!outputs.some((o) => o.group === name)) outputs.push({ name, type: 'string', group: name });
    return ok(grokOf(regex.value, anchored.value, outputs));
  } catch (error) {
    if (error instanceof Refused) return err(error.fault);
    throw error;
  }
}

function grokOf(regex: Regex, anchored: Regex, outputs: readonly { name: string; type: FieldType; group: string }[]): Grok {
  const read = (match: RegexMatch, names: ReadonlyMap<string, number>, shift: number): Result<Member[], ParseFault> => {
    const members = new Map<string, Member>();
    for (const { name, type, group } of outputs) {
      const number = names.get(group)!;
      const text = match.groups[number];
      const value = convert(text ?? null, type);
      if (!value.ok) return parseFault('PARSE_TYPE', shift + match.starts[number]!, name, expecting('EXPECTED_TYPE', { type }));
      if (value.value !== null || !members.has(name)) members.set(name, [name, value.value]);
    }
    return ok([...members.values()]);
  };
  return {
    outputs: outputs.map(({ name, type }) => ({ name, type })),
    prepare: () => regex.prepare(),
    parse: (text) => {
      const match = regex.exec(text);
      if (!match) return parseFault('PARSE_NO_MATCH', 0, '', expecting('EXPECTED_PATTERN'));
      const members = read(match, regex.names, 0);
      return members.ok ? ok(shape(members.value)) : members;
    },
    parsePrefix: (text, start) => {
      const match = anchored.exec(start === 0 ? text : text.slice(start));
      if (!match) return parseFault('PARSE_NO_MATCH', start, '', expecting('EXPECTED_PATTERN'));
      const members = read(match, anchored.names, start);
      return members.ok ? ok({ members: members.value, end: start + match.end }) : members;
    },
  };
}

/** Named groups of a RE2 pattern as string fields. */
export function parseByRegex(regex: Regex, text: string): Result<ShapeResult, ParseFault> {
  const match = regex.exec(text);
  if (!match) return parseFault('PARSE_NO_MATCH', 0, '', expecting('EXPECTED_PATTERN'));
  return ok(shape([...regex.names].map(([name, number]) => [name, match.groups[number] ?? null] as const)));
}
