import { MiB } from '@acequia/base';
import { boundRun, sideBytes } from '@acequia/batch';
import { parseExpression, Timestamp, type StoredExpression } from '@acequia/event';
import { describe, expect, it } from 'vitest';
import { fieldsOf, receivedMs, viewOf } from '../../testing/event-view.ts';
import { compileStep, type StepOptions } from '../../testing/run-step.ts';
import { fieldGeneratorAction } from './definition.ts';
import { fieldGeneratorRuntime } from './runtime.ts';

const code = (text: string): StoredExpression => {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return { form: 'code', ast: parsed.value, code: text };
};
const compile = (fields: readonly object[], options?: StepOptions) =>
  compileStep(fieldGeneratorAction, fieldGeneratorRuntime, { fields }, options);

describe('field-generator', () => {
  it('the catalogue example', () => {
    const step = compile([{ name: 'risk', type: 'integer', expression: code('if(${status} >= 500, 9, 1)') }]);
    expect(step.run([{ status: 503 }, { status: 200 }, {}]).ports['default']).toEqual([
      { status: 503, risk: 9 },
      { status: 200, risk: 1 },
      { risk: 1 },
    ]);
  });

  it('later fields see earlier ones, and may replace fields', () => {
    const step = compile([
      { name: 'a', source: 'literal', literal: '2', type: 'integer' },
      { name: 'b', expression: code('${a} * ${n}') },
      { name: 'n', expression: code('${b} + 1') },
    ]);
    expect(step.run([{ n: 5 }]).ports['default']).toEqual([{ n: 11, a: 2, b: 10 }]);
  });

  it('a failing expression: error, nothing added, what was replaced is back', () => {
    const step = compile([
      { name: 'n', source: 'literal', literal: 'x' },
      { name: 'new', source: 'literal', literal: 'y' },
      { name: 'bad', expression: code('int(${text})') },
    ]);
    const result = step.run([{ n: 5, text: 'seven' }]);
    expect(result.ports).toEqual({});
    expect(result.rejected).toMatchObject([{ fields: { n: 5, text: 'seven' } }]);
    expect(Object.keys(result.rejected[0]!.fields)).toEqual(['n', 'text']);
  });

  it('a block of events that are doubled again and again ends in errors, with what was replaced put back, and not in gigabytes', () => {
    const before = (n: number) => (n === 0 ? 'm' : `m${n - 1}`);
    const step = compile([
      { name: 'id', source: 'literal', literal: 'none' },
      ...Array.from({ length: 40 }, (_, n) => ({ name: `m${n}`, expression: code(`concat(\${${before(n)}}, \${${before(n)}})`) })),
    ]);
    const events = Array.from({ length: 300 }, (_, id) => ({ id, m: 'a'.repeat(1000) }));
    const view = viewOf(events, step.slots);
    const codes = new Set<string>();
    const never = (): never => expect.fail('none goes on');
    const out = { to: never, all: never, filtered: never, merged: never, expired: never, emit: never, evicted: never };
    boundRun([view], () => step.step.step(view, { ...out, reject: (_row, code) => void codes.add(code) }));
    expect(codes).toEqual(new Set(['EXPR_LIMIT']));
    expect(sideBytes(view)).toBeLessThan(128 * MiB);
    expect(Array.from({ length: 300 }, (_, row) => fieldsOf(view, row))).toEqual(events);
  });

  it('keep leaves what exists, null too', () => {
    const step = compile([{ name: 'a', source: 'literal', literal: 'x', ifExists: 'keep' }]);
    expect(step.run([{ a: 'old' }, { a: null }, {}]).ports['default']).toEqual([{ a: 'old' }, { a: null }, { a: 'x' }]);
  });

  it('now, worker, cluster, bucket, uuid', () => {
    const step = compile([
      { name: 'at', source: 'now' },
      { name: 'w', source: '_worker' },
      { name: 'c', source: '_cluster' },
      { name: 'b', source: 'hash-bucket', field: 'user', buckets: 4 },
      { name: 'id', source: 'uuid-v7' },
    ]);
    const [one, two, none] = step.run([{ user: 'ana' }, { user: 'ana' }, { user: null }]).ports['default']!;
    expect(one).toMatchObject({ at: new Timestamp(BigInt(receivedMs) * 1_000_000n), w: 'w1', c: 'main' });
    expect(one!['b']).toBe(two!['b']);
    expect(one!['b']).toBeLessThan(4);
    expect(none!['b']).toBeNull();
    expect(one!['id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(String(one!['id']) < String(two!['id'])).toBe(true);
  });

  it('a sequence goes on after a restart from its snapshot', () => {
    const fields = [{ name: 'n', source: 'sequence', start: 10, step: 5 }];
    const first = compile(fields);
    expect(first.run([{}, {}]).ports['default']).toEqual([{ n: 10 }, { n: 15 }]);
    const again = compile(fields, { restored: first.step.snapshot!() });
    expect(again.run([{}]).ports['default']).toEqual([{ n: 20 }]);
    expect(compile(fields, { restored: Uint8Array.of(1, 2) }).run([{}]).ports['default']).toEqual([{ n: 10 }]);
  });

  it('names of the product and doubled names are refused', () => {
    for (const name of ['_x', '$x', 'a b', '']) expect(() => compile([{ name, source: 'now' }]), name).toThrow('refused');
    expect(() =>
      compile([
        { name: 'a', source: 'now' },
        { name: 'a', source: 'now' },
      ]),
    ).toThrow('NAME_DUPLICATE');
    expect(() => compile([{ name: 'a', source: 'literal', literal: 'two words' }])).toThrow('CONFIG_LITERAL');
  });

  it('types reach the next node', () => {
    const config = fieldGeneratorAction.config.parse({
      fields: [
        { name: 'a', expression: code('${n} + 1') },
        { name: 'b', expression: code('${a} > 2') },
      ],
    });
    const outputs = fieldGeneratorAction.outputs(config, { fields: new Map([['n', 'integer']]), open: false });
    expect([...outputs['default']!.fields]).toEqual([
      ['n', 'integer'],
      ['a', 'integer'],
      ['b', 'boolean'],
    ]);
  });
});
