import { createMemoryJournal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { deployment, label, links, pipeline, sink } from '../test/deployments.ts';
import { expectBalance, startHarness, totalsOf } from '../test/harness.ts';
import { submitLines } from '../test/toy-components.ts';

const straight = pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'));
const limits = { ringBytes: 1, branchMemoryBytes: 300, retentionMs: 60_000 };

test('a journal that repeats blocks when it is read: each event once', async () => {
  const { engine, toys } = startHarness({ journal: createMemoryJournal({ repeatEvery: 2 }), limits });
  await engine.apply(deployment([straight]));
  const bodies = Array.from({ length: 200 }, (_, i) => submitLines(toys.peer('LI_1'), [`a${i}`, `b${i}`]));
  await Promise.all(bodies);
  for (let i = 200; i < 300; i++) await submitLines(toys.peer('LI_1'), [`a${i}`, `b${i}`]);
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toHaveLength(600);
  expect(new Set(toys.destination('a').lines).size).toBe(600);
  expectBalance(engine, 'LI_1', ['PV_1']);
});

test('holes in the journal: what is left is delivered, and nothing stands still', async () => {
  const journal = createMemoryJournal({ gapEvery: 7 });
  const first = startHarness({ journal, limits });
  await first.engine.apply(deployment([], {}));
  for (let i = 0; i < 100; i++) await submitLines(first.toys.peer('LI_1'), [`n${i}`]);
  await first.engine.stop({ deadlineMs: 0 });
  const { engine, toys } = startHarness({ journal, toys: first.toys, limits });
  await engine.apply(deployment([straight]));
  for (let i = 100; i < 200; i++) await submitLines(toys.peer('LI_1'), [`n${i}`]);
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(new Set(toys.destination('a').lines).size).toBe(toys.destination('a').lines.length);
  expect(totalsOf(engine, 'PV_1')['delivered']).toBe(toys.destination('a').lines.length);
});

test('a removed listener leaves nothing behind', async () => {
  const { engine, toys, journal } = startHarness({ limits });
  await engine.apply(deployment([]));
  await submitLines(toys.peer('LI_1'), ['x']);
  await engine.apply({ ...deployment([]), listeners: [] });
  expect(engine.status().listeners).toEqual([]);
  expect(toys.peer('LI_1').running).toBe(false);
  expect(journal.streams()).toEqual([]);
  await engine.stop({ deadlineMs: 1000 });
});
