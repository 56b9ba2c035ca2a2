import { silentLog, type Log, type LogFields } from '@acequia/base';
import { Disconnected, Misconfigured, Reject, Retry } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import { action, deployment, label, links, pipeline, sink } from '../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../test/harness.ts';
import { sendLines, submitLines } from '../test/toy-components.ts';

const straight = (config: Record<string, unknown> = {}) =>
  pipeline('PL_1', 'PV_1', [label(), sink('out', 'a', config)], links('start > out'));
const forked = pipeline('PL_1', 'PV_1', [label(), sink('one', 'a'), sink('two', 'b')], links('start > one', 'start > two'));
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `n${from + i};`);

test('the other branch is dead: this one goes on, and nothing of the other is lost', async () => {
  const { engine, toys } = startHarness({ limits: { branchMemoryBytes: 2000 } });
  let dead = true;
  toys.destination('b').answer = () => {
    if (dead) throw new Disconnected('DELIVERY_REFUSED');
    return undefined;
  };
  await engine.apply(deployment([forked]));
  for (let i = 0; i < 50; i++) await submitLines(toys.peer('LI_1'), numbered(i * 20, i * 20 + 20));
  await until(() => toys.destination('a').lines.length === 1000);
  const second = () => engine.status().pipelines[0]!.branches[1]!;
  await until(() => second().spilledBytes > 0 && second().waitingEvents === 1000);
  expect(second()).toMatchObject({ state: 'retrying', error: { code: 'DELIVERY_REFUSED' } });
  dead = false;
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(new Set(toys.destination('b').lines)).toEqual(new Set(numbered(0, 1000)));
  expectBalance(engine, 'LI_1', ['PV_1']);
});

test('an outage that was planned alarms nobody; the one that follows does, once', async () => {
  const warnings: LogFields[] = [];
  const log: Log = { ...silentLog, warn: (fields) => void warnings.push(fields), child: () => log };
  const { engine, toys } = startHarness({ log });
  let answer: Error | undefined = new Retry('DELIVERY_REHEARSED', { waitMs: 1, planned: true });
  toys.destination('a').answer = () => {
    if (answer) throw answer;
    return undefined;
  };
  await engine.apply(deployment([straight()]));
  const code = () => engine.status().pipelines[0]!.branches[0]!.error?.code;
  await submitLines(toys.peer('LI_1'), numbered(0, 5));
  await until(() => code() === 'DELIVERY_REHEARSED');
  expect(warnings.filter((fields) => 'datasink' in fields)).toEqual([]);
  answer = new Retry('DELIVERY_BUSY', { waitMs: 1 });
  await until(() => code() === 'DELIVERY_BUSY');
  answer = undefined;
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(warnings.filter((fields) => 'datasink' in fields)).toMatchObject([{ code: 'DELIVERY_BUSY' }]);
});

test('halving finds the guilty one, and the rest is delivered once', async () => {
  const { engine, toys } = startHarness();
  toys.destination('a').answer = (_batch, lines) => {
    if (lines.includes('n37;')) throw new Reject('HTTP_400', 'all', { status: 400 });
    return undefined;
  };
  await engine.apply(deployment([straight()]));
  await submitLines(toys.peer('LI_1'), numbered(0, 64));
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect([...toys.destination('a').lines].sort()).toEqual(
    numbered(0, 64)
      .filter((line) => line !== 'n37;')
      .sort(),
  );
  expect(toys.destination('a').calls).toBeLessThanOrEqual(6 + 64);
  expect(totalsOf(engine, 'PV_1')).toMatchObject({ delivered: 63, rejected: 1 });
  expect((await engine.deadLetters.list('t1', {}, undefined, 10)).letters).toMatchObject([
    { code: 'HTTP_400', node: 'out', outcome: 'rejected' },
  ]);
  expectBalance(engine, 'LI_1', ['PV_1']);
});

test('named refusals leave by the error port and go on', async () => {
  const { engine, toys } = startHarness();
  toys.destination('a').answer = (_batch, lines) => ({
    rejected: lines.flatMap((line, record) => (line === 'n3;' ? [{ record, code: 'TOY_NO' }] : [])),
  });
  const nodes = [label(), sink('out', 'a'), action('mark', 'mark', { mark: 'late ' }), sink('rest', 'b')];
  await engine.apply(deployment([pipeline('PL_1', 'PV_1', nodes, links('start > out', 'out.error > mark', 'mark > rest'))]));
  await submitLines(toys.peer('LI_1'), numbered(0, 10));
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toHaveLength(9);
  expect(toys.destination('b').lines).toEqual(['late n3;']);
  expect(totalsOf(engine, 'PV_1')).toMatchObject({ entered: 10, delivered: 10 });
  expectBalance(engine, 'LI_1', ['PV_1']);
});

