import { Misconfigured } from '@acequia/component-sdk/runtime';
import { streamStart, type Journal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { action, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, laneCount, totalsOf, until } from '../../test/harness.ts';
import { minute, replay, running, startReplays } from '../../test/replays.ts';
import { createToys } from '../../test/toy-components.ts';
import { unpackImages } from '../delivery/image-frames.ts';
import { replayKey } from './replay-records.ts';

const straight = (versionId = 'PV_1', to = 'a') => pipeline('PL_1', versionId, [label(), sink('out', to)], links('start > out'));
const marking = (versionId: string, mark: string, to: string) =>
  pipeline('PL_1', versionId, [label(), action('m', 'mark', { mark }), sink('out', to)], links('start > m', 'm > out'));

/** Events among the dead letters. */
async function parked(journal: Journal): Promise<number> {
  const blocks = await journal.read('dl/t1', streamStart, Number.MAX_SAFE_INTEGER);
  return blocks.flatMap((block) => unpackImages(block, 0).frames).reduce((sum, { meta }) => sum + meta.count, 0);
}

test('a range goes again into the running version, counted apart, and nothing is counted for the listener again', async () => {
  const { engine, toys, send, ended, journal } = startReplays();
  await engine.apply(running([straight()]));
  for (let n = 0; n < 10; n++) await send(n, [`${n}a`, `${n}b`, `!${n}`]);
  await until(() => toys.destination('a').lines.length === 20);
  await engine.apply(running([straight()], [replay('RP_1', straight(), { fromMs: minute(3), toMs: minute(6) })]));
  const status = await ended('RP_1');
  expect(status).toMatchObject({ state: 'done', missedBlocks: 0, waitingEvents: 0, counts: { entered: 6, delivered: 6 } });
  expect(status.blocksDone).toBe(status.blocks);
  expect(toys.destination('a').lines.slice(20).toSorted()).toEqual(['3a', '3b', '4a', '4b', '5a', '5b']);
  await engine.stop({ deadlineMs: 1000 });
  expect(totalsOf(engine, 'LI_1')).toMatchObject({ received: 30, decoded: 20, rejected: 10, unlabelled: 20 });
  expect(totalsOf(engine, 'PV_1')).toMatchObject({ entered: 20, delivered: 20 });
  expect(totalsOf(engine, 'RP_1')).toMatchObject({ entered: 6, delivered: 6 });
  expect(await parked(journal)).toBe(10);
  expectBalance(engine, 'LI_1', ['PV_1', 'RP_1']);
});

test('borders of the range lie inside blocks', async () => {
  const { engine, toys, send, ended } = startReplays();
  await engine.apply(running([straight()]));
  await Promise.all([send(1, ['one']), send(2, ['two']), send(3, ['three']), send(4, ['four'])]);
  await until(() => toys.destination('a').lines.length === 4);
  await engine.apply(running([straight()], [replay('RP_1', straight('PV_1', 'b'), { fromMs: minute(2), toMs: minute(4) })]));
  expect((await ended('RP_1')).counts).toMatchObject({ entered: 2 });
  expect(toys.destination('b').lines.toSorted()).toEqual(['three', 'two']);
  await engine.stop({ deadlineMs: 1000 });
});

test('a stored version runs for the replay only: no live event enters it, and the running one sees none of the replay', async () => {
  const { engine, toys, send, ended } = startReplays();
  await engine.apply(running([marking('PV_2', '2 ', 'a')]));
  await send(0, ['old']);
  await until(() => toys.destination('a').lines.length === 1);
  await engine.apply(running([marking('PV_2', '2 ', 'a')], [replay('RP_1', marking('PV_1', '1 ', 'b'), { toMs: minute(1) })]));
  await send(2, ['live']);
  await ended('RP_1');
  await until(() => toys.destination('a').lines.length === 2);
  expect(toys.destination('b').lines).toEqual(['1 old']);
  expect(toys.destination('a').lines).toEqual(['2 old', '2 live']);
  expect(engine.status().pipelines.map(({ versionId }) => versionId)).toEqual(['PV_2']);
  await engine.stop({ deadlineMs: 1000 });
});

test('live events beside a replay keep their order and do not wait for it', async () => {
  const { engine, toys, send, ended, replayed } = startReplays();
  const ordered = pipeline('PL_1', 'PV_1', [label(), sink('out', 'a', { order: 'strict' })], links('start > out'));
  await engine.apply(running([ordered]));
  for (let n = 0; n < 300; n++)
    await send(
      n,
      Array.from({ length: 20 }, (_, i) => `old ${n} ${i}`),
    );
  await until(() => toys.destination('a').lines.length === 6000);
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  toys.destination('b').answer = () => gate.then(() => undefined);
  await engine.apply(running([ordered], [replay('RP_1', straight('PV_1', 'b'), { toMs: minute(300) })]));
  for (let n = 0; n < 200; n++) await send(400 + n, [`live ${n}`]);
  await until(() => toys.destination('a').lines.length === 6200);
  expect(replayed('RP_1')).toMatchObject({ state: 'running' });
  expect(toys.destination('a').lines.slice(6000)).toEqual(Array.from({ length: 200 }, (_, n) => `live ${n}`));
  release();
  expect((await ended('RP_1')).counts).toMatchObject({ entered: 6000, delivered: 6000 });
  await engine.stop({ deadlineMs: 1000 });
  expectBalance(engine, 'LI_1', ['PV_1', 'RP_1']);
});

test('the rate holds it back; a stop reads nothing more, sends nothing more, and counts what it gave up', async () => {
  const { engine, toys, send, replayed, ended } = startReplays();
  await engine.apply(running([]));
  for (let n = 0; n < 5; n++) await send(n, ['x', 'y', 'z']);
  let asked = 0;
  toys.destination('a').batching = { maxEvents: 1, concurrency: 1 };
  toys.destination('a').answer = async () => {
    if (++asked === 1) return undefined;
    throw new Error('away');
  };
  await engine.apply(running([], [replay('RP_1', straight(), { eventsPerSecond: 1 })]));
  await until(() => replayed('RP_1')?.counts['delivered'] === 1);
  expect(replayed('RP_1')).toMatchObject({ state: 'running', blocks: 5, blocksDone: 1, counts: { entered: 3 } });
  await engine.apply(running([]));
  const status = await ended('RP_1');
  const calls = toys.destination('a').calls;
  expect(status).toMatchObject({ state: 'stopped', counts: { entered: 3, delivered: 1, 'dropped:stopped': 2 } });
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').calls).toBe(calls);
  expectBalance(engine, 'LI_1', ['RP_1']);
});

test('a version switch leaves a running replay alone, and is not held up by it', async () => {
  const { engine, toys, send, replayed, ended } = startReplays();
  const version = (id: string) => marking(id, `${id} `, 'a');
  await engine.apply(running([version('PV_1')]));
  for (let n = 0; n < 4; n++) await send(n, ['old']);
  await until(() => toys.destination('a').lines.length === 4);
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  toys.destination('b').answer = () => gate.then(() => undefined);
  const wanted = replay('RP_1', marking('PV_1', 'replayed ', 'b'));
  await engine.apply(running([version('PV_1')], [wanted]));
  const report = await engine.apply(running([version('PV_2')], [wanted]));
  expect(report.pipelines).toMatchObject([{ versionId: 'PV_2', result: 'switched' }]);
  await send(9, ['new']);
  await until(() => toys.destination('a').lines.length === 5);
  expect(toys.destination('a').lines.at(-1)).toBe('PV_2 new');
  expect(replayed('RP_1')).toMatchObject({ state: 'running' });
  release();
  expect((await ended('RP_1')).counts).toMatchObject({ entered: 4, delivered: 4 });
  expect(toys.destination('b').lines).toEqual(Array(4).fill('replayed old'));
  await engine.stop({ deadlineMs: 1000 });
  expectBalance(engine, 'LI_1', ['PV_1', 'PV_2', 'RP_1']);
});

test.each([
  [
    'a keyed action',
    pipeline('PL_1', 'PV_1', [label(), action('once', 'once', {}), sink('out', 'a')], links('start > once', 'once > out')),
    'REPLAY_KEYED',
  ],
  ['a label of another listener', pipeline('PL_1', 'PV_1', [label('LI_2'), sink('out', 'a')], links('start > out')), 'REPLAY_LISTENER'],
  ['a data sink that is not there', pipeline('PL_1', 'PV_1', [label(), sink('out', 'nowhere')], links('start > out')), 'DATASINK_MISSING'],
  ['a data sink that refuses to open', straight('PV_1', 'c'), 'HTTP_401'],
])('%s: it does not begin, says why, and is not tried again', async (_name, version, code) => {
  const { engine, toys, send, ended, journal } = startReplays();
  toys.destination('c').onOpen = () => {
    throw new Misconfigured('HTTP_401');
  };
  const listeners = [listener('LI_1'), listener('LI_2')];
  await engine.apply({ ...running([]), listeners });
  await send(0, ['x']);
  const wanted = { ...running([], [replay('RP_1', version)]), listeners };
  await engine.apply(wanted);
  expect(await ended('RP_1')).toMatchObject({ state: 'failed', error: { code } });
  const opens = toys.destination('c').opens;
  await engine.apply(wanted);
  expect(toys.destination('c').opens).toBe(opens);
  await engine.stop({ deadlineMs: 1000 });
  expect(journal.commits.get(replayKey('RP_1'))).toMatchObject({ state: 'failed' });
});

test('an empty range is done at once, and a replay that has ended is not run again after a restart', async () => {
  const first = startReplays();
  await first.engine.apply(running([straight()]));
  await first.send(5, ['x']);
  await until(() => first.toys.destination('a').lines.length === 1);
  const both = [replay('RP_1', straight(), { toMs: minute(1) }), replay('RP_2', straight())];
  await first.engine.apply(running([straight()], both));
  expect(await first.ended('RP_1')).toMatchObject({ state: 'done', blocks: 0, counts: {} });
  await first.ended('RP_2');
  await first.engine.stop({ deadlineMs: 1000 });
  const second = startReplays({ journal: first.journal });
  await second.engine.apply(running([straight()], both));
  expect(second.replayed('RP_2')).toMatchObject({ state: 'done', counts: { entered: 1, delivered: 1 } });
  await second.engine.stop({ deadlineMs: 1000 });
  expect(second.toys.destination('a').lines).toEqual([]);
});

test('retention keeps what a replay has still to read, until the stream comes near its limit; what went missing is told', async () => {
  const before = startReplays();
  await before.engine.apply(running([straight()]));
  for (let n = 0; n < 4; n++) await before.send(n, ['x'.repeat(500)]);
  await until(() => before.toys.destination('a').lines.length === 4);
  await before.engine.stop({ deadlineMs: 1000 });
  const { journal } = before;
  // Room for the four blocks that are there: nothing goes before the replay begins.
  const limits = { retentionBytes: 2100, listenerBytes: 20_000, branchMemoryBytes: 100 };
  const { engine, toys, send, replayed, ended } = startReplays({ journal, limits });
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  toys.destination('b').answer = () => gate.then(() => undefined);
  await engine.apply(running([straight()], [replay('RP_1', straight('PV_1', 'b'), { toMs: minute(4) })]));
  await send(50, Array<string>(8).fill('live'.repeat(125)));
  await until(() => toys.destination('a').lines.length >= 8);
  // The first event fills the branch's memory and is spilled when it is old enough: the replay still needs what it has not read.
  await until(() => journal.tail('li/t1/LI_1/0').block > 1);
  expect(journal.tail('li/t1/LI_1/0').block).toBe(2);
  for (let n = 0; n < 24; n++) await send(60 + n, ['y'.repeat(500)]);
  await until(() => journal.tail('li/t1/LI_1/0').block > 4);
  release();
  const status = await ended('RP_1');
  expect(status.state).toBe('done');
  expect(status.missedBlocks + status.counts['delivered']!).toBe(4);
  // A lane on a thread of its own may have fetched them before they went.
  if (laneCount() === 0) expect(status.missedBlocks).toBe(3);
  expect(replayed('RP_1')!.blocksDone).toBe(4);
  await engine.stop({ deadlineMs: 1000 });
});

test('of events that a listener makes up, less is kept', async () => {
  const toys = createToys();
  const received = toys.components.listener('toy', '1.0.0')!;
  const generator = { ...received, definition: { ...received.definition, delivery: 'generator' as const } };
  const components = { ...toys.components, listener: () => generator };
  const limits = { retentionBytes: 1_000_000, madeBytes: 2100 };
  for (const [each, kept] of [
    [toys, 12],
    [{ ...toys, components }, 4],
  ] as const) {
    const { engine, send, journal } = startReplays({ toys: each, limits });
    await engine.apply(running([straight()]));
    const before = toys.destination('a').lines.length;
    for (let n = 0; n < 12; n++) await send(n, ['x'.repeat(500)]);
    await until(() => toys.destination('a').lines.length === before + 12);
    await until(() => journal.usage('li/t1/LI_1/0').blocks <= kept);
    await engine.stop({ deadlineMs: 1000 });
    expect(journal.usage('li/t1/LI_1/0').blocks).toBe(kept);
  }
});

test('what a replay would read is told beforehand, and whether its beginning is gone', async () => {
  const { engine, send, journal } = startReplays();
  await engine.apply(running([]));
  for (let n = 0; n < 6; n++) await send(n, ['x', 'y']);
  expect(await engine.estimateReplay('LI_1', minute(2), minute(4))).toMatchObject({ frames: 4, keptFromMs: undefined });
  expect(await engine.estimateReplay('LI_none', minute(2), minute(4))).toMatchObject({ frames: 0, bytes: 0 });
  journal.trim('li/t1/LI_1/0', { block: 4, frame: 0 });
  expect(await engine.estimateReplay('LI_1', minute(2), minute(5))).toMatchObject({ frames: 4, keptFromMs: minute(3) });
  expect(await engine.estimateReplay('LI_1', minute(4), minute(5))).toMatchObject({ frames: 2, keptFromMs: undefined });
  await engine.stop({ deadlineMs: 1000 });
});
