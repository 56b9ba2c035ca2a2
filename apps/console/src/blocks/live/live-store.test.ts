import { expect, test } from 'vitest';
import type { LiveFrame } from '@acequia/contract';
import { fakeDatasink } from '#lib/operations/testing/fake-things.ts';
import { liveStatusOf, waitingFor } from './live-store.ts';

const frame: LiveFrame = {
  atMs: 1,
  listeners: {},
  pipelines: {},
  datasinks: { DS_1: { delivered: { events: 0, bytes: 0 }, queuedEvents: 310, queuedBytes: 9000 } },
  deliveries: {},
  clusters: {},
  nodes: {},
};
const told = fakeDatasink('DS_1', 'Alert desk');
const waiting = { ...told, status: { ...told.status, state: 'waiting' as const, waitingEvents: 222, waitingBytes: 5000 } };

test('the note of a drawer never names another number of waiting events than the rows beside it', () => {
  for (const live of [frame, { ...frame, datasinks: {} }, undefined]) {
    const { waitingEvents, waitingBytes } = liveStatusOf(waiting, live);
    expect({ events: waitingEvents, bytes: waitingBytes }).toEqual(waitingFor(waiting, live));
  }
  expect(liveStatusOf(waiting, frame)).toEqual({ ...waiting.status, waitingEvents: 310, waitingBytes: 9000 });
});

test('what waits at a worker that is offline is what it told last', () => {
  const offline = { ...waiting, status: { ...waiting.status, state: 'offline' as const } };
  expect(liveStatusOf(offline, frame)).toEqual(offline.status);
});
