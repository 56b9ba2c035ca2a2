import type { TraceResult } from '@acequia/contract';
import { documentSchema } from '@acequia/pipeline';
import { expect, test } from 'vitest';
import { matchesOf } from './label-matches.ts';
import { matchDocument, matchNode, type TestedLabel } from './match-document.ts';

const labels: readonly TestedLabel[] = ['LB_1', 'LB_2', 'draft'].map((id) => ({
  id,
  condition: { form: 'visual', ast: { field: 'message', op: 'contains', value: id } },
}));

const event = (message: string, ...tests: readonly (boolean | null)[]): TraceResult['traces'][number] => {
  const written = Object.fromEntries(tests.map((value, index) => [`acequia.label.${index}`, value]));
  const input = { json: JSON.stringify({ message }), types: {} };
  return {
    event: 0,
    steps: [
      {
        node: matchNode,
        input,
        outcomes: [
          {
            kind: 'ended',
            reason: 'dropped:unconnected',
            port: 'default',
            event: { json: JSON.stringify({ message, ...written }), types: {} },
          },
        ],
        tookUs: 1,
      },
    ],
  };
};

test('counts matches, failures, events without a label, and labels that share events', () => {
  const traces = [event('a', true, true, false), event('b', true, true, true), event('c', false, null, false)];
  expect(matchesOf({ traces, nodes: {}, faults: [], cut: false }, labels)).toEqual({
    events: 3,
    matched: { LB_1: 2, LB_2: 2, draft: 1 },
    unlabelled: 1,
    failed: { LB_2: 1 },
    overlaps: [
      { labels: ['LB_1', 'LB_2'], events: 2 },
      { labels: ['LB_1', 'draft'], events: 1 },
      { labels: ['LB_2', 'draft'], events: 1 },
    ],
    newest: [
      { json: '{"message":"c"}', labels: [] },
      { json: '{"message":"b"}', labels: ['LB_1', 'LB_2', 'draft'] },
      { json: '{"message":"a"}', labels: ['LB_1', 'LB_2'] },
    ],
  });
});

test('does not count an event whose fields were left out of the answer', () => {
  const cut = event('a', true, true, true);
  const step = { ...cut.steps[0]!, outcomes: [{ kind: 'left' as const, port: 'default', event: { json: '{}', types: {} } }] };
  expect(matchesOf({ traces: [{ ...cut, steps: [step] }], nodes: {}, faults: [], cut: true }, labels).events).toBe(0);
});

test('the document that tests them is one that runs, also with no label at all', () => {
  for (const own of [labels, []]) expect(documentSchema.safeParse(matchDocument('LI_1', own, '1.0.0')).success).toBe(true);
});
