import { cleanName } from '@acequia/event';
import { columnType } from './column-type.ts';
import { isLevel } from './header-texts.ts';

/** A sign that all texts have at this place, or a column of theirs. */
export type BracketPiece = string | BracketColumn;

interface BracketColumn {
  readonly name: string;
  readonly isLevel: boolean;
  /** Of the parse language; empty for text. */
  readonly type: string;
  /** One a text, in their order. */
  readonly texts: readonly string[];
}

/** Words before a number that say what it is; before any other word a number may be a part of a name: `worker 3`. */
const label = /^(?:p|t|u|g|msg|message|process|thread|session|request|job)? ?id$/i;
/** Each form's groups are its columns; what stands between them is the same in all texts. */
const forms: readonly RegExp[] = [
  /^(\d+) ([A-Za-z_][\w.:-]*)$/d,
  /^([A-Za-z_][\w.-]*)\/(\d{3,})$/d,
  /^[A-Za-z]+ (\d+):([A-Za-z_][\w.-]*)$/d,
  /^([A-Za-z]+):([A-Za-z]\w*\.[A-Za-z][\w.]*)$/d,
];
/** A process and a thread, or one identifier. */
const twoNumbers = /^[\da-f]{3,8}[-/:][\da-f]{3,8}$/i;
const wordsBehindLabel = 3;
/** Fewer texts with a mark are names that happen to hold it. */
const markShare = 0.2;

/**
 * The columns that texts between brackets consist of: a name and its number, cells between bars, words between colons.
 * `whole` where such a text may be one column, `doubtful` where there are several, but not where each of them ends.
 */
export function bracketColumns(open: string, texts: readonly string[]): readonly BracketPiece[] | 'whole' | 'doubtful' {
  if (texts.length < 2) return 'whole';
  const labelled = labelledColumns(texts) ?? labelledPairs(texts);
  if (labelled) return labelled;
  for (const form of forms) {
    const found = texts.map((text) => form.exec(text));
    if (found.every((match) => match !== null)) return piecesOf(texts, found);
  }
  // Day and clock are one time, whatever stands between them.
  if (texts.every((text) => /^[\d.:-]+\|[\d.:-]+$/.test(text))) return 'whole';
  const isUsual = (mark: string) => texts.filter((text) => text.includes(mark)).length >= texts.length * markShare;
  if (isUsual('|')) return cellsOf(texts, '|') ?? 'doubtful';
  if (open !== '<' && isUsual(': ')) return cellsOf(texts, ': ') ?? 'doubtful';
  return texts.some((text) => /=\(/.test(text)) || texts.every((text) => twoNumbers.test(text)) ? 'doubtful' : 'whole';
}

/** `PID 7`, `pid:7`, `MSGID: 7`, `ID 7 kern.info`. */
function labelledColumns(texts: readonly string[]): readonly BracketPiece[] | undefined {
  const found = texts.map((text) => /^([A-Za-z ]+?)(: |[ :])(\d+)((?: [^\s|]+)*)$/.exec(text));
  const [first] = found;
  if (!first || !found.every((match) => match?.[1] === first[1] && match?.[2] === first[2])) return undefined;
  if (first[2] !== ': ' && !label.test(first[1]!)) return undefined;
  const rest = found.map((match) => match![4]!.split(' ').slice(1));
  const width = rest[0]!.length;
  if (width > wordsBehindLabel || rest.some((words) => words.length !== width)) return undefined;
  const number = columnOf(
    found.map((match) => match![3]!),
    cleanName(first[1]!.toLowerCase(), 1),
  );
  return [
    `${first[1]!}${first[2]!}`,
    number,
    ...rest[0]!.flatMap((_, index): BracketPiece[] => [' ', columnOf(rest.map((words) => words[index]!))]),
  ];
}

/** `pid 7:tid 12`: labels and their numbers, the same labels in all texts. */
function labelledPairs(texts: readonly string[]): readonly BracketPiece[] | undefined {
  const rows = texts.map((text) => text.split(':').map((part) => /^([a-z]+) (\d+)$/.exec(part)));
  const labels = rows[0]!.map((match) => match?.[1] ?? '');
  const areAlike = rows.every((row) => row.length === labels.length && row.every((match, index) => match?.[1] === labels[index]));
  if (labels.length < 2 || labels.includes('') || !areAlike) return undefined;
  return labels.flatMap((name, index): BracketPiece[] => [
    `${index === 0 ? '' : ':'}${name} `,
    columnOf(
      rows.map((row) => row[index]![2]!),
      cleanName(name, 1),
    ),
  ]);
}

function piecesOf(texts: readonly string[], found: readonly RegExpExecArray[]): readonly BracketPiece[] | 'whole' {
  const pieces: BracketPiece[] = [];
  let before = texts.map(() => 0);
  for (let group = 1; group < found[0]!.length; group++) {
    const marks = new Set(texts.map((text, index) => text.slice(before[index], found[index]!.indices![group]![0])));
    if (marks.size > 1) return 'whole';
    const [mark = ''] = marks;
    if (mark !== '') pieces.push(mark);
    pieces.push(columnOf(found.map((match) => match[group]!)));
    before = found.map((match) => match.indices![group]![1]);
  }
  return pieces;
}

/** Cells between marks, as many in each text; the last may have a level joined to it. */
function cellsOf(texts: readonly string[], mark: string): readonly BracketPiece[] | undefined {
  const rows = texts.map((text) => text.split(mark));
  const width = rows[0]!.length;
  if (rows.some((row) => row.length !== width || (mark !== '|' && row.some((cell) => !/^\S+$/.test(cell))))) return undefined;
  const columns = rows[0]!.map((_, index) => rows.map((row) => row[index]!));
  return columns.flatMap((column, index): BracketPiece[] => {
    const between = index === 0 ? [] : [mark];
    const joined = column.map((text) => /^(.+):(\w+)$/.exec(text));
    if (index === width - 1 && joined.every((match) => match !== null && isLevel(match[2]!)))
      return [...between, columnOf(joined.map((match) => match![1]!)), ':', columnOf(joined.map((match) => match![2]!))];
    return [...between, columnOf(column)];
  });
}

function columnOf(texts: readonly string[], name = ''): BracketColumn {
  const areLevels = texts.every((text) => isLevel(text.trim()));
  const isWhole = columnType(texts) === 'integer';
  const type = isWhole ? 'int' : texts.some((text) => text.trim() !== text) ? 'string(trim=true)' : '';
  return { name: name !== '' ? name : areLevels ? 'level' : isWhole ? 'number' : 'context', isLevel: areLevels, type, texts };
}
