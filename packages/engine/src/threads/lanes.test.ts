import { silentLog, type Log, type LogFields } from '@acequia/base';
import { expect, test } from 'vitest';
import { seeded } from '../../test/crash-journal.ts';
import { action, deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until, useLanes } from '../../test/harness.ts';
import { Told } from '../../test/told.ts';
import { submitLines } from '../../test/toy-components.ts';

useLanes(2);
const listeners = [listener('LI_1'), listener('LI_2')];
const reading = (id: string, versionId: string, listenerId: string, mark: string, to: string) =>
  pipeline(id, versionId, [label(listenerId), action('mark', 'mark', { mark }), sink('out', to)], links('start > mark', 'mark > out'));
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `n${from + i};`);

test('two lanes: each listener has its own, and both are counted', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(deployment([reading('PL_1', 'PV_1', 'LI_1', '1 ', 'a'), reading('PL_2', 'PV_2', 'LI_2', '2 ', 'b')], { listeners }));
  await submitLines(toys.peer('LI_1'), numbered(0, 50));
  await submitLines(toys.peer('LI_2'), numbered(0, 70));
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  expect([engine.decodeCalls('LI_1'), engine.decodeCalls('LI_2')]).toEqual([1, 1]);
  expect(engine.counters().listeners['LI_2']).toMatchObject({ received: 70, decoded: 70 });
  expect(Object.keys(engine.counters().pipelines).sort()).toEqual(['PV_1', 'PV_2']);
  const delivered = async (id: string) => (await engine.attempts(id, 'out')).reduce((sum, { events }) => sum + events, 0);
  expect([await delivered('PL_1'), await delivered('PL_2'), await delivered('PL_3')]).toEqual([50, 70, 0]);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toHaveLength(50);
  expect(toys.destination('b').lines).toHaveLength(70);
  expectBalance(engine, 'LI_1', ['PV_1']);
  expectBalance(engine, 'LI_2', ['PV_2']);
});

test('a version that reads another listener: its destination is handed on, never held by two, and nothing is lost', async () => {
  const { engine, toys } = startHarness();
  const opened: (string | undefined)[] = [];
  const it = toys.destination('a');
  it.onOpen = (checkpoint) => opened.push(checkpoint);
  it.answer = () => ({ checkpoint: `after ${it.calls}` });
  const other = reading('PL_2', 'PV_O', 'LI_2', 'o ', 'b');
  await engine.apply(deployment([reading('PL_1', 'PV_1', 'LI_1', '1 ', 'a'), other], { listeners }));
  await submitLines(toys.peer('LI_1'), ['one']);
  await submitLines(toys.peer('LI_2'), numbered(0, 20));
  await until(() => it.lines.length === 1);
  const applied = engine.apply(deployment([reading('PL_1', 'PV_2', 'LI_2', '2 ', 'a'), other], { listeners }));
  const sent = submitLines(toys.peer('LI_2'), numbered(20, 40));
  expect((await applied).pipelines).toContainEqual({ id: 'PL_1', versionId: 'PV_2', result: 'switched' });
  await sent;
  await submitLines(toys.peer('LI_2'), ['two']);
  await until(() => it.lines.includes('2 two'));
  expect(opened.slice(0, 2)).toEqual([undefined, 'after 1']);
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('b').lines.toSorted()).toEqual([...numbered(0, 40), 'two'].map((line) => `o ${line}`).toSorted());
  expectBalance(engine, 'LI_2', ['PV_2', 'PV_O']);
});

test('listeners that leave and come back, also to another lane, and lanes that die: what they counted stays', async () => {
  const { engine, toys, killLanes } = startHarness({ limits: { commitIntervalMs: 3 } });
  const told = new Told();
  const random = seeded(7);
  const sent = { LI_1: 0, LI_2: 0 };
  const versions = [reading('PL_1', 'PV_1', 'LI_1', '', 'a'), reading('PL_2', 'PV_2', 'LI_2', '', 'b')];
  const tied = reading('PL_1', 'PV_3', 'LI_2', '', 'a');
  for (let step = 0; step < 60; step++) {
    const there = listeners.filter(() => random() < 0.6);
    const isThere = (id: string) => there.some((one) => one.id === id);
    const running = versions.filter((_, index) => isThere(listeners[index]!.id) && random() < 0.5);
    await engine.apply(deployment(random() < 0.3 && isThere('LI_2') ? [tied] : running, { listeners: there }));
    for (const id of ['LI_1', 'LI_2'] as const) {
      if (!isThere(id) || engine.status().listeners.find((one) => one.id === id)?.state !== 'running') continue;
      const lines = numbered(0, 1 + Math.floor(random() * 20));
      await submitLines(toys.peer(id), lines);
      sent[id] += lines.length;
    }
    if (random() < 0.05) killLanes();
    if (random() < 0.5) told.hear(engine);
  }
  await engine.apply(deployment(versions, { listeners }));
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  told.hear(engine);
  expect(told.shrunk).toEqual([]);
  expect(told.total('listener', 'received')).toBe(sent.LI_1 + sent.LI_2);
});

