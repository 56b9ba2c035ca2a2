import { describe, expect, it } from 'vitest';
import { createPace } from './pace.ts';

function setUp() {
  let nowMs = 0;
  let due: { run: () => void; atMs: number } | undefined;
  const told: number[] = [];
  const pace = createPace<number>(
    (value) => told.push(value),
    100,
    () => nowMs,
    (run, waitMs) => {
      due = { run, atMs: nowMs + waitMs };
      return () => (due = undefined);
    },
  );
  const at = (ms: number) => {
    while (due && due.atMs <= ms) {
      const { run, atMs } = due;
      due = undefined;
      nowMs = atMs;
      run();
    }
    nowMs = ms;
  };
  return { pace, told, at };
}

describe('numbers that come faster than a person reads', () => {
  it('are told at most ten times a second, the newest of them', () => {
    const { pace, told, at } = setUp();
    for (let ms = 0; ms < 1000; ms += 10) {
      at(ms);
      pace.push(ms);
    }
    at(1100);
    expect(told.length).toBeLessThanOrEqual(11);
    expect(told.at(-1)).toBe(990);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  it('do not wait when they are slow', () => {
    const { pace, told, at } = setUp();
    pace.push(1);
    at(500);
    pace.push(2);
    expect(told).toEqual([1, 2]);
  });

  it('are not told after the stream has ended', () => {
    const { pace, told, at } = setUp();
    pace.push(1);
    pace.push(2);
    pace.stop();
    at(1000);
    expect(told).toEqual([1]);
  });
});
