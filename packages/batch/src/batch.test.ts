import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Float, List, Timestamp, jsonOfText, type FieldValue } from '@acequia/event';
import { blockOf, builderOf, contents, fieldsOf, plain } from './batch-fixture.ts';
import { createSlotTable } from './slot-table.ts';
import { internalSlots } from './internal-fields.ts';
import { fork, narrow, releaseBatch, retainBatch, rowBytes, startNode, takeOverflow } from './selection.ts';
import { readImage } from './read-image.ts';
import { writeImage } from './write-image.ts';
import { cellTags, type BatchView, type CellTag, type Row } from './view.ts';

const names = fc.constantFrom('a', 'b', 'c', 'host', 'app-name', 'x.y', 'n1', 'n2', 'very_long_name_of_a_field');
const value: fc.Arbitrary<FieldValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.maxSafeInteger(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => new Float(number)),
  fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map((ns) => new Timestamp(ns)),
  fc
    .jsonValue()
    .filter((json) => typeof json === 'object' && json !== null)
    .map((json) => jsonOfText(JSON.stringify(json))),
  fc.array(fc.string().map((text) => text.toWellFormed())).map((items) => new List('string', items)),
  fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })).map(
    (items) =>
      new List(
        'float',
        items.map((item) => new Float(item)),
      ),
  ),
  fc.array(fc.maxSafeInteger()).map((items) => new List('integer', items)),
  fc.array(fc.boolean()).map((items) => new List('boolean', items)),
);
const event = fc.uniqueArray(fc.tuple(names, value), { selector: ([name]) => name, maxLength: 9 });
const events = fc.array(event, { maxLength: 40 });
const manyNames = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,4}$/), value), { selector: ([name]) => name, maxLength: 6 });

type Model = [string, FieldValue][];

function build(model: readonly Model[], knownSlots: readonly string[] = ['a', 'host', 'x.y']): BatchView {
  const slots = createSlotTable();
  for (const name of knownSlots) slots.slot(name);
  const builder = builderOf(blockOf(model.map((_, index) => `frame ${index} ñ`)), slots);
  for (const [index, fields] of model.entries()) {
    builder.begin(index);
    for (const [name, item] of fields) {
      const slot = slots.find(name);
      if (slot === undefined) builder.namedValue(name, item);
      else builder.value(slot, item);
    }
  }
  return builder.finish().events;
}

const plainModel = (model: Model): [string, unknown][] => model.map(([name, item]) => [name, plain(item)]);

describe('what goes into a batch comes out of it', () => {
  it('the table grows while a wide event is being built: no field of it is lost', () => {
    const wide = (event: number): Model => Array.from({ length: 25 }, (_, field) => [`field_${field}`, event * 100 + field]);
    const model = Array.from({ length: 12 }, (_, event) => wide(event));
    const view = build(model);
    expect(model.map((_, row) => fieldsOf(view, row))).toEqual(model.map((fields) => plainModel(fields)));
  });

  it('random events, few shapes', () => {
    fc.assert(
      fc.property(events, (model) => {
        const view = build(model);
        expect(view.count).toBe(model.length);
        model.forEach((fields, row) => {
          expect(fieldsOf(view, row)).toEqual(plainModel(fields));
          expect(view.fieldCount(row)).toBe(fields.length);
          for (const [name, item] of fields) expect(plain(view.value(row, view.slots.slot(name)))).toEqual(plain(item));
          expect(view.value(row, view.slots.slot('nowhere'))).toBeUndefined();
        });
      }),
      { numRuns: 150 },
    );
  });

  it('random events, more shapes than a batch keeps: generic rows', () => {
    fc.assert(
      fc.property(fc.array(manyNames, { minLength: 20, maxLength: 60 }), (model) => {
        const view = build(model, ['a', 'b']);
        model.forEach((fields, row) => {
          expect(fieldsOf(view, row)).toEqual(plainModel(fields));
          for (const [name, item] of fields) expect(plain(view.value(row, view.slots.slot(name)))).toEqual(plain(item));
        });
      }),
      { numRuns: 60 },
    );
  });

  it('through an image, byte for byte equal when written again', () => {
    fc.assert(
      fc.property(fc.oneof(events, fc.array(manyNames, { minLength: 20, maxLength: 40 })), (model) => {
        const view = build(model);
        const image = writeImage(view);
        const back = readImage(image, { slots: view.slots });
        expect(contents(back)).toEqual(contents(view));
        const elsewhere = readImage(image, { slots: createSlotTable() });
        expect(contents(elsewhere)).toEqual(contents(view));
        expect(Buffer.compare(writeImage(back), image)).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});

type Change =
  | { readonly kind: 'set'; readonly name: string; readonly value: FieldValue }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string; readonly to: string }
  | { readonly kind: 'keep'; readonly names: readonly string[] };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), name: names, value }),
  fc.record({ kind: fc.constant('remove' as const), name: names }),
  fc.record({ kind: fc.constant('rename' as const), name: names, to: names }),
  fc.record({ kind: fc.constant('keep' as const), names: fc.array(names) }),
);

