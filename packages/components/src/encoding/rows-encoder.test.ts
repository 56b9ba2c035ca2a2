import { createKernels, createSlotTable, type BatchView, type SlotTable } from '@acequia/batch';
import { systemClock } from '@acequia/base';
import { Float, List, Timestamp } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJsonDecoder } from '../formats/json/decode.ts';
import { viewOfFrames } from '../testing/frames-view.ts';
import { compileRecordEncoder } from './record-encoder.ts';
import { compileRowsEncoder } from './rows-encoder.ts';

const runs = Number(process.env['KERNEL_RUNS'] ?? 400);

const base = { content: 'all', fields: undefined, field: undefined, template: undefined, timeFormat: 'RFC3339' } as const;

/** Every row's record by the row encoder, and by the kernels with the row encoder for what they leave out. */
function both(
  view: BatchView,
  slots: SlotTable,
  form: 'script' | 'wasm',
  options: {
    omitNull: boolean;
    bigIntegers: 'number' | 'string';
    content?: 'chosen' | 'field';
    fields?: readonly object[];
    field?: string;
  },
) {
  const config = { ...base, format: 'ndjson', ...options } as Parameters<typeof compileRecordEncoder>[0];
  const one = compileRecordEncoder(config, { slots, clock: systemClock });
  const many = compileRowsEncoder(config, { slots, kernels: createKernels(form) }, '\n')!;
  const expected = Array.from({ length: view.count }, (_, i) => `${one(view, view.rows[i]!)}\n`);
  const got: string[] = [];
  let left = 0;
  while (got.length < view.count) {
    const encoded = many.encode(view, got.length, view.count);
    if (encoded === undefined) {
      got.push(`${one(view, view.rows[got.length]!)}\n`);
      left++;
      continue;
    }
    const { bytes, ends, states, count } = encoded;
    const records = Array.from({ length: count }, (_, i) =>
      states[i] === 1 ? undefined : Buffer.from(bytes.subarray(i === 0 ? 0 : ends[i - 1]!, ends[i]!)).toString(),
    );
    for (const record of records) {
      if (record === undefined) left++;
      got.push(record ?? `${one(view, view.rows[got.length]!)}\n`);
    }
  }
  return { expected, got, left };
}

const number = fc.oneof(
  fc.constantFrom('0', '-0', '007', '-1', '9007199254740993', '123456789012345678', '9223372036854775807', '1.670', '2.000', '0.0000001'),
  fc.constantFrom('0.000001', '-0.0', '100.50', '1e5', '1E400', '12345678901234.5', '1234567890123456.5', '0.1', '-12.30'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.maxSafeInteger().map(String),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '"a\\/b"',
    '"\\u0041"',
    '"\\ud83d\\ude00"',
    '"\\ud800"',
    '"\\u0000\\u001f"',
    '"tab\\tq\\"b\\\\"',
    '"\\u20ac\\u00e9"',
    '""',
  ),
);
const nested = fc.json({ maxDepth: 2 }).filter((value) => value.startsWith('{') || value.startsWith('['));
const value = fc.oneof(text, number, fc.constantFrom('true', 'false', 'null', '{ "a" :\n 1 }', '[1,\r\n2]'), nested);
const line = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'host', 'level', 'ñ', 'with space', 'x.y'), value), { maxLength: 6 })
  .map((members) => `{${members.map(([name, member]) => `${JSON.stringify(name)}:${member}`).join(',')}}`);

