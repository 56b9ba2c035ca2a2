import { Json, parseCheckedJson, parseExpression, type StoredExpression } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileStep } from '../../testing/run-step.ts';
import { conditionalAction } from './definition.ts';
import { conditionalRuntime } from './runtime.ts';

const code = (text: string): StoredExpression => {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return { form: 'code', ast: parsed.value, code: text };
};
const slowAndBad = [
  { name: 'slow', condition: code('${ms} > 500') },
  { name: 'bad', condition: code('${status} >= 500') },
];
const compile = (config: unknown) => compileStep(conditionalAction, conditionalRuntime, config);

describe('conditional', () => {
  it('first: the order of the list decides', () => {
    const { ports } = compile({ conditions: slowAndBad }).run([{ ms: 900, status: 503 }, { ms: 1, status: 503 }, {}]);
    expect(ports).toEqual({ slow: [{ ms: 900, status: 503 }], bad: [{ ms: 1, status: 503 }], default: [{}] });
  });

  it('all: a copy by every port that holds', () => {
    const { ports } = compile({ conditions: slowAndBad, mode: 'all' }).run([{ ms: 900, status: 503 }]);
    expect(ports).toEqual({ slow: [{ ms: 900, status: 503 }], bad: [{ ms: 900, status: 503 }] });
  });

  it('a failing test after one that held: error only, nothing twice', () => {
    const conditions = [
      { name: 'a', condition: code('${ms} > 1') },
      { name: 'b', condition: code('int(${text}) > 1') },
    ];
    const result = compile({ conditions, mode: 'all' }).run([
      { ms: 5, text: 'seven' },
      { ms: 5, text: '7' },
    ]);
    expect(result.rejected).toHaveLength(1);
    expect(result.rejected[0]!.code).toMatch(/^EXPR_/);
    expect(result.ports).toEqual({ a: [{ ms: 5, text: '7' }], b: [{ ms: 5, text: '7' }] });
  });

  it('null, missing and another type: the positive is false, the negation true', () => {
    const payload = Json.fromText('{"ms":"fast"}', parseCheckedJson);
    const conditions = [
      { name: 'yes', condition: code('${payload.ms} == 1') },
      { name: 'no', condition: code('not (${payload.ms} == 1)') },
    ];
    const { ports, rejected } = compile({ conditions }).run([{ payload: null }, {}, { payload }]);
    expect(rejected).toEqual([]);
    expect(ports['no']).toHaveLength(3);
  });

  it('bad names are refused', () => {
    for (const name of ['default', 'error', '', 'a/b', 'x'.repeat(65)]) {
      expect(() => compile({ conditions: [{ name, condition: code('true') }] }), name).toThrow('refused');
    }
    expect(() => compile({ conditions: [slowAndBad[0], slowAndBad[0]] })).toThrow('NAME_DUPLICATE');
    expect(() => compile({ conditions: Array.from({ length: 9 }, (_, i) => ({ name: `c${i}`, condition: code('true') })) })).toThrow(
      'refused',
    );
  });

  it('an unknown field is a fault beside its condition', () => {
    const config = { conditions: slowAndBad, mode: 'first' };
    expect(conditionalAction.check(config, { fields: new Map([['ms', 'integer']]), open: false })[0]).toMatchObject({
      path: 'conditions.1.condition',
      severity: 'error',
    });
    expect(
      conditionalAction.check(config, {
        fields: new Map([
          ['ms', 'integer'],
          ['status', 'integer'],
        ]),
        open: false,
      }),
    ).toEqual([]);
  });

  it('rows in = rows out + rejected, in order', () => {
    const step = compile({ conditions: slowAndBad });
    fc.assert(
      fc.property(
        fc.array(fc.record({ ms: fc.option(fc.integer()), status: fc.option(fc.integer({ min: 100, max: 599 })) }), { maxLength: 40 }),
        (events) => {
          const numbered = events.map((event, n) => ({ ...event, n }));
          const { ports, rejected } = step.run(numbered);
          const out = Object.values(ports).flat();
          expect(out.length + rejected.length).toBe(events.length);
          for (const rows of Object.values(ports))
            expect(rows.map((row) => Number(row['n']))).toEqual(rows.map((row) => Number(row['n'])).toSorted((a, b) => a - b));
        },
      ),
    );
  });
});
