import { systemClock, type Clock } from '@acequia/base';
import { shadowRunsMax, type ShadowResult } from '@acequia/contract';
import type { ShadowAnswer, TraceAnswer, TraceQuestion } from '@acequia/contract/fleet';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

let server: TestApp;
let ana: Browser;
let vera: Browser;
let eva: Browser;
let worker: TestWorker;
let listeners: string[];
let datasinkId: string;
let count = 0;
let questions: TraceQuestion[];
let looks: (stop: boolean) => TraceAnswer;
const words = () => ({ name: `thing ${(count += 1)}`, description: '', tags: [] });
/** What waits for a look is woken at once. */
const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal),
};

const side = { outcomes: { delivered: 2 }, datasinks: {}, bytesOut: 10, errors: [], usPerEvent: 1.5 };
const difference = {
  event: 'e1',
  receivedMs: 1,
  input: '{"n":1}',
  running: [],
  draft: [{ node: 'out', datasinkId: 'x', json: '{"n":1}' }],
};
const result: ShadowResult = {
  events: 2,
  bytesIn: 20,
  cut: false,
  missedBlocks: 0,
  clockMs: 1,
  lookups: [{ id: 'LK_1', version: 3 }],
  running: side,
  draft: side,
  differing: 1,
  differences: [difference],
};
const said = (part: Partial<ShadowAnswer>): ShadowAnswer => ({
  did: 'shadow',
  state: 'running',
  progress: { blocks: 4, blocksDone: 1, events: 1 },
  reason: null,
  result: null,
  ...part,
});

beforeAll(async () => {
  server = await createTestApp({ clock });
  ana = await server.user('owner');
  vera = await server.user('viewer', ana.tenantId);
  eva = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.connect();
  worker.answerTraces((question) => {
    questions.push(question);
    return question.do === 'look-shadow' ? looks(question.stop) : said({});
  });
  const gate = (port: number) =>
    ana.call('listeners:create', { ...words(), component: 'toy-gate', clusterId: testCluster, config: { port } });
  listeners = [(await gate(7400)).id, (await gate(7401)).id];
  datasinkId = (await ana.call('datasinks:create', { ...words(), component: 'toy-field', config: { address: 'x' } })).id;
});
beforeEach(() => {
  questions = [];
  looks = () => said({ state: 'done', result });
});
afterAll(async () => {
  worker.close();
  await server.stop();
});

function documentOf(listenerId = listeners[0]!, comment = ''): PipelineDocument {
  const place = { position: { x: 0, y: 0 }, name: '', comment };
  return {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId, labelId: 'all' },
      { id: 'out', kind: 'datasink', ...place, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
  };
}

/** A pipeline whose version 1.0.0 runs, with a draft; the revision of the draft. */
async function running(draft = documentOf(listeners[0], 'draft')): Promise<{ pipelineId: string; revision: number }> {
  const { id: pipelineId } = await ana.call('pipelines:create', { ...words(), document: documentOf() });
  const { revision } = await ana.call('pipelines:getVersion', { id: pipelineId, version: 'Main' });
  await ana.call('pipelines:publishVersion', { id: pipelineId, revision, kind: 'major', versionName: '', clusterIds: [testCluster] });
  const next = await ana.call('pipelines:saveDraft', { id: pipelineId, revision, document: draft });
  return { pipelineId, revision: next.revision };
}

