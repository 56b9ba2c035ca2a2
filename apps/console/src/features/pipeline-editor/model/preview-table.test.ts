import type { TracedEvent } from '@acequia/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { previewRows, type PreviewRow } from './preview-rows.ts';
import {
  columnShare,
  cellText,
  changedFirst,
  filterRows,
  noFilter,
  portCounts,
  fieldsSeen,
  sameRow,
  tableColumns,
  tableRow,
  tellsApart,
} from './preview-table.ts';

const typeOf = (value: unknown) => (value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value);
const event = (fields: Readonly<Record<string, unknown>>): TracedEvent => ({
  json: JSON.stringify(fields),
  types: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeOf(value)])),
});
type Fields = Readonly<Record<string, unknown>>;

const passed = (key: string, before: Fields, after: Fields, port = 'default'): PreviewRow => ({
  key,
  mark: 'changed',
  input: event(before),
  outputs: [{ kind: 'left', port, event: event(after), reason: undefined, message: undefined, expected: undefined }],
  checked: undefined,
  values: undefined,
  born: undefined,
});
const ended = (key: string, fields: Fields, reason: string): PreviewRow => ({
  ...passed(key, fields, fields),
  mark: 'filtered',
  outputs: [{ kind: 'ended', port: undefined, event: undefined, reason, message: undefined, expected: undefined }],
});

const rows = [
  passed('1', { id: 1, level: 'INFO', host: 'a', fixed: 'x' }, { id: 1, level: 'info', host: 'a', fixed: 'x' }, 'noise'),
  passed('2', { id: 2, level: 'WARN', host: 'b', fixed: 'x' }, { id: 2, level: 'warn', host: 'b', fixed: 'x' }, 'errors'),
  passed('3', { id: 3, level: 'INFO', host: 'b', fixed: 'x' }, { id: 3, level: 'info', host: 'b', fixed: 'x' }, 'noise'),
  ended('4', { id: 4, level: 'INFO', host: 'b', fixed: 'y-special' }, 'filtered:duplicate'),
].map(tableRow);
const names = (max: number, reads: readonly string[] = []) => tableColumns(rows, reads, max).map(({ name }) => name);

test('fields the step reads come first, then what it changes, then what tells events apart; ids and constants last', () => {
  expect(names(9, ['host'])).toEqual(['host', 'level', 'fixed', 'id']);
  expect(tableColumns(rows, ['host'], 2.5)).toEqual([
    { name: 'host', read: true, double: false, chars: 4 },
    { name: 'level', read: false, double: true, chars: 11 },
  ]);
  expect(names(2, ['host'])).toEqual(['host']);
  expect(names(0.5, ['level'])).toEqual(['level']);
});

test('a field that is read has its column where no event has it, and a path has that of its field', () => {
  expect(names(3.5, ['missing', 'level.deep'])).toEqual(['missing', 'level', 'host']);
});

test('values that never repeat tell less than a few that do, and one that is always the same tells nothing', () => {
  const of = (...counts: number[]) =>
    tellsApart(
      new Map(counts.map((count, at) => [String(at), count])),
      counts.reduce((sum, each) => sum + each, 0),
    );
  const ids = of(...Array.from({ length: 40 }, () => 1));
  expect(of(40)).toBe(0);
  expect(of(10, 10, 20)).toBeGreaterThan(ids);
  expect(ids).toBeGreaterThan(of(39, 1));
});

test('filters by port, outcome and text in any field, before or after the step', () => {
  const keys = (filter: Partial<typeof noFilter>) => filterRows(rows, { ...noFilter, ...filter }).map(({ row }) => row.key);
  expect(keys({ port: 'noise' })).toEqual(['1', '3']);
  expect(keys({ mark: 'filtered' })).toEqual(['4']);
  expect(keys({ text: 'WARN' })).toEqual(['2']);
  expect(keys({ text: ' y-SPECIAL ' })).toEqual(['4']);
  expect(keys({ port: 'noise', text: '"host":"b"' })).toEqual(['3']);
  expect([...portCounts(rows)]).toEqual([
    ['noise', 2],
    ['errors', 1],
  ]);
});

test('whatever the events, columns are fields or reads, each once and no more than asked, and ports add up', () => {
  const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(null, 1, 2, 'x', 'y'));
  const some = fc.array(fc.tuple(fields, fields, fc.constantFrom('p', 'q')));
  fc.assert(
    fc.property(some, fc.array(fc.constantFrom('a', 'b', 'z.y')), fc.integer({ min: 1, max: 6 }), (given, reads, max) => {
      const table = given.map(([before, after, port], at) => tableRow(passed(String(at), before, after, port)));
      const chosen = tableColumns(table, reads, max);
      const columns = chosen.map(({ name }) => name);
      expect(new Set(columns).size).toBe(columns.length);
      if (chosen.length > 1) expect(chosen.reduce((sum, column) => sum + columnShare(column), 0)).toBeLessThanOrEqual(max);
      for (const name of columns) expect([...reads, 'a', 'b', 'c', 'd']).toContain(name);
      expect([...portCounts(table).values()].reduce((sum, each) => sum + each, 0)).toBe(given.length);
      for (const port of ['p', 'q']) expect(filterRows(table, { ...noFilter, port })).toHaveLength(portCounts(table).get(port) ?? 0);
    }),
  );
});

