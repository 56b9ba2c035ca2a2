import { MiB } from '@acequia/base';
import { describe, expect, test } from 'vitest';
import { createKernels } from './kernels.ts';

const blockOf = (bytes: number, fill: number): SharedArrayBuffer => {
  const block = new SharedArrayBuffer(bytes);
  new Uint8Array(block).fill(fill);
  return block;
};

describe.each(['script', 'wasm'] as const)('tables kept in the memory of kernels (%s)', (form) => {
  test('calls and other tables never write over a table that is kept, however many there were', () => {
    const kernels = createKernels(form);
    const blocks = [1, 2, 3, 4, 5].map((fill) => blockOf(6 * MiB + fill, fill));
    for (const round of [1, 2]) {
      for (const [index, block] of blocks.entries()) {
        const at = kernels.keep(block);
        kernels.reset();
        const room = kernels.free;
        const region = kernels.region(room);
        expect(region).toBeGreaterThan(0);
        kernels.bytes.fill(0xff, region, region + room + 16);
        expect(kernels.keep(block)).toBe(at);
        const kept = kernels.bytes.subarray(at, at + block.byteLength);
        expect([round, kept.every((byte) => byte === index + 1)]).toEqual([round, true]);
      }
      kernels.reset();
      expect(kernels.free).toBeGreaterThan(24 * MiB);
    }
  });

  test('a table over 8 MiB is not kept', () => {
    expect(createKernels(form).keep(blockOf(8 * MiB + 1, 1))).toBe(-1);
  });
});
