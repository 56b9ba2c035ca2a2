import { Disconnected } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import { action, deployment, label, links, pipeline, sink } from '../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until, type Harness } from '../test/harness.ts';
import { submitLines } from '../test/toy-components.ts';

const memoryBytes = 500;
const aFewImages = 40_000;
const numbered = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `n${from + i};`);
const marked = (versionId: string, mark: string) =>
  pipeline('PL_1', versionId, [label(), action('mark', 'mark', { mark }), sink('out', 'a')], links('start > mark', 'mark > out'));
const living = pipeline('PL_2', 'PV_L', [label(), sink('out', 'b')], links('start > out'));

/** Destination `a` refuses everything until it is woken. */
async function besideDead(limits: Parameters<typeof startHarness>[0] = {}): Promise<Harness & { wake(): void }> {
  const harness = startHarness({ ...limits, limits: { branchMemoryBytes: memoryBytes, commitIntervalMs: 1000, ...limits.limits } });
  let isDead = true;
  harness.toys.destination('a').batching = { order: 'strict', concurrency: 1 };
  harness.toys.destination('a').answer = () => {
    if (isDead) throw new Disconnected('DELIVERY_REFUSED');
    return undefined;
  };
  await harness.engine.apply(deployment([marked('PV_1', '1 '), living]));
  return { ...harness, wake: () => (isDead = false) };
}

/** An attempt that began before the wake may still fail and wait its turn: it is asked until the destination has taken something. */
async function retryUntilTaken({ engine, toys }: Harness): Promise<void> {
  const before = toys.destination('a').lines.length;
  await until(() => {
    void engine.retryNow({ pipelineId: 'PL_1', node: 'out' });
    return toys.destination('a').lines.length > before;
  });
}

async function send({ toys }: Harness, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 20) await submitLines(toys.peer('LI_1'), numbered(n, n + 20));
  await until(() => new Set(toys.destination('b').lines).size === to);
}

const of = ({ engine }: Harness, versionId: string) => engine.status().pipelines.find((found) => found.versionId === versionId)!;

test('a dead destination alone in its pipeline costs no second copy on disk, and all that waits is shown', async () => {
  const dead = await besideDead();
  await send(dead, 0, 2000);
  await until(() => of(dead, 'PV_1').straggler && of(dead, 'PV_1').branches[0]!.waitingEvents === 2000);
  expect(of(dead, 'PV_1').branches[0]).toMatchObject({ state: 'retrying' });
  expect(of(dead, 'PV_1').branches[0]!.spilledBytes).toBeLessThan(aFewImages);
  dead.wake();
  expect(await dead.engine.drain({ deadlineMs: 10_000 })).toBe(true);
  expect(of(dead, 'PV_1').branches[0]).toMatchObject({ waitingEvents: 0 });
  await dead.engine.stop({ deadlineMs: 1000 });
  expect(dead.toys.destination('a').lines).toEqual(numbered(0, 2000).map((line) => `1 ${line}`));
  expectBalance(dead.engine, 'LI_1', ['PV_1', 'PV_L']);
});

test('beyond what may wait in the journal the branch spills, so that the listener is not held', async () => {
  const dead = await besideDead({ limits: { lagBytes: 3000 } });
  await send(dead, 0, 2000);
  await until(() => of(dead, 'PV_1').branches[0]!.spilledBytes > aFewImages && of(dead, 'PV_1').branches[0]!.waitingEvents === 2000);
  dead.wake();
  expect(await dead.engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await dead.engine.stop({ deadlineMs: 1000 });
  expect(dead.toys.destination('a').lines).toEqual(numbered(0, 2000).map((line) => `1 ${line}`));
  expectBalance(dead.engine, 'LI_1', ['PV_1', 'PV_L']);
});

test('a restart does not forget what waits: count, order and events', async () => {
  const dead = await besideDead();
  await send(dead, 0, 1000);
  await until(() => of(dead, 'PV_1').straggler);
  await dead.engine.stop({ deadlineMs: 0 });
  const again: Harness = { ...startHarness({ journal: dead.journal, toys: dead.toys, limits: { branchMemoryBytes: memoryBytes } }) };
  await again.engine.apply(deployment([marked('PV_1', '1 '), living]));
  await send(again, 1000, 1500);
  await until(() => of(again, 'PV_1').branches[0]!.waitingEvents === 1500);
  dead.wake();
  await retryUntilTaken(again);
  expect(await again.engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await again.engine.stop({ deadlineMs: 1000 });
  expect(again.toys.destination('a').lines).toEqual(numbered(0, 1500).map((line) => `1 ${line}`));
  expectBalance(again.engine, 'LI_1', ['PV_1', 'PV_L']);
});

test('a pipeline that is stopped while it lags still delivers what it was sent before', async () => {
  const dead = await besideDead();
  await send(dead, 0, 1000);
  await until(() => of(dead, 'PV_1').straggler);
  await dead.engine.apply(deployment([living]));
  expect(of(dead, 'PV_1').state).toBe('draining');
  await send(dead, 1000, 1200);
  await until(() => of(dead, 'PV_1').branches[0]!.waitingEvents === 1000);
  dead.wake();
  await retryUntilTaken(dead);
  await until(() => dead.engine.status().pipelines.length === 1);
  await dead.engine.stop({ deadlineMs: 1000 });
  expect(dead.toys.destination('a').lines).toEqual(numbered(0, 1000).map((line) => `1 ${line}`));
  expect(totalsOf(dead.engine, 'PV_1')['entered']).toBe(1000);
});

test('what came before a publish is of the old version, however far that lags', async () => {
  const dead = await besideDead();
  await send(dead, 0, 1000);
  await until(() => of(dead, 'PV_1').straggler);
  await dead.engine.apply(deployment([marked('PV_2', '2 '), living]));
  await send(dead, 1000, 1500);
  dead.wake();
  await retryUntilTaken(dead);
  await until(() => dead.toys.destination('a').lines.length === 1500);
  expect(await dead.engine.drain({ deadlineMs: 10_000 })).toBe(true);
  await dead.engine.stop({ deadlineMs: 1000 });
  expect(dead.toys.destination('a').lines).toEqual([
    ...numbered(0, 1000).map((line) => `1 ${line}`),
    ...numbered(1000, 1500).map((line) => `2 ${line}`),
  ]);
});
