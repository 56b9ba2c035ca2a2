import { cleanName } from '@acequia/event';
import { columnType } from './column-type.ts';
import { mayBeSeveral } from './header-doubt.ts';
import { previewParsers } from './preview-parsers.ts';
import type { ParserProposal } from './propose-parser.ts';
import { readTimeColumn } from './time-column.ts';

const linesMax = 100;
const lineCharsMax = 2000;
/** A pattern is for lines of one shape: this part of them, or two. Fewer would be columns that most lines do not have. */
const shareMin = 0.5;
const nameMax = 32;
const unit = /^(?:[kmgt]i?b|bytes|[mnuµ]?s|secs?|seconds|msecs?|minutes|hours|days|%)$/i;

/** Words that name nothing. */
const preposition = /^(?:a|an|and|as|but|in|is|it|of|or|the|was|were)$/i;

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
/** Times that hold blanks or signs, each one token. */
const time = String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?(?:${months}) [ \d]?\d \d{2}:\d{2}:\d{2}(?:\.\d+)?(?: \d{4})?(?!\w)|\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?(?!\w)|\d{2}/(?:${months})/\d{4}:\d{2}:\d{2}:\d{2}(?: [+-]\d{4})?(?!\w)`;
/** A time, a run of blanks, a quotation, a sign, or a word; a word keeps the colons inside it. */
const tokenShape = new RegExp(
  String.raw`(?<![\w.-])(?:${time})|\s+|"(?:[^"\\]|\\.)*"|[[\](){}"'=,;|<>]|(?:(?!:+(?:\s|$))[^\s[\](){}"'=,;|<>])+|:+`,
  'g',
);
const isTime = (token: string): boolean => wholeTime.test(token);
const wholeTime = new RegExp(`^(?:${time})$`);
const isQuoted = (token: string): boolean => token.length > 1 && token.startsWith('"');
const isWord = (token: string): boolean => isQuoted(token) || !/^(?:\s|[[\](){}"'=,;|<>]|:+$)/.test(token);

interface Column {
  readonly texts: readonly string[];
  readonly word: boolean;
}

/**
 * A pattern of the parse language for sample lines in no known format: lines of the commonest shape are laid over each
 * other; what is the same in all of them stays, numbers, addresses and what differs become fields, named after the word
 * before. Undefined when there is no such shape, or it would read nothing out of the lines.
 */
export function proposePattern(lines: readonly string[], field = '_raw'): ParserProposal | undefined {
  const samples = lines.filter((line) => line.trim() !== '' && line.length <= lineCharsMax).slice(0, linesMax);
  const shapes = Map.groupBy(samples.map(tokensOf), (tokens) =>
    tokens.map((token) => (isTime(token) ? 't' : isQuoted(token) ? 'q' : isWord(token) ? 'w' : token)).join('\u0000'),
  );
  const [group] = [...shapes.values()].sort((a, b) => b.length - a.length);
  if (!group || group.length < Math.min(samples.length, Math.max(2, samples.length * shareMin))) return undefined;
  const columns = group[0]!.map((token, index): Column => ({
    texts: group.map((tokens) => tokens[index]!),
    word: isWord(token),
  }));
  const pattern = write(columns);
  if (pattern === undefined) return undefined;
  const proposal: ParserProposal = { field, mode: 'pattern', pattern };
  return pattern.includes('{') && previewParsers([proposal], samples, 0n) ? proposal : undefined;
}

/** What a line consists of; a word without letters stands in empty brackets, where other lines may have one. */
function tokensOf(line: string): readonly string[] {
  const tokens = line.match(tokenShape) ?? [];
  return tokens.flatMap((token, index) => (['()', '[]', '{}'].includes(token + (tokens[index + 1] ?? '')) ? [token, ''] : [token]));
}

/** Undefined where a column would be a part of a time. */
function write(columns: readonly Column[]): string | undefined {
  const taken = new Set<string>();
  const isDoubtful = columns.some(({ texts, word }) => word && !isTime(texts[0]!) && !isQuoted(texts[0]!) && mayBeSeveral('', texts));
  if (isDoubtful) return undefined;
  return columns
    .map((column, index) => {
      const first = column.texts[0]!;
      if (column.texts.every((text) => text === '')) return '';
      if (isTime(first)) return timeOf(column.texts, unused('time', taken));
      if (isQuoted(first)) return `{${unused(nameOf(columns, index, ''), taken)}:quoted}`;
      const type = column.word ? typeOf(column.texts) : undefined;
      if (!column.word || (type === '' && stays(columns, index))) return first.replaceAll(/[{}<>\\]/g, String.raw`\$&`);
      return `{${unused(nameOf(columns, index, type ?? ''), taken)}${type === '' ? '' : `:${type}`}}`;
    })
    .join('');
}

/** Text where the times have no one form that can be read. */
function timeOf(texts: readonly string[], name: string): string {
  const found = readTimeColumn(texts, 1, false);
  const isRead = found?.name === 'time' && found.padded === undefined && texts.every((text, index) => found.lengths[index] === text.length);
  return isRead && found.options !== '' ? `{${name}:${found.options}}` : `{${name}}`;
}

/**
 * Whether a word is a part of the form: one of a sentence, or the name of what follows it, the same in all lines. Codes,
 * paths and programs that happen to be the same in the samples are others in later lines.
 */
function stays(columns: readonly Column[], index: number): boolean {
  const { texts } = columns[index]!;
  const [first = ''] = texts;
  if (texts.some((text) => text !== first)) return false;
  const [before, after] = [columns[index - 1], columns[index + 1]];
  if (first === '') return false;
  const isName = /^[A-Za-z][\w.-]*$/.test(first) && /^(?:=|:+)$/.test(after?.texts[0] ?? '');
  return isName || /^[A-Za-z]?[a-z]+\d?\.?$/.test(first) || before?.word === true || after?.word === true;
}

/** Of the parse language; empty for text. Times stand in many forms and stay text, to be typed by a person. */
function typeOf(texts: readonly string[]): string {
  const type = columnType(texts);
  if (type === 'integer') return 'int';
  return type === 'float' || type === 'ip' ? type : '';
}

/** The word that leads to it: `port 22`, `user=root`. */
function nameOf(columns: readonly Column[], index: number, type: string): string {
  const before = columns.slice(0, index).findLastIndex(({ word }) => word);
  const beforeIt = columns.slice(0, Math.max(before, 0)).findLast(({ word }) => word);
  // What stands behind a number is its unit: `5 ms - 12`.
  const isUnit = beforeIt !== undefined && /^(?:int|float)$/.test(typeOf(beforeIt.texts)) && unit.test(columns[before]?.texts[0] ?? '');
  if (isUnit) return type === 'ip' ? 'ip' : type === '' ? 'text' : 'number';
  const behind = unitBehind(columns, index, type);
  if (before >= 0 && preposition.test(columns[before]!.texts[0] ?? ''))
    return behind ?? (type === 'ip' ? 'ip' : type === '' ? 'text' : 'number');
  const text = before >= 0 && stays(columns, before) ? columns[before]!.texts[0]! : '';
  if (/^[A-Za-z][\w.-]*$/.test(text) && text.length <= nameMax) return cleanName(text.toLowerCase(), index + 1);
  if (type === 'ip') return 'ip';
  return type === '' ? 'text' : 'number';
}

/** What a number counts: `in 34 bytes`. */
function unitBehind(columns: readonly Column[], index: number, type: string): string | undefined {
  const [blank, word] = [columns[index + 1], columns[index + 2]];
  if (type !== 'int' && type !== 'float') return undefined;
  const text =
    blank?.texts.every((each) => each === ' ') === true && word?.word === true && stays(columns, index + 2) ? word.texts[0]! : '';
  return /^[a-z]{2,}$/.test(text) && !preposition.test(text) && text.length <= nameMax ? text : undefined;
}

function unused(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
  taken.add(free);
  return free;
}
