import { dayMs, hourMs, minuteMs } from '@acequia/base';
import { createMemoryJournal, type Journal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { createCrashJournal, seeded } from '../test/crash-journal.ts';
import { deployment, label, links, pipeline, sink } from '../test/deployments.ts';
import { startHarness, totalsOf, until } from '../test/harness.ts';
import { Told } from '../test/told.ts';
import { createToys, submitLines } from '../test/toy-components.ts';
import type { Engine } from './engine.ts';
import type { StoredLedger } from './outcomes/ledger.ts';

const running = deployment([pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'))]);
const nothing = deployment([], { listeners: [] });
const begin = Date.UTC(2026, 10, 24);
const limits = { commitIntervalMs: 3 };

const countedOf = (engine: Engine, kind: string, counter: string) =>
  engine.totals().reduce((sum, { subject, counts }) => (subject.kind === kind ? sum + (counts[counter] ?? 0) : sum), 0);

/** Of the largest ledger that the commit records hold. */
function pieces(journal: Journal): number {
  const records = ['l/', 'v/'].flatMap((prefix) => journal.commits.keys(prefix)).map((key) => journal.commits.get(key));
  return Math.max(
    ...records.map((record) => {
      const { minutes, waiting = [] } = (record as unknown as { ledger: StoredLedger }).ledger;
      return minutes.length + waiting.length;
    }),
  );
}

test.each(Array.from({ length: 10 }, (_, seed) => seed))(
  'a server that is away for hours, answers that are lost, a worker that dies: what is told is what was counted, seed %i',
  async (seed) => {
    const random = seeded(seed);
    const below = (n: number) => Math.floor(random() * n);
    const disk = createMemoryJournal();
    const toys = createToys();
    const told = new Told();
    const byHour = new Map<number, number>();
    let nowMs = begin;
    let sent = 0;
    let awayUntilMs = 0;
    const start = async () => {
      const journal = createCrashJournal(disk, random);
      const harness = startHarness({ journal, toys, limits, now: () => nowMs });
      await harness.engine.apply(running);
      return { ...harness, journal };
    };
    const isCounted = (engine: Engine) =>
      countedOf(engine, 'listener', 'received') === sent && countedOf(engine, 'version', 'delivered') === sent;
    let life = await start();
    for (let step = 0; step < 120; step++) {
      nowMs += below(12) * minuteMs;
      const lines = Array.from({ length: 1 + below(4) }, () => `e${sent++};`);
      byHour.set(nowMs - (nowMs % hourMs), (byHour.get(nowMs - (nowMs % hourMs)) ?? 0) + lines.length);
      await submitLines(toys.peer('LI_1'), lines);
      if (random() < 0.1) {
        life.journal.crash();
        life.abandon();
        life = await start();
      }
      await until(() => isCounted(life.engine));
      expect(pieces(disk)).toBeLessThanOrEqual(45);
      if (random() < 0.04) awayUntilMs = nowMs + below(16) * hourMs;
      if (nowMs >= awayUntilMs && random() < 0.8) told.hear(life.engine, random() < 0.5);
    }
    await until(() => {
      told.hear(life.engine);
      return told.total('listener', 'received') === sent && told.total('version', 'delivered') === sent;
    });
    await life.engine.stop({ deadlineMs: 1000 });
    expect(told.shrunk).toEqual([]);
    expect([told.total('listener', 'decoded'), told.total('version', 'entered')]).toEqual([sent, sent]);
    expect(told.byTime('listener', 'received', hourMs)).toEqual(byHour);
  },
);

test('a server that is away for weeks: what is kept stays bounded, and the sums are exact', async () => {
  const journal = createMemoryJournal();
  let nowMs = begin;
  const { engine, toys } = startHarness({ journal, limits, now: () => nowMs });
  await engine.apply(running);
  for (let sent = 1; sent <= 200; sent++) {
    await submitLines(toys.peer('LI_1'), [`e${sent};`]);
    await until(() => countedOf(engine, 'version', 'delivered') === sent);
    nowMs += sent % 2 === 0 ? 5 * hourMs : 3 * minuteMs;
  }
  expect(pieces(journal)).toBe(45);
  const told = new Told();
  await until(() => {
    told.hear(engine);
    return told.total('version', 'delivered') === 200 && told.total('listener', 'received') === 200;
  });
  await engine.stop({ deadlineMs: 1000 });
  expect(told.shrunk).toEqual([]);
  expect(Math.max(...told.byTime('listener', 'received', minuteMs).keys())).toBeGreaterThan(nowMs - dayMs);
});

test('what a version and a listener counted that ended while the server was away is kept until it is told, and then not much longer', async () => {
  const journal = createMemoryJournal();
  const toys = createToys();
  let nowMs = begin;
  const first = startHarness({ journal, toys, limits, now: () => nowMs });
  await first.engine.apply(running);
  await submitLines(toys.peer('LI_1'), ['a', 'b']);
  await until(() => totalsOf(first.engine, 'PV_1')['delivered'] === 2);
  await first.engine.apply({ ...nothing, listeners: running.listeners });
  await until(() => first.engine.status().pipelines.length === 0);
  await first.engine.apply(nothing);
  nowMs += 5 * hourMs;
  await first.engine.stop({ deadlineMs: 1000 });
  const { engine } = startHarness({ journal, toys, limits, now: () => nowMs });
  await engine.apply(nothing);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const told = new Told();
  told.hear(engine);
  expect([told.total('listener', 'received'), told.total('version', 'delivered')]).toEqual([2, 2]);
  await until(() => [...journal.commits.keys('l/'), ...journal.commits.keys('v/')].length === 0);
  await engine.stop({ deadlineMs: 1000 });
});

test('a clock that is set back does not begin a minute anew', async () => {
  let nowMs = begin;
  const { engine, toys } = startHarness({ limits, now: () => nowMs });
  await engine.apply(running);
  const told = new Told();
  for (let sent = 1; sent <= 40; sent++) {
    await submitLines(toys.peer('LI_1'), [`e${sent};`]);
    await until(() => countedOf(engine, 'version', 'delivered') === sent && countedOf(engine, 'listener', 'received') === sent);
    told.hear(engine);
    nowMs += sent % 3 === 0 ? -2 * minuteMs : minuteMs;
  }
  await engine.stop({ deadlineMs: 1000 });
  told.hear(engine);
  expect(told.shrunk).toEqual([]);
  expect([told.total('listener', 'received'), told.total('version', 'delivered')]).toEqual([40, 40]);
});
