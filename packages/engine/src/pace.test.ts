import { createMemoryJournal } from '@acequia/journal';
import { expect, test, vi } from 'vitest';
import { action, deployment, label, links, pipeline, sink } from '../test/deployments.ts';
import { startHarness, until } from '../test/harness.ts';
import { sendLines, type ToyPeer } from '../test/toy-components.ts';

const chunkBytes = 200_000;
const chunk = Array.from({ length: 20 }, (_, i) => `${i} `.padEnd(chunkBytes / 20, 'x'));

/** Takes longer than what comes in. */
const slow = pipeline(
  'PL_1',
  'PV_1',
  [label(), action('slow', 'slow', { rounds: 20_000 }), sink('out', 'a')],
  links('start > slow', 'slow > out'),
);

/** A sender that has more whenever its listener reads, as one over TCP. */
async function pour(peer: ToyPeer, chunks: number): Promise<number> {
  const stream = peer.stream();
  for (let sent = 0; sent < chunks; sent++) {
    await stream.ready();
    sendLines(peer, chunk, stream);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return chunks;
}

test('more comes in than the lane runs: reading waits for it, and no block is read from the journal again', async () => {
  const journal = createMemoryJournal();
  const read = vi.spyOn(journal, 'read');
  const { engine, toys } = startHarness({ journal });
  await engine.apply(deployment([slow]));
  await pour(toys.peer('LI_1'), 150);
  expect(await engine.drain({ deadlineMs: 60_000 })).toBe(true);
  expect(read.mock.calls.filter(([stream]) => stream.startsWith('li/'))).toEqual([]);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toHaveLength(150 * chunk.length);
});

test('a destination that pauses for less than a second does not make its version read the journal again', async () => {
  const journal = createMemoryJournal();
  const read = vi.spyOn(journal, 'read');
  const { engine, toys } = startHarness({ journal, limits: { branchMemoryBytes: 2 * chunkBytes } });
  const pausing = toys.destination('a');
  pausing.batching = { order: 'strict', concurrency: 1, maxBytes: chunkBytes };
  let sends = 0;
  pausing.answer = () => (sends++ === 3 ? new Promise((resolve) => setTimeout(() => resolve(undefined), 500)) : undefined);
  await engine.apply(deployment([pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'))]));
  await pour(toys.peer('LI_1'), 150);
  expect(await engine.drain({ deadlineMs: 60_000 })).toBe(true);
  expect(read.mock.calls.filter(([stream]) => stream.startsWith('li/'))).toEqual([]);
  await engine.stop({ deadlineMs: 1000 });
  expect(pausing.lines).toHaveLength(150 * chunk.length);
});

test('a version that has fallen behind catches up while its sender goes on at full speed', async () => {
  const { engine, toys } = startHarness({ limits: { branchMemoryBytes: 10 * chunkBytes, commitIntervalMs: 10_000 } });
  const stopped = toys.destination('a');
  stopped.batching = { order: 'strict', concurrency: 1 };
  let wake = (): void => undefined;
  stopped.answer = () => new Promise((resolve) => (wake = () => resolve(undefined)));
  await engine.apply(deployment([slow]));
  const straggles = () => engine.status().pipelines[0]!.straggler;
  let poured = await pour(toys.peer('LI_1'), 100);
  await until(straggles);
  stopped.answer = undefined;
  wake();
  while (straggles()) {
    poured += await pour(toys.peer('LI_1'), 10);
    expect(poured).toBeLessThan(4000);
  }
  expect(await engine.drain({ deadlineMs: 60_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(stopped.lines).toHaveLength(poured * chunk.length);
});

test('a destination that takes little at a time does not hold senders while the journal has room', async () => {
  const { engine, toys } = startHarness({ limits: { branchMemoryBytes: 5 * chunkBytes } });
  const narrow = toys.destination('a');
  narrow.batching = { order: 'strict', concurrency: 1, maxBytes: chunkBytes / 2 };
  narrow.answer = () => new Promise((resolve) => setTimeout(() => resolve(undefined), 25));
  await engine.apply(deployment([pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'))]));
  await pour(toys.peer('LI_1'), 100);
  expect(narrow.lines.length).toBeLessThan(50 * chunk.length);
  narrow.answer = undefined;
  await until(() => narrow.lines.length === 100 * chunk.length);
  await engine.stop({ deadlineMs: 1000 });
});
