import type { Clock } from '@acequia/base';
import type { LiveFrame } from '@acequia/contract';
import type { Report } from '@acequia/contract/fleet';
import type { Deployment } from '@acequia/pipeline';
import { expect, test } from 'vitest';
import type { Connections, WorkerConnection } from './connections.ts';
import { createLiveHub } from './live-hub.ts';

const rate = (events: number) => ({ events, bytes: 0 });
const report = (events: number) =>
  ({
    live: { atMs: 1, listeners: { LI_1: { received: rate(events), rejected: 0, kernelDrops: 0 } }, pipelines: {}, nodes: {} },
    branches: [],
    samples: [],
  }) as unknown as Report;
const deployment = { cluster: { id: 'CL_1' }, listeners: [{ id: 'LI_1', tenantId: 'ana' }], pipelines: [] } as unknown as Deployment;

test('what a worker catches up with after a restart counts in the mean of ten seconds, and a worker that was away longer begins anew', async () => {
  let nowMs = 0;
  const connection = { workerId: 'WK_1', send: () => undefined } as unknown as WorkerConnection;
  const connections = { all: () => [], find: () => undefined, onAdd: () => undefined } as unknown as Connections;
  const hub = createLiveHub(connections, { now: () => nowMs, monotonic: () => nowMs } as Clock);
  const abort = new AbortController();
  const frames = hub.watchLive('ana', undefined, abort.signal);
  const after = async (second: number, events: number) => {
    nowMs = second * 1000;
    hub.take(connection, deployment, report(events));
    return ((await frames.next()).value as LiveFrame).listeners['LI_1']?.received.events;
  };
  // The stream asks for the first frame before there is one.
  const first = frames.next();
  hub.take(connection, deployment, report(100));
  expect(((await first).value as LiveFrame).listeners['LI_1']?.received.events).toBe(100);
  for (const second of [1, 2]) expect(await after(second, 100)).toBe(100);
  hub.forget(connection);
  expect(await after(6, 500)).toBe(200);
  hub.forget(connection);
  expect(await after(20, 500)).toBe(500);
  abort.abort();
});
