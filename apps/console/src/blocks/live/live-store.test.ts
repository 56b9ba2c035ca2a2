import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fakeDatasink, fakeLiveFrame, fakePipeline } from '#lib/operations/testing/fake-things.ts';
import { livePipelineStatusOf, liveStatusOf, waitingFor, waitingForAll, waitingFrom } from './live-store.ts';

const frame = fakeLiveFrame({ datasinks: { DS_1: { delivered: { events: 0, bytes: 0 }, queuedEvents: 310, queuedBytes: 9000 } } });
const told = fakeDatasink('DS_1', 'Alert desk');
const waiting = { ...told, status: { ...told.status, state: 'waiting' as const, waitingEvents: 222, waitingBytes: 5000 } };

test('the note of a drawer never names another number of waiting events than the rows beside it', () => {
  for (const live of [frame, { ...frame, datasinks: {} }, undefined]) {
    const { waitingEvents, waitingBytes } = liveStatusOf(waiting, live);
    expect({ events: waitingEvents, bytes: waitingBytes }).toEqual(waitingFor(waiting, live));
  }
  expect(liveStatusOf(waiting, frame)).toEqual({ ...waiting.status, waitingEvents: 310, waitingBytes: 9000 });
});

describe('the note of a pipeline', () => {
  const pipeline = fakePipeline('PL_1', 'Reduction');
  const degraded = { ...pipeline, status: { ...pipeline.status, state: 'degraded' as const, waitingEvents: 5, waitingBytes: 50 } };
  const link = fc.record({ queuedEvents: fc.nat(1e6), queuedBytes: fc.nat(1e9) });

  test('names as many waiting events as its data sinks together, whatever was told last', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('DS_1', 'DS_2', 'DS_3'), link, { minKeys: 1 }), (links) => {
        const queues = Object.fromEntries(
          Object.entries(links).map(([id, queue]) => [id, { delivered: { events: 0, bytes: 0 }, ...queue }]),
        );
        const live = { ...frame, deliveries: { PL_1: queues, PL_2: queues }, datasinks: queues };
        const { waitingEvents, waitingBytes } = livePipelineStatusOf(degraded, live);
        const datasinks = Object.keys(links).map((id) => fakeDatasink(id, id));
        expect({ events: waitingEvents, bytes: waitingBytes }).toEqual(waitingForAll(datasinks, live));
      }),
    );
  });

  test('keeps what was told last where no worker tells, and of a worker that is offline', () => {
    const live = { ...frame, deliveries: { PL_1: { DS_1: frame.datasinks['DS_1']! } } };
    const offline = { ...degraded, status: { ...degraded.status, state: 'offline' as const } };
    expect(livePipelineStatusOf(degraded, frame)).toEqual(degraded.status);
    expect(livePipelineStatusOf(degraded, undefined)).toEqual(degraded.status);
    expect(livePipelineStatusOf(offline, live)).toEqual(offline.status);
    expect(livePipelineStatusOf(degraded, live)).toEqual({ ...degraded.status, waitingEvents: 310, waitingBytes: 9000 });
  });
});

test('what waits at a worker that is offline is what it told last', () => {
  const offline = { ...waiting, status: { ...waiting.status, state: 'offline' as const } };
  expect(liveStatusOf(offline, frame)).toEqual(offline.status);
});

test('a-step-that-counts-for-others: what waits from one pipeline is not what waits for its data sink', () => {
  const live = { ...frame, deliveries: { PL_1: { DS_1: { ...frame.datasinks['DS_1']!, queuedEvents: 10, queuedBytes: 90 } } } };
  expect(waitingFrom('PL_1', waiting, live)).toEqual({ events: 10, bytes: 90 });
  expect(waitingFrom('PL_2', waiting, live)).toBeUndefined();
  expect(waitingFor(waiting, live).events).toBe(310);
});
