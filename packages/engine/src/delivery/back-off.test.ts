import type { Clock } from '@acequia/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BackOff } from './back-off.ts';

/** A clock that stands still until it is moved. */
function stillClock() {
  let nowMs = 0;
  const clock = { monotonic: () => nowMs } as Clock;
  return { clock, pass: (ms: number) => (nowMs += ms) };
}

const always = (value: number) => ({ bytes: (count: number) => new Uint8Array(count).fill(value) });

test('does not storm a destination that is away: waits double to the most, spread by chance', () => {
  const { clock, pass } = stillClock();
  const waits = [0x00, 0xff].map((byte) => {
    const backOff = new BackOff(clock, always(byte), 500, 60_000);
    return Array.from({ length: 10 }, () => {
      backOff.failed();
      const waited = Math.round(backOff.waitMs);
      pass(waited);
      return waited;
    });
  });
  expect(waits[0]).toEqual(Array.from({ length: 10 }, () => 0));
  expect(waits[1]).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

test('tries a destination that is away seldom: in half an hour fewer than two probes a second, however chance falls', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(255)), (chance) => {
      const { clock, pass } = stillClock();
      const backOff = new BackOff(clock, { bytes: (count) => Uint8Array.from({ length: count }, () => chance.next().value!) }, 500, 60_000);
      let probes = 0;
      for (let passedMs = 0; passedMs < 1_800_000; probes++) {
        backOff.failed();
        const waitMs = backOff.waitMs + 1;
        pass(waitMs);
        passedMs += waitMs;
      }
      expect(probes).toBeLessThan(3600);
    }),
    { numRuns: 50 },
  );
});

test('a wait that the destination named counts, up to an hour; a success ends all waiting', () => {
  const { clock } = stillClock();
  const backOff = new BackOff(clock, always(0xff), 500, 60_000);
  backOff.failed(7000);
  expect(backOff.waitMs).toBe(7000);
  backOff.failed(1e9);
  expect(backOff.waitMs).toBe(3_600_000);
  backOff.now();
  expect([backOff.waitMs, backOff.failing]).toEqual([0, true]);
  backOff.succeeded();
  expect([backOff.waitMs, backOff.failing]).toEqual([0, false]);
});

test('where a person must act, what other attempts report neither shortens nor ends the wait; the person and time do', () => {
  const { clock, pass } = stillClock();
  const backOff = new BackOff(clock, always(0xff), 500, 60_000);
  backOff.refused(300_000);
  backOff.failed(1000);
  backOff.succeeded();
  expect([backOff.waitMs, backOff.needsPerson, backOff.failing]).toEqual([300_000, true, true]);
  backOff.now();
  expect([backOff.waitMs, backOff.needsPerson]).toEqual([0, false]);
  backOff.refused(300_000);
  pass(300_000);
  expect([backOff.waitMs, backOff.needsPerson, backOff.failing]).toEqual([0, false, true]);
  backOff.succeeded();
  expect(backOff.failing).toBe(false);
});
