import { readableText } from '@acequia/component-sdk/definition';
import { fieldDiff, type FieldDiff } from './field-diff.ts';
import { marksOf, type PreviewMark, type PreviewRow } from './preview-rows.ts';

/** One event of the table, with what the step did to each of its fields. */
export interface TableRow {
  readonly row: PreviewRow;
  readonly fields: ReadonlyMap<string, FieldDiff>;
  /** Ports it left by, or would if they were linked. */
  readonly ports: readonly string[];
}

export interface TableColumn {
  readonly name: string;
  /** The step reads it. */
  readonly read: boolean;
  /** Its cells hold two values: the one before, and the one after. */
  readonly double: boolean;
  /** Characters of all its cells but the longest few, and of its name. */
  readonly chars: number;
}

export interface TableFilter {
  /** Undefined: any. */
  readonly port: string | undefined;
  readonly mark: PreviewMark | undefined;
  /** Found anywhere in the event, before or after the step. */
  readonly text: string;
}

export const noFilter: TableFilter = { port: undefined, mark: undefined, text: '' };

export function tableRow(row: PreviewRow): TableRow {
  const leaving = row.outputs.find(({ event }) => event !== undefined)?.event;
  const diffs = fieldDiff(row.input, leaving ?? row.input);
  const ports = [...new Set(row.outputs.flatMap(({ port }) => port ?? []))];
  return { row, fields: new Map(diffs.map((diff) => [diff.name, diff])), ports };
}

/** The same row of an answer before, where the event came out as it did then: it is neither read nor drawn again. */
export function sameRow(before: TableRow | undefined, row: PreviewRow): TableRow | undefined {
  return before && JSON.stringify(before.row) === JSON.stringify(row) ? before : undefined;
}

/** What the columns follow from: which fields there are, and which of them the step changes. */
export function fieldsSeen(rows: readonly TableRow[]): string {
  const changes = new Map<string, boolean>();
  for (const { fields } of rows)
    for (const { name, kind } of fields.values()) changes.set(name, kind !== 'same' || changes.get(name) === true);
  return JSON.stringify([...changes].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

interface FieldFacts {
  touched: number;
  double: boolean;
  readonly values: Map<string, number>;
  readonly lengths: number[];
}

/** Most of the fields that a step reads; further ones are in the event. */
const readMax = 4;

/** Room of a column in shares of the table. */
export const columnShare = ({ double }: Pick<TableColumn, 'double'>): number => (double ? 1.5 : 1);

/**
 * Columns between time and port: fields the step reads, then fields it changes, then those that vary most. Fields that are the same in
 * every event tell nothing apart and come last. `shares`: the room there is for them. Fields with a column `before` keep it where no
 * field that the step changes needs its room, and their order, so that nothing moves under the eyes of a reader.
 */
export function tableColumns(
  rows: readonly TableRow[],
  reads: readonly string[],
  shares: number,
  before: readonly Pick<TableColumn, 'name'>[] = [],
): readonly TableColumn[] {
  const facts = new Map<string, FieldFacts>();
  for (const { fields } of rows)
    for (const { name, kind, before, after } of fields.values()) {
      const known: FieldFacts = facts.get(name) ?? { touched: 0, double: false, values: new Map<string, number>(), lengths: [] };
      if (kind !== 'same') known.touched += 1;
      if (kind === 'changed') known.double = true;
      const value = (after ?? before)?.value ?? '';
      known.lengths.push(charsOf(value) + (kind === 'changed' ? charsOf(before?.value ?? '') + arrowChars : 0));
      known.values.set(value, (known.values.get(value) ?? 0) + 1);
      facts.set(name, known);
    }
  const read = [...new Set(reads.map((path) => columnOf(path, facts)))].slice(0, readMax);
  const shown = new Map(before.map(({ name }, place) => [name, place]));
  const rest = [...facts]
    .filter(([name]) => !read.includes(name))
    .map(([name, { touched, values }], place) => ({ name, place, touches: touched > 0, tells: tellsApart(values, rows.length) }))
    .toSorted(
      (a, b) =>
        Number(b.touches) - Number(a.touches) ||
        Number(shown.has(b.name)) - Number(shown.has(a.name)) ||
        b.tells - a.tells ||
        a.place - b.place,
    );
  const columns: TableColumn[] = [];
  let left = shares;
  for (const name of [...read, ...rest.map((each) => each.name)]) {
    const known = facts.get(name);
    const chars = Math.max(name.length, mostOf(known?.lengths ?? []));
    const column = { name, read: read.includes(name), double: known?.double ?? false, chars };
    left -= columnShare(column);
    if (left < 0 && columns.length > 0) break;
    columns.push(column);
  }
  const placeOf = ({ name }: TableColumn) => shown.get(name) ?? before.length;
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Between the value before and the one after. */
const arrowChars = 3;

/** Characters of a value as a cell shows it. */
const charsOf = (json: string): number => (json.startsWith('"') ? json.length - 2 : json.length);

/** The length that nine of ten have room in. */
const mostOf = (lengths: readonly number[]): number => lengths.toSorted((a, b) => a - b)[Math.ceil(lengths.length * 0.9) - 1] ?? 1;

/** The field of an event that a path such as `user.name` reads. */
function columnOf(path: string, known: ReadonlyMap<string, unknown>): string {
  if (known.has(path)) return path;
  const head = path.split('.', 1)[0]!;
  return known.has(head) ? head : path;
}

/** Share of values above which they hardly repeat, as ids and times do: they tell events apart, and nothing about them. */
const hardlyRepeats = 0.9;

/** Bits a value of the field tells of its event. */
export function tellsApart(values: ReadonlyMap<string, number>, events: number): number {
  let bits = 0;
  let seen = 0;
  for (const count of values.values()) {
    seen += count;
    bits -= (count / events) * Math.log2(count / events);
  }
  if (seen < events) bits -= ((events - seen) / events) * Math.log2((events - seen) / events);
  return values.size > 2 && values.size > hardlyRepeats * events ? bits / 4 : bits;
}

export function filterRows(rows: readonly TableRow[], { port, mark, text }: TableFilter): readonly TableRow[] {
  const sought = text.trim().toLowerCase();
  return rows.filter(
    ({ row, ports }) =>
      (port === undefined || ports.includes(port)) && (mark === undefined || marksOf(row).has(mark)) && (sought === '' || has(row, sought)),
  );
}

function has({ input, outputs }: PreviewRow, sought: string): boolean {
  return [input, ...outputs.map(({ event }) => event)].some(
    (event) => event !== undefined && (event.json.toLowerCase().includes(sought) || (event.raw?.toLowerCase().includes(sought) ?? false)),
  );
}

/** Events by the port they leave by; one that leaves by several counts at each. */
export function portCounts(rows: readonly TableRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { ports } of rows) for (const port of ports) counts.set(port, (counts.get(port) ?? 0) + 1);
  return counts;
}

/** What changed, the changes first and the rest in the order of the event. */
export const changedFirst = (diffs: readonly FieldDiff[]): readonly FieldDiff[] =>
  diffs.toSorted((a, b) => Number(a.kind === 'same') - Number(b.kind === 'same'));

const shownChars = 300;

/** A value on one line. */
export const cellText = (json: string): string => readableText(json).slice(0, shownChars).replaceAll(/\s+/g, ' ');
