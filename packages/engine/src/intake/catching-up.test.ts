import { silentLog, systemClock } from '@acequia/base';
import { createMemoryJournal } from '@acequia/journal';
import { expect, test } from 'vitest';
import type { LaneLag } from '../apply/lane-link.ts';
import { blockBytes, laneStuckMs, pendingSoftBytes } from '../limits.ts';
import { DatagramBudget } from './datagram-budget.ts';
import { BlockPool } from './block-pool.ts';
import { CatchingUp } from './catching-up.ts';
import { IntakePartition } from './intake-partition.ts';

function startCatchingUp() {
  let nowMs = 5000;
  let lag: LaneLag | undefined;
  const catchingUp = new CatchingUp({ ...systemClock, monotonic: () => nowMs }, () => lag);
  return {
    at(ms: number, bytes: number, progress: number): number {
      nowMs = 5000 + ms;
      lag = { bytes, progress, blockBytes };
      return catchingUp.bytes();
    },
    alone: () => catchingUp.bytes(),
  };
}

test('a lane that runs block after block is waited for, however long it takes', () => {
  const { at } = startCatchingUp();
  for (let block = 0; block < 50; block++) expect(at(block * 240, 7000, block)).toBe(7000);
  expect(at(20_000, 0, 60)).toBe(0);
});

test('a lane that is stuck, or knows nothing of the listener, does not hold reading back', () => {
  const { at, alone } = startCatchingUp();
  expect(alone()).toBe(0);
  expect(at(0, 7000, 3)).toBe(7000);
  expect(at(laneStuckMs - 1, 9000, 3)).toBe(9000);
  expect(at(laneStuckMs, 9000, 3)).toBe(0);
  expect(at(5000, 9000, 3)).toBe(0);
  expect(at(5001, 9000, 4)).toBe(9000);
});

test('a reader is asked to wait while the lane catches up, and goes on without anything coming in', async () => {
  let lagBytes = pendingSoftBytes - 1;
  const partition = new IntakePartition({
    stream: 'li/t1/LI_1/0',
    listenerId: 'LI_1',
    journal: createMemoryJournal({ limitBytes: 1e9 }),
    clock: systemClock,
    log: silentLog,
    settings: { revision: 1, durability: 'fsync', ackWhen: 'journal', maxEventBytes: 1000, onOversize: 'truncate', keepRaw: true },
    ackDeliveredTimeoutMs: 1000,
    blocks: new BlockPool(1_048_576),
    datagrams: new DatagramBudget(),
    busy: () => false,
    lagBytes: () => lagBytes,
    blockBytes: () => blockBytes,
    onBlock: () => undefined,
    whenDelivered: () => () => undefined,
    onReceived: () => undefined,
  });
  expect(partition.ready()).toBeUndefined();
  lagBytes = pendingSoftBytes;
  const wait = partition.ready();
  expect(wait).toBeInstanceOf(Promise);
  expect(partition.busy).toBe(false);
  lagBytes = 0;
  await wait;
  expect(partition.ready()).toBeUndefined();
});