/** Waits until the run is in a state. */
async function state(id: string, wanted: string) {
  for (;;) {
    const run = await ana.call('shadowRuns:find', { id });
    if (run.state === wanted) return run;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('the draft and the running version go to a worker, and what came of it is stored', async () => {
  const { pipelineId, revision } = await running();
  const begun = await ana.call('shadowRuns:start', { pipelineId, revision, minutes: 15 });
  expect(begun).toMatchObject({ state: 'running', against: '1.0.0', version: null, result: null });
  expect(begun.to - begun.from).toBe(15 * 60_000);
  expect(questions[0]).toMatchObject({
    do: 'start-shadow',
    running: documentOf(),
    draft: documentOf(listeners[0], 'draft'),
    listenerId: listeners[0],
    fromMs: begun.from,
    toMs: begun.to,
    secrets: null,
  });
  const ended = await state(begun.id, 'done');
  expect(ended.result).toEqual(result);
  expect((await vera.call('shadowRuns:list', { pipelineId }))[0]!.result).toMatchObject({ differing: 1, differences: [] });
});

test('a result goes with the version its draft is published as, not with another draft', async () => {
  const { pipelineId, revision } = await running();
  const first = await ana.call('shadowRuns:start', { pipelineId, revision, minutes: 5 });
  await state(first.id, 'done');
  const saved = await ana.call('pipelines:saveDraft', { id: pipelineId, revision, document: documentOf(listeners[0], 'later') });
  const second = await ana.call('shadowRuns:start', { pipelineId, revision: saved.revision, minutes: 5 });
  await state(second.id, 'done');
  const published = { id: pipelineId, revision: saved.revision, kind: 'minor' as const, versionName: '', clusterIds: [testCluster] };
  await ana.call('pipelines:publishVersion', published);
  expect((await ana.call('shadowRuns:find', { id: second.id })).version).toBe('1.1.0');
  expect((await ana.call('shadowRuns:find', { id: first.id })).version).toBeNull();
});

test('one that is stopped ends with what it has seen', async () => {
  const { pipelineId, revision } = await running();
  looks = (stop) => (stop ? said({ state: 'stopped', result: { ...result, cut: true } }) : said({}));
  const { id } = await ana.call('shadowRuns:start', { pipelineId, revision, minutes: 5 });
  await ana.call('shadowRuns:stop', { id });
  expect((await state(id, 'stopped')).result).toMatchObject({ cut: true });
  expect((await ana.call('shadowRuns:stop', { id })).state).toBe('stopped');
});

test('one whose worker no longer knows it, or has been silent, does not run for ever', async () => {
  const { pipelineId, revision } = await running();
  looks = () => ({ did: 'absent' });
  const { id } = await ana.call('shadowRuns:start', { pipelineId, revision, minutes: 5 });
  expect((await state(id, 'failed')).reason).toEqual({ code: 'SHADOW_LOST', fields: {} });
});

test('a draft that cannot be published, an older one, and one of another listener are refused', async () => {
  const { pipelineId, revision } = await running();
  const start = (id: string, of: number) => ana.refusal('shadowRuns:start', { pipelineId: id, revision: of, minutes: 5 });
  expect(await start(pipelineId, revision - 1)).toBe('ACQ-CONFLICT');
  const empty = await running({ format: 1, nodes: [], links: [] });
  expect(await start(empty.pipelineId, empty.revision)).toBe('ACQ-NOT-PUBLISHABLE');
  const other = await running(documentOf(listeners[1]));
  expect(await start(other.pipelineId, other.revision)).toBe('ACQ-SHADOW-LISTENER');
  const { id: fresh } = await ana.call('pipelines:create', { ...words(), document: documentOf() });
  expect(await start(fresh, 1)).toBe('ACQ-SHADOW-NOTHING');
});

test('no more than a few at a time', async () => {
  const { pipelineId, revision } = await running();
  let ending = false;
  looks = () => said(ending ? { state: 'done', result } : {});
  const ids: string[] = [];
  for (let run = 0; run < shadowRunsMax; run++) ids.push((await ana.call('shadowRuns:start', { pipelineId, revision, minutes: 5 })).id);
  expect(await ana.refusal('shadowRuns:start', { pipelineId, revision, minutes: 5 })).toBe('ACQ-SHADOW-MANY');
  ending = true;
  for (const id of ids) await state(id, 'done');
});

test('another tenant sees none, and a viewer starts none', async () => {
  const { pipelineId, revision } = await running();
  const { id } = await ana.call('shadowRuns:start', { pipelineId, revision, minutes: 5 });
  await state(id, 'done');
  expect(await eva.refusal('shadowRuns:find', { id })).toBe('ACQ-NOT-FOUND');
  expect(await eva.refusal('shadowRuns:stop', { id })).toBe('ACQ-NOT-FOUND');
  expect(await eva.refusal('shadowRuns:list', { pipelineId })).toBe('WEB-10008');
  expect(await eva.refusal('shadowRuns:start', { pipelineId, revision, minutes: 5 })).toBe('WEB-10008');
  expect(await vera.refusal('shadowRuns:start', { pipelineId, revision, minutes: 5 })).toBe('WEB-00027');
  expect((await vera.call('shadowRuns:find', { id })).result).toEqual(result);
});

test('a viewer who may not read event content sees the figures alone, and only who sees events has read them', async () => {
  const show = (enabled: boolean) =>
    ana.call('tenants:updateTenantSettings', { id: ana.tenantId, settings: [{ settingType: 'CONTENT', value: { enabled } }] });
  const { pipelineId, revision } = await running();
  const { name } = await ana.call('pipelines:find', { id: pipelineId });
  const { id } = await ana.call('shadowRuns:start', { pipelineId, revision, minutes: 5 });
  await state(id, 'done');
  const readers = async () => {
    const { data } = await ana.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12, entity: ['content'] });
    return data.filter(({ event }) => event.name === name).map(({ user }) => user.email);
  };
  await show(false);
  expect((await vera.call('shadowRuns:find', { id })).result).toEqual({ ...result, differences: [] });
  expect(await readers()).toEqual([(await ana.call('auth:session', {})).user.Email]);
  await show(true);
  expect((await vera.call('shadowRuns:find', { id })).result).toEqual(result);
  expect(await readers()).toHaveLength(2);
});