test('lanes that die while events flow: all that was acknowledged arrives, each number is given once, the ledger adds up', async () => {
  let deaths = 0;
  const log: Log = { ...silentLog, child: () => log, error: (fields: LogFields) => void (deaths += 'deaths' in fields ? 1 : 0) };
  const { engine, toys, killLanes } = startHarness({
    log,
    limits: { branchMemoryBytes: 400, commitIntervalMs: 3, checkpointIntervalMs: 5 },
  });
  const counting = pipeline('PL_1', 'PV_1', [label(), action('n', 'number', {}), sink('out', 'a')], links('start > n', 'n > out'));
  await engine.apply(deployment([counting, reading('PL_2', 'PV_2', 'LI_2', '', 'b')], { listeners }));
  const arrived = (to: string) => new Set(toys.destination(to).lines.map((line) => line.split(':').at(-1))).size;
  let next = 0;
  for (let life = 0; life < 2; life++) {
    for (let round = 0; round < 20; round++) {
      const lines = numbered(next, (next += 10));
      await Promise.all([submitLines(toys.peer('LI_1'), lines), submitLines(toys.peer('LI_2'), lines)]);
    }
    killLanes();
    for (let round = 0; round < 5; round++) {
      const lines = numbered(next, (next += 10));
      await Promise.all([submitLines(toys.peer('LI_1'), lines), submitLines(toys.peer('LI_2'), lines)]);
    }
    // Both lanes are alive again: one that is still starting would not hear that it is to die.
    await until(() => arrived('a') === next && arrived('b') === next);
  }
  expect(await engine.drain({ deadlineMs: 20_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  const numbers = new Map<string, Set<string>>();
  for (const line of toys.destination('a').lines) {
    const [number, text] = line.split(':');
    numbers.set(text!, (numbers.get(text!) ?? new Set()).add(number!));
  }
  expect(deaths).toBe(4);
  expect([...numbers].filter(([, given]) => given.size > 1)).toEqual([]);
  expect(numbers.size).toBe(next);
  expect(totalsOf(engine, 'PV_1')['entered']).toBe(next);
  expectBalance(engine, 'LI_1', ['PV_1']);
  expectBalance(engine, 'LI_2', ['PV_2']);
});

test('a lane that cannot live: the status says so, intake goes on, and what came meanwhile is there when it can', async () => {
  const { engine, toys, journal } = startHarness({ componentsModule: new URL('./missing.ts', import.meta.url).href });
  const report = await engine.apply(deployment([reading('PL_1', 'PV_1', 'LI_1', '', 'a')]));
  expect(report.pipelines).toEqual([{ id: 'PL_1', versionId: 'PV_1', result: 'failed', error: { code: 'LANE_DIED' } }]);
  expect(report.listeners).toEqual([{ id: 'LI_1', result: 'started' }]);
  expect(engine.status().pipelines).toMatchObject([{ versionId: 'PV_1', state: 'error', error: { code: 'LANE_DIED' } }]);
  await submitLines(toys.peer('LI_1'), ['kept']);
  await engine.stop({ deadlineMs: 100 });
  expect(journal.head('li/t1/LI_1/0').block).toBe(2);
});

test('removed and added again: a listener finds a lane, and an empty lane is no burden', async () => {
  const { engine, toys } = startHarness();
  const all = deployment([reading('PL_1', 'PV_1', 'LI_1', '', 'a')], { listeners });
  await engine.apply(all);
  await engine.apply(deployment([], { listeners: [listener('LI_2')] }));
  await until(() => engine.status().pipelines.length === 0);
  await engine.apply(deployment([], { listeners: [listener('LI_2')] }));
  await engine.apply(deployment([reading('PL_1', 'PV_3', 'LI_1', '', 'a')], { listeners }));
  await submitLines(toys.peer('LI_1'), ['again']);
  await until(() => toys.destination('a').lines.length === 1);
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expectBalance(engine, 'LI_1', ['PV_3']);
});
