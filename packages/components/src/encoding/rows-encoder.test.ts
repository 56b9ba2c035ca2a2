import {
  addTextFrames,
  cellTags,
  createKernels,
  createSlotTable,
  frameBlock,
  narrow,
  type BatchView,
  type SlotTable,
} from '@acequia/batch';
import { systemClock } from '@acequia/base';
import { Float, List, Timestamp } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJsonDecoder } from '../formats/json/decode.ts';
import { builderOfBlock, viewOfFrames } from '../testing/frames-view.ts';
import { kernelRuns } from '../testing/kernel-runs.ts';
import { compileRecordEncoder } from './record-encoder.ts';
import { compileRowsEncoder } from './rows-encoder.ts';

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

/** Events of a text block: each line and what lies between it and the next. */
function linesView(parts: readonly (readonly [string, string])[], slots: SlotTable): BatchView {
  const table = new Uint32Array(parts.length * 5);
  let offset = 0;
  for (const [index, [line, gap]] of parts.entries()) {
    table.set([offset, Buffer.byteLength(line), 0, 0, Buffer.byteLength(line)], index * 5);
    offset += Buffer.byteLength(line + gap);
  }
  const bytes = Buffer.from(parts.flat().join(''));
  const meta = [JSON.stringify({ receivedMs: 1_790_000_000_000, transport: 'tcp' })];
  const block = frameBlock({ bytes, frames: table, frameCount: parts.length, meta, codec: 1 });
  const builder = builderOfBlock(block, slots);
  addTextFrames(block, builder.bulk!, slots.slot('message'), (frame) => {
    builder.begin(frame);
    builder.span(slots.slot('message'), block.offset(frame), block.length(frame), cellTags.text);
  });
  return builder.finish().events;
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
      kernelRuns(400),
    );
  });

  test('rows that went another way leave no trace: any of them, in any order, near together or far apart', () => {
    const wanted = fc.array(fc.nat(199), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), wanted, fc.boolean(), (lines, picks, chosen) => {
        const slots = createSlotTable();
        const decode = createJsonDecoder(slots);
        const many = Array.from({ length: 200 }, (_, n) => lines[n % lines.length]!);
        const view = viewOfFrames(many, slots, (block, out) => {
          for (let frame = 0; frame < block.count; frame++) decode(block, frame, out);
        });
        const some = narrow(
          view,
          Int32Array.from(picks, (pick) => view.rows[pick % view.count]!),
        );
        const fields = chosen ? ({ content: 'chosen', fields: [{ field: 'a' }, { field: 'level' }] } as const) : {};
        const { expected, got } = both(some, slots, form, { omitNull: true, bigIntegers: 'number', ...fields });
        expect(got).toEqual(expected);
      }),
      kernelRuns(100),
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
      kernelRuns(400),
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

  test('lines as they came, whatever lies between them, in any order', () => {
    const plain = fc.tuple(fc.string({ unit: 'binary', maxLength: 12 }), fc.constant('\n'));
    const odd = fc.tuple(fc.string({ maxLength: 4 }), fc.constantFrom('', '\r\n', '\n\n', 'x'));
    const lines = fc.array(fc.oneof({ weight: 40, arbitrary: plain }, { weight: 1, arbitrary: odd }), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(lines, fc.nat(130), fc.nat(130), fc.boolean(), (parts, from, count, reversed) => {
        const slots = createSlotTable();
        const view = linesView(parts, slots);
        const rows = view.rows.slice(from % view.count, (from % view.count) + 1 + count);
        const some = narrow(view, reversed ? rows.toReversed() : rows, Math.min(rows.length, view.count - (from % view.count)));
        const { expected, got } = both(some, slots, form, { omitNull: false, bigIntegers: 'number', content: 'field', field: 'message' });
        expect(got).toEqual(expected);
      }),
      kernelRuns(400),
    );
  });

  test('lines that steps changed here and there are not written as they came', () => {
    const slots = createSlotTable();
    const view = linesView(
      Array.from({ length: 200 }, (_, n) => [`line ${n}`, '\n'] as const),
      slots,
    );
    for (const n of [0, 30, 31, 120, 199]) view.set(view.rows[n]!, slots.slot('message'), `changed ${n}`);
    for (const n of [60, 61]) view.remove(view.rows[n]!, slots.slot('message'));
    const { expected, got, left } = both(view, slots, form, { omitNull: false, bigIntegers: 'number', content: 'field', field: 'message' });
    expect(got).toEqual(expected);
    expect(left).toBe(2);
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
