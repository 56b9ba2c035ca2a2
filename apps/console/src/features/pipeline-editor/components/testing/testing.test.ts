import type { TraceResult } from '@acequia/contract';
import { pipelineTestSchema, type PipelineTest } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { describe, expect, it } from 'vitest';
import { draftFaults, draftOf, emptyTest, testOfDraft } from './test-draft.ts';
import { testOf } from './test-of-trace.ts';
import { endOf } from './use-debug-test.ts';

describe('a debug test ends', () => {
  const goesOn = { events: 3, count: 100, live: true, quietMs: 59_000, tookMs: 599_000, faulty: false };
  it.each([
    ['not before', {}, undefined],
    ['at the number of events', { events: 100 }, 'count'],
    ['after 60 s without events', { quietMs: 60_000 }, 'quiet'],
    ['after 10 min', { tookMs: 600_000 }, 'time'],
    ['at once with recorded or saved events', { live: false }, 'count'],
    ['at once when none is recorded', { live: false, events: 0 }, 'none'],
    ['when the pipeline cannot run', { faulty: true, events: 0 }, 'failed'],
  ] as const)('%s', (_when, facts, end) => {
    expect(endOf({ ...goesOn, ...facts })).toBe(end);
  });
});

describe('the form of a test', () => {
  const test: PipelineTest = {
    name: 'bad logins',
    clock: '2026-01-05T10:00:00Z',
    input: { raw: ['one', 'two'], attributes: { element: 'json' } },
    expect: [
      { at: { node: 'd' }, exact: ['{"n":9007199254740993}'], ignore: ['id', 'at'] },
      { at: { node: 'a', port: 'error' }, count: 0 },
      { at: 'dropped', contains: ['{"a":1}', '{"a":2}'] },
    ],
  };

  it('gives back what it was opened with', () => {
    expect(testOfDraft(draftOf(test))).toEqual(test);
    expect(draftFaults(draftOf(test))).toEqual([]);
  });

  it('does not lose one of several things expected at one place', () => {
    const both: PipelineTest = { ...test, expect: [{ at: { node: 'd' }, count: 1, contains: ['{}'] }] };
    expect(testOfDraft(draftOf(both)).expect).toEqual([
      { at: { node: 'd' }, count: 1 },
      { at: { node: 'd' }, contains: ['{}'] },
    ]);
  });

  it('names every fault, with the line', () => {
    expect(draftFaults(emptyTest).map(({ text }) => text)).toEqual(['nameMissing', 'linesMissing', 'expectationMissing']);
    const bad = { ...draftOf(test), clock: 'noon', kind: 'events' as const, lines: '{"a":1}\nnot json' };
    expect(draftFaults(bad)).toEqual([
      { field: 'clock', text: 'clockBad' },
      { field: 'lines', text: 'lineBad', line: 2 },
    ]);
    const row = { key: 7, at: 'd', mode: 'count' as const, text: 'x', ignore: '' };
    expect(draftFaults({ ...draftOf(test), expect: [row] })).toEqual([{ field: 7, text: 'countMissing' }]);
  });
});

describe('a test of a debug test', () => {
  const event = (json: string) => ({ json, types: {} });
  const arriving = (index: number, json: string) => ({
    event: index,
    steps: [
      { node: 'in', input: event(json), outcomes: [{ kind: 'left' as const, port: 'default', event: event(json) }], tookUs: 1 },
      { node: 'd', input: event(json), outcomes: [{ kind: 'arrived' as const, event: event(json) }], tookUs: 1 },
    ],
  });
  const dropped = (index: number, json: string) => ({
    event: index,
    steps: [{ node: 'in', input: event(json), outcomes: [{ kind: 'ended' as const, reason: 'filtered:condition' }], tookUs: 1 }],
  });
  const document = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);
  const result = (traces: TraceResult['traces']): TraceResult => ({ traces, nodes: {}, faults: [], cut: false });

  it('holds what came in and expects what came of it', () => {
    const test = testOf(result([arriving(0, '{"n":1}'), dropped(1, '{"n":2}')]), document, 't', 0);
    expect(test).toEqual({
      name: 't',
      clock: '1970-01-01T00:00:00.000Z',
      input: { events: ['{"n":1}', '{"n":2}'] },
      expect: [
        { at: { node: 'd' }, exact: ['{"n":1}'] },
        { at: 'dropped', count: 1 },
      ],
    });
    expect(pipelineTestSchema.safeParse(test).success).toBe(true);
  });

  it('stays within the limits of a test, and expects nothing of the events that it leaves out', () => {
    const large = (index: number) => arriving(index, JSON.stringify({ index, text: 'x'.repeat(60_000) }));
    const test = testOf(result(Array.from({ length: 40 }, (_, index) => large(index))), document, 't', 0);
    expect(pipelineTestSchema.safeParse(test).success).toBe(true);
    const count = 'events' in test.input ? test.input.events.length : 0;
    expect(count).toBeGreaterThan(0);
    expect(test.expect[0]!.exact).toHaveLength(count);
  });
});
