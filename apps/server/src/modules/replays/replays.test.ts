import { minuteMs } from '@acequia/base';
import { replaysMax, type ReplayProgress } from '@acequia/contract';
import type { DownMessage, Report } from '@acequia/contract/fleet';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { testCatalogue } from '../../test-catalogue.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

let server: TestApp;
let ana: Browser;
let berta: Browser;
let workers: TestWorker[];
let listenerId: string;
let otherListenerId: string;
let datasinkId: string;
let pipelineId: string;
let count = 0;
const words = () => ({ name: `thing ${(count += 1)}`, description: '', tags: [] });
const place = { position: { x: 0, y: 0 }, name: '', comment: '' };

beforeAll(async () => {
  const keyed = { ...testCatalogue.action('toy-sieve')!, id: 'toy-keyed', state: 'keyed' as const };
  const action = (id: string) => (id === 'toy-keyed' ? (keyed as never) : testCatalogue.action(id));
  server = await createTestApp({ catalogue: { ...testCatalogue, action } });
  ana = await server.user('owner');
  berta = await server.user('owner');
  workers = [await join('one'), await join('two')];
  const gate = (port: number) => ({ ...words(), component: 'toy-gate', clusterId: testCluster, config: { port } });
  listenerId = (await ana.call('listeners:create', gate(7100))).id;
  otherListenerId = (await ana.call('listeners:create', gate(7101))).id;
  datasinkId = (await ana.call('datasinks:create', { ...words(), component: 'toy-field', config: { address: 'x' } })).id;
  pipelineId = await publish(document());
});
afterAll(async () => {
  for (const worker of workers) worker.close();
  await server.stop();
});

async function join(name: string): Promise<TestWorker> {
  const worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster), name);
  await worker.connect();
  return worker;
}

function document(options: { readonly listener?: string; readonly action?: string } = {}): PipelineDocument {
  const component = options.action ?? 'toy-sieve';
  return {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId: options.listener ?? listenerId, labelId: 'all' },
      { id: 'sieve', kind: 'action', ...place, component, version: '1.0.0', config: { word: 'x' } },
      { id: 'out', kind: 'datasink', ...place, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [
      { id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'sieve' } },
      { id: 'b', from: { node: 'sieve', port: 'default' }, to: { node: 'out' } },
    ],
  };
}

async function publish(content: PipelineDocument): Promise<string> {
  const { id } = await ana.call('pipelines:create', { ...words(), document: content });
  const { revision } = await ana.call('pipelines:getVersion', { id, version: 'Main' });
  await ana.call('pipelines:publishVersion', { id, revision, kind: 'minor', versionName: '', clusterIds: [testCluster] });
  return id;
}

const to = Date.now() - minuteMs;
const range = { from: to - 60 * minuteMs, to };
const start = (more: Record<string, unknown> = {}) =>
  ana.call('replays:start', { listenerId, pipelineId, version: '1.0.0', ...range, ...more });
const progress = (part: Partial<ReplayProgress> = {}): ReplayProgress => ({
  blocks: 10,
  blocksDone: 4,
  missedBlocks: 0,
  eventsPerSecond: 5,
  waitingEvents: 1,
  entered: 40,
  created: 0,
  delivered: 39,
  filtered: 0,
  merged: 0,
  rejected: 0,
  dropped: 0,
  expired: 0,
  ...part,
});
type Word = NonNullable<Report['replays']>[number];
const word = (id: string, state: Word['state'], part: Partial<Word> = {}): Partial<Report> => ({
  replays: [{ id, tenantId: ana.tenantId, state, reason: null, progress: progress(), ...part }],
});

const names = ({ deployment }: Extract<DownMessage, { type: 'deployment' }>, id: string): boolean =>
  deployment.replays?.some((each) => each.id === id) ?? false;

