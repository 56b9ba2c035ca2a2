import { silentLog, systemClock } from '@acequia/base';
import { expect, test } from 'vitest';
import { Lane, type Straggler } from './lane.ts';
import type { Partition } from './partition.ts';

/** Between any two looks at it more than a quantum has passed. */
function slowClock() {
  let now = 0;
  return { ...systemClock, monotonic: () => (now += 1000) };
}

test('does not sleep over work on a machine that takes its processor away for longer than a quantum', async () => {
  const lane = new Lane(slowClock(), silentLog, 10);
  let blocks = 3;
  const done = new Promise<void>((resolve) => {
    lane.add({ ride: () => false, help: () => false } as unknown as Partition);
    const straggler: Straggler = {
      help: () => {
        if (blocks === 0) return false;
        if (--blocks === 0) resolve();
        return true;
      },
    };
    lane.attach(straggler);
  });
  await done;
  lane.stop();
  expect(blocks).toBe(0);
});

test('does not sleep over blocks to ride on such a machine', async () => {
  const lane = new Lane(slowClock(), silentLog, 10);
  let blocks = 3;
  await new Promise<void>((resolve) => {
    const ride = () => {
      if (blocks === 0) return false;
      if (--blocks === 0) resolve();
      return true;
    };
    lane.add({ ride, help: () => false } as unknown as Partition);
  });
  lane.stop();
  expect(blocks).toBe(0);
});
