import { compileBulkCondition, createKernels, createSlotTable, truth } from '@acequia/batch';
import { compileCondition, type Expression, type Literal, type TestOp } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJsonDecoder } from '../formats/json/decode.ts';
import { viewOf } from '../testing/event-view.ts';
import { viewOfFrames } from '../testing/frames-view.ts';
import { kernelRuns } from '../testing/kernel-runs.ts';
import { randomEvents } from '../testing/random-events.ts';

const text = fc.constantFrom(
  '',
  'a',
  'info',
  'information',
  'in',
  'ñ',
  'x"y',
  'a\\b',
  '10.0.0.1',
  '10.1.2.3',
  '1.2.3',
  '::1',
  '::ffff:10.0.0.1',
  '010.0.0.1',
  '503',
  '-1',
  'INFO',
  'Info of',
  '\u212a',
  'k',
  '\u017f',
);
const integer = fc.oneof(fc.constantFrom(0, 1, -1, 503, 2 ** 53 - 1), fc.integer());
const literal: fc.Arbitrary<Literal> = fc.oneof({ arbitrary: text, weight: 3 }, integer, fc.boolean(), fc.constant(1.5), fc.constant(null));
const foldable: ReadonlySet<TestOp> = new Set([
  'eq',
  'ne',
  'in',
  'not-in',
  'contains',
  'contains-any',
  'contains-all',
  'starts-with',
  'ends-with',
]);
const field = fc.constantFrom('a', 'b', 'c', 'x.y', 'a.b[0]', '_transport');

const one = (ops: readonly TestOp[], value: fc.Arbitrary<Literal | readonly Literal[] | undefined>) =>
  fc
    .record({ field, op: fc.constantFrom(...ops), value, ignoreCase: fc.boolean() })
    .map(({ field: name, op, value: right, ignoreCase }): Expression =>
      right === undefined
        ? { field: name, op }
        : { field: name, op, value: right, ...(ignoreCase && foldable.has(op) ? { ignoreCase } : {}) },
    );

const blocks = fc.uniqueArray(fc.constantFrom('10.0.0.0/8', '10.0.0.1', '0.0.0.0/0', '192.168.0.0/16', '255.255.255.255/32', '::/0'), {
  minLength: 1,
});
const leaf = fc.oneof(
  one(['eq', 'ne', 'contains', 'not-contains'], literal),
  one(['starts-with', 'ends-with', 'not-starts-with', 'not-ends-with'], text),
  one(['lt', 'le', 'gt', 'ge'], literal),
  one(
    ['in', 'not-in'],
    fc.oneof(fc.array(text, { minLength: 1 }), fc.array(integer, { minLength: 1 }), fc.array(literal, { minLength: 1 })),
  ),
  one(['contains-any', 'contains-all'], fc.array(literal, { maxLength: 3 })),
  one(['between'], fc.oneof(fc.tuple(integer, integer), fc.constant([0.5, 503.25]))),
  one(['in-cidr', 'not-in-cidr'], blocks),
  one(['exists', 'not-exists', 'is-null', 'not-null', 'is-empty', 'not-empty', 'is-true', 'is-false'], fc.constant(undefined)),
);
const condition = fc.letrec<{ node: Expression }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: leaf, weight: 4 },
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((and): Expression => ({ and })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((or): Expression => ({ or })),
    tie('node').map((not): Expression => ({ not })),
  ),
})).node;

const member = fc.oneof(
  text.map((value) => JSON.stringify(value)),
  integer.map(String),
  fc.constantFrom('"\\u0061"', '"in\\u0066o"', '1.5', '503.0', '9007199254740993', '-0', 'true', 'false', 'null', '["a"]', '{"a":1}', '[]'),
);
const line = fc
  .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'x.y'), member), { selector: ([name]) => name })
  .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`);

/** Every row whose truth is known for the whole batch has that truth alone too; returns how many are known. */
function check(ast: Expression, form: 'script' | 'wasm', view: ReturnType<typeof viewOf>): number {
  const { slots } = view;
  const many = compileBulkCondition(ast, { slots, kernels: createKernels(form) });
  const alone = compileCondition(ast, { slot: (name) => slots.slot(name) });
  const truths = many?.(view) ?? [];
  let known = 0;
  for (const [index, own] of truths.entries()) {
    if (own === truth.unknown) continue;
    known++;
    expect([ast, index, own === truth.yes]).toEqual([ast, index, alone(view.at(view.rows[index]!), { nowMs: 0, receivedNs: 0n })]);
  }
  return known;
}

describe.each(['script', 'wasm'] as const)('conditions over whole batches (%s)', (form) => {
  test('say the same as event by event, whatever the fields hold', () => {
    fc.assert(
      fc.property(condition, randomEvents(['a', 'b', 'c']), (ast, events) => void check(ast, form, viewOf(events))),
      kernelRuns(200),
    );
  });

  test('say the same of fields as they stand in JSON: escaped, digits, decimals', () => {
    let [known, rows] = [0, 0];
    fc.assert(
      fc.property(condition, fc.array(line, { minLength: 1, maxLength: 20 }), (ast, lines) => {
        const slots = createSlotTable();
        const decode = createJsonDecoder(slots);
        const view = viewOfFrames(lines, slots, (block, out) => {
          for (let frame = 0; frame < block.count; frame++) decode(block, frame, out);
        });
        known += check(ast, form, view);
        rows += view.count;
      }),
      kernelRuns(200),
    );
    expect(known / rows).toBeGreaterThan(0.1);
  });

  test('nothing is left open where fields hold plain texts and integers', () => {
    const slots = createSlotTable();
    const lines = Array.from(
      { length: 300 },
      (_, n) => `{"a":"${n % 2 === 0 ? 'info' : 'warn'} of ${n}","b":${n},"c":"10.0.${n % 256}.1"}`,
    );
    const decode = createJsonDecoder(slots);
    const view = viewOfFrames(lines, slots, (block, out) => {
      for (let frame = 0; frame < block.count; frame++) decode(block, frame, out);
    });
    const asts: Expression[] = [
      { field: 'a', op: 'contains', value: 'of 12' },
      { field: 'a', op: 'starts-with', value: 'info' },
      { field: 'a', op: 'starts-with', value: 'INFO', ignoreCase: true },
      { field: 'a', op: 'ends-with', value: 'OF 12', ignoreCase: true },
      { field: 'a', op: 'in', value: ['Info of 4', 'WARN of 5'], ignoreCase: true },
      { field: 'a', op: 'contains-any', value: ['Of 12', 'of 7'], ignoreCase: true },
      { field: 'a', op: 'contains-all', value: ['info', 'of 12'] },
      { field: 'b', op: 'gt', value: 10.5 },
      { and: [{ field: 'b', op: 'ge', value: 10 }, { not: { field: 'b', op: 'between', value: [20, 30] } }] },
      { field: 'c', op: 'in-cidr', value: ['10.0.7.0/24', '10.0.64.0/18'] },
      {
        or: [
          { field: 'absent', op: 'exists' },
          { field: 'a', op: 'in', value: ['info of 4', 'warn of 5'] },
        ],
      },
    ];
    for (const ast of asts) expect(check(ast, form, view)).toBe(300);
  });
});
