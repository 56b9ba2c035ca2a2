import { systemClock, type Clock } from '@acequia/base';
import { expect, test } from 'vitest';
import { action, label, links, pipeline, sink } from '../../test/deployments.ts';
import { minute, running, startMs, startReplays } from '../../test/replays.ts';
import { until } from '../../test/harness.ts';
import { runShadow, type ShadowOptions } from './run-shadow.ts';
import type { ShadowCase } from './shadow.ts';

const componentsModule = new URL('../../test/trace-toys.ts', import.meta.url).href;

/** On a busy machine nothing is slow by chance: no time passes. */
const patient: Clock = { ...systemClock, monotonic: () => 0, after: () => () => undefined };

type Nodes = Parameters<typeof pipeline>[2];
const documentOf = (nodes: Nodes, ...joined: readonly string[]) => pipeline('PL_1', 'PV_1', nodes, links(...joined)).document;
const straight = documentOf([label(), sink('out', 'a')], 'start > out');
const marked = documentOf([label(), action('m', 'mark', { mark: '>' }), sink('end', 'a')], 'start > m', 'm > end');
const chosen = (word: string) =>
  documentOf([label(), action('pick', 'choose', { word }), sink('out', 'a')], 'start > pick', 'pick.yes > out');
const rogue = documentOf([label(), action('r', 'rogue', {}), sink('out', 'a')], 'start > r', 'r > out');

/** An engine that has taken lines, one block a minute. */
async function received(...blocks: readonly (readonly string[])[]) {
  const harness = startReplays();
  await harness.engine.apply(running([{ ...pipeline('PL_1', 'PV_1', [], []), document: straight }]));
  for (const [n, lines] of blocks.entries()) await harness.send(n, lines);
  const wanted = blocks.flat().filter((line) => !line.startsWith('!')).length;
  await until(() => harness.toys.destination('a').lines.length === wanted);
  const calls = harness.toys.destination('a').calls;
  const run = async (
    before: ShadowCase['running'],
    draft: ShadowCase['draft'],
    part: Partial<ShadowCase> = {},
    options: Partial<ShadowOptions> = {},
  ) => {
    const { fromMs = startMs, toMs = minute(1000) } = part;
    const recorded = (await harness.engine.recorded('t1', 'LI_1', fromMs, toMs))!;
    const result = await runShadow(
      {
        running: before,
        draft,
        pipelineId: 'PL_1',
        cluster: 'test',
        worker: 'w1',
        fromMs,
        toMs,
        frozenMs: toMs,
        eventsMax: 1000,
        secrets: {},
        ...part,
      },
      recorded,
      {
        componentsModule,
        clock: patient,
        stop: new AbortController().signal,
        onProgress: () => undefined,
        table: () => undefined,
        ...options,
      },
    );
    expect(harness.toys.destination('a').calls).toBe(calls);
    return result;
  };
  const done = async (...given: Parameters<typeof run>) => {
    const result = await run(...given);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };
  return { harness, run, done };
}

test('equal versions differ in nothing, whatever their nodes are called, and nothing is sent', async () => {
  const { harness, done } = await received(['a', 'b'], ['c']);
  const renamed = documentOf([label(), sink('other', 'a')], 'start > other');
  const result = await done(straight, renamed);
  expect(result).toMatchObject({ events: 3, differing: 0, differences: [], cut: false, missedBlocks: 0 });
  expect(result.draft).toMatchObject({ outcomes: { delivered: 3 }, datasinks: { a: { events: 3 } }, errors: [] });
  expect(result.running.bytesOut).toBe(result.draft.bytesOut);
  await harness.engine.stop({ deadlineMs: 1000 });
});

test('a changed event stands beside what it was, by its birth id', async () => {
  const { harness, done } = await received(['a', 'b']);
  const { differing, differences } = await done(straight, marked);
  expect(differing).toBe(2);
  expect(differences[0]).toMatchObject({
    receivedMs: minute(0),
    input: '{"message":"a"}',
    running: [{ datasinkId: 'a', node: 'out', json: '{"message":"a"}' }],
    draft: [{ datasinkId: 'a', node: 'end', json: '{"message":">a"}' }],
  });
  expect(new Set(differences.map(({ event }) => event)).size).toBe(2);
  await harness.engine.stop({ deadlineMs: 1000 });
});

