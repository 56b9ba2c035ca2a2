import type { FieldValue } from '@acequia/event';
import { expect, test } from 'vitest';
import { blockOf, builderOf, fieldsOf } from './batch-fixture.ts';
import { changeFields, constantCells, withFields, type ShapeField } from './change-fields.ts';
import { fork } from './selection.ts';
import { createSlotTable } from './slot-table.ts';
import type { TableView } from './table-view.ts';
import type { BatchView } from './view.ts';

/** Three rows `{n: 0 … 2, m: "text"}`. */
function threeRows(): BatchView {
  const slots = createSlotTable();
  const builder = builderOf(blockOf(['a', 'b', 'c']), slots);
  for (let frame = 0; frame < 3; frame++) {
    builder.begin(frame);
    builder.value(slots.slot('n'), frame);
    builder.value(slots.slot('m'), 'text');
  }
  return builder.finish().events;
}

/** Sets a field of all rows; returns how many were left. */
function setAll(view: BatchView, name: string, value: FieldValue, keep = false): number {
  const states = new Uint8Array(view.count);
  const set = [{ name, slot: view.slots.slot(name), keep }];
  changeFields(view, states, constantCells(view, [value]), (fields) => withFields(fields, set));
  return states.reduce((sum, state) => sum + state, 0);
}

const first = (view: BatchView) => fieldsOf(view, view.rows[0]!);

test('branches that both add a field behind the same cells do not meet', () => {
  const view = threeRows();
  setAll(view, 'x', 'shared');
  const [one, other] = [fork(view), fork(view)];
  setAll(one, 'y', 'one');
  setAll(other, 'z', 'other');
  const common = [
    ['n', 0],
    ['m', 'text'],
    ['x', 'shared'],
  ];
  expect(first(view)).toEqual(common);
  expect(first(one)).toEqual([...common, ['y', 'one']]);
  expect(first(other)).toEqual([...common, ['z', 'other']]);
});

test('fields added one after the other use the room of a row, and more room when that is full', () => {
  const view = threeRows();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
  const ends: number[] = [];
  for (const [index, name] of names.entries()) {
    expect(setAll(view, name, index)).toBe(0);
    ends.push((view as TableView).core.cellEnd);
  }
  for (const row of view.rows.subarray(0, view.count))
    expect(fieldsOf(view, row)).toEqual([['n', row], ['m', 'text'], ...names.map((name, index) => [name, index])]);
  expect(new Set(ends).size).toBeLessThan(names.length / 2);
});

test('a value read before is not read again after its field has another', () => {
  const view = threeRows();
  const slot = view.slots.slot('m');
  expect(view.text(view.rows[0]!, slot)).toBe('text');
  setAll(view, 'm', 'new');
  expect(view.text(view.rows[0]!, slot)).toBe('new');
  expect(setAll(view, 'm', 'never', true)).toBe(0);
  expect(first(view)).toEqual([
    ['n', 0],
    ['m', 'new'],
  ]);
});

test('rows that cannot take a field are left as they are: 1,024 fields are the limit', () => {
  const view = threeRows();
  const states = new Uint8Array(view.count);
  const set = Array.from({ length: 1022 }, (_, n) => ({ name: `f${n}`, slot: view.slots.slot(`f${n}`) }));
  const values = set.map((_, n) => n);
  changeFields(view, states, constantCells(view, values), (fields) => withFields(fields, set));
  expect([...states]).toEqual([0, 0, 0]);
  expect(setAll(view, 'one.more', 1)).toBe(3);
  expect(first(view)).toHaveLength(1024);
  expect(setAll(view, 'f1021', 'still')).toBe(0);
});

/** Drops a field of all rows and gives another name to one. */
function reshape(view: BatchView, gone: string, from: string, to: string): void {
  const change = (fields: readonly ShapeField[]) => ({
    fields: fields
      .map(({ name, slot }, column) =>
        name === from ? { name: to, slot: view.slots.slot(to), from: column } : { name, slot, from: column },
      )
      .filter(({ name }) => name !== gone),
    needs: [],
  });
  changeFields(view, new Uint8Array(view.count), constantCells(view, []), change);
}

test('fields go and are renamed where the cells are, and what was read at a place before is not read there again', () => {
  const view = threeRows();
  setAll(view, 'x', 'last');
  const row = view.rows[0]!;
  const end = (view as TableView).core.cellEnd;
  for (const name of ['n', 'm', 'x']) view.value(row, view.slots.slot(name));
  reshape(view, 'n', 'm', 'k');
  expect(first(view)).toEqual([
    ['k', 'text'],
    ['x', 'last'],
  ]);
  reshape(view, 'x', '', '');
  setAll(view, 'x', 'new');
  expect(view.value(row, view.slots.slot('x'))).toBe('new');
  setAll(view, 'm', 'second');
  setAll(view, 'x', 'newer');
  expect(view.value(row, view.slots.slot('m'))).toBe('second');
  expect(view.value(row, view.slots.slot('x'))).toBe('newer');
  expect((view as TableView).core.cellEnd).toBe(end);
});

test('what one branch removes another one still has', () => {
  const view = threeRows();
  setAll(view, 'x', 'shared');
  const other = fork(view);
  reshape(view, 'n', 'm', 'k');
  expect(first(other).map(([name]) => name)).toEqual(['n', 'm', 'x']);
  expect(first(other)[1]).toEqual(['m', 'text']);
});
