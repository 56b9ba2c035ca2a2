import type { HealthPart, LiveFrame } from '@acequia/contract';
import { expect, test } from 'vitest';
import { fakeLiveFrame, fakePart } from '#lib/operations/testing/fake-things.ts';
import { flowRows, waitingIn } from './flow-rows.ts';

const part = (some: Partial<HealthPart>) => fakePart({ workerId: 'a', since: 5, ...some });
const heard = new Set(['a', 'b']);
const rate = (events: number) => ({ events, bytes: 0 });
const frame = fakeLiveFrame({
  workers: ['a', 'b'],
  listeners: { LI_1: { received: rate(9), rejected: 2, kernelDrops: 0 } },
  pipelines: { PL_1: { entered: rate(7), delivered: rate(4), rejected: 1, dropped: 2 } },
  datasinks: { DS_1: { delivered: rate(5), queuedEvents: 9, queuedBytes: 0 } },
  deliveries: {
    PL_1: { DS_1: { delivered: rate(4), queuedEvents: 6, queuedBytes: 0 } },
    PL_2: { DS_1: { delivered: rate(1), queuedEvents: 3, queuedBytes: 0 } },
  },
});

test('each kind has the numbers that mean something for it', () => {
  const parts = [
    part({ waitingEvents: 5 }),
    part({ kind: 'pipeline', id: 'PL_1', pipelineId: '', node: '' }),
    part({ kind: 'listener', id: 'LI_1', pipelineId: '', node: '', undeliveredBytes: 50 }),
  ];
  expect(flowRows(parts, heard, frame, ({ id }) => id)).toMatchObject([
    { kind: 'listener', in: 9, out: undefined, rejected: 2, dropped: undefined, waiting: 50 },
    { kind: 'pipeline', in: 7, out: 4, rejected: 1, dropped: 2, waiting: 6 },
    { kind: 'datasink', in: undefined, out: 4, rejected: undefined, dropped: undefined, waiting: 6 },
  ]);
});

test('a data sink of two pipelines has a row of each with its own numbers; one that a pipeline uses twice has one row', () => {
  const parts = [part({}), part({ pipelineId: 'PL_2', node: 'end' }), part({ pipelineId: 'PL_2', node: 'end too' })];
  const rows = flowRows(parts, heard, frame, ({ id }) => id);
  expect(rows).toMatchObject([
    { pipelineId: 'PL_1', node: 'out', out: 4, waiting: 6 },
    { pipelineId: 'PL_2', node: '', out: 1, waiting: 3 },
  ]);
  expect([waitingIn(rows), waitingIn(rows, 'DS_1'), waitingIn(rows, 'DS_2')]).toEqual([9, 9, 0]);
});

test('until a worker that has just started tells, and while it is offline, what waits is what it told last', () => {
  const row = (at: LiveFrame | undefined, reports: ReadonlySet<string>) =>
    flowRows([part({ waitingEvents: 42 })], reports, at, ({ id }) => id)[0]!.waiting;
  expect([row({ ...frame, deliveries: {} }, heard), row(frame, new Set()), row(undefined, heard), row(frame, heard)]).toEqual([
    42, 42, 42, 6,
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
        ({
          ...frame,
          atMs: second * 1000,
          deliveries: { PL_1: { DS_1: { delivered: rate(4), queuedEvents, queuedBytes: 0 } } },
        }) as LiveFrame,
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