function applyTo(model: Model, step: Change): Model {
  if (step.kind === 'set') {
    if (!model.some(([name]) => name === step.name)) return [...model, [step.name, step.value]];
    return model.map(([name, old]) => [name, name === step.name ? step.value : old]);
  }
  if (step.kind === 'remove') return model.filter(([name]) => name !== step.name);
  if (step.kind === 'keep') return model.filter(([name]) => step.names.includes(name));
  if (step.name === step.to || !model.some(([name]) => name === step.name)) return model;
  return model.filter(([name]) => name !== step.to).map(([name, old]) => [name === step.name ? step.to : name, old]);
}

function applyToView(view: BatchView, row: Row, step: Change): void {
  if (step.kind === 'set') view.setNamed(row, step.name, step.value);
  else if (step.kind === 'remove') view.remove(row, view.slots.slot(step.name));
  else if (step.kind === 'keep') view.keepOnly(row, (name) => step.names.includes(name));
  else view.rename(row, view.slots.slot(step.name), view.slots.slot(step.to));
}

describe('forks never see each other', () => {
  const steps = fc.array(fc.tuple(fc.nat(2), fc.nat(5), change, fc.boolean()), { maxLength: 60 });
  const cases: [string, fc.Arbitrary<Model[]>][] = [
    ['few shapes', fc.array(event, { minLength: 6, maxLength: 6 })],
    ['generic rows', fc.array(manyNames, { minLength: 40, maxLength: 40 })],
  ];
  for (const [title, models] of cases) {
    it(`random changes on three views of one batch: ${title}`, () => {
      fc.assert(
        fc.property(models, steps, (start, todo) => {
          const first = build(start, ['a', 'b', 'c', 'host', 'app-name', 'x.y', 'n1', 'n2', 'very_long_name_of_a_field']);
          const second = fork(first);
          const third = fork(second);
          const views = [first, second, third];
          const expected = views.map(() => start.map((model): Model => [...model]));
          const offset = start.length - 6;
          for (const [which, at, step, look] of todo) {
            const row = at + offset;
            applyToView(views[which]!, row, step);
            expected[which]![row] = applyTo(expected[which]![row]!, step);
            if (!look) continue;
            for (const [index, view] of views.entries()) {
              for (const [name, item] of expected[index]![row]!) {
                expect(plain(view.value(row, view.slots.slot(name)))).toEqual(plain(item));
              }
            }
          }
          for (const [index, view] of views.entries()) {
            expected[index]!.forEach((model, row) => expect(fieldsOf(view, row)).toEqual(plainModel(model)));
          }
        }),
        { numRuns: 120 },
      );
    });
  }
});

