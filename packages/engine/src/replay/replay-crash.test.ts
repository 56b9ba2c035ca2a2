import { createMemoryJournal } from '@acequia/journal';
import { afterAll, expect, test } from 'vitest';
import { createCrashJournal, seeded } from '../../test/crash-journal.ts';
import { label, links, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../../test/harness.ts';
import { replay, running } from '../../test/replays.ts';
import { createToys, submitLines, type Toys } from '../../test/toy-components.ts';

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};
const live = pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'));
const stored = pipeline('PL_1', 'PV_0', [label(), sink('out', 'b'), sink('copy', 'c')], links('start > out', 'start > copy'));
const limits = { commitIntervalMs: 3, branchMemoryBytes: 400, retentionMs: 3_600_000 };
const oldLines = Array.from({ length: 60 }, (_, n) => `old ${n}`);

/** Destinations that take their time, fail now and then, and answer nobody once the process is dead. */
function shaky(toys: Toys, random: () => number): { dead: boolean } {
  const process = { dead: false };
  for (const name of ['a', 'b', 'c']) {
    toys.destination(name).batching = { maxEvents: 4, concurrency: 1 };
    toys.destination(name).answer = async () => {
      await turns(Math.floor(random() * 20));
      if (process.dead) await new Promise<never>(() => undefined);
      if (random() < 0.15) throw new Error('no answer');
      return undefined;
    };
  }
  return process;
}

let midway = 0;
afterAll(() => expect(midway).toBeGreaterThan(15));

test.each(Array.from({ length: 30 }, (_, seed) => seed))(
  'killed in the middle, again and again: the replay goes on where it was, nothing is missing, nothing is counted twice: seed %i',
  async (seed) => {
    const random = seeded(seed);
    const disk = createMemoryJournal();
    const begin = startHarness({ journal: disk, limits });
    await begin.engine.apply(running([]));
    const fromMs = Date.now();
    for (let at = 0; at < oldLines.length; at += 3)
      await submitLines(begin.toys.peer('LI_1'), oldLines.slice(at, at + 3), undefined, fromMs + at);
    expect(await begin.engine.drain({ deadlineMs: 5000 })).toBe(true);
    await begin.engine.stop({ deadlineMs: 1000 });

    const wanted = replay('RP_1', stored, { fromMs, toMs: fromMs + oldLines.length });
    const delivered = { a: new Set<string>(), b: new Set<string>(), c: new Set<string>() };
    const collect = (toys: Toys) => {
      for (const name of ['a', 'b', 'c'] as const) for (const line of toys.destination(name).lines) delivered[name].add(line);
    };
    const acknowledged = new Set<string>();
    for (let life = 0; life < 4; life++) {
      const journal = createCrashJournal(disk, random);
      const toys = createToys();
      const process = shaky(toys, random);
      const { engine } = startHarness({ journal, toys, limits });
      await engine.apply(running([live], [wanted]));
      for (let round = Math.floor(random() * 12); round > 0; round--) {
        const line = `live ${life} ${round}`;
        void submitLines(toys.peer('LI_1'), [line], undefined, Date.now()).then(
          () => acknowledged.add(line),
          () => undefined,
        );
        await turns(Math.floor(random() * 60));
      }
      journal.crash();
      process.dead = true;
      const status = engine.status().replays[0];
      if (status?.state === 'running' && status.blocksDone > 0) midway++;
      collect(toys);
      await turns(20);
    }

    const { engine, toys } = startHarness({ journal: disk, limits });
    await engine.apply(running([live], [wanted]));
    await until(() => engine.status().replays[0]?.state === 'done');
    expect(await engine.drain({ deadlineMs: 20_000 })).toBe(true);
    await engine.stop({ deadlineMs: 1000 });
    collect(toys);
    expect({ b: [...delivered.b].toSorted(), c: [...delivered.c].toSorted() }).toEqual({ b: oldLines.toSorted(), c: oldLines.toSorted() });
    expect(totalsOf(engine, 'RP_1')).toMatchObject({ entered: 60, created: 60, delivered: 120 });
    expect([...acknowledged].filter((line) => !delivered.a.has(line))).toEqual([]);
    expect([...delivered.a].filter((line) => line.startsWith('old'))).toEqual([]);
    expect(totalsOf(engine, 'PV_1')['entered']).toBe(delivered.a.size);
    expect(totalsOf(engine, 'LI_1')['decoded']).toBe(oldLines.length + delivered.a.size);
    expectBalance(engine, 'LI_1', ['PV_1', 'RP_1']);
  },
);

test('killed while it is being stopped: it stays stopped, and what it gave up is counted once', async () => {
  for (let seed = 0; seed < 12; seed++) {
    const random = seeded(seed);
    const disk = createMemoryJournal();
    const begin = startHarness({ journal: disk, limits });
    await begin.engine.apply(running([]));
    const fromMs = Date.now();
    for (const [n, line] of oldLines.entries()) await submitLines(begin.toys.peer('LI_1'), [line], undefined, fromMs + n);
    expect(await begin.engine.drain({ deadlineMs: 5000 })).toBe(true);
    await begin.engine.stop({ deadlineMs: 1000 });
    const journal = createCrashJournal(disk, random);
    const toys = createToys();
    const process = shaky(toys, random);
    const first = startHarness({ journal, toys, limits });
    await first.engine.apply(running([], [replay('RP_1', stored, { fromMs, toMs: fromMs + 60 })]));
    await turns(Math.floor(random() * 300));
    void first.engine.apply(running([])).catch(() => undefined);
    await turns(Math.floor(random() * 60));
    journal.crash();
    process.dead = true;
    await turns(20);
    const { engine } = startHarness({ journal: disk, limits });
    await engine.apply(running([]));
    await until(() => ['stopped', 'done'].includes(engine.status().replays[0]?.state ?? ''));
    await engine.stop({ deadlineMs: 1000 });
    expectBalance(engine, 'LI_1', ['RP_1']);
  }
});
