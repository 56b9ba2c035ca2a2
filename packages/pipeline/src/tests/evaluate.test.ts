import { describe, expect, it } from 'vitest';
import { action, datasink, documentOf } from '../testing/index.ts';
import { evaluateTest as evaluate } from './evaluate.ts';
import type { Expectation, PipelineTest } from './saved-test.ts';
import type { RunOutcome, TestRun } from './test-run.ts';

const event = (json: string) => ({ json });
/** A run in which node `f` does these outcomes to each event, and `out` takes what leaves by `default`. */
const runOf = (events: readonly string[], outcome: (json: string, index: number) => RunOutcome): TestRun => ({
  traces: events.map((json, index) => {
    const did = outcome(json, index);
    const arrives =
      did.kind === 'left' ? [{ node: 'out', input: did.event, outcomes: [{ kind: 'arrived' as const, event: did.event }] }] : [];
    return { event: index, steps: [{ node: 'f', input: event(json), outcomes: [did] }, ...arrives] };
  }),
  faults: [],
  cut: false,
});
const passOn = (json: string): RunOutcome => ({ kind: 'left', port: 'default', event: event(json) });
const testOf = (...wanted: Expectation[]): PipelineTest => ({ name: 't', input: { events: ['{}'] }, expect: wanted });
const at = { node: 'out' };
const document = documentOf([action('f'), datasink('out')]);
const evaluateTest = (test: PipelineTest, run: TestRun) => evaluate(test, document, run);

describe('exact', () => {
  it('holds for equal events, whatever the order of their fields and spelling of their numbers', () => {
    const run = runOf(['{"a":1,"b":{"c":[1]}}'], passOn);
    expect(evaluateTest(testOf({ at, exact: ['{"b":{"c":[1.0]},"a":1}'] }), run)).toEqual({ passed: true, failures: [] });
  });

  it('does not take 64-bit integers for one another', () => {
    const { failures } = evaluateTest(testOf({ at, exact: ['{"n":9007199254740992}'] }), runOf(['{"n":9007199254740993}'], passOn));
    expect(failures).toEqual([
      { kind: 'field', expectation: 0, event: 0, field: 'n', expected: '9007199254740992', got: '9007199254740993' },
    ]);
  });

  it('does not take null, nothing and the empty text for one another', () => {
    const run = runOf(['{"a":null,"b":""}'], passOn);
    const { failures } = evaluateTest(testOf({ at, exact: ['{"b":null,"c":""}'] }), run);
    expect(failures.map((failure) => failure.kind === 'field' && [failure.field, failure.expected, failure.got])).toEqual([
      ['b', 'null', '""'],
      ['c', '""', undefined],
      ['a', undefined, 'null'],
    ]);
  });

  it('does not overlook events that are missing or too many, or in another order', () => {
    const run = runOf(['{"a":1}', '{"a":2}'], passOn);
    expect(evaluateTest(testOf({ at, exact: ['{"a":1}', '{"a":2}', '{"a":3}'] }), run).failures).toEqual([
      { kind: 'missing', expectation: 0, event: 2, expected: '{"a":3}' },
    ]);
    expect(evaluateTest(testOf({ at, exact: ['{"a":1}'] }), run).failures).toEqual([
      { kind: 'extra', expectation: 0, event: 1, got: '{"a":2}' },
    ]);
    expect(evaluateTest(testOf({ at, exact: ['{"a":2}', '{"a":1}'] }), run).failures).toHaveLength(2);
  });

  it('leaves out the fields it is told to ignore', () => {
    const run = runOf(['{"a":1,"id":"x"}'], passOn);
    expect(evaluateTest(testOf({ at, exact: ['{"a":1,"id":"y"}'], ignore: ['id'] }), run).passed).toBe(true);
  });
});

