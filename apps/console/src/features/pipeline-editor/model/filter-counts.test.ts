import { action } from '@acequia/pipeline/testing';
import { expect, it } from 'vitest';
import { filterCounts } from './filter-counts.ts';
import type { LiveNode } from './live-store.ts';

const rate = (events: number) => ({ events, bytes: 0 });
const live = (counts: Partial<LiveNode>): LiveNode =>
  ({ filtered: 0, dropped: 0, rejected: 0, reasons: {}, ports: {}, ...counts }) as LiveNode;
const filter = action('f', { component: 'filter' });

it.each([
  ['its filtered events end there', live({ ports: { default: rate(25) }, filtered: 75 }), { kept: 25, filtered: 75, share: 0.75 }],
  ['both ports are linked', live({ ports: { default: rate(25), filtered: rate(75) } }), { kept: 25, filtered: 75, share: 0.75 }],
  [
    'only the port of filtered events is linked',
    live({ ports: { filtered: rate(75) }, filtered: 25 }),
    { kept: 25, filtered: 75, share: 0.75 },
  ],
  ['nothing arrives', live({}), { kept: 0, filtered: 0, share: undefined }],
])('both ways of a filter while %s', (_when, counts, expected) => {
  expect(filterCounts(filter, counts)).toEqual(expected);
});

it('no other step has them, and nothing is known without numbers', () => {
  expect(filterCounts(action('a'), live({ filtered: 3 }))).toBeUndefined();
  expect(filterCounts(filter, undefined)).toBeUndefined();
});
