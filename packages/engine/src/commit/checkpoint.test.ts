import { MiB, silentLog, systemClock } from '@acequia/base';
import { createMemoryJournal, JournalFull, type Journal } from '@acequia/journal';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { createCrashJournal, seeded, type CrashJournal } from '../../test/crash-journal.ts';
import { action, deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, startHarness } from '../../test/harness.ts';
import { createToys, submitLines, type Toys } from '../../test/toy-components.ts';
import { Checkpoint, type KeyedRun } from './checkpoint.ts';
import { readVersion } from './records.ts';
import type { StateFile } from './state-file.ts';

const version = (id: string) =>
  pipeline('PL_1', id, [label(), action('once', 'once', {}), sink('slow', 'b')], links('start > once', 'once > slow'));

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise<void>((resolve) => setImmediate(resolve));
};

const often = { commitIntervalMs: 3, checkpointIntervalMs: 1 };
const states = (journal: Journal) => journal.streams().filter((stream) => stream.startsWith('st/'));

interface Outcome {
  /** Keys of acknowledged lines of which no line arrived. */
  readonly lost: string[];
  /** Keys of which more than one line arrived; the same line again is what a crash may bring. */
  readonly repeated: string[];
  readonly acknowledged: number;
  /** Lives that began with a state. */
  readonly restored: number;
  assertBalance(): void;
}

/** What waits for a destination takes its time on the way to disk, so that much is pending when the process ends. */
function slowToSpill(journal: CrashJournal, steps: number): CrashJournal {
  return {
    ...journal,
    append: async (group) => {
      if (group.blocks[0]!.stream.startsWith('ob/')) await turns(steps);
      return journal.append(group);
    },
  };
}

