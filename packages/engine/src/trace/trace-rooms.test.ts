import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@acequia/base';
import { createMemoryJournal } from '@acequia/journal';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { action, deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { startHarness, until } from '../../test/harness.ts';
import { submitLines } from '../../test/toy-components.ts';
import { NewestBlocks } from './newest-blocks.ts';
import type { TraceNeeds } from './trace-room.ts';
import type { TraceCase } from './trace-protocol.ts';
import { TraceRooms } from './trace-rooms.ts';

const componentsModule = new URL('../../test/trace-toys.ts', import.meta.url).href;
const open: TraceRooms[] = [];

/** Time for the limits goes at once when `passes` is called. */
function startRooms() {
  const timers = new Set<() => void>();
  const clock = {
    ...systemClock,
    after: (_ms: number, run: () => void) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
  };
  const rooms = new TraceRooms({ componentsModule, clock });
  open.push(rooms);
  return { rooms, timePasses: () => [...timers].forEach((run) => run()) };
}

afterEach(() => open.splice(0).forEach((rooms) => rooms.close()));

const nothing: TraceNeeds = { lookup: () => undefined, older: () => Promise.resolve([]) };

const trace = (frames: readonly string[], tenantId = 't1', part: Partial<TraceCase> = {}): TraceCase => ({
  document: {
    format: 1,
    nodes: [label(), action('r', 'rogue', {}), sink('out', 'x')],
    links: links('start > r', 'r > out'),
  },
  listener: listener(),
  revisions: new Map(),
  input: { kind: 'raw', frames },
  upTo: undefined,
  frozenMs: undefined,
  facts: { tenantId, pipelineId: 'PL_1', cluster: 'c', worker: 'w' },
  secrets: {},
  ...part,
});

test('a process answers one question after the other, each with fresh state', async () => {
  const { rooms } = startRooms();
  const numbered = {
    document: { format: 1 as const, nodes: [label(), action('n', 'number', {}), sink('out', 'x')], links: links('start > n', 'n > out') },
  };
  for (let turn = 0; turn < 2; turn++) {
    const result = await rooms.run(trace(['a', 'b'], 't1', numbered), nothing);
    expect(result!.traces.map(({ steps }) => steps.at(-1)!.input.json)).toEqual(['{"message":"1:a"}', '{"message":"2:b"}']);
  }
});

test('a step that does not come back ends after its time with its node named; other tenants are answered meanwhile, and the tenant after', async () => {
  const { rooms, timePasses } = startRooms();
  const folder = mkdtempSync(join(tmpdir(), 'acequia-endless-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const begun = join(folder, 'begun');
  const endless = rooms.run(trace(['fine', `endless ${begun}`]), nothing)!;
  const next = rooms.run(trace(['after']), nothing)!;
  expect((await rooms.run(trace(['b'], 't2'), nothing))!.nodes['out']!.in).toBe(1);
  await until(() => existsSync(begun));
  timePasses();
  expect(await endless).toEqual({ traces: [], nodes: {}, faults: [{ code: 'TRACE_TOO_LONG', node: 'r' }], cut: false });
  expect((await next).nodes['out']!.in).toBe(1);
});

test('one that takes all memory, in pieces or at once, or ends its process, ends alone', async () => {
  const { rooms } = startRooms();
  expect((await rooms.run(trace(['greedy']), nothing))!.faults).toEqual([{ code: 'TRACE_TOO_LARGE', node: 'r' }]);
  expect((await rooms.run(trace(['greedy at once']), nothing))!.faults).toEqual([{ code: 'TRACE_TOO_LARGE', node: 'r' }]);
  expect((await rooms.run(trace(['deadly']), nothing))!.faults).toEqual([{ code: 'TRACE_ENDED', node: 'r' }]);
  expect((await rooms.run(trace(['fine']), nothing))!.nodes['out']!.in).toBe(1);
}, 180_000);

test('without room for temporary files each question is told so, nothing else breaks, and later ones are answered', async () => {
  const { rooms } = startRooms();
  const before = process.env['TMPDIR'];
  const first = rooms.run(trace(['deadly']), nothing);
  const waiting = [rooms.run(trace(['a']), nothing), rooms.run(trace(['b']), nothing)];
  process.env['TMPDIR'] = '/proc/no-room-here';
  try {
    const answers = await Promise.allSettled([...waiting, rooms.run(trace(['c'], 't2'), nothing)]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect((await first)!.faults).toMatchObject([{ code: 'TRACE_ENDED' }]);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  expect((await rooms.run(trace(['d']), nothing))!.nodes['out']!.in).toBe(1);
});

test('the newest retained events of the label are looked for backwards, and nothing of them is counted or delivered again', async () => {
  const journal = createMemoryJournal();
  const { engine, toys } = startHarness({ journal, limits: { retentionMs: 3_600_000 } });
  const words = [{ id: 'LB_1', name: 'Words', condition: { form: 'visual', ast: { field: 'message', op: 'contains', value: 'x' } } }];
  const running = pipeline('PL_1', 'PV_1', [label('LI_1', 'LB_1'), sink('out', 'a')], links('start > out'));
  await engine.apply(deployment([running], { listeners: [listener('LI_1', {}, words)] }));
  for (let n = 0; n < 6; n++) await submitLines(toys.peer('LI_1'), [`x${n}`, `y${n}`], undefined, 1000 + n);
  await until(() => toys.destination('a').lines.length === 6);
  const { rooms } = startRooms();
  const newest = engine.newest('t1', 'LI_1', 1005)!;
  const asked: TraceCase = trace([], 't1', {
    document: running.document,
    listener: listener('LI_1', {}, words),
    input: { kind: 'retained', count: 3, beforeMs: 1005 },
  });
  const result = await rooms.run(asked, { ...nothing, older: () => newest.blocks.older() });
  expect(result!.traces.map(({ event, steps }) => [event, steps[0]!.input.json])).toEqual([
    [0, '{"message":"x2"}'],
    [1, '{"message":"x3"}'],
    [2, '{"message":"x4"}'],
  ]);
  const since: TraceCase = { ...asked, input: { kind: 'retained', count: 10, beforeMs: null, sinceMs: 1003 } };
  const all = engine.newest('t1', 'LI_1', null)!;
  const fresh = await rooms.run(since, { ...nothing, older: () => all.blocks.older() });
  expect(fresh!.traces.map(({ steps }) => steps[0]!.input.json)).toEqual(['{"message":"x3"}', '{"message":"x4"}', '{"message":"x5"}']);
  expect(toys.destination('a').lines).toHaveLength(6);
  expect(engine.newest('t2', 'LI_1', null)).toBeUndefined();
  await engine.stop({ deadlineMs: 1000 });
});

test('what is kept is read in growing steps to its begin, and no further', async () => {
  const journal = createMemoryJournal();
  const input = (text: string) => ({
    stream: 'li/t1/LI_1/0',
    codec: 1,
    meta: ['{"receivedMs":1,"transport":"tcp"}'],
    frames: Uint32Array.of(0, text.length, 0, 0, text.length),
    frameCount: 1,
    bytes: Buffer.from(text),
  });
  for (let n = 0; n < 30; n++) await journal.append({ blocks: [input(`${n}`)], durability: 'memory' });
  const blocks = new NewestBlocks(journal, 'li/t1/LI_1/0', null);
  const seen: number[] = [];
  for (let found = await blocks.older(); found.length > 0; found = await blocks.older()) seen.push(found.length);
  expect(seen).toEqual([1, 4, 16, 9]);
});
