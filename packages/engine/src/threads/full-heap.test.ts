import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { isFullHeap } from './full-heap.ts';

async function endOf(program: string): Promise<unknown> {
  const thread = new Worker(program, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
  return ((await once(thread, 'error')) as [unknown])[0];
}

test('a thread that has filled its heap is told from one that threw', async () => {
  expect(isFullHeap(await endOf('const eaten = []; for (;;) eaten.push(new Array(10_000).fill(eaten.length + 0.5));'))).toBe(true);
  expect(isFullHeap(await endOf('throw new RangeError("of a step");'))).toBe(false);
});
