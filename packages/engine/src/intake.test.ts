import { createMemoryJournal } from '@acequia/journal';
import { IntakeBusy } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import { deployment, label, links, listener, pipeline, sink } from '../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../test/harness.ts';
import { sendLines, submitLines } from '../test/toy-components.ts';

const straight = pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'));
const withListener = (config: Record<string, unknown>) => deployment([straight], { listeners: [listener('LI_1', config)] });

test('frames of many connections share blocks', async () => {
  const { engine, toys, journal } = startHarness({ limits: { retentionMs: 60_000 } });
  await engine.apply(deployment([straight]));
  const streams = Array.from({ length: 500 }, () => toys.peer('LI_1').stream());
  for (const [index, stream] of streams.entries()) sendLines(toys.peer('LI_1'), [`peer ${index}`], stream);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  expect(journal.head('li/t1/LI_1/0').block).toBeLessThanOrEqual(5);
  expect(toys.destination('a').lines).toHaveLength(500);
  await engine.stop({ deadlineMs: 1000 });
});

test.each([
  ['truncate', ['aaaaaaaaaa']],
  ['split', ['aaaaaaaaaa', 'bbb']],
  ['reject', []],
])('a frame over the limit: %s', async (onOversize, expected) => {
  const { engine, toys } = startHarness();
  await engine.apply(withListener({ maxEvent: '10 B', onOversize }));
  sendLines(toys.peer('LI_1'), ['aaaaaaaaaabbb']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toEqual(expected);
  expectBalance(engine, 'LI_1', ['PV_1']);
  if (onOversize === 'reject')
    expect((await engine.deadLetters.list('t1', {}, undefined, 5)).letters).toMatchObject([{ code: 'LIMIT_EVENT_SIZE' }]);
});

test('the same idempotency key twice enters once', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(deployment([straight]));
  expect(await submitLines(toys.peer('LI_1'), ['once'], 'k1')).toEqual({ repeated: false });
  expect(await submitLines(toys.peer('LI_1'), ['once'], 'k1')).toEqual({ repeated: true });
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  expect(toys.destination('a').lines).toEqual(['once']);
  await engine.stop({ deadlineMs: 1000 });
});

test('acknowledged when delivered: the reply waits for every branch', async () => {
  const { engine, toys } = startHarness({ limits: { ackDeliveredTimeoutMs: 5000 } });
  let release = (): void => undefined;
  toys.destination('a').batching = { maxEvents: 2, maxWaitMs: 60_000 };
  toys.destination('a').answer = () => new Promise((resolve) => (release = () => resolve(undefined)));
  await engine.apply(withListener({ ackWhen: 'delivered' }));
  let acknowledged = false;
  const reply = submitLines(toys.peer('LI_1'), ['slow', 'lane']).then(() => (acknowledged = true));
  await until(() => toys.destination('a').calls === 1);
  expect(acknowledged).toBe(false);
  release();
  await reply;
  expect(toys.destination('a').lines).toEqual(['slow', 'lane']);
  await engine.stop({ deadlineMs: 1000 });
});

test('acknowledged when delivered: no outcome in time means "try again"', async () => {
  const { engine, toys } = startHarness({ limits: { ackDeliveredTimeoutMs: 10 } });
  toys.destination('a').answer = () => new Promise(() => undefined);
  await engine.apply(withListener({ ackWhen: 'delivered' }));
  await expect(submitLines(toys.peer('LI_1'), ['x'])).rejects.toMatchObject({ name: 'IntakeBusy', reason: 'timeout' });
  await engine.stop({ deadlineMs: 10 });
});

test('journal full: bodies are refused, lines wait, and both go on afterwards', async () => {
  const journal = createMemoryJournal({ limitBytes: 4000 });
  const { engine, toys } = startHarness({ journal });
  let stuck = true;
  toys.destination('a').answer = () => (stuck ? new Promise(() => undefined) : undefined);
  await engine.apply(deployment([straight]));
  let refused: unknown;
  let accepted = 0;
  for (let i = 0; i < 500 && !refused; i++)
    await submitLines(toys.peer('LI_1'), [`body ${i}`]).then(
      () => accepted++,
      (error: unknown) => (refused = error),
    );
  expect(refused).toBeInstanceOf(IntakeBusy);
  sendLines(toys.peer('LI_1'), ['a line that waits']);
  await until(() => toys.peer('LI_1').stream().ready() !== undefined);
  stuck = false;
  await engine.stop({ deadlineMs: 10 });
  const again = startHarness({ journal, toys });
  await again.engine.apply(deployment([straight]));
  expect(await again.engine.drain({ deadlineMs: 5000 })).toBe(true);
  expect(new Set(toys.destination('a').lines.filter((line) => line.startsWith('body'))).size).toBe(accepted);
  await again.engine.stop({ deadlineMs: 100 });
});

test('a refused frame enters pipelines that connect the error port, else the dead letters', async () => {
  const { engine, toys } = startHarness();
  const wanting = pipeline('PL_1', 'PV_1', [label(), sink('out', 'a'), sink('bad', 'b')], links('start > out', 'start.error > bad'));
  await engine.apply(deployment([wanting]));
  await submitLines(toys.peer('LI_1'), ['good', '!bad']);
  await until(() => toys.destination('b').lines.length === 1);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toEqual(['good']);
  expect((await engine.deadLetters.list('t1', {}, undefined, 5)).letters).toEqual([]);
  expect(totalsOf(engine, 'LI_1')).toMatchObject({ received: 2, decoded: 1, rejected: 1 });
  expectBalance(engine, 'LI_1', ['PV_1']);
});

test('samples are taken only while somebody asks', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(deployment([straight]));
  await submitLines(toys.peer('LI_1'), ['unseen']);
  await until(() => toys.destination('a').lines.length === 1);
  expect(engine.samples('PL_1', 'out')).toEqual([]);
  await submitLines(toys.peer('LI_1'), ['seen']);
  await until(() => engine.samples('PL_1', 'out').length > 0);
  const [sample] = engine.samples('PL_1', 'out');
  expect(sample).toMatchObject({ direction: 'in', port: 'default' });
  expect(sample!.fields[0]).toEqual({ name: 'message', type: 'string', value: 'seen' });
  await engine.stop({ deadlineMs: 1000 });
});
