import type { Clock } from '@acequia/base';
import { expect, test } from 'vitest';
import { createVitals, type Machine } from './vitals.ts';

const well: Machine = {
  cpu: () => ({ user: 0, system: 0 }),
  memoryBytes: () => 1,
  journal: () => ({ bytes: 2, limit: 3 }),
  eventLoopLagMs: () => 0,
  disk: () => undefined,
  writeFault: () => undefined,
  memoryEnd: () => undefined,
};
const clock: Clock = { now: () => 900_000, monotonic: () => 5000, sleep: () => Promise.resolve(), after: () => () => undefined };
const vitalsOf = (machine: Partial<Machine>) => createVitals(clock, { ...well, ...machine })();

test('nothing is told of a worker that is well', () => {
  expect(Object.keys(vitalsOf({}))).not.toContain('writeFault');
  expect(Object.keys(vitalsOf({}))).not.toContain('memoryEnd');
});

test('a write that the disk refused is told with its age, which a clock that is set does not change', () => {
  const writeFault = () => ({ kind: 'failed' as const, code: 'EIO', atMs: 1500, lasts: true });
  expect(vitalsOf({ writeFault })).toMatchObject({ writeFault: { kind: 'failed', code: 'EIO', agoMs: 3500, lasts: true } });
});

test('an end for want of memory is told with its age, and never as one to come', () => {
  expect(vitalsOf({ memoryEnd: () => ({ how: 'heap', atMs: 899_000 }) })).toMatchObject({ memoryEnd: { how: 'heap', agoMs: 1000 } });
  expect(vitalsOf({ memoryEnd: () => ({ how: 'heap', atMs: 950_000 }) })).toMatchObject({ memoryEnd: { agoMs: 0 } });
});
