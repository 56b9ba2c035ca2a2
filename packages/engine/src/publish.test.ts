import { Disconnected, Misconfigured } from '@acequia/component-sdk/runtime';
import { createMemoryJournal, type Journal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { createCrashJournal } from '../test/crash-journal.ts';
import { action, deployment, label, links, listener, pipeline, sink } from '../test/deployments.ts';
import { expectBalance, laneCount, startHarness, totalsOf, until } from '../test/harness.ts';
import { submitLines } from '../test/toy-components.ts';

const marked = (versionId: string, mark: string) =>
  pipeline('PL_1', versionId, [label(), action('mark', 'mark', { mark }), sink('out', 'a')], links('start > mark', 'mark > out'));

test('publish while events flow: each event carries exactly one version, in order', async () => {
  const { engine, toys } = startHarness();
  toys.destination('a').batching = { order: 'strict', concurrency: 1 };
  await engine.apply(deployment([marked('PV_0', 'v0 ')]));
  let sent = 0;
  const publishes = (async () => {
    for (let version = 1; version <= 50; version++) await engine.apply(deployment([marked(`PV_${version}`, `v${version} `)]));
  })();
  let publishing = true;
  void publishes.then(() => (publishing = false));
  while (publishing) {
    if (sent - toys.destination('a').lines.length < 500) await submitLines(toys.peer('LI_1'), [`e${sent++}`, `e${sent++}`]);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  await publishes;
  expect(toys.peer('LI_1').starts).toBe(1);
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  const events = toys.destination('a').lines.map((line) => line.split(' ')[1]!);
  expect([...events].sort()).toEqual(Array.from({ length: sent }, (_, i) => `e${i}`).sort());
  const versions = new Map(
    toys.destination('a').lines.map((line) => [Number(line.split(' ')[1]!.slice(1)), Number(line.split(' ')[0]!.slice(1))]),
  );
  const inOrder = [...versions.keys()].sort((a, b) => a - b).map((event) => versions.get(event)!);
  expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
  expectBalance(
    engine,
    'LI_1',
    Array.from({ length: 51 }, (_, version) => `PV_${version}`),
  );
});

test('misconfigured at prepare: the running version goes on, and the reason is told', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(deployment([marked('PV_1', '1 ')]));
  toys.destination('b').onOpen = () => {
    throw new Misconfigured('HTTP_401');
  };
  const wrong = pipeline('PL_1', 'PV_2', [label(), sink('out', 'b')], links('start > out'));
  const report = await engine.apply(deployment([wrong]));
  expect(report.pipelines).toEqual([{ id: 'PL_1', versionId: 'PV_2', result: 'failed', error: { code: 'HTTP_401', node: 'out' } }]);
  await submitLines(toys.peer('LI_1'), ['still']);
  await until(() => toys.destination('a').lines.length === 1);
  expect(engine.status().pipelines).toMatchObject([{ versionId: 'PV_1', state: 'running', error: { code: 'HTTP_401' } }]);
  const broken = pipeline('PL_1', 'PV_3', [label(), action('x', 'broken', {}), sink('out', 'a')], links('start > x', 'x > out'));
  expect((await engine.apply(deployment([broken]))).pipelines[0]).toMatchObject({ result: 'failed', error: { node: 'x' } });
  await engine.stop({ deadlineMs: 1000 });
});

test('nothing changed: nothing is touched', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(deployment([marked('PV_1', '1 ')]));
  const report = await engine.apply(deployment([marked('PV_1', '1 ')]));
  expect(report.listeners[0]!.result).toBe('unchanged');
  expect(report.pipelines[0]!.result).toBe('unchanged');
  expect(toys.peer('LI_1').starts).toBe(1);
  expect(toys.destination('a').opens).toBe(1);
  await engine.stop({ deadlineMs: 1000 });
});

test('a stopped pipeline empties itself and takes nothing more', async () => {
  const { engine, toys } = startHarness();
  let release = (): void => undefined;
  toys.destination('a').answer = () => new Promise((resolve) => (release = () => resolve(undefined)));
  await engine.apply(deployment([marked('PV_1', '')]));
  await submitLines(toys.peer('LI_1'), ['before']);
  await until(() => toys.destination('a').calls === 1);
  expect((await engine.apply(deployment([]))).pipelines).toEqual([{ id: 'PL_1', versionId: 'PV_1', result: 'stopped' }]);
  expect(engine.status().pipelines[0]!.state).toBe('draining');
  await submitLines(toys.peer('LI_1'), ['after']);
  release();
  await until(() => engine.status().pipelines.length === 0);
  expect(toys.destination('a').lines).toEqual(['before']);
  await engine.stop({ deadlineMs: 1000 });
  expect(totalsOf(engine, 'PV_1')).toMatchObject({ entered: 1, delivered: 1 });
});

