import { describe, expect, it } from 'vitest';
import type { LiveNode } from './live-store.ts';
import { outcomesOf } from './outcomes.ts';

const live = (counts: Partial<LiveNode>): LiveNode =>
  ({ filtered: 0, dropped: 0, rejected: 0, reasons: {}, ports: {}, ...counts }) as LiveNode;

describe('what ends at a step', () => {
  it('gives no reason to events for which the worker reports none', () => {
    expect(outcomesOf(live({ filtered: 5, dropped: 1, reasons: { 'filtered:sampled': 2 } }))).toEqual([
      { name: 'dropped', eventsPerSecond: 1, reasons: [{ reason: 'other', eventsPerSecond: 1 }] },
      {
        name: 'filtered',
        eventsPerSecond: 5,
        reasons: [
          { reason: 'other', eventsPerSecond: 3 },
          { reason: 'sampled', eventsPerSecond: 2 },
        ],
      },
    ]);
  });
});
