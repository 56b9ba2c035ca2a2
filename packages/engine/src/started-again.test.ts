import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { createMemoryJournal, openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createCrashJournal, seeded } from '../test/crash-journal.ts';
import { deployment, label, links, pipeline, sink } from '../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../test/harness.ts';
import { Told } from '../test/told.ts';
import { createToys, submitLines } from '../test/toy-components.ts';

const version = (id: string) => pipeline('PL_1', id, [label(), sink('out', 'a')], links('start > out'));
const one = deployment([version('PV_1')]);
const none = deployment([]);
/** As when the only version that reads a listener in its cluster is stopped. */
const nothingAtAll = deployment([], { listeners: [] });

/** The destination takes nothing until it is let go. */
function held(toys: ReturnType<typeof createToys>): () => void {
  const gate = Promise.withResolvers<undefined>();
  toys.destination('a').answer = () => gate.promise;
  return () => {
    toys.destination('a').answer = undefined;
    gate.resolve(undefined);
  };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a version that is stopped, has ended and is started again goes on counting', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(one);
  await submitLines(toys.peer('LI_1'), ['a', 'b']);
  await until(() => totalsOf(engine, 'PV_1')['delivered'] === 2);
  await engine.apply(none);
  await until(() => engine.status().pipelines.length === 0);
  await engine.apply(one);
  await submitLines(toys.peer('LI_1'), ['c']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(totalsOf(engine, 'PV_1')).toMatchObject({ entered: 3, delivered: 3 });
});

test('a version that is started again while what it had waits: nothing is counted as waiting for ever', async () => {
  const { engine, toys } = startHarness();
  const letGo = held(toys);
  await engine.apply(one);
  await submitLines(toys.peer('LI_1'), ['a', 'b']);
  await until(() => totalsOf(engine, 'PV_1')['entered'] === 2);
  await engine.apply(none);
  await engine.apply(one);
  await submitLines(toys.peer('LI_1'), ['c']);
  await until(() => totalsOf(engine, 'PV_1')['entered'] === 3);
  letGo();
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await until(() => engine.status().pipelines.length === 1);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines.sort()).toEqual(['a', 'b', 'c']);
  expect(totalsOf(engine, 'PV_1')).toMatchObject({ entered: 3, delivered: 3 });
});

test('a version that is started again while what it had waits, and dies: everything is delivered', async () => {
  const disk = createMemoryJournal();
  const toys = createToys();
  const letGo = held(toys);
  const journal = createCrashJournal(disk, seeded(1));
  const { engine, abandon } = startHarness({ journal, toys });
  await engine.apply(one);
  await submitLines(toys.peer('LI_1'), ['a', 'b']);
  await until(() => totalsOf(engine, 'PV_1')['entered'] === 2);
  await engine.apply(none);
  await engine.apply(one);
  await submitLines(toys.peer('LI_1'), ['c']);
  await until(() => totalsOf(engine, 'PV_1')['entered']! >= 1);
  journal.crash();
  abandon();
  toys.destination('a').answer = () => Promise.reject(new Error('it died with its process'));
  letGo();
  await turn();
  toys.destination('a').lines.length = 0;
  const next = startHarness({ journal: disk, toys });
  await next.engine.apply(one);
  expect(await next.engine.drain({ deadlineMs: 5000 })).toBe(true);
  await next.engine.stop({ deadlineMs: 1000 });
  expect([...new Set(toys.destination('a').lines)].sort()).toEqual(['a', 'b', 'c']);
  expectBalance(next.engine, 'LI_1', ['PV_1']);
});

