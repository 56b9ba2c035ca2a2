import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventAccount, type AccountEntry } from './event-account.ts';

const none = { entered: 0, redriven: 0, created: 0, delivered: 0, filtered: 0, merged: 0, rejected: 0, dropped: 0, expired: 0 };
const sumOf = (entries: readonly AccountEntry[]) => entries.reduce((sum, { count }) => sum + count, 0);
const written = ({ sources, outcomes }: ReturnType<typeof eventAccount>) =>
  [sources, outcomes].map((side) => side.map(({ term, count }) => `${count} ${term}`).join(' + ')).join(' = ');

test('what has no outcome yet is under way, and what left without having come in was under way before', () => {
  expect(written(eventAccount([]))).toBe('0 entered = 0 delivered');
  expect(written(eventAccount([{ ...none, entered: 10, delivered: 6, filtered: 1 }]))).toBe(
    '10 entered = 6 delivered + 1 filtered + 3 underWay',
  );
  expect(written(eventAccount([{ ...none, entered: 2, created: 1, delivered: 8 }]))).toBe('2 entered + 1 created + 5 before = 8 delivered');
});

test('what was rejected and re-driven is no new event, and stays in the sum', () => {
  expect(written(eventAccount([{ ...none, entered: 13, redriven: 3, delivered: 10, rejected: 3 }]))).toBe(
    '10 entered + 3 redriven = 10 delivered + 3 rejected',
  );
});

test('both sides have the same sum, whatever was counted', () => {
  const count = fc.nat({ max: 1e9 });
  const counted = fc.record({
    fresh: count,
    redriven: count,
    created: count,
    delivered: count,
    filtered: count,
    merged: count,
    rejected: count,
    dropped: count,
    expired: count,
  });
  fc.assert(
    fc.property(fc.array(counted, { maxLength: 5 }), (drawn) => {
      const pipelines = drawn.map(({ fresh, ...counts }) => ({ ...counts, entered: fresh + counts.redriven }));
      const { sources, outcomes } = eventAccount(pipelines);
      expect(sumOf(sources)).toBe(sumOf(outcomes));
      expect([...sources, ...outcomes].every((entry) => entry.count >= 0)).toBe(true);
    }),
  );
});
