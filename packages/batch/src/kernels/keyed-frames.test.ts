import { describe, expect, test } from 'vitest';
import { blockOf, builderOf, fieldsOf } from '../batch-fixture.ts';
import { NameCache } from '../name-cache.ts';
import { releaseBatch } from '../selection.ts';
import { createSlotTable } from '../slot-table.ts';
import { KeyedFrames } from './keyed-frames.ts';
import { createKernels } from './kernels.ts';

const json = (names: readonly string[]): string => `{${names.map((name, n) => `"${name}":"v${n}"`).join(',')}}`;
const pairs = (names: readonly string[]): string => names.map((name, n) => `${name}=v${n}`).join(' ');

/** 200 orders of names of 1 to 24 bytes, many with the same beginnings and ends. */
const orders = Array.from({ length: 200 }, (_, order) => [
  'level',
  ...Array.from({ length: 10 }, (__, n) => `${'abcdefghijkl'.slice(0, n + 1)}${(order * 7 + n) % 90}${'x_total_x'.slice(0, order % 10)}`),
]);

describe.each([
  ['json', 'script', json],
  ['json', 'wasm', json],
  ['key-value', 'script', pairs],
  ['key-value', 'wasm', pairs],
] as const)('%s of many orders by kernel (%s)', (format, form, lineOf) => {
  /** Frames of each block that were left, and the fields of each event that was not. */
  function reader() {
    const slots = createSlotTable();
    const names = new NameCache(slots);
    const frames = new KeyedFrames(createKernels(form), format);
    return (lines: readonly string[]) => {
      const block = blockOf(lines);
      const builder = builderOf(block, slots, { names });
      let left = 0;
      expect(frames.decode(block, builder.bulk!, () => left++)).toBe(true);
      const { events } = builder.finish();
      const fields = Array.from(events.rows.subarray(0, events.count), (row) => fieldsOf(events, row));
      releaseBatch(events);
      return { left, fields };
    };
  }

  const lines = Array.from({ length: 800 }, (_, n) => lineOf(orders[(n * 13) % 200]!));

  test('no frame is left once its order of names has come twice, whichever came before it', () => {
    const read = reader();
    for (let n = 0; n < 4; n++) read(lines);
    const { left, fields } = read(lines);
    expect(left).toBe(0);
    for (const n of [0, 57, 799]) expect(fields[n]).toEqual(orders[(n * 13) % 200]!.map((name, place) => [name, `v${place}`]));
  });

  test('orders that begin as a known one does, are shorter, longer or have two names exchanged, are not taken for it', () => {
    const read = reader();
    const [known] = orders;
    const exchanged = [...known!.slice(0, 4), known![5]!, known![4]!, ...known!.slice(6)];
    const others = [known!.slice(0, -1), [...known!, 'more'], exchanged, known!.slice(1), known!.slice(0, 1)];
    const all = [known!, ...others, known!].map(lineOf);
    const { fields, left } = read(all);
    expect(left).toBe(all.length - fields.length);
    const again = read(all);
    expect(again.left).toBe(0);
    expect(again.fields).toEqual([known!, ...others, known!].map((names) => names.map((name, n) => [name, `v${n}`])));
  });

  test('a new name in each frame is learned from a bounded number of times, and what comes again beside it is learned', () => {
    const read = reader();
    const lineOfNew = (n: number): string => lineOf(['level', `n${n}`]);
    let news = 0;
    const block = (): string[] => [...Array.from({ length: 400 }, () => lineOfNew(news++)), ...orders.slice(0, 60).map(lineOf)];
    for (let n = 0; n < 4; n++) read(block());
    expect(read(block()).left).toBe(400);
  });

  test('what is left is left: a name twice, a name that must be cleaned', () => {
    const read = reader();
    for (const names of [
      ['a', 'a'],
      ['_a', 'b'],
      ['ñ', 'b'],
    ])
      for (let n = 0; n < 3; n++) expect(read([lineOf(names), lineOf(names)]).left).toBe(2);
  });
});