/** A slow destination behind `once`, four lives ended at random points, with publishes in between. */
async function killAgainAndAgain(seed: number): Promise<Outcome> {
  const random = seeded(seed);
  const disk = createMemoryJournal();
  const arrived = new Map<string, Set<string>>();
  const collect = (toys: Toys) => {
    for (const line of toys.destination('b').lines) {
      const key = line.split('#')[0]!;
      arrived.set(key, (arrived.get(key) ?? new Set()).add(line));
    }
  };
  const acknowledged = new Set<string>();
  let published = 0;
  let copies = 0;
  let keys = 1;
  let restored = 0;
  for (let life = 0; life < 4; life++) {
    const journal = slowToSpill(createCrashJournal(disk, random), Math.floor(random() * 400));
    const toys = createToys();
    const process = { dead: false };
    toys.destination('b').batching = { maxEvents: 5, concurrency: 1 };
    toys.destination('b').answer = async () => {
      await turns(Math.floor(random() * 40));
      if (process.dead) await new Promise<never>(() => undefined);
      if (random() < 0.2) throw new Error('no answer');
      return undefined;
    };
    const { engine } = startHarness({ journal, toys, limits: { ...often, branchMemoryBytes: 4000 } });
    if (disk.commits.keys('v/').some((key) => readVersion(disk, key.slice(2))?.state?.kept !== 'none')) restored++;
    await engine.apply(deployment([version(`PV_${published}`)]));
    for (let round = 3 + Math.floor(random() * 12); round > 0; round--) {
      const lines = Array.from({ length: 1 + Math.floor(random() * 12) }, () => {
        const key = random() < 0.5 ? keys++ : Math.floor(random() * keys);
        return `k${key}#${copies++}`;
      });
      void submitLines(toys.peer('LI_1'), lines).then(
        () => lines.forEach((line) => acknowledged.add(line)),
        () => undefined,
      );
      await turns(Math.floor(random() * 40));
      if (random() < 0.1) void engine.apply(deployment([version(`PV_${++published}`)])).catch(() => undefined);
    }
    journal.crash();
    process.dead = true;
    collect(toys);
    await turns(20);
    if (random() < 0.5) published += 100;
  }
  const { engine, toys } = startHarness({ journal: disk, limits: often });
  await engine.apply(deployment([version('PV_last')]));
  expect(await engine.drain({ deadlineMs: 20_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  const versions = disk.commits.keys('v/').map((key) => key.slice(2));
  collect(toys);
  return {
    lost: [...new Set([...acknowledged].map((line) => line.split('#')[0]!))].filter((key) => !arrived.has(key)),
    repeated: [...arrived].filter(([, lines]) => lines.size > 1).map(([key]) => key),
    acknowledged: acknowledged.size,
    restored,
    assertBalance: () => expectBalance(engine, 'LI_1', versions),
  };
}

describe('state over crashes', () => {
  let restoredLives = 0;
  afterAll(() => expect(restoredLives).toBeGreaterThan(50));

  test.each(Array.from({ length: 50 }, (_, seed) => seed))('nothing lost, nothing passes twice: seed %i', async (seed) => {
    const { lost, repeated, acknowledged, restored, assertBalance } = await killAgainAndAgain(seed);
    restoredLives += restored;
    expect({ lost, repeated }).toEqual({ lost: [], repeated: [] });
    expect(acknowledged).toBeGreaterThan(0);
    assertBalance();
  });

  describe('the harness finds', () => {
    afterEach(() => void vi.restoreAllMocks());

    /** Runs one seed after the other until one of them shows what is asked for; the rarer of the two faults shows in one of thirteen. */
    const firstThat = async (shows: (outcome: Outcome) => boolean): Promise<Outcome | undefined> => {
      for (let seed = 0; seed < 400; seed++) {
        const outcome = await killAgainAndAgain(seed);
        if (shows(outcome)) return outcome;
      }
      return undefined;
    };

    test('a state newer than the cursor: events that must be run again are taken for duplicates', async () => {
      vi.spyOn(Checkpoint.prototype, 'settled').mockReturnValue(true);
      expect(await firstThat(({ lost }) => lost.length > 0)).toBeDefined();
    });

    test('a state older than the cursor: events pass again', async () => {
      vi.spyOn(Checkpoint.prototype, 'positionOf').mockReturnValue(undefined);
      expect(await firstThat(({ repeated }) => repeated.length > 0)).toBeDefined();
    });
  });
});

describe('state', () => {
  const send = async (toys: Toys, lines: readonly string[]) => submitLines(toys.peer('LI_1'), [...lines]);

  test('outlives a normal stop and a publish, is given up with its version, and old files are freed', async () => {
    const journal = createMemoryJournal();
    const toys = createToys();
    const first = startHarness({ journal, toys });
    await first.engine.apply(deployment([version('PV_1')]));
    await send(toys, ['a#1', 'b#1', 'a#2']);
    expect(await first.engine.drain({ deadlineMs: 5000 })).toBe(true);
    await first.engine.stop({ deadlineMs: 1000 });
    expect(states(journal)).toEqual(['st/t1/PL_1/PV_1']);

    const second = startHarness({ journal, toys, limits: often });
    await second.engine.apply(deployment([version('PV_2')]));
    await send(toys, ['a#3', 'c#1']);
    expect(await second.engine.drain({ deadlineMs: 5000 })).toBe(true);
    await expect.poll(() => states(journal)).toEqual(['st/t1/PL_1/PV_2']);
    await second.engine.stop({ deadlineMs: 1000 });
    expect(toys.destination('b').lines.toSorted()).toEqual(['a#1', 'b#1', 'c#1']);
    const { first: block, last } = readVersion(journal, 'PV_2')!.state!.kept as StateFile;
    expect(journal.usage('st/t1/PL_1/PV_2').blocks).toBe(last - block + 1);
  });

  test('a damaged file: begins without state and goes on', async () => {
    const journal = createMemoryJournal();
    const toys = createToys();
    const first = startHarness({ journal, toys });
    await first.engine.apply(deployment([version('PV_1')]));
    await send(toys, ['a#1']);
    await first.engine.drain({ deadlineMs: 5000 });
    await first.engine.stop({ deadlineMs: 1000 });
    const damaged: Journal = {
      ...createCrashJournal(journal, () => 0),
      read: async (stream, from, maxBytes) => {
        const blocks = await journal.read(stream, from, maxBytes);
        return stream.startsWith('st/') ? blocks.map((block) => ({ ...block, bytes: block.bytes.map((byte) => byte ^ 1) })) : blocks;
      },
    };
    const second = startHarness({ journal: damaged, toys });
    await second.engine.apply(deployment([version('PV_1')]));
    await send(toys, ['a#2']);
    expect(await second.engine.drain({ deadlineMs: 5000 })).toBe(true);
    await second.engine.stop({ deadlineMs: 1000 });
    expect(toys.destination('b').lines).toEqual(['a#1', 'a#2']);
  });

  test('a state of many blocks comes back whole', async () => {
    const journal = createMemoryJournal();
    const toys = createToys();
    const first = startHarness({ journal, toys });
    await first.engine.apply(deployment([version('PV_1')]));
    const wide = Array.from({ length: 60 }, (_, n) => `${String(n).padEnd(100_000, 'x')}#1`);
    for (const line of wide) await send(toys, [line]);
    await first.engine.drain({ deadlineMs: 5000 });
    await first.engine.stop({ deadlineMs: 1000 });
    const { first: block, last } = readVersion(journal, 'PV_1')!.state!.kept as StateFile;
    expect(last - block).toBeGreaterThan(16);
    const second = startHarness({ journal, toys });
    await second.engine.apply(deployment([version('PV_1')]));
    for (const line of wide) await send(toys, [line.replace('#1', '#2')]);
    await second.engine.drain({ deadlineMs: 5000 });
    await second.engine.stop({ deadlineMs: 1000 });
    expect(toys.destination('b').lines.length).toBe(60);
  });

  test.each([
    { size: 'small', key: 'a', lines: ['a#1', 'b#1'] },
    { size: 'large', key: 'a'.repeat(70_000), lines: [`${'a'.repeat(70_000)}#1`, `${'a'.repeat(70_000)}#2`, 'b#1'] },
  ])('no room in the journal: progress goes on, a $size state is in the record or given up', async ({ size, key, lines }) => {
    const journal = createMemoryJournal();
    const toys = createToys();
    const full: Journal = {
      ...createCrashJournal(journal, () => 0),
      append: async (group) => {
        if (group.blocks[0]!.stream.startsWith('st/')) throw new JournalFull('no room');
        return journal.append(group);
      },
    };
    const first = startHarness({ journal: full, toys });
    await first.engine.apply(deployment([version('PV_1')]));
    await send(toys, [`${key}#1`]);
    await first.engine.drain({ deadlineMs: 5000 });
    await first.engine.stop({ deadlineMs: 1000 });
    const { cursors, positions, state } = readVersion(journal, 'PV_1')!;
    expect(cursors).toEqual(positions);
    expect(typeof state!.kept).toBe(size === 'small' ? 'object' : 'string');
    const second = startHarness({ journal, toys });
    await second.engine.apply(deployment([version('PV_1')]));
    await send(toys, [`${key}#2`, 'b#1']);
    await second.engine.drain({ deadlineMs: 5000 });
    await second.engine.stop({ deadlineMs: 1000 });
    expect(toys.destination('b').lines.toSorted()).toEqual(lines);
  });

  test('a large one is copied 32 MiB a second, however often its windows end', async () => {
    let nowMs = 0;
    const checkpoint = new Checkpoint({
      journal: createMemoryJournal(),
      clock: { ...systemClock, monotonic: () => nowMs },
      log: silentLog,
      stream: 'st/t1/PL_1/PV_1',
      intervalMs: 1e9,
      intervalBytes: 1e9,
      stored: undefined,
      atWork: (work) => work(),
      onMade: () => undefined,
    });
    const snapshot = vi.fn(() => new Uint8Array(1 * MiB));
    const run = {
      compiled: { nodes: [{ id: 'keyed', fingerprint: '', step: { snapshot } }] },
      branches: new Map(),
      positions: new Map([['li/t1/LI_1/0', 1]]),
      made: { empty: false, end: 1, entries: () => [] },
      draining: false,
      takenBytes: 0,
      settledTo: () => Infinity,
    };
    for (; nowMs < 200; nowMs++) {
      run.made.end++;
      checkpoint.advance(run as unknown as KeyedRun);
      await turns(10);
      checkpoint.install(run as unknown as KeyedRun);
    }
    expect(snapshot.mock.calls.length).toBeGreaterThan(200 / 40);
    expect(snapshot.mock.calls.length).toBeLessThan(200 / 25);
  });

  test('a version without keyed nodes has none', async () => {
    const journal = createMemoryJournal();
    const toys = createToys();
    const { engine } = startHarness({ journal, toys, limits: often });
    await engine.apply(deployment([pipeline('PL_1', 'PV_1', [label(), sink('out', 'b')], links('start > out'))]));
    await send(toys, ['a']);
    await engine.drain({ deadlineMs: 5000 });
    await engine.stop({ deadlineMs: 1000 });
    expect(states(journal)).toEqual([]);
    expect(readVersion(journal, 'PV_1')!.state).toBeNull();
  });
});
