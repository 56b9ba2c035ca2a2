import { systemClock } from '@acequia/base';
import { expect, test } from 'vitest';
import { Pace } from './pace.ts';

function movedClock() {
  let now = 0;
  return { ...systemClock, monotonic: () => now, advance: (ms: number) => (now += ms) };
}

test('does not exceed its rate over time, whatever comes at once, and saves nothing up', () => {
  const clock = movedClock();
  const pace = new Pace(clock, 1000);
  expect(pace.waitMs).toBe(0);
  pace.took(8000);
  expect(pace.waitMs).toBe(8000);
  clock.advance(7999);
  expect(pace.waitMs).toBe(1);
  clock.advance(60_001);
  expect(pace.waitMs).toBe(0);
  pace.took(500);
  pace.took(500);
  expect(pace.waitMs).toBe(1000);
});

test('tells the rate of the last ten seconds, not of a longer past', () => {
  const clock = movedClock();
  const pace = new Pace(clock, 1e6);
  for (let second = 0; second < 30; second++) {
    pace.took(second < 20 ? 5000 : 100);
    clock.advance(1000);
  }
  expect(pace.rate).toBe(100);
  clock.advance(20_000);
  expect(pace.rate).toBe(0);
});
