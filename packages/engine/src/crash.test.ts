import { createMemoryJournal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { createCrashJournal, seeded } from '../test/crash-journal.ts';
import { action, deployment, label, links, pipeline, sink } from '../test/deployments.ts';
import { expectBalance, laneCount, startHarness, totalsOf, until } from '../test/harness.ts';
import { createToys, submitLines } from '../test/toy-components.ts';

const nodes = [
  label(),
  action('pick', 'choose', { word: 'x' }),
  action('mark', 'mark', { mark: '' }),
  sink('fast', 'a'),
  sink('slow', 'b'),
];
const joined = links('start > pick', 'pick.yes > mark', 'mark > fast', 'pick.yes > slow', 'pick.no > slow');
const version = (id: string) => pipeline('PL_1', id, nodes, joined);

/** Lanes on threads of their own need longer to get anywhere, and to begin. */
const pace = laneCount() === 0 ? 1 : 50;
const seeds = laneCount() === 0 ? 20 : 4;

const turns = async (count: number) => {
  for (let i = 0; i < count * pace; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

test.each(Array.from({ length: seeds }, (_, seed) => seed))('killed again and again, with publishes in between: seed %i', async (seed) => {
  const random = seeded(seed);
  const disk = createMemoryJournal();
  const toys = createToys();
  toys.destination('b').answer = async () => {
    await turns(Math.floor(random() * 10));
    if (random() < 0.2) throw new Error('no answer');
    return undefined;
  };
  const acknowledged = new Set<string>();
  const sent = new Set<string>();
  let published = 0;
  let next = 0;
  for (let life = 0; life < 6; life++) {
    const journal = createCrashJournal(disk, random);
    const { engine, abandon } = startHarness({ journal, toys, limits: { commitIntervalMs: 3, branchMemoryBytes: 400 } });
    await engine.apply(deployment([version(`PV_${published}`)]));
    const rounds = 3 + Math.floor(random() * 10);
    for (let round = 0; round < rounds; round++) {
      const lines = Array.from(
        { length: 1 + Math.floor(random() * 20) },
        () => `${next++}${random() < 0.5 ? ' x' : ''}${random() < 0.05 ? ' bad' : ''};`,
      );
      for (const line of lines) sent.add(line);
      void submitLines(toys.peer('LI_1'), lines).then(
        () => lines.forEach((line) => acknowledged.add(line)),
        () => undefined,
      );
      await turns(Math.floor(random() * 30));
      if (random() < 0.2) void engine.apply(deployment([version(`PV_${++published}`)])).catch(() => undefined);
    }
    journal.crash();
    abandon();
    await turns(20);
    published += 100;
  }
  const { engine } = startHarness({ journal: disk, toys });
  toys.destination('b').answer = undefined;
  await engine.apply(deployment([version('PV_last')]));
  expect(await engine.drain({ deadlineMs: 20_000 })).toBe(true);
  await until(() => engine.status().pipelines.length === 1);
  expect(disk.streams().filter((stream) => stream.startsWith('ob/')).length).toBeLessThanOrEqual(2);
  await engine.stop({ deadlineMs: 1000 });
  const fast = new Set(toys.destination('a').lines);
  const slow = new Set(toys.destination('b').lines);
  const lost = [...acknowledged].filter((line) => !slow.has(line) || (line.includes('x') && !line.includes('bad') && !fast.has(line)));
  expect(lost).toEqual([]);
  expect([...fast, ...slow].filter((line) => !sent.has(line))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(0);
  expectBalance(
    engine,
    'LI_1',
    disk.commits.keys('v/').map((key) => key.slice(2)),
  );
});

test('a number given twice after a crash is the same number', async () => {
  const random = seeded(7);
  const disk = createMemoryJournal();
  const toys = createToys();
  const numbered = pipeline(
    'PL_1',
    'PV_1',
    [label(), action('count', 'number', {}), sink('out', 'a')],
    links('start > count', 'count > out'),
  );
  for (let life = 0; life < 5; life++) {
    const journal = createCrashJournal(disk, random);
    const { engine, abandon } = startHarness({ journal, toys, limits: { commitIntervalMs: 3 } });
    await engine.apply(deployment([numbered]));
    for (let round = 0; round < 8; round++) {
      void submitLines(toys.peer('LI_1'), [`${life}-${round}`]).catch(() => undefined);
      await turns(25);
    }
    journal.crash();
    abandon();
    await turns(20);
  }
  const { engine } = startHarness({ journal: disk, toys });
  await engine.apply(deployment([numbered]));
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  const numbers = new Map<string, Set<string>>();
  for (const line of toys.destination('a').lines) {
    const [number, text] = line.split(':');
    numbers.set(text!, (numbers.get(text!) ?? new Set()).add(number!));
  }
  expect([...numbers].filter(([, given]) => given.size > 1)).toEqual([]);
  expect(totalsOf(engine, 'PV_1')['entered']).toBe(numbers.size);
  expectBalance(engine, 'LI_1', ['PV_1']);
});
