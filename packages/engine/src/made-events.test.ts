import { createMemoryJournal, type Journal } from '@acequia/journal';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { createCrashJournal, seeded } from '../test/crash-journal.ts';
import { action, deployment, label, links, pipeline, sink } from '../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../test/harness.ts';
import { createToys, submitLines, type Toys } from '../test/toy-components.ts';
import { readVersion } from './commit/records.ts';
import type { Engine } from './engine.ts';
import { madeStream, MadeQueue } from './lanes/made-queue.ts';

const version = (id: string, everyMs: number) =>
  pipeline('PL_1', id, [label(), action('tally', 'tally', { everyMs }), sink('out', 'b')], links('start > tally', 'tally > out'));

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

const often = { commitIntervalMs: 3, checkpointIntervalMs: 1 };
const send = (toys: Toys, lines: readonly string[], receivedMs: number) => submitLines(toys.peer('LI_1'), lines, undefined, receivedMs);

/** What was taken in has been run by the version: a version that ends now leaves nothing to its listener. */
const allRun = (engine: Engine) => until(() => engine.status().pipelines.every(({ lagBlocks }) => lagBlocks === 0));

/** `<window> <key>` of a result → the unlike lines that came for it; of one that went out early it is the whole line. */
function resultsOf(lines: readonly string[]): Map<string, Set<string>> {
  const results = new Map<string, Set<string>>();
  for (const line of lines) {
    const name = line.endsWith('!') ? line : line.split(':')[0]!;
    results.set(name, (results.get(name) ?? new Set()).add(line));
  }
  return results;
}

const itemsOf = (line: string): string[] => line.split(':')[1]!.replace('!', '').split(',');

interface Outcome {
  readonly lost: string[];
  /** Items that stand in more than one result. */
  readonly doubled: string[];
  /** Results that came with unlike contents. */
  readonly unlike: string[];
  readonly acknowledged: number;
  /** Lives that began with results that had not gone on everywhere. */
  readonly taken: number;
  assertBalance(): void;
}

/** Both lengths of a window, in ms. A start that both have names a window of each, which may hold unlike items. */
const lengths = [5, 7] as const;
const isOfBoth = (name: string): boolean => Number(name.split(' ')[0]) % (lengths[0] * lengths[1]) === 0;

/** Windows of some ms, four lives ended at random points, with publishes of the same and of another configuration. */
async function killAgainAndAgain(seed: number): Promise<Outcome> {
  const random = seeded(seed);
  const disk = createMemoryJournal();
  const lines: string[] = [];
  const acknowledged = new Set<string>();
  let [published, item, taken] = [0, 0, 0];
  let everyMs: number = lengths[0];
  for (let life = 0; life < 4; life++) {
    const journal = createCrashJournal(disk, random);
    const toys = createToys();
    const process = { dead: false };
    toys.destination('b').batching = { maxEvents: 5, concurrency: 2 };
    toys.destination('b').answer = async () => {
      await turns(Math.floor(random() * 20));
      if (process.dead) await new Promise<never>(() => undefined);
      if (random() < 0.2) throw new Error('no answer');
      return undefined;
    };
    const positions = disk.commits.keys('v/').map((key) => readVersion(disk, key.slice(2)));
    if (positions.some((stored) => stored && (stored.cursors[madeStream] ?? 0) < (stored.state?.madeTo ?? 0))) taken++;
    const { engine } = startHarness({ journal, toys, limits: { ...often, branchMemoryBytes: 4000 } });
    await engine.apply(deployment([version(`PV_${published}`, everyMs)]));
    for (let round = 5 + Math.floor(random() * 15); round > 0; round--) {
      const batch = Array.from({ length: 1 + Math.floor(random() * 6) }, () => `k${Math.floor(random() * 3)}#${item++}`);
      void send(toys, batch, Date.now()).then(
        () => batch.forEach((line) => acknowledged.add(line.split('#')[1]!)),
        () => undefined,
      );
      await turns(Math.floor(random() * 60));
      if (random() < 0.15) await new Promise((resolve) => setTimeout(resolve, 6));
      if (random() < 0.1) {
        if (random() < 0.5) everyMs = everyMs === lengths[0] ? lengths[1] : lengths[0];
        void engine.apply(deployment([version(`PV_${++published}`, everyMs)])).catch(() => undefined);
      }
    }
    journal.crash();
    process.dead = true;
    lines.push(...toys.destination('b').lines);
    await turns(20);
    if (random() < 0.5) published += 100;
  }
  const { engine, toys } = startHarness({ journal: disk, limits: often });
  await engine.apply(deployment([version('PV_last', everyMs)]));
  await allRun(engine);
  await engine.apply(deployment([]));
  await until(() => engine.status().pipelines.length === 0);
  await engine.stop({ deadlineMs: 1000 });
  lines.push(...toys.destination('b').lines);
  const results = resultsOf(lines);
  const items = [...new Set(lines)].flatMap(itemsOf);
  const versions = disk.commits.keys('v/').map((key) => key.slice(2));
  return {
    lost: [...acknowledged].filter((one) => !items.includes(one)),
    doubled: items.filter((one, index) => items.indexOf(one) !== index),
    unlike: [...results].filter(([name, all]) => all.size > 1 && !isOfBoth(name)).map(([name]) => name),
    acknowledged: acknowledged.size,
    taken,
    assertBalance: () => expectBalance(engine, 'LI_1', versions),
  };
}

