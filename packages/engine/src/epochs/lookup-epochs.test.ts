import { createMemoryJournal } from '@acequia/journal';
import type { Deployment } from '@acequia/pipeline';
import { expect, test } from 'vitest';
import { createCrashJournal, seeded } from '../../test/crash-journal.ts';
import { action, deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { laneCount, startHarness, until, type Harness } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';
import { ToyTables, withLookup } from '../../test/toy-tables.ts';

const looking = (versionId: string, config: Record<string, unknown> = {}, id = 'PL_1', to = 'a') =>
  pipeline(
    id,
    versionId,
    [label(), action('look', 'look', { lookup: 'LK_1', ...config }), sink('out', to)],
    links('start > look', 'look > out'),
  );

function open(options: Parameters<typeof startHarness>[0] = {}, tables = new ToyTables()) {
  const harness: Harness = startHarness({ ...options, lookup: tables.lookup });
  let turn: Promise<unknown> = Promise.resolve();
  const apply = (wanted: Deployment) => {
    const applied = turn.then(async () => {
      tables.prepare(harness.engine, wanted);
      const report = await harness.engine.apply(wanted);
      tables.release(harness.engine, wanted);
      return report;
    });
    turn = applied.catch(() => undefined);
    return applied;
  };
  return { ...harness, tables, apply };
}

/** The version each line met. */
const metBy = (lines: readonly string[]) =>
  Object.fromEntries(
    lines.map((line) => {
      const [version, text] = line.split(' ');
      return [text!, Number(version)];
    }),
  );

test('events taken in before an activation meet the version before, however late they are run; then its table goes', async () => {
  const { engine, toys, tables, apply } = open({ limits: { branchMemoryBytes: 20, branchBytes: 100, lagBytes: 0 } });
  const it = toys.destination('a');
  let release = (): void => undefined;
  const answered = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
  it.answer = () => answered;
  const wanted = deployment([looking('PV_1')]);
  await apply(withLookup(wanted, 1));
  const early = Array.from({ length: 20 }, (_, i) => `early-${i}`);
  for (const line of early) await submitLines(toys.peer('LI_1'), [line]);
  await until(() => engine.status().pipelines[0]!.branches[0]!.full);
  await apply(withLookup(wanted, 2));
  await submitLines(toys.peer('LI_1'), ['late']);
  expect(engine.status().pipelines[0]!.lagBlocks).toBeGreaterThan(1);
  expect(tables.here).toEqual([1, 2]);
  release();
  await until(() => it.lines.length === 21);
  expect(metBy(it.lines)).toEqual({ ...Object.fromEntries(early.map((line) => [line, 1])), late: 2 });
  await until(() => engine.tablesInUse().every(({ versions }) => versions[0]!.number === 2));
  tables.release(engine, withLookup(wanted, 2));
  expect(tables.here).toEqual([2]);
  await engine.stop({ deadlineMs: 1000 });
});

test('two pipelines of a listener meet a version from the same event on', async () => {
  const { engine, toys, apply } = open();
  const wanted = deployment([looking('PV_1'), looking('PV_2', {}, 'PL_2', 'b')]);
  await apply(withLookup(wanted, 1));
  let applying = true;
  const activations = (async () => {
    for (let number = 2; number < (laneCount() === 0 ? 30 : 6); number++) await apply(withLookup(wanted, number));
  })();
  void activations.then(() => (applying = false));
  let sent = 0;
  while (applying) {
    if (sent - toys.destination('a').lines.length < 500) await submitLines(toys.peer('LI_1'), [`e${sent++}`]);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  await activations;
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  const [one, other] = [metBy(toys.destination('a').lines), metBy(toys.destination('b').lines)];
  expect(Object.keys(one)).toHaveLength(sent);
  expect(other).toEqual(one);
  const inOrder = Array.from({ length: sent }, (_, i) => one[`e${i}`]!);
  expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
});

test('a node that keeps to a version keeps its table, also when nothing but what drains names it', async () => {
  const disk = createMemoryJournal();
  const toys = createToys();
  toys.destination('a').answer = () => new Promise(() => undefined);
  const kept = deployment([looking('PV_1', { version: 1 })]);
  const first = open({ journal: createCrashJournal(disk, seeded(1)), toys });
  await first.apply(withLookup(kept, 3, [1]));
  await submitLines(toys.peer('LI_1'), ['kept']);
  await until(() => toys.destination('a').calls > 0);
  await first.apply(withLookup(deployment([looking('PV_2')]), 3));
  expect(first.tables.here).toEqual([1, 3]);
  (first.journal as ReturnType<typeof createCrashJournal>).crash();
  first.abandon();
  toys.destination('a').answer = undefined;
  const second = open({ journal: disk, toys });
  await second.apply(withLookup(deployment([looking('PV_2')]), 3));
  await until(() => toys.destination('a').lines.length > 0);
  expect(toys.destination('a').lines).toEqual(['1 kept']);
  await until(() => second.engine.tablesInUse().every(({ versions }) => versions[0]!.number === 3));
  await second.engine.stop({ deadlineMs: 1000 });
});

test('a version whose table is not here does not come into force, and comes later', async () => {
  const { engine, toys, tables, apply } = open();
  const wanted = deployment([looking('PV_1')]);
  await apply(withLookup(wanted, 1));
  await engine.apply(withLookup(wanted, 2));
  await submitLines(toys.peer('LI_1'), ['one']);
  await until(() => toys.destination('a').lines.length === 1);
  await apply(withLookup(wanted, 2));
  await submitLines(toys.peer('LI_1'), ['two']);
  await until(() => toys.destination('a').lines.length === 2);
  expect(toys.destination('a').lines).toEqual(['1 one', '2 two']);
  expect(tables.here).toEqual(expect.arrayContaining([2]));
  await engine.stop({ deadlineMs: 1000 });
});

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** Lanes on threads of their own are killed in tests/faults. */
test.each(Array.from({ length: laneCount() === 0 ? 6 : 0 }, (_, seed) => seed))(
  'killed while versions come into force: an event repeated meets the version it met: seed %i',
  async (seed) => {
    const random = seeded(seed);
    const disk = createMemoryJournal();
    const toys = createToys();
    const delivered: string[] = [];
    toys.destination('a').answer = async (_batch, lines) => {
      delivered.push(...lines);
      await turns(Math.floor(random() * 6));
      if (random() < 0.3) throw new Error('no answer');
      return undefined;
    };
    const wanted = deployment([looking('PV_1')]);
    let number = 1;
    let next = 0;
    const firstAfter: [event: number, version: number][] = [];
    for (let life = 0; life < 6; life++) {
      const journal = createCrashJournal(disk, random);
      const { engine, apply, abandon } = open({ journal, toys, limits: { commitIntervalMs: 3, branchMemoryBytes: 60 } });
      await apply(withLookup(wanted, number));
      for (let round = 3 + Math.floor(random() * 8); round > 0; round--) {
        void submitLines(
          toys.peer('LI_1'),
          Array.from({ length: 1 + Math.floor(random() * 5) }, () => `e${next++}`),
        ).catch(() => undefined);
        await turns(Math.floor(random() * 20));
        if (random() < 0.4) {
          number++;
          const done = apply(withLookup(wanted, number)).catch(() => undefined);
          if (random() < 0.5 && (await Promise.race([done, turns(200)]))) firstAfter.push([next, number]);
        }
      }
      expect(engine.tablesInUse().length).toBeGreaterThan(0);
      journal.crash();
      abandon();
      await turns(20);
    }
    toys.destination('a').answer = async (_batch, lines) => void delivered.push(...lines);
    const { engine, apply } = open({ journal: disk, toys });
    await apply(withLookup(wanted, number));
    expect(await engine.drain({ deadlineMs: 20_000 })).toBe(true);
    await engine.stop({ deadlineMs: 1000 });
    const met = new Map<number, Set<number>>();
    for (const line of delivered) {
      const [version, text] = line.split(' ');
      const event = Number(text!.slice(1));
      met.set(event, (met.get(event) ?? new Set()).add(Number(version)));
    }
    expect([...met].filter(([, versions]) => versions.size > 1)).toEqual([]);
    const inOrder = [...met].sort(([one], [other]) => one - other).map(([, [version]]) => version!);
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
    for (const [event, version] of firstAfter)
      for (const [other, [its]] of met) if (other >= event) expect(its).toBeGreaterThanOrEqual(version);
    expect(met.size).toBeGreaterThan(0);
  },
);