describe('names from data', () => {
  function spread(text: string, pairs: readonly [string, string][]): [string, unknown][] {
    const block = blockOf([text]);
    const builder = builderOf(block);
    builder.begin(0);
    for (const [name, item] of pairs) {
      const at = Buffer.from(text).indexOf(name);
      const from = Buffer.from(text).indexOf(item);
      builder.namedSpan(at, Buffer.byteLength(name), from, Buffer.byteLength(item), cellTags.text);
    }
    return fieldsOf(builder.finish().events, 0);
  }

  it('are cleaned, and collide into numbers', () => {
    const text = 'a b|a_b|a-b|a?b|_x|ñ|日本|v';
    const pairs = ['a b', 'a_b', 'a-b', 'a?b', '_x', 'ñ', '日本'].map((name): [string, string] => [name, 'v']);
    expect(spread(text, pairs).map(([name]) => name)).toEqual(['a_b', 'a_b_2', 'a-b', 'a_b_3', 'x', 'field_6', 'field_7']);
  });

  it('given as text are cleaned and settled in the same way', () => {
    const builder = builderOf(blockOf(['x']));
    builder.begin(0);
    for (const name of ['a b', 'a_b', '_a b', 'a b', '日本', '__proto__', 'constructor']) builder.namedValue(name, name);
    expect(fieldsOf(builder.finish().events, 0)).toEqual([
      ['a_b', 'a b'],
      ['a_b_2', 'a_b'],
      ['a_b_3', '_a b'],
      ['field_4', '日本'],
      ['proto__', '__proto__'],
      ['constructor', 'constructor'],
    ]);
  });

  it('given twice: the last value wins and the event says so', () => {
    const block = blockOf(['kk12']);
    const builder = builderOf(block);
    builder.begin(0);
    builder.namedSpan(0, 1, 2, 1, cellTags.text);
    builder.namedSpan(1, 1, 3, 1, cellTags.text);
    const { events: view } = builder.finish();
    expect(fieldsOf(view, 0)).toEqual([['k', '2']]);
    expect(plain(view.value(0, internalSlots.flags))).toEqual({ list: 'string', items: ['time_from_receipt', 'duplicate_key'] });
  });

  it('100,000 distinct ones over many batches stay bounded and right', () => {
    const slots = createSlotTable();
    const before = slots.size;
    for (let batch = 0; batch < 20; batch++) {
      const texts = Array.from({ length: 50 }, (_, row) => Array.from({ length: 100 }, (_, i) => `k${batch}x${row}x${i}`).join(' '));
      const block = blockOf(texts);
      const builder = builderOf(block, slots);
      for (const [row, text] of texts.entries()) {
        builder.begin(row);
        let at = block.offset(row);
        for (const name of text.split(' ')) {
          builder.namedSpan(at, name.length, at, name.length, cellTags.text);
          at += name.length + 1;
        }
      }
      const { events: view } = builder.finish();
      expect(view.count).toBe(50);
      expect(fieldsOf(view, 49)).toEqual(texts[49]!.split(' ').map((name) => [name, name]));
    }
    expect(slots.size).toBe(before);
  });

  it('that a plan asks for after the batch was decoded are found', () => {
    for (const shapes of [1, 20]) {
      const slots = createSlotTable();
      const builder = builderOf(blockOf(Array.from({ length: shapes }, () => 'x')), slots);
      for (let row = 0; row < shapes; row++) {
        builder.begin(row);
        builder.namedValue(`name${row}`, row);
      }
      const { events: view } = builder.finish();
      expect(view.int(shapes - 1, slots.slot(`name${shapes - 1}`))).toBe(shapes - 1);
    }
  });

  it('1,025 of them in one event: rejected, the neighbours are not', () => {
    const builder = builderOf(blockOf(['first', 'second', 'third']));
    for (let frame = 0; frame < 3; frame++) {
      builder.begin(frame);
      for (let i = 0; i < (frame === 1 ? 1025 : 1024); i++) builder.namedValue(`n${i}`, i);
    }
    const { events: view, rejected } = builder.finish();
    expect(Array.from(view.rows.subarray(0, view.count), (row) => view.text(row, internalSlots.raw))).toEqual(['first', 'third']);
    expect(rejected.count).toBe(1);
    const row = rejected.rows[0]!;
    expect(rejected.text(row, internalSlots.raw)).toBe('second');
    expect(rejected.json(row, internalSlots.error)?.text).toContain('LIMIT_FIELDS');
  });

  it('a step that adds the 1,025th is told, and the field is not kept', () => {
    const builder = builderOf(blockOf(['x']));
    builder.begin(0);
    for (let i = 0; i < 1024; i++) builder.namedValue(`n${i}`, i);
    const { events: view } = builder.finish();
    view.setNamed(0, 'n5', 'replaced');
    expect(takeOverflow(view)).toEqual([]);
    view.setNamed(0, 'more', 1);
    expect(view.fieldCount(0)).toBe(1024);
    expect(takeOverflow(view)).toEqual([{ row: 0, code: 'LIMIT_FIELDS' }]);
    expect(takeOverflow(view)).toEqual([]);
  });
});

describe('cells as they arrived', () => {
  function one(text: string, tag: CellTag): BatchView {
    const slots = createSlotTable();
    const builder = builderOf(blockOf([text]), slots);
    builder.begin(0);
    builder.span(slots.slot('f'), 0, Buffer.byteLength(text), tag);
    return builder.finish().events;
  }
  const read = (text: string, tag: CellTag): unknown => {
    const view = one(text, tag);
    return plain(view.value(0, view.slots.slot('f')));
  };

  it('escapes, surrogates, big integers, decimals', () => {
    expect(read('a\\n\\u00f1\\"', cellTags.escaped)).toBe('a\nñ"');
    expect(read('\\ud83d\\ude00', cellTags.escaped)).toBe('😀');
    expect(read('\\ud83d', cellTags.escaped)).toBe('\ufffd');
    expect(read('-0', cellTags.integerText)).toBe(0);
    expect(read('9007199254740991', cellTags.integerText)).toBe(9007199254740991);
    expect(read('9007199254740993', cellTags.integerText)).toBe(9007199254740993n);
    expect(read('-9223372036854775808', cellTags.integerText)).toBe(-(2n ** 63n));
    expect(read('1.0', cellTags.floatText)).toEqual({ float: 1 });
    expect(read('ñandú 日本', cellTags.text)).toBe('ñandú 日本');
    expect(read('{"a":[1]}', cellTags.json)).toEqual({ json: '{"a":[1]}' });
  });

  it('a span of a field points into its bytes', () => {
    const view = one('user=ana', cellTags.text);
    const { slots } = view;
    view.setSpan(0, slots.slot('name'), slots.slot('f'), 5, 8, cellTags.text);
    view.setSpan(0, slots.slot('head'), internalSlots.raw, 0, 4, cellTags.text);
    expect(fieldsOf(view, 0)).toEqual([
      ['f', 'user=ana'],
      ['name', 'ana'],
      ['head', 'user'],
    ]);
    expect(() => view.setSpan(0, slots.slot('bad'), slots.slot('f'), 5, 9, cellTags.text)).toThrow();
    expect(rowBytes(view, 0)).toBeGreaterThan(30);
  });
});