test('an event keeps its key from answer to answer, and two rows of one event have two', () => {
  const step = { node: 's', input: event({ a: 1 }), outcomes: [], tookUs: 1 };
  const born = { id: 'LI_1.1-1-1.0', receivedMs: 5 };
  const answer = { traces: [{ event: 0, born, steps: [step, step] }], nodes: {}, faults: [], cut: false };
  expect(previewRows(answer, 's').map(({ key }) => key)).toEqual(['LI_1.1-1-1.0', '0.1']);
});

test('a row of the answer before is taken again only where the event came out the same', () => {
  const before = rows[0]!;
  expect(sameRow(before, structuredClone(before.row))).toBe(before);
  expect(sameRow(before, { ...before.row, outputs: [{ ...before.row.outputs[0]!, port: 'errors' }] })).toBeUndefined();
  expect(sameRow(undefined, before.row)).toBeUndefined();
});

test('other events with the same fields keep the columns; a new field, or one that now changes, does not', () => {
  const seen = (...some: PreviewRow[]) => fieldsSeen(some.map(tableRow));
  const before = seen(passed('1', { a: 1, b: 1 }, { a: 2, b: 1 }), passed('2', { a: 1, b: 1 }, { a: 1, b: 1 }));
  expect(seen(passed('3', { b: 9, a: 7 }, { b: 9, a: 8 }))).toBe(before);
  expect(seen(passed('3', { a: 1, b: 1 }, { a: 2, b: 2 }))).not.toBe(before);
  expect(seen(passed('3', { a: 1, b: 1, c: 1 }, { a: 2, b: 1, c: 1 }))).not.toBe(before);
});

test('columns keep their place while other fields arrive; a field that the step changes takes the room of one that it does not', () => {
  const of = (events: readonly Fields[], changed: readonly string[], before: readonly string[]) => {
    const table = events.map((fields, at) =>
      tableRow(passed(String(at), fields, { ...fields, ...Object.fromEntries(changed.map((name) => [name, 'new'])) })),
    );
    const shown = before.map((name) => ({ name }));
    return tableColumns(table, ['level'], 4, shown).map(({ name }) => name);
  };
  const first = [
    { level: 'a', host: 'x', user: 'u', size: 1 },
    { level: 'b', host: 'y', user: 'u', size: 1 },
  ];
  expect(of(first, [], [])).toEqual(['level', 'host', 'user', 'size']);
  // Now `size` and a new field vary more than `user`.
  const later = [
    { level: 'a', host: 'x', user: 'u', size: 1, place: 'p' },
    { level: 'b', host: 'x', user: 'u', size: 2, place: 'q' },
  ];
  expect(of(later, [], [])).toEqual(['level', 'size', 'place', 'host']);
  expect(of(later, [], ['level', 'host', 'user', 'size'])).toEqual(['level', 'host', 'user', 'size']);
  expect(of(later, ['made'], ['level', 'host', 'user', 'size'])).toEqual(['level', 'host', 'size', 'made']);
  // A field that no event has any more leaves its room to the best of the others.
  expect(of(later, [], ['level', 'gone', 'host', 'user'])).toEqual(['level', 'host', 'user', 'size']);
});

test('a column is as wide as its name and all values but a few need, with both values where they change', () => {
  const short = Array.from({ length: 19 }, (_, at) => passed(String(at), { id: 7, level: 'WARN' }, { id: 7, level: 'warning' }));
  const long = passed('20', { id: 7_000_000_000, level: 'WARN' }, { id: 7_000_000_000, level: 'warning' });
  const chars = new Map(tableColumns([...short, long].map(tableRow), ['missing'], 6).map((column) => [column.name, column.chars]));
  expect(chars).toEqual(
    new Map([
      ['missing', 7],
      ['level', 14],
      ['id', 2],
    ]),
  );
});

test('what changed comes before what did not', () => {
  expect(changedFirst([...rows[0]!.fields.values()]).map(({ name }) => name)).toEqual(['level', 'id', 'host', 'fixed']);
});

test('a cell shows a text without its quotes on one line', () => {
  expect([cellText('"a\\n b"'), cellText('12')]).toEqual(['a b', '12']);
});
