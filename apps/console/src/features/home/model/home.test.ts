import { describe, expect, it } from 'vitest';
import type { Datasink, Listener, Pipeline, Totals } from '@acequia/contract';
import { checklistOf } from './checklist.ts';
import { changeOf, savedFraction, sumsOf } from './tiles.ts';

const one = <T>(value: object): readonly T[] => [value as T];

describe('first-run checklist', () => {
  it('asks for the first thing that is missing, in whatever order they were made', () => {
    expect(checklistOf([], [], []).next).toBe('listener');
    expect(checklistOf(one<Listener>({}), [], one<Pipeline>({ runningVersion: null, state: 'draft' })).next).toBe('datasink');
    expect(checklistOf(one<Listener>({}), one<Datasink>({}), one<Pipeline>({ runningVersion: null, state: 'draft' })).next).toBe('publish');
  });
  it('is done once something was published, also if it stopped since', () => {
    expect(
      checklistOf(one<Listener>({}), one<Datasink>({}), one<Pipeline>({ runningVersion: null, state: 'stopped' })).next,
    ).toBeUndefined();
  });
});

describe('tiles', () => {
  const totals: Totals = {
    listeners: {
      a: { received: 10, decoded: 9, rejected: 1, empty: 0, receivedBytes: 1000 },
      b: { received: 5, decoded: 5, rejected: 0, empty: 0, receivedBytes: 500 },
    },
    pipelines: {},
    datasinks: { c: { delivered: 6, deliveredBytes: 600 } },
  };
  it('adds up', () => expect(sumsOf(totals)).toEqual({ received: 15, receivedBytes: 1500, delivered: 6, deliveredBytes: 600 }));
  it('saves nothing when more goes out than came in, and is unknown before the first event', () => {
    expect(savedFraction(sumsOf(totals))).toBeCloseTo(0.6);
    expect(savedFraction({ received: 1, receivedBytes: 10, delivered: 2, deliveredBytes: 20 })).toBe(0);
    expect(savedFraction({ received: 0, receivedBytes: 0, delivered: 0, deliveredBytes: 0 })).toBeUndefined();
  });
  it('compares with nothing when there was nothing', () => {
    expect(changeOf(5, 0)).toBeUndefined();
    expect(changeOf(5, 4)).toBe(0.25);
  });
});
