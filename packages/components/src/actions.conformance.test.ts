import { parseConfig, type ActionDefinition } from '@acequia/component-sdk/definition';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actionDefinitions } from './definitions.ts';
import { findActionRuntime } from './runtimes.ts';
import { namesIn, randomEvents } from './testing/random-events.ts';
import { compileStep } from './testing/run-step.ts';
import { accountOf } from './testing/step-account.ts';

const cases = Object.values(actionDefinitions).flatMap((definition) =>
  definition.examples.map((example) => [`${definition.id}: ${example.name.en}`, definition, example.config as unknown] as const),
);

describe.each(cases)('%s', (_, definition, config) => {
  const compiled = () => compileStep(definition, findActionRuntime(definition.id)!, config);
  const names = namesIn(config);

  test('rows in = rows out, each once, in order, whatever arrives; the same twice', () => {
    fc.assert(
      fc.property(randomEvents(names), (events) => {
        const account = accountOf(compiled(), events);
        expect(account.faults).toEqual([]);
        expect(account.taken + account.created).toBe(account.sent + account.rejected + account.filtered + account.merged + account.expired);
        expect(accountOf(compiled(), events).printed).toBe(account.printed);
      }),
      { numRuns: 60 },
    );
  });

  test('batches do not matter: one by one gives the same events', () => {
    fc.assert(
      fc.property(randomEvents(names, 6), (events) => {
        const [whole, single] = [compiled(), compiled()];
        const together = accountOf(whole, events);
        const alone = events.map((event) => accountOf(single, [event]));
        expect(alone.reduce((sum, each) => sum + each.sent, 0)).toBe(together.sent);
        expect(alone.reduce((sum, each) => sum + each.rejected, 0)).toBe(together.rejected);
      }),
      { numRuns: 25 },
    );
  });

  test('missing and null input: nothing is lost, nothing throws', () => {
    const empty = { _raw: '' };
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    const account = accountOf(compiled(), [empty, { ...nulls, _raw: '' }, empty]);
    expect(account.faults).toEqual([]);
    expect(account.taken).toBe(3);
  });

  test('it keeps state when its definition says so, and only then', () => {
    const { state, remembers, config: schema } = definition as ActionDefinition;
    const parsed = parseConfig(schema, config);
    const says = state === 'keyed' && parsed.ok && (remembers?.(parsed.value as never) ?? true);
    expect(compiled().step.snapshot !== undefined).toBe(says);
  });

  test('a batch without events, and stop at any time', () => {
    const { step, ...rest } = compiled();
    expect(accountOf({ step, ...rest }, [])).toMatchObject({ faults: [], sent: 0, rejected: 0 });
    step.stop?.();
    step.stop?.();
  });
});
