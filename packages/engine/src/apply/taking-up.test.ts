import { silentLog } from '@acequia/base';
import { createKernels } from '@acequia/batch';
import { createMemoryJournal, type CommitValue } from '@acequia/journal';
import { expect, test } from 'vitest';
import { createCrashJournal } from '../../test/crash-journal.ts';
import { action, deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { startHarness, until } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';
import { ToyTables, withLookup } from '../../test/toy-tables.ts';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import { BlockPool } from '../intake/block-pool.ts';
import { defaultLimits } from '../limits.ts';
import { LaneEngine } from './lane-engine.ts';
import type { LaneShare } from './lane-link.ts';

const version = (component: string, config: Record<string, unknown>) =>
  pipeline('PL_1', 'PV_1', [label(), action('x', component, config), sink('out', 'a')], links('start > x', 'x > out'));

test('a commit beside the taking up of a listener does not forget which tables its events meet', async () => {
  const journal = createMemoryJournal();
  const tables = new ToyTables();
  const wanted = withLookup(deployment([version('look', { lookup: 'LK_1' })]), 1);
  const before = startHarness({ journal, lookup: tables.lookup });
  tables.prepare(before.engine, wanted);
  await before.engine.apply(wanted);
  await before.engine.stop({ deadlineMs: 1000 });

  const clock = new VirtualClock();
  const commits: ReadonlyMap<string, CommitValue | null>[] = [];
  const revision = Promise.withResolvers<void>();
  const lane = new LaneEngine({
    journal: {
      ...createCrashJournal(journal, () => 0),
      commits: {
        commit: async (changes) => {
          commits.push(changes);
          if (changes.has('r/LI_1/1')) await revision.promise;
          await journal.commits.commit(changes);
        },
        get: (key) => journal.commits.get(key),
        keys: (prefix) => journal.commits.keys(prefix),
      },
    },
    components: createToys().components,
    clock,
    random: { bytes: (n) => new Uint8Array(n) },
    log: silentLog,
    worker: 'w1',
    limits: defaultLimits,
    kernels: createKernels('script'),
    blocks: new BlockPool(0),
    events: { onStatus: () => undefined, onCommitted: () => undefined },
    secret: () => undefined,
    lookup: tables.lookup,
  });
  const shareOf = (share: LaneShare['deployment'], adopted: readonly string[]): LaneShare => ({
    deployment: share,
    egress: { mode: 'open', allowed: [] },
    fileRoots: {},
    readRoots: [],
    adopted,
  });
  await lane.apply(shareOf(deployment([], { listeners: [listener('LI_2')] }), ['LI_2']));
  const applied = lane.apply(shareOf({ ...wanted, listeners: [listener('LI_1'), listener('LI_2')] }, ['LI_1']));
  await clock.pass(2 * defaultLimits.commitIntervalMs);
  revision.resolve();
  await applied;
  await settle();
  expect(commits.filter((changes) => changes.get('e/LI_1') === null)).toEqual([]);
  await lane.stop(0);
});

test('a version whose state cannot be read for a moment keeps all others and the listeners from starting, or is begun anew', async () => {
  const journal = createMemoryJournal();
  const beside = pipeline('PL_2', 'PV_2', [label(), sink('out', 'b')], links('start > out'));
  const wanted = deployment([version('number', {}), beside]);
  const before = startHarness({ journal });
  await before.engine.apply(wanted);
  await submitLines(before.toys.peer('LI_1'), ['one']);
  await until(() => ['a', 'b'].every((name) => before.toys.destination(name).lines.length === 1));
  await before.engine.stop({ deadlineMs: 1000 });

  let isBroken = true;
  const { engine, toys } = startHarness({
    journal: {
      ...createCrashJournal(journal, () => 0),
      read: async (stream, from, maxBytes) => {
        if (isBroken && stream.startsWith('st/')) throw new Error('the disk cannot be read');
        return journal.read(stream, from, maxBytes);
      },
    },
  });
  const { pipelines } = await engine.apply(wanted);
  expect(pipelines).toMatchObject([{ id: 'PL_1', result: 'failed', error: { code: 'JOURNAL_FAILED' } }, { id: 'PL_2' }]);
  await submitLines(toys.peer('LI_1'), ['two']);
  await until(() => toys.destination('b').lines.length === 1);
  isBroken = false;
  await engine.apply(wanted);
  await submitLines(toys.peer('LI_1'), ['three']);
  await until(() => toys.destination('a').lines.length === 2);
  expect(toys.destination('a').lines).toEqual(['2:two', '3:three']);
  expect(engine.status().pipelines).toHaveLength(2);
  await engine.stop({ deadlineMs: 1000 });
});

test('a version whose table comes late is begun anew beside itself, and what came before the table is lost, or comes twice', async () => {
  const journal = createMemoryJournal();
  const wanted = withLookup(deployment([version('look', { lookup: 'LK_1' })]), 1);
  const [before, late] = [new ToyTables(), new ToyTables()];
  const first = startHarness({ journal, lookup: before.lookup });
  before.prepare(first.engine, wanted);
  await first.engine.apply(wanted);
  await submitLines(first.toys.peer('LI_1'), ['one']);
  await until(() => first.toys.destination('a').lines.length === 1);
  await first.engine.stop({ deadlineMs: 1000 });

  const second = startHarness({ journal, lookup: late.lookup });
  for (let attempt = 0; attempt < 2; attempt++) {
    const { pipelines } = await second.engine.apply(wanted);
    expect(pipelines).toMatchObject([{ id: 'PL_1', result: 'failed', error: { code: 'LOOKUP_UNAVAILABLE' } }]);
  }
  await submitLines(second.toys.peer('LI_1'), ['two']);
  late.prepare(second.engine, wanted);
  expect((await second.engine.apply(wanted)).pipelines).toMatchObject([{ id: 'PL_1', result: 'unchanged' }]);
  await submitLines(second.toys.peer('LI_1'), ['three']);
  await until(() => second.toys.destination('a').lines.length === 2);
  expect(second.toys.destination('a').lines).toEqual(['1 two', '1 three']);
  expect(second.engine.status().pipelines).toHaveLength(1);
  await second.engine.stop({ deadlineMs: 1000 });

  const third = startHarness({ journal, lookup: late.lookup });
  await third.engine.apply(wanted);
  await submitLines(third.toys.peer('LI_1'), ['four']);
  await until(() => third.toys.destination('a').lines.length === 1);
  expect(third.engine.status().pipelines).toHaveLength(1);
  await third.engine.stop({ deadlineMs: 1000 });
  expect(third.toys.destination('a').lines).toEqual(['1 four']);
});