test('large events are shown cut, and compared whole', async () => {
  const { harness, done } = await received([`${'x'.repeat(70_000)}1`]);
  const { differing, differences } = await done(straight, marked);
  expect(differing).toBe(1);
  expect(differences[0]!.input).toHaveLength(65_537);
  await harness.engine.stop({ deadlineMs: 1000 });
});

test('an event that the draft drops is told, with the outcome in the ledger words', async () => {
  const { harness, done } = await received(['a1', 'b1', 'b2']);
  const result = await done(straight, chosen('b'));
  expect(result.draft.outcomes).toEqual({ delivered: 2, 'filtered:condition': 1 });
  expect(result.differences).toEqual([expect.objectContaining({ input: '{"message":"a1"}', draft: [] })]);
  await harness.engine.stop({ deadlineMs: 1000 });
});

test('only what was received in the time is run', async () => {
  const { harness, done } = await received(['0'], ['1'], ['2'], ['3']);
  const result = await done(straight, marked, { fromMs: minute(1), toMs: minute(3) });
  expect(result.differences.map(({ input }) => input)).toEqual(['{"message":"1"}', '{"message":"2"}']);
  await harness.engine.stop({ deadlineMs: 1000 });
});

test('refused events are counted by node and code', async () => {
  const { harness, done } = await received(['a', 'bad']);
  const result = await done(straight, marked);
  expect(result.draft).toMatchObject({ outcomes: { delivered: 1, rejected: 1 }, errors: [{ node: 'm', code: 'TOY_BAD', count: 1 }] });
  expect(result.differences[1]!.draft).toEqual([{ node: 'm', code: 'TOY_BAD', json: '{"message":"bad"}' }]);
  await harness.engine.stop({ deadlineMs: 1000 });
});

test('the limit of events ends it, and says so', async () => {
  const { harness, done } = await received(['0', '1'], ['2', '3'], ['4', '5']);
  expect(await done(straight, marked, { eventsMax: 3 })).toMatchObject({ events: 4, cut: true });
  expect(await done(straight, marked, { eventsMax: 6 })).toMatchObject({ events: 6, cut: false });
  await harness.engine.stop({ deadlineMs: 1000 });
});

test('a stopped one tells what it has seen by then', async () => {
  const { harness, done } = await received(['0'], ['1'], ['2']);
  const stop = new AbortController();
  const result = await done(
    straight,
    marked,
    {},
    { stop: stop.signal, onProgress: ({ blocksDone }) => void (blocksDone === 1 && stop.abort()) },
  );
  expect(result).toMatchObject({ events: 1, cut: true, differing: 1 });
  await harness.engine.stop({ deadlineMs: 1000 });
});

test('a draft that cannot run says which node and why', async () => {
  const { harness, run } = await received(['a']);
  const unknown = documentOf([label(), action('m', 'nobody', {}), sink('out', 'a')], 'start > m', 'm > out');
  expect(await run(straight, unknown)).toMatchObject({ ok: false, error: { of: 'draft', node: 'm', code: 'COMPONENT_UNKNOWN' } });
  await harness.engine.stop({ deadlineMs: 1000 });
});

test('a step that does not come back ends the shadow run and nothing else', async () => {
  const { harness, run } = await received(['endless']);
  const atOnce = (passed: () => void) => {
    const soon = setImmediate(passed);
    return () => clearImmediate(soon);
  };
  const clock: Clock = { ...patient, after: (ms, passed) => (ms === 1 ? atOnce(passed) : () => undefined) };
  const ended = run(straight, rogue, {}, { clock, blockMsMax: 1 });
  expect(await ended).toEqual({ ok: false, error: { code: 'SHADOW_SLOW' } });
  await harness.send(5, ['after']);
  await until(() => harness.toys.destination('a').lines.includes('after'));
  await harness.engine.stop({ deadlineMs: 1000 });
});

test.each([
  ['ends its process', 'deadly'],
  ['takes all memory at once', 'greedy at once'],
])('a step that %s ends the shadow run and nothing else', async (_what, line) => {
  const { harness, run } = await received([line]);
  expect(await run(straight, rogue)).toEqual({ ok: false, error: { code: 'SHADOW_ENDED' } });
  await harness.engine.stop({ deadlineMs: 1000 });
});

test("another tenant's listener is not here", async () => {
  const { harness } = await received(['a']);
  expect(await harness.engine.recorded('t2', 'LI_1', startMs, minute(1000))).toBeUndefined();
  expect(await harness.engine.recorded('t1', 'LI_2', startMs, minute(1000))).toBeUndefined();
  await harness.engine.stop({ deadlineMs: 1000 });
});
