import { parseExpression, type StoredExpression } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionalAction } from '../actions/conditional/definition.ts';
import { conditionalRuntime } from '../actions/conditional/runtime.ts';
import { filterAction } from '../actions/filter/definition.ts';
import { filterRuntime } from '../actions/filter/runtime.ts';
import { viewOf, type TestEvent } from '../testing/event-view.ts';
import { compileStep } from '../testing/run-step.ts';

const code = (text: string): StoredExpression => {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return { form: 'code', ast: parsed.value, code: text };
};
const conditions = (...texts: string[]) => texts.map((text, index) => ({ name: `c${index}`, condition: code(text) }));

function explained(compiled: ReturnType<typeof compileStep>, event: TestEvent) {
  const view = viewOf([event], compiled.slots);
  return compiled.step.explain!(view, view.rows[0]!);
}

const words = ['${level} == "error"', '${status} >= 500', 'not (${level} == "info" or ${status} < 300)', 'int(${text}) > 1'];
const event = fc.record(
  {
    level: fc.constantFrom('error', 'info', null),
    status: fc.constantFrom(200, 404, 503, 'none'),
    text: fc.constantFrom('7', '0', 'seven'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<TestEvent>;

describe('explaining conditions', () => {
  it('names the very ports that the step takes, whatever the conditions and the event', () => {
    const texts = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1 });
    fc.assert(
      fc.property(texts, fc.constantFrom('first', 'all'), event, (some, mode, given) => {
        const compiled = compileStep(conditionalAction, conditionalRuntime, { mode, conditions: conditions(...some) });
        const { ports, rejected } = compiled.run([given]);
        const { checked } = explained(compiled, given);
        const held = checked.filter(({ holds }) => holds === true).map(({ port }) => port);
        if (rejected.length > 0) expect(checked.at(-1)!.holds).toBeUndefined();
        else expect(Object.keys(ports).toSorted()).toEqual(held.length > 0 ? held.toSorted() : ['default']);
      }),
    );
  });

  it('gives each single test and the values they read, and nothing behind the one that decided', () => {
    const compiled = compileStep(conditionalAction, conditionalRuntime, {
      conditions: conditions('${level} == "error" and ${status} >= 500', '${level} == "info" or ${status} == 1', '${level} == "x"'),
    });
    expect(explained(compiled, { level: 'info', status: 503 })).toEqual({
      checked: [
        { port: 'c0', holds: false, tests: [false, true] },
        { port: 'c1', holds: true, tests: [true, false] },
      ],
      values: [
        { field: 'level', value: 'info' },
        { field: 'status', value: 503 },
      ],
    });
  });

  it('a filter that drops names the port of what it takes', () => {
    const compiled = compileStep(filterAction, filterRuntime, { mode: 'drop', condition: code('${level} == "debug"') });
    expect(explained(compiled, { level: 'debug' }).checked).toEqual([{ port: 'filtered', holds: true, tests: [true] }]);
  });
});
