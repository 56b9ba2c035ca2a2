import { createMemoryJournal, type Journal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { createCrashJournal, seeded } from '../../test/crash-journal.ts';
import { deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until, type Harness } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';

const straight = (version = 'PV_1') => pipeline('PL_1', version, [label(), sink('out', 'a')], links('start > out'));
const all = { filter: {}, from: undefined, limit: 1000 };
const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** A process whose lanes never read what was re-driven. */
function deaf(disk: Journal): Journal {
  return new Proxy(disk, {
    get: (target, name) => {
      if (name === 'read')
        return (...[stream, from, bytes]: Parameters<Journal['read']>) =>
          stream.startsWith('rd/') ? new Promise<never>(() => undefined) : target.read(stream, from, bytes);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const open = async ({ engine }: Harness) => (await engine.deadLetters.list('t1', {}, undefined, 1000)).letters;

async function lettersOf(harness: Harness, count: number) {
  for (;;) {
    const letters = await open(harness);
    if (letters.length === count) return letters;
    await turns(1);
  }
}

async function end({ engine }: Harness): Promise<void> {
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
}

/** A disk with letters of 30 events that their destination accepts from now on, and a process that died while it re-drove them. */
async function killedWhileRedriving(into: 'node' | 'start') {
  const disk = createMemoryJournal();
  const toys = createToys();
  toys.destination('a').answer = (_batch, lines) => ({ rejected: lines.map((_, record) => ({ record, code: 'HTTP_400' })) });
  const first = startHarness({ journal: disk, toys });
  await first.engine.apply(deployment([straight()]));
  await submitLines(
    toys.peer('LI_1'),
    Array.from({ length: 30 }, (_, n) => `no ${n};`),
  );
  const ids = (await lettersOf(first, 30)).map(({ id }) => id);
  await end(first);
  toys.destination('a').answer = () => undefined;
  const journal = createCrashJournal(deaf(disk), () => 0);
  const { engine, abandon } = startHarness({ journal, toys });
  await engine.apply(deployment([straight()]));
  void engine.deadLetters.redrive('t1', { ids }, into).catch(() => undefined);
  await until(() => disk.head('rd/t1/PL_1').block > 1);
  journal.crash();
  abandon();
  void engine.deadLetters.close();
  return { disk, toys, ids };
}

test.each(['node', 'start'] as const)(
  'letters whose re-drive (%s) a kill cut off are closed at the next start, and a second re-drive delivers none twice',
  async (into) => {
    const { disk, toys, ids } = await killedWhileRedriving(into);
    const next = startHarness({ journal: disk, toys });
    await next.engine.apply(deployment([straight()]));
    const again = await next.engine.deadLetters.redrive('t1', { ids }, into);
    expect(again.done).toBe(0);
    expect(again.refused.every(({ code }) => code === 'REDRIVE_WAITING' || code === 'LETTER_CLOSED')).toBe(true);
    await lettersOf(next, 0);
    expect((await next.engine.deadLetters.list('t1', { state: 'redriven' }, undefined, 100)).letters).toHaveLength(30);
    expect((await next.engine.deadLetters.summary('t1')).causes).toEqual([]);
    await end(next);
    expect(toys.destination('a').lines).toHaveLength(30);
    expect(totalsOf(next.engine, 'PV_1')).toMatchObject({ redriven: 30, delivered: 30 });
  },
);

test('a frame that could not be decoded, whose re-drive a kill cut off, comes in once and leaves one open letter', async () => {
  const disk = createMemoryJournal();
  const toys = createToys();
  const journal = createCrashJournal(disk, () => 0.9);
  const first = startHarness({ journal, toys });
  await first.engine.apply(deployment([straight()]));
  await submitLines(toys.peer('LI_1'), ['!broken']);
  const [letter] = await lettersOf(first, 1);
  void first.engine.deadLetters.redrive('t1', { ids: [letter!.id] }, 'start').catch(() => undefined);
  await until(() => disk.head('li/t1/LI_1/0').block > 2);
  journal.crash();
  first.abandon();
  void first.engine.deadLetters.close();
  await turns(10);
  const next = startHarness({ journal: disk, toys: createToys() });
  await next.engine.apply(deployment([straight()]));
  expect(await next.engine.deadLetters.redrive('t1', { ids: [letter!.id] }, 'start')).toMatchObject({ done: 0 });
  await until(() => totalsOf(next.engine, 'LI_1')['rejected'] === 2);
  const [again] = await lettersOf(next, 1);
  expect(again!.id).not.toBe(letter!.id);
  await end(next);
  expect(totalsOf(next.engine, 'LI_1')).toMatchObject({ received: 2, rejected: 2 });
  expectBalance(next.engine, 'LI_1', ['PV_1']);
});

test('letters whose re-drive a kill cut off are open again when their pipeline was stopped meanwhile', async () => {
  const { disk, toys, ids } = await killedWhileRedriving('node');
  const next = startHarness({ journal: deaf(disk), toys });
  await next.engine.apply(deployment([straight()]));
  await next.engine.apply(deployment([]));
  await next.engine.apply(deployment([straight('PV_2')]));
  await end(next);
  expect(toys.destination('a').lines).toEqual([]);
  const last = startHarness({ journal: disk, toys });
  await last.engine.apply(deployment([straight('PV_2')]));
  expect((await open(last)).map(({ id }) => id)).toEqual(ids);
  expect(await last.engine.deadLetters.redrive('t1', all, 'node')).toEqual({ done: 30, refused: [] });
  await end(last);
  expect(toys.destination('a').lines).toHaveLength(30);
});

test('letters for a node that is gone when they come do not run the whole pipeline when they are driven into it again', async () => {
  const { disk, toys } = await killedWhileRedriving('node');
  const next = startHarness({ journal: disk, toys });
  const renamed = pipeline('PL_1', 'PV_2', [label(), sink('other', 'a')], links('start > other'));
  await next.engine.apply(deployment([renamed]));
  await until(() => totalsOf(next.engine, 'PV_2')['rejected'] === 30);
  const [letter] = await lettersOf(next, 30);
  expect(letter).toMatchObject({ code: 'ENGINE_NODE_MISSING', node: 'start' });
  expect(await next.engine.deadLetters.redrive('t1', all, 'node')).toEqual({ done: 0, refused: [{ code: 'NODE_MISSING', count: 30 }] });
  await next.engine.apply(deployment([straight('PV_3')]));
  expect(await next.engine.deadLetters.redrive('t1', all, 'node')).toEqual({ done: 30, refused: [] });
  await end(next);
  expect(toys.destination('a').lines).toHaveLength(30);
});

test.each(Array.from({ length: 25 }, (_, seed) => seed))(
  'kills, stops and switches at any moment leave one open letter of an event that is refused, and none of one that is delivered: seed %i',
  async (seed) => {
    const random = seeded(seed);
    const disk = createMemoryJournal();
    const delivered = new Set<string>();
    // A killed process still holds its own destination and must not reach that of the next one.
    const begin = async (version: string, accepts: boolean, journal: Journal = disk) => {
      const toys = createToys();
      toys.destination('a').answer = (_batch, lines) => {
        if (accepts) for (const line of lines) delivered.add(line);
        return { rejected: accepts ? [] : lines.map((_, record) => ({ record, code: 'HTTP_400' })) };
      };
      const harness = startHarness({ journal, toys, limits: { commitIntervalMs: 3, branchMemoryBytes: 100 } });
      await harness.engine.apply(deployment([straight(version)]));
      return harness;
    };
    const refused = Array.from({ length: 20 }, (_, n) => `no ${n};`);
    const broken = Array.from({ length: 5 }, (_, n) => `!broken ${n}`);
    const lineOf = ({ fields }: Awaited<ReturnType<typeof open>>[number]) =>
      fields.find(({ name }) => name === 'message' || name === '_raw')!.value;
    const first = await begin('PV_first', false);
    await submitLines(first.toys.peer('LI_1'), [...refused, ...broken]);
    await lettersOf(first, 25);
    await end(first);
    for (let life = 0; life < 5; life++) {
      const accepts = life === 4;
      const journal = createCrashJournal(disk, random);
      const killed = await begin(random() < 0.5 ? 'PV_same' : `PV_${life}`, accepts, journal);
      for (let asked = 0; asked < 3; asked++) {
        void killed.engine.deadLetters
          .redrive('t1', { filter: {}, from: undefined, limit: 5 + Math.floor(random() * 20) }, random() < 0.5 ? 'node' : 'start')
          .catch(() => undefined);
        await turns(Math.floor(random() * 60));
        if (random() < 0.15) await killed.engine.apply(deployment([]));
        if (random() < 0.3) await killed.engine.apply(deployment([straight(`PV_${life}_${asked}`)]));
      }
      journal.crash();
      killed.abandon();
      void killed.engine.deadLetters.close();
      await turns(10);
      await end(await begin(`PV_between_${life}`, accepts));
      const after = await begin(`PV_between_${life}`, accepts);
      const lines = (await open(after)).map(lineOf);
      await end(after);
      expect(lines.toSorted()).toEqual([...refused, ...broken].filter((line) => !delivered.has(line)).toSorted());
    }
    const last = await begin('PV_last', true);
    await last.engine.deadLetters.redrive('t1', all, 'node');
    expect(new Set((await lettersOf(last, broken.length)).map(lineOf))).toEqual(new Set(broken));
    await end(last);
    expect(delivered).toEqual(new Set(refused));
    expect(disk.usage('rl/t1').blocks).toBe(0);
    expectBalance(
      last.engine,
      'LI_1',
      disk.commits.keys('v/').map((key) => key.slice(2)),
    );
  },
);
