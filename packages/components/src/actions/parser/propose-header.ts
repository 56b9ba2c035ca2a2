import { compilePattern } from '@acequia/event';
import { mayBeSeveral } from './header-doubt.ts';
import { HeaderReader } from './header-reader.ts';
import { columnsMax, lineShare } from './line-reader.ts';

/** The patterns that look for columns take up to the square of a line's length in steps. */
const lineCharsMax = 4096;
/** Part of the lines that must begin in a form that others have too. */
const usualShare = 0.9;
const formCharsMax = 6;

/** A pattern for lines that begin alike, and what it leaves as their message. */
export interface HeaderProposal {
  readonly pattern: string;
  readonly messages: readonly string[];
}

/**
 * A pattern that parts the header that lines have in common (times, levels, numbers, what stands in brackets, a component
 * before a colon) from the message after it. Every column is found at the same place of nearly all lines; where they
 * differ, the message begins, and where the pattern would read another text than was seen, with the column before it.
 * Lines of more than 4,096 characters take no part. Undefined when no time and no level is among the columns.
 */
export function proposeHeader(samples: readonly string[], messageName: string): HeaderProposal | undefined {
  const lines = samples.filter(({ length }) => length <= lineCharsMax);
  if (lines.length < samples.length * lineShare) return undefined;
  const proposal = headerOf(lines, messageName);
  const usual = proposal ? undefined : usualLines(lines);
  return usual ? headerOf(usual, messageName) : proposal;
}

/** The lines without the few that begin in a form of their own; undefined where there are none, or more than a few. */
function usualLines(lines: readonly string[]): readonly string[] | undefined {
  const forms = Map.groupBy(lines, formOf);
  const usual = lines.filter((line) => forms.get(formOf(line))!.length > 1);
  return usual.length < lines.length && usual.length >= lines.length * usualShare ? usual : undefined;
}

/** The signs that a line begins with, and what kind of text stands between them. */
const formOf = (line: string): string =>
  line
    .slice(0, 64)
    .replaceAll(/[A-Za-z]+/g, 'a')
    .replaceAll(/\d+/g, '0')
    .slice(0, formCharsMax);

function headerOf(lines: readonly string[], messageName: string): HeaderProposal | undefined {
  for (let most = columnsMax; most > 0;) {
    const reader = new HeaderReader(lines, most);
    reader.read();
    if (!reader.isHeader) return undefined;
    const proposal = checked(reader, lines, messageName);
    if (proposal) return proposal;
    most = Math.min(most, reader.columnCount) - 1;
  }
  return undefined;
}

/** The pattern of what was read, where it reads the same out of nearly all lines; undefined where it does not. */
function checked(reader: HeaderReader, lines: readonly string[], messageName: string): HeaderProposal | undefined {
  const { pattern, textColumns } = reader;
  if ([...textColumns].some(([name, texts]) => mayBeSeveral(name, texts))) return undefined;
  const whole = reader.isWhole ? pattern : `${pattern}{${messageName}}`;
  const compiled = compilePattern(whole);
  if (!compiled.ok) return undefined;
  const messages: string[] = [];
  for (const [index, line] of lines.entries()) {
    const parsed = compiled.value.parse(line);
    if (!parsed.ok) continue;
    const members = new Map(parsed.value);
    const message = reader.isWhole ? undefined : members.get(messageName);
    // The pattern reads a text up to what follows it, wherever that stands first: it must be where the column was seen to end.
    if (reader.columnsOf(index).some(([name, text]) => members.get(name) !== text)) return undefined;
    messages.push(typeof message === 'string' ? message : '');
  }
  return messages.length >= lines.length * lineShare ? { pattern: whole, messages } : undefined;
}