test('a started replay reaches every worker with its version and settings; a stop takes it away again', async () => {
  const made = await start({ keys: 'new', decode: 'received', eventsPerSecond: 123 });
  expect(made).toMatchObject({
    state: 'running',
    listener: { id: listenerId },
    pipeline: { id: pipelineId, version: '1.0.0' },
    endedAt: null,
  });
  expect(made.workers.map(({ name, state }) => [name, state])).toEqual([
    ['one', null],
    ['two', null],
  ]);
  for (const worker of workers) {
    const { deployment } = await worker.message('deployment', (message) => names(message, made.id));
    expect(deployment.replays!.find(({ id }) => id === made.id)).toMatchObject({
      listenerId,
      fromMs: range.from,
      toMs: range.to,
      keys: 'new',
      decode: 'received',
      eventsPerSecond: 123,
      pipeline: { id: pipelineId, version: '1.0.0', document: { nodes: [{ id: 'label' }, { id: 'sieve' }, { id: 'out' }] } },
    });
    expect(deployment.datasinks.map(({ id }) => id)).toContain(datasinkId);
  }
  expect(await ana.call('replays:stop', { id: made.id })).toMatchObject({ state: 'stopped' });
  const [first] = workers;
  const named = first!.messages.findLastIndex((message) => message.type === 'deployment' && names(message, made.id));
  await first!.message('deployment', (message) => first!.messages.indexOf(message) > named && !names(message, made.id));
  expect(await ana.call('replays:stop', { id: made.id })).toMatchObject({ state: 'stopped' });
  const activity = await ana.call('activity:getUserActivity', { page: 1, from: 0, to: Date.now() + minuteMs });
  const told = activity.data.filter(({ event }) => event.name.includes(made.id)).map(({ event }) => event.operation);
  expect(told.toSorted()).toEqual(['start', 'stop', 'stop']);
});

test('an archived version is replayed while another runs', async () => {
  const { revision } = await ana.call('pipelines:getVersion', { id: pipelineId, version: 'Main' });
  await ana.call('pipelines:publishVersion', { id: pipelineId, revision, kind: 'patch', versionName: '', clusterIds: [testCluster] });
  const made = await start();
  expect(made.pipeline.version).toBe('1.0.0');
  await ana.call('replays:stop', { id: made.id });
});

test('progress is added up over workers; done only when all of them are', async () => {
  const { id } = await start();
  await workers[0]!.report(word(id, 'done', { progress: progress({ blocksDone: 10, eventsPerSecond: 0 }) }));
  const half = await ana.call('replays:find', { id });
  expect(half).toMatchObject({ state: 'running', progress: { blocks: 10, blocksDone: 10, delivered: 39 } });
  expect(half.workers.map(({ state }) => state)).toEqual(['done', null]);
  await workers[1]!.report(word(id, 'running', { reason: { code: 'HTTP_503', fields: {} } }));
  expect(await ana.call('replays:find', { id })).toMatchObject({
    state: 'running',
    reason: { code: 'HTTP_503' },
    progress: { blocks: 20, blocksDone: 14, entered: 80, eventsPerSecond: 5 },
  });
  await workers[1]!.report(word(id, 'done'));
  const done = await ana.call('replays:find', { id });
  expect(done).toMatchObject({ state: 'done', reason: null });
  expect(done.endedAt).not.toBeNull();
  expect((await ana.call('replays:list', {})).map((each) => each.id)).toContain(id);
});

test('a worker that cannot begin ends it with its reason', async () => {
  const { id } = await start();
  const reason = { code: 'REPLAY_KEYED', fields: {} };
  await workers[0]!.report(word(id, 'failed', { reason }));
  expect(await ana.call('replays:find', { id })).toMatchObject({ state: 'failed', reason });
});

test('its counts are in the ledger, and not among those of pipelines and data sinks', async () => {
  const { id } = await start();
  const minute = range.to - (range.to % minuteMs);
  const row = { tenantId: ana.tenantId, generation: 1, scope: 'replay' as const, id, versionId: 'PV_x', minute, datasinkId: '' };
  const before = await ana.call('metrics:totals', { from: 0, to: 4e12 });
  await workers[0]!.report({
    ledger: [
      { ...row, node: 'label', counts: { entered: 7 } },
      { ...row, node: 'out', datasinkId, counts: { delivered: 7 } },
    ],
  });
  expect(await ana.call('metrics:totals', { from: 0, to: 4e12 })).toEqual({ ...before, at: expect.any(Number) });
  await ana.call('replays:stop', { id });
});

test('what another cluster, or a worker for another tenant, says is not believed', async () => {
  const { id } = await start();
  await workers[0]!.report({ replays: [{ id, tenantId: berta.tenantId, state: 'failed', reason: null, progress: progress() }] });
  expect((await ana.call('replays:find', { id })).state).toBe('running');
  expect(await berta.refusal('replays:find', { id })).toBe('ACQ-NOT-FOUND');
  expect(await berta.refusal('replays:stop', { id })).toBe('ACQ-NOT-FOUND');
  expect(await berta.call('replays:list', {})).toEqual([]);
  expect((await ana.call('replays:find', { id })).state).toBe('running');
  await ana.call('replays:stop', { id });
});

