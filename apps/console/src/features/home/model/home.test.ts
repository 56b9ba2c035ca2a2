import { describe, expect, it } from 'vitest';
import type { Datasink, Totals } from '@acequia/contract';
import { fakeLiveFrame } from '#lib/operations/testing/fake-things.ts';
import { destinationsOf } from './destinations.ts';
import { hasRun } from './has-run.ts';
import { changeOf, sumsOf } from './tiles.ts';

describe('the way to a first event', () => {
  const pipeline = { runningVersion: null, state: 'draft' as const };
  it('is offered until a pipeline of one’s own has run, also if it stopped since', () => {
    expect(hasRun([])).toBe(false);
    expect(hasRun([pipeline])).toBe(false);
    expect(hasRun([{ ...pipeline, runningVersion: '1.0.0', state: 'running' }])).toBe(true);
    expect(hasRun([{ ...pipeline, state: 'stopped' }])).toBe(true);
  });
});

describe('tiles', () => {
  const outcomes = { redriven: 0, created: 0, filtered: 0, merged: 0, inFlight: 0, enteredBytes: 0, deliveredBytes: 0 };
  const totals: Totals = {
    at: 1,
    listeners: {
      a: { received: 10, decoded: 9, rejected: 1, empty: 0, receivedBytes: 1000 },
      b: { received: 5, decoded: 5, rejected: 0, empty: 0, receivedBytes: 500 },
    },
    pipelines: { p: { entered: 14, delivered: 10, rejected: 2, dropped: 1, expired: 1, ...outcomes } },
    datasinks: {
      c: { delivered: 6, deliveredBytes: 600, rejected: 2, dropped: 0, expired: 1 },
      d: { delivered: 4, deliveredBytes: 400, rejected: 0, dropped: 0, expired: 0 },
    },
    ways: [],
  };
  it('adds up; each rejected event counts once', () => {
    const lost = { rejected: 3, dropped: 1, expired: 1 };
    expect(sumsOf(totals)).toEqual({ received: 15, receivedBytes: 1500, delivered: 10, deliveredBytes: 1000, ...lost });
    expect(sumsOf(totals, ['d'])).toEqual({ received: 15, receivedBytes: 1500, delivered: 6, deliveredBytes: 600, ...lost });
  });
  it('compares with nothing when there was nothing, or only the last minutes of the period before', () => {
    expect(changeOf(5, 0)).toBeUndefined();
    expect(changeOf(43_200_000, 37_000)).toBeUndefined();
    expect(changeOf(50, 5)).toBe(9);
    expect(changeOf(5, 4)).toBe(0.25);
  });
});

describe('destinations', () => {
  const way = { entered: 1, enteredBytes: 10, delivered: 0, deliveredBytes: 0, underWayBytes: 10, sentBytesMin: 10, sentBytesMax: 10 };
  const counts = { delivered: 6, deliveredBytes: 600, rejected: 2, dropped: 0, expired: 1 };
  const totals: Totals = {
    at: 1,
    listeners: {},
    pipelines: {},
    datasinks: { DS_a: counts },
    ways: [
      { pipelineId: 'p', datasinkId: 'DS_b', ...way },
      { pipelineId: 'q', datasinkId: 'DS_b', ...way, entered: 4 },
    ],
  };
  const frame = fakeLiveFrame({ datasinks: { DS_a: { delivered: { events: 0, bytes: 0 }, queuedEvents: 7, queuedBytes: 1 } } });
  const status = (state: string, waitingEvents: number) => ({ state, waitingEvents, waitingBytes: 0 }) as Datasink['status'];
  const sinks = ['DS_a', 'DS_b', 'DS_unused'].map((id) => ({ id, name: id, status: status('running', 2) }) as Datasink);

  it('are those that a pipeline sends to or has sent to, with the ways of all pipelines', () => {
    const all = destinationsOf(totals, undefined, sinks);
    expect(all.map(({ datasink, way: { entered }, waiting }) => [datasink.id, entered, waiting])).toEqual([
      ['DS_b', 5, 2],
      ['DS_a', 0, 2],
    ]);
  });
  it('have what waits as of this second; where workers are offline or have told nothing since they started, as they told it last', () => {
    const waiting = (all: readonly Datasink[]) => destinationsOf(totals, frame, all).map((one) => [one.datasink.id, one.waiting]);
    expect(waiting(sinks)).toEqual([
      ['DS_b', 2],
      ['DS_a', 7],
    ]);
    expect(waiting(sinks.map((sink) => ({ ...sink, status: status('offline', 9) })))).toEqual([
      ['DS_b', 9],
      ['DS_a', 9],
    ]);
  });
});
