import { expect, test } from 'vitest';
import { liveFrame, type LiveSource } from './live-frames.ts';

/** A worker of a cluster in which a listener receives so many events and its pipeline delivers half of them. */
const source = (clusterId: string, events: number): LiveSource => {
  const rate = (count: number) => ({ events: count, bytes: 10 * count });
  return {
    branches: [
      {
        pipelineId: 'PL_1',
        versionId: 'PV_1',
        node: 'out',
        datasinkId: 'DS_1',
        state: 'running',
        reason: null,
        queuedEvents: 3,
        queuedBytes: 30,
      },
    ],
    live: {
      atMs: 1,
      listeners: { LI_1: { received: rate(events), rejected: 0, kernelDrops: 0 } },
      pipelines: { PL_1: { entered: rate(events), delivered: rate(events / 2), rejected: 0, dropped: 0 } },
      nodes: { PL_1: { out: { in: rate(events), ports: { delivered: rate(events / 2) }, rejected: 0, filtered: 0, dropped: 0 } } },
    },
    deployment: {
      cluster: { id: clusterId },
      listeners: [{ id: 'LI_1', tenantId: 'ana' }],
      pipelines: [{ id: 'PL_1', tenantId: 'ana', document: { nodes: [{ id: 'out', kind: 'datasink', datasinkId: 'DS_1' }] } }],
    } as unknown as LiveSource['deployment'],
  };
};

const told = { atMs: 5, oldestReportMs: 4, workers: ['WK_1'] };

test('workers of one cluster are one sum, those of another a sum of its own, and both together the whole', () => {
  const frame = liveFrame([source('near', 10), source('near', 20), source('far', 8)], 'ana', undefined, told);
  expect(frame.clusters).toEqual({
    near: {
      received: { LI_1: { events: 30, bytes: 300 } },
      entered: { PL_1: { events: 30, bytes: 300 } },
      delivered: { PL_1: { DS_1: { events: 15, bytes: 150 } } },
    },
    far: {
      received: { LI_1: { events: 8, bytes: 80 } },
      entered: { PL_1: { events: 8, bytes: 80 } },
      delivered: { PL_1: { DS_1: { events: 4, bytes: 40 } } },
    },
  });
  expect(frame.listeners['LI_1']?.received.events).toBe(38);
  expect(frame.datasinks['DS_1']?.delivered.events).toBe(19);
});

test('two pipelines that deliver to one data sink have each its own rate and its own queue, and the data sink the sum', () => {
  const near = source('near', 10);
  const branch = near.branches[0]!;
  const second = { id: 'PL_2', tenantId: 'ana', document: { nodes: [{ id: 'end', kind: 'datasink', datasinkId: 'DS_1' }] } };
  const both: LiveSource = {
    ...near,
    branches: [branch, { ...branch, pipelineId: 'PL_2', node: 'end', queuedEvents: 4, queuedBytes: 40 }],
    deployment: { ...near.deployment, pipelines: [...near.deployment.pipelines, second] } as unknown as LiveSource['deployment'],
  };
  const frame = liveFrame([both], 'ana', undefined, told);
  const [none, five] = [
    { events: 0, bytes: 0 },
    { events: 5, bytes: 50 },
  ];
  expect(frame.deliveries).toEqual({
    PL_1: { DS_1: { delivered: five, queuedEvents: 3, queuedBytes: 30 } },
    PL_2: { DS_1: { delivered: none, queuedEvents: 4, queuedBytes: 40 } },
  });
  expect(frame.datasinks).toEqual({ DS_1: { delivered: five, queuedEvents: 7, queuedBytes: 70 } });
});

test('what a worker that has just started has not told yet is not zero, but absent', () => {
  const near = source('near', 10);
  const frame = liveFrame([{ ...near, branches: [], live: { ...near.live, nodes: {} } }], 'ana', undefined, told);
  expect([frame.datasinks, frame.deliveries]).toEqual([{}, {}]);
});

test('another tenant learns nothing of a cluster, not even its name', () => {
  expect(liveFrame([source('near', 10)], 'berta', undefined, told)).toEqual({
    ...told,
    listeners: {},
    pipelines: {},
    datasinks: {},
    deliveries: {},
    clusters: {},
    nodes: {},
  });
});