test('order strict survives retries, lost connections and spilling', async () => {
  const { engine, toys } = startHarness({ limits: { branchMemoryBytes: 500 } });
  let call = 0;
  toys.destination('a').answer = () => {
    call++;
    if (call % 3 === 0) throw new Retry('HTTP_503', { status: 503, waitMs: 1 });
    if (call % 7 === 0) throw new Disconnected('DELIVERY_RESET');
    return undefined;
  };
  await engine.apply(
    deployment([
      pipeline('PL_1', 'PV_1', [label(), sink('out', 'a', { order: 'strict' }), sink('two', 'b')], links('start > out', 'start > two')),
    ]),
  );
  for (let i = 0; i < 40; i++) await submitLines(toys.peer('LI_1'), numbered(i * 25, i * 25 + 25));
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toEqual(numbered(0, 1000));
});

test('the same batch again carries the same key', async () => {
  const { engine, toys } = startHarness();
  let first = true;
  toys.destination('a').answer = () => {
    if (!first) return undefined;
    first = false;
    throw new Retry('TIMEOUT');
  };
  await engine.apply(deployment([straight({ order: 'strict' })]));
  await submitLines(toys.peer('LI_1'), ['once']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  const { keys } = toys.destination('a');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  await engine.stop({ deadlineMs: 1000 });
});

test('what waited longer than giveUpAfter expires into the dead letters', async () => {
  const { engine, toys } = startHarness();
  toys.destination('a').batching = { retry: { giveUpAfterMs: 5, firstWaitMs: 1, maxWaitMs: 2 } };
  toys.destination('a').answer = () => {
    throw new Retry('HTTP_503');
  };
  await engine.apply(deployment([straight()]));
  await submitLines(toys.peer('LI_1'), ['too late']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(totalsOf(engine, 'PV_1')).toMatchObject({ 'expired:age': 1 });
  expect((await engine.deadLetters.list('t1', {}, undefined, 10)).letters).toMatchObject([{ code: 'HTTP_503', outcome: 'expired' }]);
  expectBalance(engine, 'LI_1', ['PV_1']);
});

test('misconfigured: events wait until a person asks for another try', async () => {
  const { engine, toys } = startHarness();
  let wrong = true;
  toys.destination('a').answer = () => {
    if (wrong) throw new Misconfigured('HTTP_401', { status: 401 });
    return undefined;
  };
  await engine.apply(deployment([straight()]));
  await submitLines(toys.peer('LI_1'), ['patient']);
  await until(() => engine.status().pipelines[0]!.branches[0]!.state === 'misconfigured');
  const { calls } = toys.destination('a');
  wrong = false;
  await engine.retryNow({ pipelineId: 'PL_1', node: 'out' });
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  expect(toys.destination('a').calls).toBe(calls + 1);
  expect(toys.destination('a').lines).toEqual(['patient']);
  await engine.stop({ deadlineMs: 1000 });
});

test('outbox full: only this version falls behind, and catches up', async () => {
  const { engine, toys } = startHarness({ limits: { branchMemoryBytes: 500, branchBytes: 3000 } });
  let dead = true;
  toys.destination('b').answer = () => {
    if (dead) throw new Disconnected('DELIVERY_REFUSED');
    return undefined;
  };
  const stuck = pipeline('PL_2', 'PV_2', [label(), sink('x', 'b'), sink('y', 'c')], links('start > x', 'start > y'));
  await engine.apply(deployment([straight(), stuck], { sinks: ['a', 'b', 'c'] }));
  for (let i = 0; i < 50; i++) await submitLines(toys.peer('LI_1'), numbered(i * 20, i * 20 + 20));
  await until(() => toys.destination('a').lines.length === 1000);
  await until(() => engine.status().pipelines[1]!.straggler && engine.status().pipelines[1]!.branches[0]!.full);
  expect(engine.status().pipelines[0]!.straggler).toBe(false);
  dead = false;
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  expect(engine.status().pipelines[1]!.straggler).toBe(false);
  await engine.stop({ deadlineMs: 1000 });
  expect(new Set(toys.destination('b').lines)).toEqual(new Set(numbered(0, 1000)));
  expect(totalsOf(engine, 'LI_1')).toMatchObject({ received: 1000, decoded: 1000 });
  expectBalance(engine, 'LI_1', ['PV_1', 'PV_2']);
});

test.each(['drop-oldest', 'drop-newest'] as const)('outbox full with %s: dropped events are counted', async (whenFull) => {
  const { engine, toys } = startHarness({ limits: { branchMemoryBytes: 500, branchBytes: 30_000 } });
  toys.destination('b').batching = { whenFull };
  let dead = true;
  toys.destination('b').answer = () => {
    if (dead) throw new Disconnected('DELIVERY_REFUSED');
    return undefined;
  };
  await engine.apply(deployment([forked]));
  for (let i = 0; i < 50; i++) await submitLines(toys.peer('LI_1'), numbered(i * 20, i * 20 + 20));
  await until(() => toys.destination('a').lines.length === 1000);
  dead = false;
  expect(await engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  const totals = totalsOf(engine, 'PV_1');
  expect(totals['dropped:overflow']).toBeGreaterThan(0);
  expect(toys.destination('b').lines).toHaveLength(1000 - totals['dropped:overflow']!);
  expect(toys.destination('b').lines.includes('n999;')).toBe(whenFull === 'drop-oldest');
  expectBalance(engine, 'LI_1', ['PV_1']);
});

test('stop while busy: what was not proven is there at the next start', async () => {
  const { engine, toys, journal } = startHarness();
  toys.destination('a').answer = (_batch, lines) => (lines.includes('n0;') ? undefined : new Promise(() => undefined));
  await engine.apply(deployment([straight()]));
  sendLines(toys.peer('LI_1'), numbered(0, 1000));
  await until(() => toys.destination('a').calls > 1);
  await engine.stop({ deadlineMs: 20 });
  toys.destination('a').answer = undefined;
  const again = startHarness({ journal, toys });
  await again.engine.apply(deployment([straight()]));
  expect(await again.engine.drain({ deadlineMs: 5000 })).toBe(true);
  await again.engine.stop({ deadlineMs: 1000 });
  expect([...toys.destination('a').lines].sort()).toEqual(numbered(0, 1000).sort());
  expectBalance(again.engine, 'LI_1', ['PV_1']);
});

test('stop while busy: it ends with the deliveries under way, not with its deadline', async () => {
  const { engine, toys } = startHarness();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  toys.destination('a').batching = { maxEvents: 10, maxWaitMs: 60_000 };
  toys.destination('a').answer = () => promise;
  await engine.apply(deployment([straight()]));
  sendLines(toys.peer('LI_1'), numbered(0, 10));
  await until(() => toys.destination('a').calls === 1);
  const stopped = engine.stop({ deadlineMs: 3_600_000 });
  setImmediate(() => resolve(undefined));
  await stopped;
  expect(toys.destination('a').lines).toEqual(numbered(0, 10));
});

test('a checkpoint comes back with the progress it belongs to', async () => {
  const { engine, toys, journal } = startHarness();
  const opened: (string | undefined)[] = [];
  toys.destination('a').onOpen = (checkpoint) => opened.push(checkpoint);
  toys.destination('a').answer = () => ({ checkpoint: `length ${toys.destination('a').lines.length}` });
  await engine.apply(deployment([straight()]));
  await submitLines(toys.peer('LI_1'), ['one']);
  await until(() => toys.destination('a').lines.length === 1);
  await submitLines(toys.peer('LI_1'), ['two']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  const again = startHarness({ journal, toys });
  await again.engine.apply(deployment([straight()]));
  await until(() => opened.length === 2);
  expect(opened).toEqual([undefined, 'length 1']);
  await again.engine.stop({ deadlineMs: 1000 });
});

test('a batch larger than the memory of a branch fills, however long it may wait', async () => {
  const { engine, toys } = startHarness({ limits: { branchMemoryBytes: 512 * 1024 } });
  const sizes: number[] = [];
  toys.destination('a').batching = { maxEvents: 1_000_000, maxBytes: 4 << 20, maxWaitMs: 3_600_000 };
  toys.destination('a').answer = (_batch, lines) => void sizes.push(lines.join('').length);
  await engine.apply(deployment([straight()]));
  const line = (n: number) => `n${n};`.padEnd(1024, '.');
  for (let from = 0; from < 5 * 1024; from += 256)
    await submitLines(
      toys.peer('LI_1'),
      Array.from({ length: 256 }, (_, i) => line(from + i)),
    );
  await until(() => sizes.length > 0);
  expect(sizes).toEqual([4 << 20]);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toHaveLength(5 * 1024);
});
