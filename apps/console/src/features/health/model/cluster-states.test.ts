import type { HealthPart } from '@acequia/contract';
import { expect, test } from 'vitest';
import { fakePart } from '#lib/operations/testing/fake-things.ts';
import { clusterStates } from './cluster-states.ts';

const part = (some: Partial<HealthPart>) => fakePart({ workerId: 'a', since: 5, ...some });
const refused = { code: 'CONNECT_REFUSED', fields: {} };

test('each thing counts once in a cluster, in its state there, however many workers and pipelines run it', () => {
  const parts = [
    part({ state: 'retrying', reason: refused }),
    part({ pipelineId: 'PL_2', node: 'other' }),
    part({ workerId: 'b' }),
    part({ kind: 'pipeline', id: 'PL_1', pipelineId: '', node: '' }),
    part({ kind: 'pipeline', id: 'PL_2', pipelineId: '', node: '' }),
    part({ kind: 'listener', id: 'LI_1', pipelineId: '', node: '', quiet: true }),
    part({ kind: 'lookup', id: 'LK_1', pipelineId: '', node: '', state: 'error' }),
    part({ workerId: 'far', clusterId: 'CL_2' }),
    part({ workerId: 'far', clusterId: 'CL_2', kind: 'listener', id: 'LI_1', pipelineId: '', node: '' }),
  ];
  const states = clusterStates(parts, new Set(['a', 'b', 'far']));
  expect(states.get('CL_1')).toEqual([
    ['waiting', 1],
    ['degraded', 1],
    ['running', 1],
    ['idle', 1],
  ]);
  expect(states.get('CL_2')).toEqual([['running', 2]]);
  expect(clusterStates(parts, new Set(['a', 'b'])).get('CL_2')).toEqual([['offline', 2]]);
});

test('a cluster that runs nothing has no counts', () => {
  expect([...clusterStates([], new Set())]).toEqual([]);
});