test('a data sink that opens slowly after a restart keeps no listener closed, and gets what came meanwhile once it is open', async () => {
  const disk = createMemoryJournal();
  const toys = createToys();
  const first = startHarness({ journal: disk, toys });
  await first.engine.apply(one);
  await submitLines(toys.peer('LI_1'), ['a']);
  expect(await first.engine.drain({ deadlineMs: 5000 })).toBe(true);
  await first.engine.stop({ deadlineMs: 1000 });
  const { wire } = toys;
  const open = wire.open.bind(wire);
  const gate = Promise.withResolvers<void>();
  wire.open = async (name, checkpoint) => {
    await gate.promise;
    return open(name, checkpoint);
  };
  const { engine } = startHarness({ journal: disk, toys });
  expect((await engine.apply(one)).listeners).toMatchObject([{ id: 'LI_1', result: 'started' }]);
  expect(engine.status().pipelines[0]?.branches[0]?.state).toBe('connecting');
  await submitLines(toys.peer('LI_1'), ['b']);
  expect(toys.destination('a').lines).toEqual(['a']);
  gate.resolve();
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toEqual(['a', 'b']);
});

test.each(Array.from({ length: 30 }, (_, seed) => seed))(
  'listeners and versions that stop, start, change and roll back at random, killed or not: counted and delivered, seed %i',
  async (seed) => {
    const random = seeded(seed);
    const below = (n: number) => Math.floor(random() * n);
    const disk = createMemoryJournal();
    const toys = createToys();
    const told = new Told();
    const isKilled = seed % 2 === 1;
    toys.destination('a').answer = async () => {
      for (let turns = below(20); turns > 0; turns--) await turn();
      if (random() < 0.3) throw new Error('no answer');
      return undefined;
    };
    const owed: string[] = [];
    let running: string | undefined;
    let listens = true;
    let sent = 0;
    for (let life = 0; life < (isKilled ? 4 : 1); life++) {
      const journal = createCrashJournal(disk, random);
      const { engine, abandon } = startHarness({ journal, toys, limits: { commitIntervalMs: 3, branchMemoryBytes: 400 } });
      const apply = async (id: string | undefined, withListener: boolean) => {
        const wanted = withListener ? none : nothingAtAll;
        const { pipelines } = await engine.apply(id === undefined ? wanted : deployment([version(id)]));
        expect(pipelines.filter(({ result }) => result === 'failed')).toEqual([]);
        running = id;
        listens = id !== undefined || withListener;
      };
      await apply(running, listens);
      for (let step = 0; step < 20; step++) {
        if (listens) {
          const lines = Array.from({ length: 1 + below(5) }, () => `e${sent++};`);
          await submitLines(toys.peer('LI_1'), lines);
          if (running !== undefined) owed.push(...lines);
        }
        for (let turns = below(20); turns > 0; turns--) await turn();
        if (random() < 0.6) await apply(random() < 0.4 ? undefined : `PV_${below(2)}`, random() < 0.4);
        if (random() < 0.5) told.hear(engine);
      }
      if (isKilled && life < 3) {
        journal.crash();
        abandon();
        for (let turns = 0; turns < 40; turns++) await turn();
        continue;
      }
      toys.destination('a').answer = undefined;
      expect(await engine.drain({ deadlineMs: 20_000 })).toBe(true);
      await until(() => engine.status().pipelines.length === (running === undefined ? 0 : 1));
      await engine.stop({ deadlineMs: 1000 });
      told.hear(engine);
      expectBalance(engine, 'LI_1', ['PV_0', 'PV_1']);
    }
    const { lines } = toys.destination('a');
    expect(owed.filter((line) => !new Set(lines).has(line))).toEqual([]);
    expect(told.shrunk).toEqual([]);
    expect([told.total('listener', 'received'), told.total('listener', 'decoded')]).toEqual([sent, sent]);
    expect([told.total('version', 'entered'), told.total('version', 'delivered')]).toEqual([owed.length, owed.length]);
    if (!isKilled) expect(lines.sort()).toEqual(owed.sort());
    expect(disk.streams().filter((stream) => stream.startsWith('ob/')).length).toBeLessThanOrEqual(1);
  },
);

