import { systemClock } from '@acequia/base';
import { expect, test } from 'vitest';
import { BackpressureGrace } from './backpressure-grace.ts';

const limitMs = 1000;

function startHold() {
  const timers = new Set<{ readonly atMs: number; readonly run: () => void }>();
  let nowMs = 5000;
  let over = 0;
  const after = (ms: number, run: () => void) => {
    const timer = { atMs: nowMs + ms, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const hold = new BackpressureGrace({ ...systemClock, monotonic: () => nowMs, after }, limitMs, () => (over += 1));
  return {
    at(ms: number, full: boolean): boolean {
      for (const timer of timers) {
        if (timer.atMs > 5000 + ms) continue;
        timers.delete(timer);
        timer.run();
      }
      nowMs = 5000 + ms;
      return hold.waits(full);
    },
    forget: () => hold.forget(),
    over: () => over,
  };
}

test('a pause is waited out, one that lasts is not, and somebody is told when it is over', () => {
  const { at, over } = startHold();
  expect(at(0, true)).toBe(true);
  expect(at(limitMs - 1, true)).toBe(true);
  expect(over()).toBe(0);
  expect(at(limitMs, true)).toBe(false);
  expect(over()).toBe(1);
  expect(at(limitMs + 5000, true)).toBe(false);
});

test('pauses that come often and leave room between them are not taken for one that lasts', () => {
  const { at, over } = startHold();
  for (let ms = 0; ms < 20 * limitMs; ms += 100) {
    expect(at(ms, true)).toBe(true);
    expect(at(ms + 70, false)).toBe(false);
  }
  expect(over()).toBe(0);
});

test('a destination that is nearly always full is not waited for, however short each pause', () => {
  const { at } = startHold();
  const waited = [];
  for (let ms = 0; ms < 2 * limitMs; ms += 100) {
    at(ms, true);
    waited.push(at(ms + 90, true));
    at(ms + 95, false);
  }
  expect(waited.at(0)).toBe(true);
  expect(waited.at(-1)).toBe(false);
});

test('one that was given up and came back is waited for anew', () => {
  const { at, forget } = startHold();
  at(0, true);
  expect(at(2 * limitMs, true)).toBe(false);
  forget();
  expect(at(3 * limitMs, true)).toBe(true);
});
