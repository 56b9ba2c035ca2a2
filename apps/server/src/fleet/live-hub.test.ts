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

test('a frame says when the tenant’s most silent worker last reported, also once it is gone; other tenants’ workers are none of it', async () => {
  let nowMs = 0;
  const open = new Set<string>();
  const connections = {
    all: () => [],
    find: (workerId: string) => (open.has(workerId) ? {} : undefined),
    onAdd: () => undefined,
  } as unknown as Connections;
  const hub = createLiveHub(connections, { now: () => 1_000_000 + nowMs, monotonic: () => nowMs } as Clock);
  const runs = (clusterId: string, ...tenantIds: readonly string[]) =>
    ({
      cluster: { id: clusterId },
      listeners: tenantIds.map((tenantId) => ({ id: `LI_${tenantId}`, tenantId })),
      pipelines: [],
    }) as unknown as Deployment;
  const deployments: Readonly<Record<string, Deployment>> = {
    WK_1: runs('CL_1', 'ana'),
    WK_2: runs('CL_2', 'ana', 'berta'),
    WK_3: runs('CL_3', 'berta'),
  };
  const abort = new AbortController();
  const [ana, berta, carl] = ['ana', 'berta', 'carl'].map((tenantId) => hub.watchLive(tenantId, undefined, abort.signal));
  /** What each learns from a report at a second. */
  const heard = async (second: number, workerId: string) => {
    nowMs = second * 1000;
    const next = [ana!.next(), berta!.next(), carl!.next()];
    open.add(workerId);
    hub.take({ workerId, send: () => undefined } as unknown as WorkerConnection, deployments[workerId]!, report(1));
    const told = (await Promise.all(next)).map(({ value }) => (value as LiveFrame).oldestReportMs);
    return told.map((atMs) => atMs && (atMs - 1_000_000) / 1000);
  };
  /** Whoever watches what it ran learns at once that its numbers are missing. */
  const gone = async (workerId: string, ...left: readonly (readonly string[])[]) => {
    const tenantIds = deployments[workerId]!.listeners.map(({ tenantId }) => tenantId);
    const next = tenantIds.map((tenantId) => (tenantId === 'ana' ? ana! : berta!).next());
    open.delete(workerId);
    hub.forget({ workerId } as WorkerConnection);
    expect((await Promise.all(next)).map(({ value }) => (value as LiveFrame).workers)).toEqual(left);
  };
  expect(await heard(1, 'WK_3')).toEqual([null, 1, null]);
  expect(await heard(2, 'WK_1')).toEqual([2, 1, null]);
  expect(await heard(3, 'WK_2')).toEqual([2, 1, null]);
  expect(await heard(4, 'WK_1')).toEqual([3, 1, null]);
  await gone('WK_1', ['WK_2']);
  await gone('WK_3', ['WK_2']);
  expect(await heard(5, 'WK_2')).toEqual([4, 1, null]);
  expect(await heard(60, 'WK_2')).toEqual([4, 1, null]);
  // It is back.
  expect(await heard(61, 'WK_1')).toEqual([60, 1, null]);
  await gone('WK_1', ['WK_2']);
  // What has been gone for longer is told by the worker's own state.
  expect(await heard(150, 'WK_2')).toEqual([61, 150, null]);
  expect(await heard(190, 'WK_2')).toEqual([190, 190, null]);
  expect(await heard(191, 'WK_1')).toEqual([190, 190, null]);
  expect(await heard(192, 'WK_2')).toEqual([191, 192, null]);
  // It is revoked, and its connection ends after that.
  const next = ana!.next();
  hub.dismiss('WK_1');
  expect((await next).value).toMatchObject({ workers: ['WK_2'], oldestReportMs: 1_192_000 });
  open.delete('WK_1');
  hub.forget({ workerId: 'WK_1' } as WorkerConnection);
  expect(await heard(193, 'WK_2')).toEqual([193, 193, null]);
  abort.abort();
});

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
  expect(((await frames.next()).value as LiveFrame).workers).toEqual([]);
  expect(await after(6, 500)).toBe(200);
  hub.forget(connection);
  expect(((await frames.next()).value as LiveFrame).workers).toEqual([]);
  expect(await after(20, 500)).toBe(500);
  abort.abort();
});

test('a worker that has not applied a deployment since its start has no numbers yet', async () => {
  const connection = { workerId: 'WK_1', send: () => undefined } as unknown as WorkerConnection;
  const connections = { all: () => [], find: () => undefined, onAdd: () => undefined } as unknown as Connections;
  const hub = createLiveHub(connections, { now: () => 1, monotonic: () => 1 } as Clock);
  const abort = new AbortController();
  const frame = hub.watchLive('ana', undefined, abort.signal).next();
  hub.take(connection, deployment, { ...report(0), deployment: null });
  hub.take(connection, deployment, report(7));
  const { workers, listeners } = (await frame).value as LiveFrame;
  expect([workers, listeners['LI_1']?.received.events]).toEqual([['WK_1'], 7]);
  abort.abort();
});
