import { parseConfig } from '@acequia/component-sdk/definition';
import { Timestamp, valueToText, type FieldValue } from '@acequia/event';
import { readdirSync, readFileSync } from 'node:fs';
import { parserConfig } from '../config.ts';
import { createOutputs } from '../output-names.ts';
import type { ParserProposal } from '../propose-parser.ts';
import { compileReader } from '../reader.ts';

/** Lines of a format, and how a person who knows it reads them. */
export interface PersonFormat {
  readonly name: string;
  readonly lines: readonly string[];
  /** One group a column; a column in a column is a finer reading of it, either of which will do. Lines that it does not read are odd ones. */
  readonly columns: RegExp;
  /** Names and values inside the group `pairs`: a name, and a value in one of the further groups. */
  readonly pairs: RegExp | undefined;
  /** The instant of the first line's `time`. */
  readonly time: string | undefined;
}

/** What a proposal makes of a format. Both empty: every column of the person's is there, and no wrong one. */
export interface Verdict {
  readonly lost: readonly string[];
  readonly wrong: readonly string[];
}

/** Folders of formats that were counted once before anybody looked at what the method makes of them. */
export type MeasuredSet = 'fresh' | 'blind' | 'unseen' | 'unseen-2' | 'unseen-3' | 'unseen-4' | 'unseen-5' | 'unseen-6';

interface Column {
  readonly name: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}
type Row = readonly Column[];
type Fields = ReadonlyMap<string, FieldValue>;
interface ReadLine {
  readonly line: string;
  readonly row: Row;
  readonly fields: Fields | undefined;
}

const nearNs = BigInt(Date.UTC(2026, 10, 25)) * 1_000_000n;
/** Part of the lines that a column must be found in where the person sees it. */
const keptShare = 0.9;

/** The formats of a folder: `working` may be looked at by those who change the method, the others are to measure it. */
export function personFormats(half: 'working' | 'sealed' | 'later' | MeasuredSet): readonly PersonFormat[] {
  const path = new URL(`./${half}/`, import.meta.url);
  const names = readdirSync(path).filter((name) => name.endsWith('.txt'));
  return names.toSorted().map((name) => readFormat(name.replace('.txt', ''), readFileSync(new URL(name, path), 'utf8')));
}

function readFormat(name: string, text: string): PersonFormat {
  const [head = '', ...body] = text.split('\n\n');
  const option = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1];
  const pairs = option('pairs');
  return {
    name,
    lines: body.join('\n\n').replace(/\n$/, '').replaceAll('␉', '\t').split('\n'),
    columns: new RegExp(option('columns') ?? '', 'd'),
    pairs: pairs === undefined ? undefined : new RegExp(pairs, 'gd'),
    time: option('time'),
  };
}

/** The person's columns of a line; undefined for an odd one. */
function rowOf({ columns, pairs }: PersonFormat, line: string): Row | undefined {
  const found = columns.exec(line);
  if (!found) return undefined;
  const row: Column[] = [];
  for (const [name, place] of Object.entries(found.indices!.groups ?? {})) {
    if (place === undefined) continue;
    const [start, end] = place;
    if (name !== 'pairs' || !pairs) {
      row.push({ name, text: line.slice(start, end), start, end });
      continue;
    }
    for (const pair of line.slice(start, end).matchAll(pairs)) {
      const at = pair.indices!.slice(2).find((value) => value !== undefined && value[0] !== value[1]);
      if (at) row.push({ name: pair[1]!, text: line.slice(start + at[0], start + at[1]), start: start + at[0], end: start + at[1] });
    }
  }
  return row;
}

function readWith(proposals: readonly ParserProposal[], line: string): Fields | undefined {
  const fields = new Map<string, FieldValue>([['_raw', line]]);
  for (const [index, proposal] of proposals.entries()) {
    const parsed = parseConfig(parserConfig, proposal);
    if (!parsed.ok) throw new Error(`not a configuration: ${JSON.stringify(proposal)}`);
    const text = fields.get(parsed.value.field);
    const read = typeof text === 'string' ? compileReader(parsed.value).read(text, { tz: 'UTC', nearNs }) : undefined;
    const changed = read?.ok === true ? createOutputs(parsed.value).changeAll(read.value.members, nearNs) : undefined;
    if (changed === undefined || 'code' in changed) {
      if (index === 0) return undefined;
      continue;
    }
    for (const [name, value] of changed) fields.set(name, value);
  }
  fields.delete('_raw');
  return fields;
}