describe('events made out of state, over crashes', () => {
  let takenLives = 0;
  afterAll(() => expect(takenLives).toBeGreaterThan(5));

  test.each(Array.from({ length: 30 }, (_, seed) => seed))('none lost, none doubled, none other: seed %i', async (seed) => {
    const { lost, doubled, unlike, acknowledged, taken, assertBalance } = await killAgainAndAgain(seed);
    takenLives += taken;
    expect({ lost, doubled, unlike }).toEqual({ lost: [], doubled: [], unlike: [] });
    expect(acknowledged).toBeGreaterThan(0);
    assertBalance();
  });

  describe('the harness finds', () => {
    afterEach(() => void vi.restoreAllMocks());

    test('a checkpoint without them: they are lost', async () => {
      vi.spyOn(MadeQueue.prototype, 'entries').mockReturnValue([]);
      for (let seed = 0; seed < 40; seed++) if ((await killAgainAndAgain(seed)).lost.length > 0) return;
      expect.fail('nothing was lost');
    });
  });
});

describe('events made out of state', () => {
  test('a window ends by the clock when nothing comes, and is counted as created', async () => {
    const { engine, toys } = startHarness({ limits: often });
    await engine.apply(deployment([version('PV_1', 20)]));
    const start = Math.floor(Date.now() / 20) * 20;
    await send(toys, ['a#1', 'b#2', 'a#3'], start);
    await until(() => toys.destination('b').lines.length === 2);
    expect(toys.destination('b').lines).toEqual([`${start} a:1,3`, `${start} b:2`]);
    await until(() => engine.counters().pipelines['PV_1']!.inFlight === 0);
    await engine.stop({ deadlineMs: 1000 });
    expect(totalsOf(engine, 'PV_1')).toMatchObject({ entered: 3, 'merged:window': 3, created: 2, delivered: 2 });
    expectBalance(engine, 'LI_1', ['PV_1']);
  });

  test('do not go on before a checkpoint holds them', async () => {
    const disk = createMemoryJournal();
    let reached = (): void => undefined;
    const writing = new Promise<void>((resolve) => (reached = resolve));
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const journal: Journal = {
      ...createCrashJournal(disk, () => 0),
      append: async (group) => {
        if (group.blocks[0]!.stream.startsWith('st/')) {
          reached();
          await gate;
        }
        return disk.append(group);
      },
    };
    const { engine, toys } = startHarness({ journal, limits: { commitIntervalMs: 3, checkpointIntervalMs: 1e9 } });
    await engine.apply(deployment([version('PV_1', 1000)]));
    await send(toys, ['a#1'], 0);
    await send(toys, ['a#2'], 1000);
    await writing;
    await turns(200);
    expect(toys.destination('b').calls).toBe(0);
    go();
    await until(() => toys.destination('b').lines.includes('0 a:1'));
    await engine.stop({ deadlineMs: 1000 });
  });

  test.each(['its windows end', 'it is stopped'])('a version makes no more at a time than may wait, when %s', async (when) => {
    const [keys, lineBytes, waitingBytesMax] = [40, 1_000_000, 20_000_000];
    const entries = vi.spyOn(MadeQueue.prototype, 'entries');
    const { engine, toys } = startHarness({ limits: { ...often, checkpointIntervalMs: 1e9 } });
    const everyMs = when === 'it is stopped' ? 1e13 : 1000;
    const nodes = [label(), action('tally', 'tally', { everyMs, atOnce: 1 }), sink('out', 'b')];
    await engine.apply(deployment([pipeline('PL_1', 'PV_1', nodes, links('start > tally', 'tally > out'))]));
    for (let key = 0; key < keys; key++) await send(toys, [`k${key}#${'x'.repeat(lineBytes)}`], 0);
    await allRun(engine);
    if (when === 'it is stopped') await engine.apply(deployment([]));
    else await send(toys, ['last#'], 1000);
    const gone = () => toys.destination('b').lines.filter((line) => line.startsWith('0 k')).length;
    await until(() => gone() === keys);
    const waiting = entries.mock.results.map(({ value }) =>
      (value as { image: Uint8Array }[]).reduce((sum, { image }) => sum + image.length, 0),
    );
    entries.mockRestore();
    expect(Math.max(...waiting)).toBeLessThan(waitingBytesMax);
    await engine.stop({ deadlineMs: 1000 });
  });

  test('an open window outlives a stop; results that wait do too', async () => {
    const journal = createMemoryJournal();
    const first = startHarness({ journal });
    const hour = 3_600_000;
    const start = Math.floor(Date.now() / hour) * hour;
    await first.engine.apply(deployment([version('PV_1', hour)]));
    await send(first.toys, ['a#1'], start);
    expect(await first.engine.drain({ deadlineMs: 5000 })).toBe(true);
    await first.engine.stop({ deadlineMs: 1000 });
    expect(first.toys.destination('b').lines).toEqual([]);
    const second = startHarness({ journal, limits: often });
    await second.engine.apply(deployment([version('PV_1', hour)]));
    await send(second.toys, ['a#2'], start + 1);
    await send(second.toys, ['a#3'], start + hour);
    await until(() => second.toys.destination('b').lines.length === 1);
    expect(second.toys.destination('b').lines).toEqual([`${start} a:1,2`]);
    await second.engine.stop({ deadlineMs: 1000 });
  });

  test('after a loss of the state new results still wait for a checkpoint, and all goes on', async () => {
    const disk = createMemoryJournal();
    const first = startHarness({ journal: disk, limits: often });
    await first.engine.apply(deployment([version('PV_1', 1000)]));
    await send(first.toys, ['a#1'], 0);
    await send(first.toys, ['a#2'], 1000);
    await until(() => first.toys.destination('b').lines.length > 0);
    await first.engine.stop({ deadlineMs: 1000 });
    const before = readVersion(disk, 'PV_1')!;
    const damaged: Journal = {
      ...createCrashJournal(disk, () => 0),
      read: async (stream, from, maxBytes) => {
        const blocks = await disk.read(stream, from, maxBytes);
        return stream.startsWith('st/') ? blocks.map((block) => ({ ...block, bytes: block.bytes.map((byte) => byte ^ 1) })) : blocks;
      },
    };
    const second = startHarness({ journal: damaged, limits: often });
    await second.engine.apply(deployment([version('PV_1', 1000)]));
    await send(second.toys, ['b#3'], 5000);
    await send(second.toys, ['b#4'], 6000);
    await until(() => second.toys.destination('b').lines.includes('5000 b:3'));
    await second.engine.stop({ deadlineMs: 1000 });
    const after = readVersion(disk, 'PV_1')!;
    expect(after.positions[madeStream]).toBeGreaterThan(Math.max(before.positions[madeStream]!, before.state!.madeTo!) - 1);
    expect(second.toys.destination('b').lines.some((line) => line.includes('a:1'))).toBe(false);
  });

  test('the same configuration carries windows over a publish; another one lets them out early, and the old version ends', async () => {
    const { engine, toys } = startHarness({ limits: often });
    const start = Math.floor(Date.now() / 1e7) * 1e7;
    await engine.apply(deployment([version('PV_1', 1e7)]));
    await send(toys, ['a#1'], start);
    await engine.apply(deployment([version('PV_2', 1e7)]));
    await send(toys, ['a#2'], start);
    await until(() => engine.status().pipelines.length === 1);
    await allRun(engine);
    expect(toys.destination('b').lines).toEqual([]);
    await engine.apply(deployment([version('PV_3', 2e7)]));
    await until(() => toys.destination('b').lines.length === 1);
    expect(toys.destination('b').lines).toEqual([`${start} a:1,2!`]);
    await until(() => engine.status().pipelines.length === 1);
    await engine.stop({ deadlineMs: 1000 });
    expectBalance(engine, 'LI_1', ['PV_1', 'PV_2', 'PV_3']);
  });

  test('two nodes in a row: what the first lets out at the end still comes through the second', async () => {
    const { engine, toys } = startHarness({ limits: often });
    const nodes = [
      label(),
      action('one', 'tally', { everyMs: 1e13 }),
      action('two', 'tally', { everyMs: 1e13, emptyKey: 'all' }),
      sink('out', 'b'),
    ];
    await engine.apply(deployment([pipeline('PL_1', 'PV_1', nodes, links('start > one', 'one > two', 'two > out'))]));
    await send(toys, ['a#1', 'b#2'], Date.now());
    await allRun(engine);
    await engine.apply(deployment([]));
    await until(() => engine.status().pipelines.length === 0);
    expect(toys.destination('b').lines).toHaveLength(1);
    expect(toys.destination('b').lines[0]).toMatch(/^\d+ all:\d+ a:1!,\d+ b:2!!$/);
    await engine.stop({ deadlineMs: 1000 });
    expectBalance(engine, 'LI_1', ['PV_1']);
    expect(totalsOf(engine, 'PV_1')).toMatchObject({ entered: 2, 'merged:window': 4, created: 3, delivered: 1 });
  });
});
