import { KiB } from '@acequia/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockBytes, blockBytesFirst, blockBytesMin, unitMs } from '../limits.ts';
import { BlockSize } from './block-size.ts';

/** Runs full blocks that cost so much a KiB, and tells how long the last one took. */
function runFull(size: BlockSize, msPerKiB: number, times: number): number {
  let ms = 0;
  for (let n = 0; n < times; n++) {
    const { bytes } = size;
    ms = (bytes / KiB) * msPerKiB;
    size.ran(bytes, ms);
  }
  return ms;
}

test('what is cheap has blocks of the usual size after three', () => {
  const size = new BlockSize();
  expect(size.bytes).toBe(blockBytesFirst);
  runFull(size, 0.001, 3);
  expect(size.bytes).toBe(blockBytes);
});

test('an expensive version does not hold the lane for longer than a unit, from its second block on', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: unitMs / (blockBytesMin / KiB), noNaN: true }), (msPerKiB) => {
      const size = new BlockSize();
      size.ran(blockBytes, (blockBytes / KiB) * msPerKiB);
      const second = runFull(size, msPerKiB, 1);
      expect(second).toBeLessThanOrEqual(unitMs * 1.001);
      const later = runFull(size, msPerKiB, 20);
      expect(later).toBeLessThanOrEqual(unitMs * 1.001);
    }),
  );
});

test('one pause of the process does not leave a busy listener with small blocks', () => {
  const size = new BlockSize();
  runFull(size, 0.01, 4);
  size.ran(blockBytes, 20_000);
  expect(size.bytes).toBe(blockBytesMin);
  runFull(size, 0.01, 3);
  expect(size.bytes).toBe(blockBytes);
});

test('small blocks that cost little do not let an expensive version have large ones again', () => {
  const size = new BlockSize();
  size.ran(blockBytes, 400);
  const { bytes } = size;
  for (let n = 0; n < 100; n++) size.ran(200, 0.3);
  expect(size.bytes).toBe(bytes);
});
