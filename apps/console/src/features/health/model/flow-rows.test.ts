import type { HealthPart, LiveFrame } from '@acequia/contract';
import { expect, test } from 'vitest';
import { flowRows } from './flow-rows.ts';

const part = (some: Partial<HealthPart>): HealthPart => ({
  kind: 'datasink',
  id: 'DS_1',
  pipelineId: 'PL_1',
  node: 'out',
  workerId: 'a',
  clusterId: 'CL_1',
  state: 'running',
  reason: null,
  since: 5,
  lastError: null,
  lastErrorAt: null,
  waitingEvents: 0,
  waitingBytes: 0,
  keptBytes: 0,
  undeliveredBytes: 0,
  limitBytes: 0,
  ...some,
});
const heard = new Set(['a', 'b']);
const rate = (events: number) => ({ events, bytes: 0 });
const frame = {
  atMs: 1,
  listeners: { LI_1: { received: rate(9), rejected: 2, kernelDrops: 0 } },
  pipelines: { PL_1: { entered: rate(7), delivered: rate(4), rejected: 1, dropped: 2 } },
  datasinks: { DS_1: { delivered: rate(4), queuedEvents: 0, queuedBytes: 0 } },
  nodes: {},
} as unknown as LiveFrame;

test('each kind has the numbers that mean something for it', () => {
  const parts = [
    part({ waitingEvents: 6 }),
    part({ kind: 'pipeline', id: 'PL_1', pipelineId: '', node: '' }),
    part({ kind: 'listener', id: 'LI_1', pipelineId: '', node: '', undeliveredBytes: 50 }),
  ];
  expect(flowRows(parts, heard, frame, ({ id }) => id)).toMatchObject([
    { kind: 'listener', in: 9, out: undefined, dropped: 2, waiting: 50 },
    { kind: 'pipeline', in: 7, out: 4, dropped: 3 },
    { kind: 'datasink', in: undefined, out: 4, dropped: undefined, waiting: 6 },
  ]);
});

test('of several workers the worst state and the newest error count, and what waits is summed', () => {
  const old = { code: 'OLD', fields: {} };
  const fresh = { code: 'NEW', fields: {} };
  const parts = [
    part({ state: 'retrying', waitingEvents: 3, lastError: old, lastErrorAt: 1 }),
    part({ workerId: 'b', waitingEvents: 4, lastError: fresh, lastErrorAt: 2 }),
  ];
  expect(flowRows(parts, heard, undefined, ({ id }) => id)).toMatchObject([
    { state: 'waiting', waiting: 7, lastError: fresh, lastErrorAt: 2 },
  ]);
});

test('a pipeline works in part while one of its data sinks needs a person', () => {
  const parts = [
    part({ kind: 'pipeline', id: 'PL_1', pipelineId: '', node: '' }),
    part({ state: 'waiting', reason: { code: 'AUTH_REJECTED', fields: {} } }),
  ];
  expect(flowRows(parts, heard, undefined, ({ id }) => id).map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'pipeline degraded',
    'datasink action-required',
  ]);
});

test('before the first numbers rates are not known, rather than zero', () => {
  expect(flowRows([part({})], heard, undefined, ({ id }) => id)).toMatchObject([{ in: undefined, out: undefined, dropped: undefined }]);
});

test('what waits: its age while nothing goes out, when it will be gone while it becomes less, nothing else is promised', () => {
  const history = (...queued: readonly number[]) =>
    queued.map(
      (queuedEvents, second) =>
        ({ ...frame, atMs: second * 1000, datasinks: { DS_1: { delivered: rate(4), queuedEvents, queuedBytes: 0 } } }) as LiveFrame,
    );
  const row = (some: Partial<HealthPart>, frames: readonly LiveFrame[]) => flowRows([part(some)], heard, frame, ({ id }) => id, frames)[0]!;
  expect(row({ state: 'retrying', since: 7, waitingEvents: 6 }, history(9, 8, 7, 6))).toMatchObject({ oldestAt: 7, leftMs: undefined });
  expect(row({}, history(900, 800, 700, 600)).leftMs).toBeCloseTo(6000);
  expect(row({}, history(600, 700, 800, 900))).toMatchObject({ oldestAt: undefined, leftMs: undefined });
  expect(row({ kind: 'pipeline', id: 'PL_1' }, history(9, 8, 7, 6))).toMatchObject({ oldestAt: undefined, leftMs: undefined });
});

test('a part of a worker that does not report is offline, whatever it said last, and no old rate is shown for it', () => {
  const parts = [part({}), part({ workerId: 'frozen' })];
  expect(flowRows(parts, heard, frame, ({ id }) => id)).toMatchObject([{ state: 'offline', out: undefined }]);
  expect(flowRows([part({})], new Set(), frame, ({ id }) => id)).toMatchObject([{ state: 'offline' }]);
});