describe('contains', () => {
  it('wants an event of its own for each', () => {
    const run = runOf(['{"a":1,"b":1}'], passOn);
    expect(evaluateTest(testOf({ at, contains: ['{"a":1}'] }), run).passed).toBe(true);
    expect(evaluateTest(testOf({ at, contains: ['{"a":1}', '{"b":1}'] }), run).failures).toEqual([
      { kind: 'missing', expectation: 0, event: 1, expected: '{"b":1}' },
    ]);
  });

  it('does not let a modest one take the only event of another', () => {
    const run = runOf(['{"a":1,"b":1}', '{"a":1,"b":2}', '{"a":2,"b":1}'], passOn);
    expect(evaluateTest(testOf({ at, contains: ['{"a":1}', '{"b":1}', '{"a":1,"b":1}'] }), run).passed).toBe(true);
  });

  it('names the field of the event that comes nearest', () => {
    const run = runOf(['{"user":"eva","ok":false}', '{"user":"ana","ok":true}'], passOn);
    expect(evaluateTest(testOf({ at, contains: ['{"user":"ana","ok":false,"x":null}'] }), run).failures[0]).toMatchObject({
      kind: 'field',
    });
    expect(evaluateTest(testOf({ at, contains: ['{"user":"ana","ok":false}'] }), run).failures).toHaveLength(1);
  });
});

describe('outputs', () => {
  const outcomes: readonly RunOutcome[] = [
    passOn('{"n":0,"seen":true}'),
    { kind: 'ended', reason: 'filtered:condition' },
    { kind: 'refused', code: 'X', event: event('{"n":2}') },
    { kind: 'held' },
  ];
  const run = runOf(['{"n":0}', '{"n":1}', '{"n":2}', '{"n":3}'], (_json, index) => outcomes[index]!);

  it('tells dropped events from delivered ones and from those that wait', () => {
    expect(evaluateTest(testOf({ at: 'dropped', exact: ['{"n":1}', '{"n":2}'] }), run).passed).toBe(true);
    expect(evaluateTest(testOf({ at: 'dropped', count: 3 }), run).failures).toEqual([
      { kind: 'count', expectation: 0, expected: 3, got: 2 },
    ]);
  });

  it('knows the ports of a node', () => {
    expect(evaluateTest(testOf({ at: { node: 'f', port: 'error' }, exact: ['{"n":2}'] }), run).passed).toBe(true);
    expect(evaluateTest(testOf({ at: { node: 'f', port: 'default' }, exact: ['{"n":0,"seen":true}'] }), run).passed).toBe(true);
    expect(evaluateTest(testOf({ at: { node: 'f' }, count: 1 }), run).passed).toBe(true);
  });

  it('does not pass because nothing arrives at a node that is not there', () => {
    expect(evaluateTest(testOf({ at: { node: 'gone' }, count: 0 }), run).failures).toEqual([
      { kind: 'node', expectation: 0, node: 'gone' },
    ]);
  });

  it('knows a port where nothing is linked', () => {
    const unlinked = runOf(['{"n":0}'], (json) => ({ kind: 'ended', reason: 'dropped:unconnected', port: 'found', event: event(json) }));
    expect(evaluateTest(testOf({ at: { node: 'f', port: 'found' }, exact: ['{"n":0}'] }), unlinked).passed).toBe(true);
    expect(evaluateTest(testOf({ at: { node: 'f' }, count: 0 }), unlinked).passed).toBe(true);
    expect(evaluateTest(testOf({ at: 'dropped', count: 1 }), unlinked).passed).toBe(true);
  });

  it('counts an event out of a state as no dropped one', () => {
    const made = { ...run, traces: [...run.traces, { event: 3, madeBy: 'f', steps: [] }] };
    expect(evaluateTest(testOf({ at: 'dropped', count: 2 }), made).passed).toBe(true);
  });
});

describe('a run that tells less', () => {
  it('does not pass when a node cannot run', () => {
    const run = { traces: [], faults: [{ node: 'f', code: 'CONFIG_INVALID' }], cut: false };
    expect(evaluateTest(testOf({ at, count: 0 }), run).failures).toEqual([{ kind: 'fault', code: 'CONFIG_INVALID', node: 'f' }]);
  });

  it('does not pass when it was cut', () => {
    const run = { traces: [], faults: [], cut: true };
    expect(evaluateTest(testOf({ at, count: 0 }), run)).toEqual({ passed: false, failures: [{ kind: 'cut' }] });
  });
});