describe('internal fields and ids', () => {
  it('come from envelope, meta and frame, and are not among the fields', () => {
    const slots = createSlotTable();
    const builder = builderOf(blockOf(['one', 'two']), slots);
    builder.begin(0);
    builder.time(5n);
    builder.begin(1, 4);
    const view = fork(builder.finish().events, { label: 'LB_1' });
    const read = (row: Row, name: string): unknown => plain(view.value(row, slots.slot(name)));
    expect(view.id(0)).toBe('LI_1.1-2-3.0');
    expect(view.id(1)).toBe('LI_1.1-2-3.1.4');
    expect([read(0, '_time'), read(1, '_time')]).toEqual([{ ns: 5n }, { ns: 1_700_000_000_000_000_000n }]);
    expect([read(0, '_flags'), read(1, '_flags')]).toEqual([undefined, { list: 'string', items: ['time_from_receipt'] }]);
    expect([read(0, '_raw'), read(1, '_raw')]).toEqual(['one', undefined]);
    expect(['_label', '_source_ip', '_source_port', '_transport', '_bytes', '_worker', '_credential'].map((name) => read(0, name))).toEqual(
      ['LB_1', '10.0.0.1', 4242, 'tcp', 3, 'w1', undefined],
    );
    expect(fieldsOf(view, 0)).toEqual([]);
    expect(view.type(0, internalSlots.received)).toBe('timestamp');
    expect(view.type(0, internalSlots.bytes)).toBe('integer');
  });

  it('rows that steps add are named after their parents, also through an image', () => {
    const view = build([[['a', 1]]]);
    startNode(view, 'n7');
    const child = view.addRow(0);
    const sibling = view.addRow(0);
    startNode(view, 'n8');
    const grandchild = view.addRow(sibling);
    expect([child, sibling, grandchild].map((row) => view.id(row))).toEqual([
      'LI_1.1-2-3.0.n7.0',
      'LI_1.1-2-3.0.n7.1',
      'LI_1.1-2-3.0.n7.1.n8.0',
    ]);
    view.setNamed(child, 'a', 2);
    expect([0, child, grandchild].map((row) => view.int(row, view.slots.slot('a')))).toEqual([1, 2, 1]);
    const back = readImage(writeImage(narrow(view, Int32Array.of(grandchild))), { slots: view.slots });
    expect(back.id(0)).toBe('LI_1.1-2-3.0.n7.1.n8.0');
  });

  it('a rejected frame keeps 64 KiB, cut at a character', () => {
    const builder = builderOf(blockOf(['fine', 'ñ'.repeat(40_000), 'ok']));
    builder.begin(0);
    builder.begin(1);
    builder.namedValue('half', 'made');
    builder.reject(1, 'DECODE_JSON', { offset: 12, message: 'unexpected end' });
    builder.begin(2);
    builder.empty(2);
    const built = builder.finish();
    expect([built.events.count, built.rejected.count, built.empty]).toEqual([1, 1, 1]);
    const row = built.rejected.rows[0]!;
    expect(built.rejected.text(row, internalSlots.raw)).toBe('ñ'.repeat(32_768));
    expect(JSON.parse(built.rejected.json(row, internalSlots.error)!.text)).toMatchObject({
      code: 'DECODE_JSON',
      message: 'unexpected end',
      class: 'reject',
      component: 'syslog',
      port: 'error',
      detail: { offset: 12 },
    });
    expect(fieldsOf(built.rejected, row)).toEqual([]);
    const back = readImage(writeImage(built.rejected), { slots: createSlotTable() });
    expect(contents(back)).toEqual(contents(built.rejected));
  });
});

describe('holders', () => {
  it('the block is free when the last one releases, and not twice', () => {
    let freed = 0;
    const builder = builderOf(blockOf(['x']), createSlotTable(), { onRelease: () => freed++ });
    const { events: view } = builder.finish();
    retainBatch(view);
    releaseBatch(view);
    expect(freed).toBe(0);
    releaseBatch(view);
    expect(freed).toBe(1);
    expect(() => releaseBatch(view)).toThrow();
  });
});