test('labels sort events, and a label edit takes effect without a restart', async () => {
  const { engine, toys } = startHarness();
  const labels = (text: string) => [
    { id: 'LB_1', name: 'x', condition: { form: 'visual', ast: { field: 'message', op: 'contains', value: text } } },
  ];
  const of = (id: string, labelId: string, to: string) =>
    pipeline(id, `PV_${id}`, [label('LI_1', labelId), sink('out', to)], links('start > out'));
  const pipelines = [of('1', 'LB_1', 'a'), of('2', 'unlabelled', 'b'), of('3', 'all', 'c')];
  const sinks = ['a', 'b', 'c'];
  await engine.apply(deployment(pipelines, { listeners: [listener('LI_1', {}, labels('red'))], sinks }));
  await submitLines(toys.peer('LI_1'), ['red one', 'blue one']);
  await until(() => toys.destination('c').lines.length === 2);
  await engine.apply(deployment(pipelines, { listeners: [listener('LI_1', {}, labels('blue'))], sinks }));
  await submitLines(toys.peer('LI_1'), ['red two', 'blue two']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toEqual(['red one', 'blue two']);
  expect(toys.destination('b').lines).toEqual(['blue one', 'red two']);
  expect(toys.destination('c').lines).toHaveLength(4);
  expect(toys.peer('LI_1').starts).toBe(1);
  expect(totalsOf(engine, 'LI_1')).toMatchObject({ decoded: 4, unlabelled: 2, matched: 2 });
});

test('a destination with a checkpoint is handed from version to version, never held by two', async () => {
  const { engine, toys } = startHarness();
  const opened: (string | undefined)[] = [];
  const it = toys.destination('a');
  it.onOpen = (checkpoint) => opened.push(checkpoint);
  it.answer = () => ({ checkpoint: `after ${it.calls}` });
  await engine.apply(deployment([marked('PV_1', '1 ')]));
  await submitLines(toys.peer('LI_1'), ['one']);
  await until(() => totalsOf(engine, 'PV_1')['delivered'] === 1);
  await engine.apply(deployment([marked('PV_2', '2 ')]));
  await submitLines(toys.peer('LI_1'), ['two']);
  await until(() => it.lines.length === 2);
  expect(opened).toEqual([undefined, 'after 1']);
  expect(it.lines).toEqual(['1 one', '2 two']);
  await engine.stop({ deadlineMs: 1000 });
});

test('a version published while the very first batch is under way does not write to the place beside it', async () => {
  const { engine, toys } = startHarness();
  const opened: (string | undefined)[] = [];
  const it = toys.destination('a');
  it.batching = { order: 'none', concurrency: 2, checkpoints: true };
  it.onOpen = (checkpoint) => opened.push(checkpoint);
  let release = (): void => undefined;
  it.answer = () => new Promise((resolve) => (release = () => resolve({ checkpoint: `after ${it.calls}` })));
  await engine.apply(deployment([marked('PV_1', '1 ')]));
  await submitLines(toys.peer('LI_1'), ['one']);
  await until(() => it.calls === 1);
  await engine.apply(deployment([marked('PV_2', '2 ')]));
  expect(opened).toEqual([undefined]);
  await submitLines(toys.peer('LI_1'), ['two']);
  release();
  await until(() => it.calls === 2);
  release();
  await until(() => it.lines.length === 2);
  expect(opened).toEqual([undefined, 'after 1']);
  expect(it.lines).toEqual(['1 one', '2 two']);
  await engine.stop({ deadlineMs: 1000 });
});

test('an old version that waits for a person holds nobody up, and delivers once a person has acted; never two at one place', async () => {
  const { engine, toys } = startHarness();
  const a = toys.destination('a');
  a.batching = { order: 'strict', concurrency: 1 };
  let broken = true;
  a.answer = (_batch, lines) => {
    if (broken && lines.some((line) => line.startsWith('v1'))) throw new Misconfigured('HTTP_401');
    return undefined;
  };
  await engine.apply(deployment([marked('PV_1', 'v1 ')]));
  await submitLines(toys.peer('LI_1'), ['one']);
  await until(() => engine.status().pipelines[0]!.branches[0]!.state === 'misconfigured');
  for (const version of [2, 3, 4]) {
    await engine.apply(deployment([marked(`PV_${version}`, `v${version} `)]));
    await submitLines(toys.peer('LI_1'), [`line ${version}`]);
    await until(() => a.lines.includes(`v${version} line ${version}`));
  }
  expect(a.lines).toEqual(['v2 line 2', 'v3 line 3', 'v4 line 4']);
  broken = false;
  await engine.retryNow({ pipelineId: 'PL_1', node: 'out' });
  await until(() => a.lines.includes('v1 one'));
  await submitLines(toys.peer('LI_1'), ['last']);
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(a.lines).toEqual(['v2 line 2', 'v3 line 3', 'v4 line 4', 'v1 one', 'v4 last']);
  // Lanes on other threads do not tell when they close.
  if (laneCount() === 0) expect({ live: a.live, atMost: a.liveMax }).toEqual({ live: 0, atMost: 1 });
  expectBalance(engine, 'LI_1', ['PV_1', 'PV_2', 'PV_3', 'PV_4']);
});

test('an old version that waits for a person while its last event leaves it ends, though the next one has the place', async () => {
  const disk = createMemoryJournal();
  const letters = Promise.withResolvers<void>();
  const journal: Journal = {
    ...createCrashJournal(disk, () => 0),
    append: async (group) => {
      if (group.blocks[0]!.stream.startsWith('dl/')) await letters.promise;
      return disk.append(group);
    },
  };
  const { engine, toys } = startHarness({ journal });
  const a = toys.destination('a');
  a.batching = { order: 'strict', concurrency: 1 };
  a.onOpen = () => {
    if (a.opens === 2) throw new Misconfigured('HTTP_401');
  };
  a.answer = (_batch, lines) => ({ rejected: lines.flatMap((line, record) => (line === 'v1 one' ? [{ record, code: 'REFUSED' }] : [])) });
  const edited = (version: ReturnType<typeof marked>) => {
    const { datasinks, ...rest } = deployment([version]);
    return { ...rest, datasinks: datasinks.map((datasink) => ({ ...datasink, creation: { ...datasink.creation, edited: true } })) };
  };
  await engine.apply(deployment([marked('PV_1', 'v1 ')]));
  await submitLines(toys.peer('LI_1'), ['one']);
  await until(() => a.calls === 1);
  await engine.apply(edited(marked('PV_1', 'v1 ')));
  await until(() => engine.status().pipelines[0]!.branches[0]!.state === 'misconfigured');
  await engine.apply(edited(marked('PV_2', 'v2 ')));
  await submitLines(toys.peer('LI_1'), ['two']);
  await until(() => a.lines.includes('v2 two'));
  await until(() => engine.status().pipelines.length === 2);
  letters.resolve();
  await until(() => engine.status().pipelines.every(({ versionId }) => versionId === 'PV_2'));
  await engine.stop({ deadlineMs: 1000 });
  expect(a.lines).toEqual(['v2 two']);
  expectBalance(engine, 'LI_1', ['PV_1', 'PV_2']);
});

const slowAt = (listenerId: string, versionId: string, rounds: number) =>
  pipeline(
    'PL_1',
    versionId,
    [label(listenerId), action('slow', 'slow', { rounds }), action('mark', 'mark', { mark: `${versionId} ` }), sink('out', 'a')],
    links('start > slow', 'slow > mark', 'mark > out'),
  );
const twoListeners = { listeners: [listener('LI_1'), listener('LI_2')] };

test('a version that reads another listener: what was acknowledged at the one before, and not yet run, is delivered', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(deployment([slowAt('LI_1', 'PV_1', 2_000_000)], twoListeners));
  const lines = Array.from({ length: 30 }, (_, n) => `e${n}`);
  await Promise.all(lines.map((line) => submitLines(toys.peer('LI_1'), [line])));
  await engine.apply(deployment([slowAt('LI_2', 'PV_2', 0)], twoListeners));
  const drained = await engine.drain({ deadlineMs: 30_000 });
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toEqual(lines.map((line) => `PV_1 ${line}`));
  expect(drained).toBe(true);
});

