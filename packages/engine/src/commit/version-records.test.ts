import { createMemoryJournal, type CommitValue, type Journal } from '@acequia/journal';
import type { DeployedListener } from '@acequia/pipeline';
import { expect, test } from 'vitest';
import { createCrashJournal, seeded } from '../../test/crash-journal.ts';
import { deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';
import { readListener, readVersion } from './records.ts';

const stream = 'li/t1/LI_1/0';
const labels: DeployedListener['labels'] = [
  { id: 'LB_1', name: 'rare', condition: { form: 'visual', ast: { field: 'message', op: 'contains', value: 'rare' } } },
];
const own = pipeline('PL_own', 'PV_own', [label(), sink('out', 'a')], links('start > out'));
const rare = pipeline('PL_rare', 'PV_rare', [label('LI_1', 'LB_1'), sink('out', 'b')], links('start > out'));
const listeners = [listener('LI_1', {}, labels)];
const both = () => deployment([own, rare], { listeners });

/** How often each key was written. */
function counting(journal: Journal): { readonly journal: Journal; readonly writes: Map<string, number> } {
  const writes = new Map<string, number>();
  const commits: Journal['commits'] = {
    commit: (changes) => {
      for (const key of changes.keys()) writes.set(key, (writes.get(key) ?? 0) + 1);
      return journal.commits.commit(changes);
    },
    get: (key) => journal.commits.get(key),
    keys: (prefix) => journal.commits.keys(prefix),
  };
  const counted = new Proxy(journal, {
    get: (target, name) => {
      const value: unknown = name === 'commits' ? commits : Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { journal: counted, writes };
}

test('does not write a version anew that only passed blocks by', async () => {
  const { journal, writes } = counting(createMemoryJournal());
  const { engine, toys } = startHarness({ journal });
  await engine.apply(both());
  for (let i = 0; i < 20; i++) {
    await submitLines(toys.peer('LI_1'), [`n${i}`]);
    await until(() => (totalsOf(engine, 'PV_own')['delivered'] ?? 0) === i + 1);
  }
  expect(writes.get('v/PV_own')).toBeGreaterThan(10);
  expect(writes.get('v/PV_rare')).toBe(1);
  expect(readVersion(journal, 'PV_rare')!.positions[stream]).toBe(readListener(journal, stream)!.partition!.next);
  await engine.stop({ deadlineMs: 1000 });
});

test('after a crash a version that rode goes on where its listener does, and counts nothing again', async () => {
  const disk = createMemoryJournal();
  const toys = createToys();
  const journal = createCrashJournal(disk, seeded(3));
  const first = startHarness({ journal, toys });
  await first.engine.apply(both());
  await submitLines(toys.peer('LI_1'), ['rare 0']);
  for (let i = 0; i < 20; i++) await submitLines(toys.peer('LI_1'), [`n${i}`]);
  await until(() => totalsOf(first.engine, 'PV_own')['delivered'] === 21 && totalsOf(first.engine, 'PV_rare')['delivered'] === 1);
  const next = readListener(disk, stream)!.partition!.next;
  journal.crash();
  first.abandon();
  expect(readVersion(disk, 'PV_rare')).toMatchObject({ positions: { [stream]: next }, cursors: { [stream]: next } });
  const { engine } = startHarness({ journal: disk, toys });
  await engine.apply(both());
  await submitLines(toys.peer('LI_1'), ['rare 1', 'n']);
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('b').lines).toEqual(['rare 0', 'rare 1']);
  expectBalance(engine, 'LI_1', ['PV_own', 'PV_rare']);
});

test('a version that cannot be taken up does not ride on: what came meanwhile is its own', async () => {
  const disk = createMemoryJournal();
  const toys = createToys();
  const first = startHarness({ journal: disk, toys, limits: { retentionMs: 60_000 } });
  await first.engine.apply(both());
  await submitLines(toys.peer('LI_1'), ['n0']);
  await until(() => totalsOf(first.engine, 'PV_own')['delivered'] === 1);
  await first.engine.stop({ deadlineMs: 1000 });
  const stored = disk.commits.get('d/PV_rare') as { pipeline: { document: { nodes: object[] } } };
  const [start, out] = stored.pipeline.document.nodes;
  const unknown = { ...stored.pipeline, document: { ...stored.pipeline.document, nodes: [start, { ...out, component: 'gone' }] } };
  await disk.commits.commit(new Map([['d/PV_rare', { ...stored, pipeline: unknown } as unknown as CommitValue]]));
  const second = startHarness({ journal: disk, toys, limits: { retentionMs: 60_000 } });
  await second.engine.apply(deployment([own], { listeners }));
  await submitLines(toys.peer('LI_1'), ['rare 1']);
  await until(() => totalsOf(second.engine, 'PV_own')['delivered'] === 2);
  await second.engine.stop({ deadlineMs: 1000 });
  await disk.commits.commit(new Map([['d/PV_rare', stored as unknown as CommitValue]]));
  const { engine } = startHarness({ journal: disk, toys });
  await engine.apply(both());
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('b').lines).toEqual(['rare 1']);
});
