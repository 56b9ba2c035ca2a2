import { describe, expect, test } from 'vitest';
import { blockOf, builderOf, fieldsOf } from './batch-fixture.ts';
import { changeFields, constantCells, withFields, type FieldsChange } from './change-fields.ts';
import { NameCache } from './name-cache.ts';
import { genericShape, rowWord, rowWords } from './row-table.ts';
import { releaseBatch } from './selection.ts';
import { createSlotTable } from './slot-table.ts';
import type { TableView } from './table-view.ts';

/** Batches of one listener on one lane, each event given by its names; values are the names again. */
function batches() {
  const slots = createSlotTable();
  const names = new NameCache(slots);
  return {
    slots,
    batch(events: readonly (readonly string[])[]): TableView {
      const builder = builderOf(blockOf(events.map(() => 'x')), slots, { names });
      for (const [frame, fields] of events.entries()) {
        builder.begin(frame);
        for (const name of fields) builder.namedValue(name, name);
      }
      return builder.finish().events as TableView;
    },
  };
}

const genericRows = ({ rows, count, table }: TableView): number =>
  rows.subarray(0, count).filter((row) => table.words[row * rowWords + rowWord.shape] === genericShape).length;

/** 200 orders of 12 of 300 names. */
const orders = Array.from({ length: 200 }, (_, order) => Array.from({ length: 12 }, (__, n) => `key_${(order * 37 + n * 11) % 300}`));
/** Four events of each. */
const mixed = Array.from({ length: 800 }, (_, n) => orders[(n * 7) % 200]!);

describe('orders of names that outlive a batch', () => {
  test('rows of 200 orders are not carried name by name once they have been met, and have the same shape in each batch', () => {
    const { batch } = batches();
    releaseBatch(batch(mixed));
    const [second, third] = [batch(mixed), batch(mixed)];
    expect(genericRows(second)).toBe(0);
    expect(genericRows(third)).toBe(0);
    expect(third.core.shapes).toBe(second.core.shapes);
    expect(second.core.shapes.shapes.length).toBe(200);
    for (const row of [0, 399, 799]) expect(fieldsOf(third, third.rows[row]!)).toEqual(mixed[row]!.map((name) => [name, name]));
  });

  test('what a step works out for an order is worked out once, not once a batch', () => {
    const { batch, slots } = batches();
    const set = [{ name: 'site', slot: slots.slot('site') }];
    let asked = 0;
    const change: FieldsChange = (fields) => {
      asked++;
      return withFields(fields, set);
    };
    for (let n = 0; n < 10; n++) {
      const view = batch(mixed);
      changeFields(view, new Uint8Array(view.count), constantCells(view, ['x']), change);
      if (n > 0) expect(fieldsOf(view, view.rows[5]!).at(-1)).toEqual(['site', 'x']);
      releaseBatch(view);
    }
    expect(asked).toBe(200);
  });

  test('a sender with a new key in each event fills nothing', () => {
    const { batch } = batches();
    let last: TableView | undefined;
    for (let n = 0; n < 40; n++) {
      last = batch(Array.from({ length: 500 }, (_, event) => ['level', `new_${n}_${event}`]));
      releaseBatch(last);
    }
    expect(last!.core.shapes.shapes.length).toBeLessThan(40);
  });

  test('beside such a sender, orders that come again are still learned', () => {
    const { batch } = batches();
    const events = (n: number): readonly (readonly string[])[] => [
      ...Array.from({ length: 400 }, (_, event) => [`new_${n}_${event}`]),
      ...orders.slice(0, 100),
    ];
    releaseBatch(batch(events(0)));
    releaseBatch(batch(events(1)));
    expect(genericRows(batch(events(2)))).toBe(400);
  });

  test('more orders that come again than there is room for: bounded, and the ones of later are learned in their turn', () => {
    const { batch } = batches();
    const orderOf = (generation: number, n: number): readonly string[] => [`g${generation}`, `a${n % 60}`, `b${Math.floor(n / 60)}`];
    const tables = new Set<unknown>();
    let most = 0;
    const run = (generation: number, times: number, orderCount: number): TableView => {
      let view: TableView | undefined;
      for (let n = 0; n < times; n++) {
        view = batch(Array.from({ length: orderCount }, (_, order) => orderOf(generation, order)));
        tables.add(view.core.shapes);
        most = Math.max(most, view.core.shapes.shapes.length);
        releaseBatch(view);
      }
      return view!;
    };
    run(0, 8, 1500);
    run(0, 20, 1500);
    expect(most).toBe(1024);
    expect(tables.size).toBeGreaterThan(1);
    run(1, 25, 700);
    expect(genericRows(batch(Array.from({ length: 700 }, (_, order) => orderOf(1, order))))).toBe(0);
  });

  test('names that a plan asks for later are known by their slot in the batches after that', () => {
    const { batch, slots } = batches();
    releaseBatch(batch(mixed));
    const slot = slots.slot(orders[0]![3]!);
    const view = batch(mixed);
    expect(view.text(view.rows[0]!, slot)).toBe(orders[0]![3]);
  });
});
