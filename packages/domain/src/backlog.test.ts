import { expect, test } from 'vitest';
import { backlogLeftMs, type BacklogLook } from './backlog.ts';

const every = (ms: number, ...events: readonly number[]): BacklogLook[] =>
  events.map((count, look) => ({ atMs: 1000 + look * ms, events: count }));

test('what becomes less by the same each second is gone when it reaches none', () => {
  expect(backlogLeftMs(every(1000, 1000, 900, 800, 700))).toBeCloseTo(7000);
});

test('batches that come and go do not make it jump: within a fifth', () => {
  const looks = Array.from({ length: 15 }, (_, second) => ({ atMs: second * 1000, events: 10_000 - second * 200 + (second % 2) * 150 }));
  const left = backlogLeftMs(looks)!;
  expect(left).toBeGreaterThan(0.8 * (looks.at(-1)!.events / 0.2));
  expect(left).toBeLessThan(1.2 * (looks.at(-1)!.events / 0.2));
});

test('while the destination was away is not part of how it goes on', () => {
  const away = Array.from({ length: 60 }, (_, second) => ({ atMs: second * 1000, events: second * 1000 }));
  const back = Array.from({ length: 16 }, (_, second) => ({ atMs: (60 + second) * 1000, events: 60_000 - second * 3000 }));
  expect(backlogLeftMs([...away, ...back])).toBeCloseTo(5000);
});

test.each([
  ['it grows', every(1000, 1, 2, 3, 4)],
  ['it stays', every(1000, 5, 5, 5, 5)],
  ['too few looks', every(1000, 9, 8, 7)],
  ['all at one moment', every(0, 9, 8, 7, 6)],
  ['nothing waits', every(1000, 3, 2, 1, 0)],
  ['no look', []],
])('promises nothing: %s', (_what, looks) => {
  expect(backlogLeftMs(looks)).toBeUndefined();
});