describe.each(['script', 'wasm'] as const)('records by kernel (%s)', (form) => {
  test('the same JSON as row by row, for any event', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), fc.boolean(), fc.boolean(), (lines, omitNull, quoted) => {
        const slots = createSlotTable();
        const decode = createJsonDecoder(slots);
        const view = viewOfFrames(lines, slots, (block, out) => {
          for (let frame = 0; frame < block.count; frame++) decode(block, frame, out);
        });
        const { expected, got } = both(view, slots, form, { omitNull, bigIntegers: quoted ? 'string' : 'number' });
        expect(got).toEqual(expected);
      }),
      { numRuns: runs },
    );
  });

  test('the same chosen fields as row by row: missing ones, dotted names, a name twice', () => {
    const reference = fc.constantFrom('a', 'b', 'level', 'x.y', 'absent', 'a.b', 'c');
    const chosen = fc.array(fc.record({ field: reference, name: fc.constantFrom(undefined, 'as', 'ñ') }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), chosen, fc.boolean(), (lines, fields, omitNull) => {
        const slots = createSlotTable();
        const decode = createJsonDecoder(slots);
        const view = viewOfFrames(lines, slots, (block, out) => {
          for (let frame = 0; frame < block.count; frame++) decode(block, frame, out);
        });
        const { expected, got } = both(view, slots, form, { omitNull, bigIntegers: 'number', content: 'chosen', fields });
        expect(got).toEqual(expected);
      }),
      { numRuns: runs },
    );
  });

  test('one field as text, and a few fields, are written without the row encoder', () => {
    const slots = createSlotTable();
    const decode = createJsonDecoder(slots);
    const lines = Array.from({ length: 100 }, (_, n) => `{"n":${n},"message":"line ${n}","gone":null}`);
    const view = viewOfFrames(lines, slots, (block, out) => {
      for (let frame = 0; frame < block.count; frame++) decode(block, frame, out);
    });
    for (const options of [
      { content: 'field', field: 'message' },
      { content: 'chosen', fields: [{ field: 'message', name: 'text' }, { field: 'n' }, { field: 'gone' }, { field: 'absent' }] },
    ] as const) {
      const { expected, got, left } = both(view, slots, form, { omitNull: false, bigIntegers: 'number', ...options });
      expect(got).toEqual(expected);
      expect(left).toBe(0);
    }
  });

  test('values that steps set: times, integers, floats, lists, renamed and removed fields', () => {
    const slots = createSlotTable();
    const decode = createJsonDecoder(slots);
    const lines = Array.from({ length: 300 }, (_, n) => `{"n":${n},"t":"x${n}","gone":1,"old":"v"}`);
    const view = viewOfFrames(lines, slots, (block, out) => {
      for (let frame = 0; frame < block.count; frame++) decode(block, frame, out);
    });
    const time = slots.slot('time');
    const big = slots.slot('big');
    for (let i = 0; i < view.count; i++) {
      const row = view.rows[i]!;
      view.remove(row, slots.slot('gone'));
      view.rename(row, slots.slot('old'), slots.slot('fresh'));
      view.set(row, time, new Timestamp(BigInt(i) * 86_399_999_999_999n - 2_000_000_000_000_000n));
      view.set(row, big, i % 2 === 0 ? BigInt(i) * -1_000_000_000_000_007n : i);
      if (i % 7 === 0) view.set(row, slots.slot('float'), new Float(i / 3));
      if (i % 11 === 0) view.set(row, slots.slot('list'), new List('integer', [1, 2]));
    }
    const { expected, got, left } = both(view, slots, form, { omitNull: true, bigIntegers: 'string' });
    expect(got).toEqual(expected);
    expect(left).toBeLessThan(120);
  });

  test('a record larger than the room left is begun in the next call, one larger than all room is left to the row encoder', () => {
    const slots = createSlotTable();
    const decode = createJsonDecoder(slots);
    const lines = ['{"a":1}', `{"big":"${'x'.repeat(3_000_000)}"}`, '{"b":2}'];
    const view = viewOfFrames(lines, slots, (block, out) => {
      for (let frame = 0; frame < block.count; frame++) decode(block, frame, out);
    });
    const { expected, got } = both(view, slots, form, { omitNull: true, bigIntegers: 'number' });
    expect(got).toEqual(expected);
  });
});