/** Reads each line of the format by the proposal and by the person's parser, and compares the columns. */
export function judge(format: PersonFormat, proposals: readonly ParserProposal[]): Verdict {
  const lines = format.lines.flatMap((line): ReadLine[] => {
    const row = rowOf(format, line);
    return row ? [{ line, row, fields: proposals.length === 0 ? undefined : readWith(proposals, line) }] : [];
  });
  if (lines.length < format.lines.length / 2) throw new Error(`${format.name}: the person’s own parser reads ${lines.length} lines`);
  const names = new Set(lines.flatMap(({ fields }) => [...(fields?.keys() ?? [])]));
  const columns = new Set(lines.flatMap(({ row }) => row.map(({ name }) => name)));
  const right = new Map<string, readonly string[]>();
  const wrong: string[] = [];
  for (const name of names) {
    const texts = lines.filter(({ fields }) => fields?.get(name) !== undefined && fields.get(name) !== null && fields.get(name) !== '');
    if (texts.length === 0) continue;
    const same = [...columns].filter((column) =>
      texts.every(({ row, fields }) => row.some((each) => each.name === column && isSame(fields!.get(name)!, each))),
    );
    right.set(name, same);
    const said = texts.map((line) => `${name} = ${valueToText(line.fields!.get(name)!)}`)[0]!;
    if (same.length > 0) {
      // A format that has names for its members gives them; a pattern’s are the proposal's.
      const isNamed = proposals.some(({ pattern }) => pattern?.includes(`{${name}`) === true);
      if (isNamed && !same.some((column) => maySay(name, column, texts))) wrong.push(`${said} (is ${same.join()})`);
    } else if (
      !isRest(name, texts) &&
      !isFixed(name, texts) &&
      !texts.every(({ line, fields }) => isCleanPair(name, fields!.get(name)!, line)) &&
      !isOfFormat(name, texts)
    )
      wrong.push(said);
  }
  const [first] = lines;
  const time = first?.fields?.get([...right].find(([, same]) => same.includes('time'))?.[0] ?? '');
  if (format.time !== undefined && time instanceof Timestamp && valueToText(time) !== valueToText(timeOf(format.time)))
    wrong.push(`time = ${valueToText(time)}`);
  const isKept = (column: string): boolean => {
    const seen = lines.filter(({ row }) => row.some(({ name, text }) => name === column && text !== ''));
    const kept = [...right].some(([name, same]) => {
      if (!same.includes(column)) return false;
      const has = seen.filter(({ row, fields }) => {
        const value = fields?.get(name);
        const { text } = row.find((each) => each.name === column)!;
        return value !== undefined && (value !== null || text === '-');
      });
      return has.length >= seen.length * keptShare;
    });
    return kept || seen.length === 0;
  };
  // A column is there too where all of those inside it are, and those inside it are where it is.
  const inside = (outer: string) => [
    ...new Set(
      lines.flatMap(({ row }) => {
        const whole = row.find(({ name }) => name === outer);
        return whole
          ? row.filter((each) => each.start >= whole.start && each.end <= whole.end && each.text !== whole.text).map(({ name }) => name)
          : [];
      }),
    ),
  ];
  const mayBeMissed = (column: string): boolean => {
    const finer = inside(column);
    return (
      (finer.length > 0 && finer.every((each) => isKept(each) || mayBeMissed(each))) ||
      (column !== 'message' && [...columns].some((outer) => outer !== 'message' && inside(outer).includes(column) && isKept(outer)))
    );
  };
  return { lost: [...columns].filter((column) => !isKept(column) && !mayBeMissed(column)), wrong };
}

