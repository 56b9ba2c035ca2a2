import { expect, test } from 'vitest';
import type { TraceResult } from '@acequia/contract';
import { firstEventOf } from './first-event.ts';

const event = (json: string, types: Record<string, string>) => ({ json, types });
const step = (node: string, input: ReturnType<typeof event>) => ({ node, input, outcomes: [], tookUs: 1 });
const resultOf = (traces: TraceResult['traces']): TraceResult => ({ traces, nodes: {}, faults: [], cut: false });

test('the first event as its last step saw it, with integers in full and what the parser added', () => {
  const came = event('{"message":"{\\"id\\":7214889041127350412}"}', { message: 'string' });
  const left = event('{"message":"x","id":7214889041127350412}', { message: 'string', id: 'integer' });
  const born = { id: 'e', receivedMs: 5 };
  expect(
    firstEventOf(
      resultOf([
        { event: 0, born, steps: [step('parser', came), step('file', left)] },
        { event: 1, steps: [step('parser', left)] },
      ]),
    ),
  ).toEqual({
    raw: '{"id":7214889041127350412}',
    receivedMs: 5,
    fields: [
      { name: 'message', type: 'string', value: '"x"' },
      { name: 'id', type: 'integer', value: '7214889041127350412' },
    ],
    parsed: ['id'],
  });
});

test('nothing while no event was traced', () => {
  expect(firstEventOf(resultOf([]))).toBeUndefined();
  expect(firstEventOf(resultOf([{ event: 0, steps: [] }]))).toBeUndefined();
});
