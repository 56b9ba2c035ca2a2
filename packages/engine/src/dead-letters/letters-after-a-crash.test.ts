import { createMemoryJournal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { createCrashJournal, seeded } from '../../test/crash-journal.ts';
import { action, deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { laneCount, startHarness, totalsOf } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';

const version = pipeline(
  'PL_1',
  'PV_1',
  [label(), action('mark', 'mark', { mark: '' }), sink('out', 'a')],
  links('start > mark', 'mark > out'),
);
const onThreads = laneCount() > 0;
const seeds = onThreads ? 3 : 40;
const turns = async (count: number) => {
  for (let i = 0; i < count * (onThreads ? 50 : 1); i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

test.each(Array.from({ length: seeds }, (_, seed) => seed))(
  'a process that dies between a letter and its commit leaves no second letter, and none of what is delivered then: seed %i',
  async (seed) => {
    const random = seeded(seed);
    const disk = createMemoryJournal();
    const toys = createToys();
    let refuses = 0.3;
    toys.destination('a').answer = async (_batch, lines) => {
      await turns(Math.floor(random() * 4));
      if (random() < 0.1) throw new Error('no answer');
      const rejected = lines.flatMap((_, record) => (random() < refuses ? [{ record, code: 'HTTP_400' }] : []));
      return { rejected };
    };
    const acknowledged = new Set<string>();
    let next = 0;
    for (let life = 0; life < 6; life++) {
      const journal = createCrashJournal(disk, random);
      const { engine, abandon, killLanes } = startHarness({ journal, toys, limits: { commitIntervalMs: 3, branchMemoryBytes: 400 } });
      await engine.apply(deployment([version]));
      for (let round = 3 + Math.floor(random() * 8); round > 0; round--) {
        const lines = Array.from(
          { length: 1 + Math.floor(random() * 12) },
          () => `${random() < 0.1 ? '!' : ''}${next++}${random() < 0.2 ? ' bad' : ''};`,
        );
        void submitLines(toys.peer('LI_1'), lines).then(
          () => lines.forEach((line) => acknowledged.add(line)),
          () => undefined,
        );
        await turns(Math.floor(random() * 20));
        if (random() < 0.15) killLanes();
      }
      journal.crash();
      abandon();
      await turns(20);
    }
    refuses = 0;
    const { engine } = startHarness({ journal: disk, toys });
    await engine.apply(deployment([version]));
    expect(await engine.drain({ deadlineMs: 20_000 })).toBe(true);
    const { letters } = await engine.deadLetters.list('t1', {}, undefined, 10_000);
    const lineOf = ({ fields }: (typeof letters)[number]) => fields.find(({ name }) => name === 'message' || name === '_raw')!.value;
    const open = letters.map(lineOf);
    const delivered = new Set(toys.destination('a').lines);
    expect(open.filter((line, at) => open.indexOf(line) !== at)).toEqual([]);
    expect([...acknowledged].filter((line) => !delivered.has(line) && !open.includes(line))).toEqual([]);
    await engine.stop({ deadlineMs: 1000 });
    expect((totalsOf(engine, 'PV_1')['rejected'] ?? 0) + (totalsOf(engine, 'LI_1')['rejected'] ?? 0)).toBe(open.length);
    const { causes } = await engine.deadLetters.summary('t1');
    expect(causes.reduce((sum, { count }) => sum + count, 0)).toBe(open.length);
    expect(open.length).toBeGreaterThan(0);
  },
);