function timeOf(text: string): Timestamp {
  const fraction = (/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(9, '0');
  return new Timestamp(BigInt(Date.parse(text.replace(/\.\d+/, ''))) * 1_000_000n + BigInt(fraction));
}

function isSame(value: FieldValue, { name, text }: Column): boolean {
  if (value instanceof Timestamp) return /time|date/.test(name);
  const shown = valueToText(value);
  if (typeof value === 'string') return shown.trim() === text.trim() || shown === text.replaceAll(/\\(.)/g, '$1');
  return shown === text || (text !== '' && Number(shown) === Number(text));
}

/** Names that say nothing but where a column stands. */
const neutral = /^(?:name|text|number|id|context|source|sign|flag|half|column_\d+)$/;
/** Names that say what a column is, and what a person may call the same. */
const meanings: Readonly<Record<string, RegExp>> = {
  time: /time$/,
  date: /date|time/,
  clock: /clock|time/,
  host: /host|server$/,
  level: /level|severity/,
  component: /component|channel|module|logger|program|process|topics|place/,
  program: /component|program|process/,
  pid: /pid|process|thread/,
  code: /code|signature|id$/,
  ip: /ip$|host|pointer/,
  port: /port$/,
  message: /message|text|cef/,
  user: /user|identity/,
  bytes: /bytes|size|sent/,
  client_ip: /client_ip|host/,
};

function maySay(name: string, column: string, lines: readonly ReadLine[]): boolean {
  const base = name.replace(/^message\./, '').replace(/_\d+$/, '');
  if (neutral.test(base) || base === column || meanings[base]?.test(column) === true) return true;
  if (meanings[base] !== undefined) return false;
  // A name that stands before or behind the value is the line's own.
  const written = plain(base);
  return lines.every(({ line, row }) => {
    const { start, end } = row.find((each) => each.name === column)!;
    return plain(line.slice(0, start)).endsWith(`${written}_`) || plain(line.slice(end)).startsWith(`_${written}`);
  });
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/\W+/g, '_');

/** The end of each line, from where one of the person's columns begins: parted from the rest no further, which misleads nobody. */
function isRest(name: string, lines: readonly ReadLine[]): boolean {
  return (
    /^(?:message|text)$/.test(name) &&
    lines.every(({ line, row, fields }) => {
      const start = line.trimEnd().length - valueToText(fields!.get(name)!).trimEnd().length;
      const leaves = row.filter(
        (each) => !row.some((other) => other.start >= each.start && other.end <= each.end && other.text !== each.text),
      );
      return (
        line.slice(start).trimEnd() === valueToText(fields!.get(name)!).trimEnd() &&
        leaves.every((each) => start <= each.start || start >= each.end)
      );
    })
  );
}

/** A word between the person's columns, the same in all lines: nobody's column, but it misleads nobody either. */
function isFixed(name: string, lines: readonly ReadLine[]): boolean {
  const [text = '', ...others] = [...new Set(lines.map(({ fields }) => valueToText(fields!.get(name)!)))];
  const isOutside = ({ line, row }: ReadLine) => {
    const start = line.indexOf(text);
    return row.every((each) => start + text.length <= each.start || start >= each.end);
  };
  return others.length === 0 && neutral.test(name.replace(/_\d+$/, '')) && lines.every(isOutside);
}

/** What a format of its own has between the person's columns, as the number of its version. */
function isOfFormat(name: string, lines: readonly ReadLine[]): boolean {
  return (
    name.includes('.') &&
    lines.every(({ line, row, fields }) => {
      const text = valueToText(fields!.get(name)!);
      const leaves = row.filter(
        (each) => !row.some((other) => other.start >= each.start && other.end <= each.end && other.text !== each.text),
      );
      for (let start = line.indexOf(text); start >= 0; start = line.indexOf(text, start + 1))
        if (leaves.every((each) => start + text.length <= each.start || start >= each.end)) return true;
      return false;
    })
  );
}

/** A pair inside a message, with all of its value and nothing of what follows. */
function isCleanPair(name: string, value: FieldValue, line: string): boolean {
  if (!name.includes('.')) return false;
  const [key, text] = [name.slice(name.indexOf('.') + 1), valueToText(value)];
  const isQuoted = [`${key}="${text}"`, `${key}='${text}'`].some((pair) => line.includes(pair));
  return isQuoted || (!/[,;:)\]}>]$/.test(text) && [`${key}=${text}`, `"${key}":`].some((pair) => ` ${line} `.includes(pair)));
}