test('a version that reads another listener keeps nothing of the one before from being removed, and drains beside it', async () => {
  const { engine, toys, journal } = startHarness();
  await engine.apply(deployment([slowAt('LI_1', 'PV_1', 0)], twoListeners));
  await engine.apply(deployment([slowAt('LI_2', 'PV_2', 0)], twoListeners));
  for (let n = 0; n < 5; n++) await submitLines(toys.peer('LI_1'), [`nobody reads ${n}`]);
  await submitLines(toys.peer('LI_2'), ['two']);
  const blocksOf = (id: string) =>
    journal
      .streams()
      .filter((stream) => stream.startsWith('li/') && stream.includes(id))
      .reduce((sum, stream) => sum + journal.usage(stream).blocks, 0);
  await until(() => blocksOf('LI_1') === 0);
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toEqual(['PV_2 two']);
});

test('a pipeline that goes back to its first listener leaves to the version that read it before what that still takes', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(deployment([slowAt('LI_1', 'PV_1', 2_000_000)], twoListeners));
  const lines = Array.from({ length: 30 }, (_, n) => `e${n}`);
  await Promise.all(lines.map((line) => submitLines(toys.peer('LI_1'), [line])));
  await engine.apply(deployment([slowAt('LI_2', 'PV_2', 0)], twoListeners));
  await engine.apply(deployment([slowAt('LI_1', 'PV_3', 0)], twoListeners));
  await submitLines(toys.peer('LI_1'), ['last']);
  expect(await engine.drain({ deadlineMs: 30_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines.toSorted()).toEqual([...lines.map((line) => `PV_1 ${line}`), 'PV_3 last'].toSorted());
});

test('a version that has the place anew goes by the last checkpoint of the one before, not by that of its first turn', async () => {
  const { engine, toys } = startHarness();
  const a = toys.destination('a');
  a.batching = { order: 'strict', concurrency: 1, maxEvents: 1, checkpoints: true };
  const opened: (string | undefined)[] = [];
  a.onOpen = (checkpoint) => opened.push(checkpoint);
  let broken = true;
  a.answer = (_batch, lines) => {
    if (broken && lines.includes('v1 two')) throw new Misconfigured('HTTP_401');
    return { checkpoint: `after ${lines.join()}` };
  };
  await engine.apply(deployment([marked('PV_1', 'v1 ')]));
  await submitLines(toys.peer('LI_1'), ['one', 'two']);
  await until(() => engine.status().pipelines[0]!.branches[0]!.state === 'misconfigured');
  await engine.apply(deployment([marked('PV_2', 'v2 ')]));
  await until(() => opened.length === 2);
  broken = false;
  await engine.retryNow({ pipelineId: 'PL_1', node: 'out' });
  await until(() => a.lines.includes('v1 two') && opened.length === 4);
  await submitLines(toys.peer('LI_1'), ['three']);
  await until(() => a.lines.includes('v2 three'));
  await engine.stop({ deadlineMs: 1000 });
  expect(opened).toEqual([undefined, 'after v1 one', 'after v1 one', 'after v1 two']);
});

test('a version that takes a place over goes by what the one before sent until it had let go', async () => {
  const { engine, toys } = startHarness();
  const a = toys.destination('a');
  a.batching = { order: 'none', concurrency: 2, maxEvents: 1, checkpoints: true };
  const opened: (string | undefined)[] = [];
  a.onOpen = (checkpoint) => opened.push(checkpoint);
  const [one, two] = [Promise.withResolvers<never>(), Promise.withResolvers<{ checkpoint: string }>()];
  a.answer = (_batch, [line]) => (line === 'v1 one' ? one.promise : two.promise);
  await engine.apply(deployment([marked('PV_1', 'v1 ')]));
  await submitLines(toys.peer('LI_1'), ['one', 'two']);
  await until(() => a.calls === 2);
  await engine.apply(deployment([marked('PV_2', 'v2 ')]));
  one.reject(new Misconfigured('HTTP_401'));
  await until(() => engine.status().pipelines[0]!.branches[0]!.state === 'misconfigured');
  two.resolve({ checkpoint: 'after two' });
  await until(() => opened.length === 2);
  await engine.stop({ deadlineMs: 1000 });
  expect(opened).toEqual([undefined, 'after two']);
});

const toBoth = (versionId: string, mark: string) =>
  pipeline(
    'PL_1',
    versionId,
    [label(), action('mark', 'mark', { mark }), sink('dead', 'a'), sink('well', 'b')],
    links('start > mark', 'mark > dead', 'mark > well'),
  );

test('an old version that waits for one destination keeps no other one from the version after it', async () => {
  const { engine, toys } = startHarness();
  const [dead, well] = [toys.destination('a'), toys.destination('b')];
  for (const it of [dead, well]) it.batching = { order: 'strict', concurrency: 1, checkpoints: true };
  let down = true;
  dead.answer = () => {
    if (down) throw new Disconnected('CONNECTION_REFUSED');
    return { checkpoint: `after ${dead.calls}` };
  };
  const opened: (string | undefined)[] = [];
  well.onOpen = (checkpoint) => opened.push(checkpoint);
  well.answer = () => ({ checkpoint: `after ${well.calls}` });
  await engine.apply(deployment([toBoth('PV_0', 'v0 ')]));
  await submitLines(toys.peer('LI_1'), ['line 0']);
  await until(() => well.lines.includes('v0 line 0'));
  for (const n of [1, 2, 3]) {
    await engine.apply(deployment([toBoth(`PV_${n}`, `v${n} `)]));
    await submitLines(toys.peer('LI_1'), [`line ${n}`]);
    await until(() => well.lines.includes(`v${n} line ${n}`));
  }
  expect(opened).toEqual([undefined, 'after 1', 'after 2', 'after 3']);
  expect(dead.lines).toEqual([]);
  down = false;
  await engine.retryNow({ pipelineId: 'PL_1', node: 'dead' });
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await until(() => engine.status().pipelines.length === 1);
  await engine.stop({ deadlineMs: 1000 });
  const inOrder = [0, 1, 2, 3].map((n) => `v${n} line ${n}`);
  expect(dead.lines).toEqual(inOrder);
  expect(well.lines).toEqual(inOrder);
  if (laneCount() === 0) expect([dead.liveMax, well.liveMax]).toEqual([1, 1]);
  expectBalance(engine, 'LI_1', ['PV_0', 'PV_1', 'PV_2', 'PV_3']);
});

test('what leaves a destination by a port is still delivered where the version after it delivers already', async () => {
  const { engine, toys } = startHarness();
  const [first, second] = [toys.destination('a'), toys.destination('b')];
  for (const it of [first, second]) it.batching = { order: 'strict', concurrency: 1 };
  const answers: (() => void)[] = [];
  first.answer = (_batch, lines) =>
    new Promise((resolve) => answers.push(() => resolve({ rejected: lines.map((_, record) => ({ record, code: 'REFUSED' })) })));
  const version = (id: string, mark: string) =>
    pipeline(
      'PL_1',
      id,
      [label(), action('mark', 'mark', { mark }), sink('first', 'a'), sink('second', 'b')],
      links('start > mark', 'mark > first', 'first.error > second'),
    );
  await engine.apply(deployment([version('PV_1', 'v1 ')]));
  await submitLines(toys.peer('LI_1'), ['one']);
  await until(() => answers.length === 1);
  await engine.apply(deployment([version('PV_2', 'v2 ')]));
  await submitLines(toys.peer('LI_1'), ['two']);
  // Long enough for commits: the place of `second` must not be given up while `first` may still send events there.
  for (let beat = 0; beat < 5; beat++) await new Promise((resolve) => setTimeout(resolve, 25));
  answers.shift()!();
  await until(() => answers.length === 1);
  answers.shift()!();
  await until(() => second.lines.length === 2);
  expect(second.lines).toEqual(['v1 one', 'v2 two']);
  await engine.stop({ deadlineMs: 1000 });
});

test('destinations that do not answer keep the versions of other pipelines, and the listeners, from starting', async () => {
  const { engine, toys } = startHarness({ limits: { sinkOpenMs: 5 } });
  const answered = Promise.withResolvers<void>();
  toys.destination('b').onOpen = () => answered.promise;
  const to = (id: string, datasink: string) => pipeline(id, `${id}-1`, [label(), sink('out', datasink)], links('start > out'));
  const report = await engine.apply(deployment([to('PL_1', 'b'), to('PL_2', 'b'), to('PL_3', 'a')]));
  expect(report.pipelines.map(({ result }) => result)).toEqual(['started', 'started', 'started']);
  await submitLines(toys.peer('LI_1'), ['one']);
  await until(() => toys.destination('a').lines.length === 1);
  expect([toys.destination('b').lines, toys.destination('b').opens]).toEqual([[], 2]);
  answered.resolve();
  await until(() => toys.destination('b').lines.length === 2);
  expect(toys.destination('b').opens).toBe(2);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  expect([toys.destination('a').lines, toys.destination('b').lines]).toEqual([['one'], ['one', 'one']]);
  await engine.stop({ deadlineMs: 1000 });
});