test.each([
  ['a listener that does not exist', { listenerId: 'LI_none' }, 'WEB-00026'],
  ['a pipeline that does not exist', { pipelineId: 'PL_none' }, 'WEB-10008'],
  ['a version that does not exist', { version: '9.0.0' }, 'WEB-10008'],
  ['the draft', { version: 'Main' }, 'WEB-10008'],
  ['a time that ends before it begins', { from: 5, to: 5 }, 'ACQ-REPLAY-RANGE'],
  ['a time in the future', { to: 4e12 }, 'ACQ-REPLAY-RANGE'],
  ['no rate', { eventsPerSecond: 0 }, 'WEB-00022'],
])('%s is refused', async (_name, input, code) => {
  expect(await ana.refusal('replays:start', { listenerId, pipelineId, version: '1.0.0', ...range, ...input })).toBe(code);
});

test.each([
  [{ from: 5, to: 5 }, 'before_start'],
  [{ from: 5, to: 4e12 }, 'too_big'],
])('a replay of %j is refused with the field that is wrong', async (input, fault) => {
  const refused = { code: 'ACQ-REPLAY-RANGE', data: { fields: { to: fault } } };
  const call = ana.call('replays:start', { listenerId, pipelineId, version: '1.0.0', ...input });
  await expect(call).rejects.toMatchObject(refused);
  await expect(ana.call('replays:estimate', { listenerId, ...input })).rejects.toMatchObject(refused);
});

test('a version of another listener, one with a memory, and one whose data sink is gone are refused', async () => {
  const others = await publish(document({ listener: otherListenerId }));
  expect(await ana.refusal('replays:start', { listenerId, pipelineId: others, version: '1.0.0', ...range })).toBe('ACQ-REPLAY-LISTENER');
  const keyed = await publish(document({ action: 'toy-keyed' }));
  expect(await ana.refusal('replays:start', { listenerId, pipelineId: keyed, version: '1.0.0', ...range })).toBe('ACQ-REPLAY-KEYED');
  const spare = await ana.call('datasinks:create', { ...words(), component: 'toy-field', config: { address: 'x' } });
  const content = document();
  const gone = await publish({
    ...content,
    nodes: content.nodes.map((node) => (node.kind === 'datasink' ? { ...node, datasinkId: spare.id } : node)),
  });
  await ana.call('datasinks:remove', { id: spare.id, confirmUsed: true });
  expect(await ana.refusal('replays:start', { listenerId, pipelineId: gone, version: '1.0.0', ...range })).toBe('ACQ-NOT-PUBLISHABLE');
});

test('no more than a few at a time', async () => {
  for (const replay of await ana.call('replays:list', {}))
    if (replay.state === 'running') await ana.call('replays:stop', { id: replay.id });
  const made = [];
  for (let n = 0; n < replaysMax; n++) made.push(await start());
  expect(await ana.refusal('replays:start', { listenerId, pipelineId, version: '1.0.0', ...range })).toBe('ACQ-REPLAY-MANY');
  for (const { id } of made) await ana.call('replays:stop', { id });
});

test('the estimate is that of all workers together', async () => {
  const asking = ana.call('replays:estimate', { listenerId, ...range });
  for (const [index, worker] of workers.entries()) {
    const { requestId, ...asked } = await worker.message('estimate-replay');
    expect(asked).toMatchObject({ listenerId, fromMs: range.from, toMs: range.to });
    const estimate = { frames: 100 + index, bytes: 1000, keptFromMs: index === 0 ? range.from + 5 : null };
    await worker.report({ answers: [{ requestId, ok: true, reason: null, estimate }] });
  }
  expect(await asking).toEqual({ records: 201, bytes: 2000, keptFrom: range.from + 5, workers: 2, answered: 2 });
  expect(await ana.refusal('replays:estimate', { listenerId, from: 2, to: 1 })).toBe('ACQ-REPLAY-RANGE');
  expect(await berta.refusal('replays:estimate', { listenerId, ...range })).toBe('WEB-00026');
});

test('a listener that is removed takes its replays with it', async () => {
  const { id } = await start();
  await ana.call('listeners:remove', { id: listenerId, confirmUsed: true });
  expect(await ana.refusal('replays:find', { id })).toBe('ACQ-NOT-FOUND');
});