test.each(['is deployed again', 'dies'])(
  'a listener that has come back and %s before the next commit: what it took in is kept',
  async (then) => {
    const disk = createMemoryJournal();
    const toys = createToys();
    const journal = createCrashJournal(disk, seeded(1));
    const first = startHarness({ journal, toys, limits: { commitIntervalMs: 3_600_000 } });
    await first.engine.apply(none);
    await submitLines(toys.peer('LI_1'), ['before']);
    await first.engine.apply(nothingAtAll);
    await first.engine.apply(none);
    await submitLines(toys.peer('LI_1'), ['a', 'b']);
    if (then === 'dies') {
      journal.crash();
      first.abandon();
    } else await first.engine.apply(none);
    const { engine } = then === 'dies' ? startHarness({ journal: disk, toys }) : first;
    await engine.apply(none);
    expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
    await engine.stop({ deadlineMs: 1000 });
    expect(totalsOf(engine, 'LI_1')).toMatchObject({ received: 3, decoded: 3 });
  },
);

test('what was acknowledged before a stop is delivered, and nothing of it by the version that starts next', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(one);
  await submitLines(toys.peer('LI_1'), ['before']);
  for (let round = 0; round < 50; round++) {
    const lines = Array.from({ length: 20 }, (_, n) => `e${round}.${n}`);
    await Promise.all(lines.map((line) => submitLines(toys.peer('LI_1'), [line])));
    await engine.apply(none);
    await engine.apply(deployment([version(`PV_${round % 2}`)]));
  }
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  const sent = Array.from({ length: 50 }, (_, round) => Array.from({ length: 20 }, (__, n) => `e${round}.${n}`)).flat();
  expect(toys.destination('a').lines.sort()).toEqual(['before', ...sent].sort());
});

test('a version that was stopped together with its listener while it lagged, and died: all is delivered without the listener being deployed', async () => {
  const disk = createMemoryJournal();
  const toys = createToys();
  const letGo = held(toys);
  const journal = createCrashJournal(disk, seeded(1));
  const limits = { branchMemoryBytes: 100 };
  const { engine, abandon } = startHarness({ journal, toys, limits });
  await engine.apply(one);
  const lines = Array.from({ length: 100 }, (_, n) => `e${n}`);
  for (const line of lines) await submitLines(toys.peer('LI_1'), [line]);
  await engine.apply(nothingAtAll);
  journal.crash();
  abandon();
  toys.destination('a').answer = () => Promise.reject(new Error('it died with its process'));
  letGo();
  for (let turns = 0; turns < 40; turns++) await turn();
  toys.destination('a').answer = undefined;
  toys.destination('a').lines.length = 0;
  const next = startHarness({ journal: disk, toys, limits });
  await next.engine.apply(nothingAtAll);
  await until(() => next.engine.status().pipelines.length === 0);
  await next.engine.apply(nothingAtAll);
  await next.engine.stop({ deadlineMs: 1000 });
  expect([...new Set(toys.destination('a').lines)].sort()).toEqual(lines.toSorted());
  expect(totalsOf(next.engine, 'LI_1')).toMatchObject({ received: 100 });
  expect(disk.streams()).toEqual([]);
});

test('a listener that came back and received nothing until the journal had forgotten its stream: what it takes in then is delivered', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'acequia-started-again-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const open = () => openJournal({ directory, identity: testLog(), clock: systemClock, log: silentLog });
  const toys = createToys();
  let journal = await open();
  let { engine } = startHarness({ journal, toys });
  const begins = async () => {
    await engine.stop({ deadlineMs: 1000 });
    await journal.close();
    journal = await open();
    ({ engine } = startHarness({ journal, toys }));
    await engine.apply(one);
  };
  await engine.apply(one);
  for (let n = 0; n < 10; n++) await submitLines(toys.peer('LI_1'), [`e${n}`]);
  await until(() => totalsOf(engine, 'PV_1')['delivered'] === 10);
  await engine.apply(none);
  await until(() => engine.status().pipelines.length === 0);
  await engine.apply(nothingAtAll);
  await engine.apply(one);
  await begins();
  await begins();
  expect(journal.head('li/t1/LI_1/0').block).toBe(1);
  for (let n = 10; n < 15; n++) await submitLines(toys.peer('LI_1'), [`e${n}`]);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  await journal.close();
  expect(toys.destination('a').lines).toEqual(Array.from({ length: 15 }, (_, n) => `e${n}`));
  expect(totalsOf(engine, 'LI_1')['received']).toBe(15);
});
