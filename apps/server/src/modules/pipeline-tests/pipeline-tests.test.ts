import type { TraceResult } from '@acequia/contract';
import type { TraceAnswer, TraceQuestion } from '@acequia/contract/fleet';
import { testsMax, type PipelineDocument, type PipelineTest } from '@acequia/pipeline';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

let server: TestApp;
let ana: Browser;
let vera: Browser;
let eva: Browser;
let worker: TestWorker;
let listenerId: string;
let datasinkId: string;
let count = 0;
let questions: TraceQuestion[];
let answer: (question: TraceQuestion) => TraceAnswer;
const words = () => ({ name: `thing ${(count += 1)}`, description: '', tags: [] });

/** Everything arrives at `out` as it came. */
function echo(question: TraceQuestion): TraceAnswer {
  const source = question.do === 'trace' ? question.source : undefined;
  const texts = source?.kind === 'events' ? source.json : source?.kind === 'raw' ? source.frames : [];
  const traces = texts.map((json, event) => ({
    event,
    steps: [{ node: 'out', input: { json, types: {} }, outcomes: [{ kind: 'arrived' as const, event: { json, types: {} } }], tookUs: 1 }],
  }));
  const result: TraceResult = { traces, nodes: {}, faults: [], cut: false };
  return { did: 'trace', result };
}

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  vera = await server.user('viewer', ana.tenantId);
  eva = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.connect();
  worker.answerTraces((question) => {
    questions.push(question);
    return answer(question);
  });
  listenerId = (await ana.call('listeners:create', { ...words(), component: 'toy-gate', clusterId: testCluster, config: { port: 7300 } }))
    .id;
  datasinkId = (await ana.call('datasinks:create', { ...words(), component: 'toy-field', config: { address: 'x' } })).id;
});
beforeEach(() => {
  questions = [];
  answer = echo;
});
afterAll(async () => {
  worker.close();
  await server.stop();
});

function documentOf(): PipelineDocument {
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  return {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId, labelId: 'all' },
      { id: 'out', kind: 'datasink', ...place, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
  };
}

const pipeline = async () => (await ana.call('pipelines:create', { ...words(), document: documentOf() })).id;
const testOf = (name: string, more: Partial<PipelineTest> = {}): PipelineTest => ({
  name,
  input: { events: ['{"n":9007199254740993}'] },
  expect: [{ at: { node: 'out' }, exact: ['{"n":9007199254740993}'] }],
  ...more,
});
const namesOf = async (pipelineId: string, version = 'Main') =>
  (await ana.call('pipelineTests:list', { pipelineId, version })).map((saved) => saved.test.name);

describe('a copy of a pipeline', () => {
  test('is a draft with the steps, description, tags and tests, and leaves the original as it is', async () => {
    const { id, ...original } = await ana.call('pipelines:create', {
      ...words(),
      description: 'why',
      tags: ['edge'],
      document: documentOf(),
    });
    await ana.call('pipelineTests:save', { pipelineId: id, test: testOf('a') });
    const name = `${original.name} (copy)`;
    const copy = await ana.call('pipelines:duplicate', { id, name });
    expect(copy).toMatchObject({ name, description: 'why', tags: ['edge'], state: 'draft', runningVersion: null });
    const { document } = await ana.call('pipelines:getVersion', { id: copy.id, version: 'Main' });
    expect(document).toEqual(documentOf());
    expect(await namesOf(copy.id)).toEqual(['a']);
    expect(await namesOf(id)).toEqual(['a']);
    const [row] = (await ana.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12, entity: ['pipeline'] })).data;
    expect(row?.event).toMatchObject({ operation: 'create', name });
    expect(await ana.refusal('pipelines:duplicate', { id, name })).toBe('WEB-12006');
  });

  test('is made by those who may create pipelines, of their own organization', async () => {
    const id = await pipeline();
    const viewer = await server.user('viewer', ana.tenantId);
    expect(await viewer.refusal('pipelines:duplicate', { id, name: 'not me' })).toBe('WEB-00027');
    const eva = await server.user('owner');
    expect(await eva.refusal('pipelines:duplicate', { id, name: 'not mine' })).toBe('WEB-10008');
  });
});

describe('saved tests', () => {
  test('are listed by name, changed and deleted', async () => {
    const pipelineId = await pipeline();
    await ana.call('pipelineTests:save', { pipelineId, test: testOf('b') });
    const { id, revision } = await ana.call('pipelineTests:save', { pipelineId, test: testOf('a') });
    expect(await namesOf(pipelineId)).toEqual(['a', 'b']);
    await ana.call('pipelineTests:save', { pipelineId, id, revision, test: testOf('c') });
    expect(await namesOf(pipelineId)).toEqual(['b', 'c']);
    await ana.call('pipelineTests:remove', { pipelineId, id });
    expect(await namesOf(pipelineId)).toEqual(['b']);
  });

  test('do not overwrite what somebody else saved, and have one name each', async () => {
    const pipelineId = await pipeline();
    const { id, revision } = await ana.call('pipelineTests:save', { pipelineId, test: testOf('a') });
    await ana.call('pipelineTests:save', { pipelineId, id, revision, test: testOf('a') });
    expect(await ana.refusal('pipelineTests:save', { pipelineId, id, revision, test: testOf('late') })).toBe('ACQ-CONFLICT');
    expect(await ana.refusal('pipelineTests:save', { pipelineId, test: testOf('a') })).toBe('WEB-12006');
    expect(await ana.refusal('pipelineTests:save', { pipelineId, id: 'PT_none', revision: 1, test: testOf('x') })).toBe('ACQ-NOT-FOUND');
    expect(await ana.refusal('pipelineTests:remove', { pipelineId, id: 'PT_none' })).toBe('ACQ-NOT-FOUND');
  });

  test('of a file take the place of those of their name, and are not more than fit', async () => {
    const pipelineId = await pipeline();
    await ana.call('pipelineTests:save', { pipelineId, test: testOf('a') });
    await ana.call('pipelineTests:import', { pipelineId, tests: [testOf('a', { clock: '2026-01-05T10:00:00Z' }), testOf('b')] });
    const saved = await ana.call('pipelineTests:list', { pipelineId });
    expect(saved.map(({ test: { name, clock } }) => [name, clock])).toEqual([
      ['a', '2026-01-05T10:00:00Z'],
      ['b', undefined],
    ]);
    const many = Array.from({ length: testsMax }, (_, index) => testOf(`t${index}`));
    expect(await ana.refusal('pipelineTests:import', { pipelineId, tests: many })).toBe('ACQ-TESTS-MANY');
    expect(await namesOf(pipelineId)).toEqual(['a', 'b']);
  });

  test('stay with a published version as they were', async () => {
    const pipelineId = await pipeline();
    const { id, revision } = await ana.call('pipelineTests:save', { pipelineId, test: testOf('as it was') });
    const { revision: draft } = await ana.call('pipelines:getVersion', { id: pipelineId, version: 'Main' });
    const published = { id: pipelineId, revision: draft, kind: 'major' as const, versionName: '', clusterIds: [testCluster] };
    await ana.call('pipelines:publishVersion', published);
    await ana.call('pipelineTests:save', { pipelineId, id, revision, test: testOf('changed') });
    expect(await namesOf(pipelineId, '1.0.0')).toEqual(['as it was']);
    expect(await namesOf(pipelineId)).toEqual(['changed']);
    const [kept] = await ana.call('pipelineTests:list', { pipelineId, version: '1.0.0' });
    expect(await ana.refusal('pipelineTests:remove', { pipelineId, id: kept!.id })).toBe('ACQ-NOT-FOUND');
    await ana.call('pipelines:remove', { id: pipelineId });
    expect(await ana.refusal('pipelineTests:list', { pipelineId })).toBe('WEB-10008');
  });

  test('are not seen or touched from another tenant, nor changed by a viewer', async () => {
    const pipelineId = await pipeline();
    const { id, revision } = await ana.call('pipelineTests:save', { pipelineId, test: testOf('a') });
    const own = (await eva.call('pipelines:create', words())).id;
    expect(await eva.refusal('pipelineTests:list', { pipelineId })).toBe('WEB-10008');
    expect(await eva.refusal('pipelineTests:run', { pipelineId })).toBe('WEB-10008');
    expect(await eva.refusal('pipelineTests:save', { pipelineId: own, id, revision, test: testOf('mine') })).toBe('ACQ-NOT-FOUND');
    expect(await eva.refusal('pipelineTests:remove', { pipelineId: own, id })).toBe('ACQ-NOT-FOUND');
    expect(await vera.refusal('pipelineTests:save', { pipelineId, test: testOf('b') })).toBe('WEB-00027');
    expect(await namesOf(pipelineId)).toEqual(['a']);
  });
});

test('the largest test that the form lets through fits into a call', async () => {
  const pipelineId = await pipeline();
  const events = Array.from({ length: 10 }, () => JSON.stringify({ text: '\u2603'.repeat(13_000) }));
  const large = testOf('large', { input: { events }, expect: [{ at: { node: 'out' }, exact: events.slice(0, 9) }] });
  await ana.call('pipelineTests:save', { pipelineId, test: large });
  const [saved] = await ana.call('pipelineTests:list', { pipelineId });
  expect(saved!.test).toEqual(large);
});

describe('publishing', () => {
  const wrong = () => testOf('wrong', { expect: [{ at: { node: 'out' }, exact: ['{"n":1}'] }] });
  const draft = async (pipelineId: string) => {
    const { revision } = await ana.call('pipelines:getVersion', { id: pipelineId, version: 'Main' });
    return { id: pipelineId, revision, kind: 'major' as const, versionName: '', clusterIds: [testCluster] };
  };
  const newest = async () => (await ana.call('activity:getUserActivity', { page: 1, from: 0, to: Date.now() + 1e6 })).data[0]!.event;

  test('does not let a draft run whose tests fail, or cannot run', async () => {
    const pipelineId = await pipeline();
    await ana.call('pipelineTests:save', { pipelineId, test: wrong() });
    const input = await draft(pipelineId);
    expect(await ana.refusal('pipelines:publishVersion', input)).toBe('ACQ-TESTS-FAILED');
    answer = () => ({ did: 'busy' });
    expect(await ana.refusal('pipelines:publishVersion', input)).toBe('ACQ-TESTS-FAILED');
    expect((await ana.call('pipelines:find', { id: pipelineId })).runningVersion).toBeNull();
    expect(await newest()).toMatchObject({ operation: 'publish (ACQ-TESTS-FAILED)', entity: 'pipeline' });
  });

  test('of tests that pass needs no reason; one that is given anyway stays in the activity log', async () => {
    const pipelineId = await pipeline();
    const { id, revision } = await ana.call('pipelineTests:save', { pipelineId, test: testOf('good') });
    expect(await ana.call('pipelines:publishVersion', await draft(pipelineId))).toMatchObject({ version: '1.0.0' });
    await ana.call('pipelineTests:save', { pipelineId, id, revision, test: wrong() });
    const input = { ...(await draft(pipelineId)), kind: 'minor' as const };
    expect(await ana.refusal('pipelines:publishVersion', { ...input, anyway: ' ' })).toBe('WEB-00022');
    await ana.call('pipelines:publishVersion', { ...input, anyway: 'the sender changed its format' });
    const { name } = await ana.call('pipelines:find', { id: pipelineId });
    expect(await newest()).toMatchObject({ operation: 'publish', name: `${name} v1.1.0 · the sender changed its format` });
  });

  test('says first what is wrong with the call itself', async () => {
    const pipelineId = await pipeline();
    await ana.call('pipelineTests:save', { pipelineId, test: wrong() });
    const input = await draft(pipelineId);
    expect(await ana.refusal('pipelines:publishVersion', { ...input, revision: input.revision + 1 })).toBe('ACQ-CONFLICT');
    expect(await ana.refusal('pipelines:publishVersion', { ...input, clusterIds: [] })).toBe('ACQ-NO-CLUSTER');
    expect(await eva.refusal('pipelines:publishVersion', input)).toBe('WEB-10008');
    expect(await vera.refusal('pipelines:publishVersion', input)).toBe('WEB-00027');
  });
});

describe('a run', () => {
  test('asks a worker with the frozen clock, and says which field differs', async () => {
    const pipelineId = await pipeline();
    await ana.call('pipelineTests:save', { pipelineId, test: testOf('good', { clock: '2026-01-05T10:00:00Z' }) });
    const wrong = testOf('wrong', { expect: [{ at: { node: 'out' }, exact: ['{"n":9007199254740992}'] }] });
    await ana.call('pipelineTests:save', { pipelineId, test: wrong });
    const { results } = await ana.call('pipelineTests:run', { pipelineId });
    expect(results).toMatchObject([
      { name: 'good', passed: true, failures: [] },
      { name: 'wrong', passed: false, failures: [{ kind: 'field', field: 'n', expected: '9007199254740992', got: '9007199254740993' }] },
    ]);
    expect(questions[0]).toMatchObject({ do: 'trace', document: documentOf(), frozenMs: Date.parse('2026-01-05T10:00:00Z') });
  });

  test('is a viewer’s too, of chosen ones, in a published version', async () => {
    const pipelineId = await pipeline();
    const { id } = await ana.call('pipelineTests:save', { pipelineId, test: testOf('a', { input: { raw: ['{}'] } }) });
    await ana.call('pipelineTests:save', { pipelineId, test: testOf('b') });
    const { results } = await vera.call('pipelineTests:run', { pipelineId, ids: [id] });
    expect(results).toHaveLength(1);
    expect(questions).toMatchObject([{ source: { kind: 'raw', frames: ['{}'] } }]);
    expect(await vera.refusal('pipelineTests:run', { pipelineId, ids: ['PT_none'] })).toBe('ACQ-NOT-FOUND');
  });

  test('does not pass when the worker says that a step hangs', async () => {
    const pipelineId = await pipeline();
    await ana.call('pipelineTests:save', { pipelineId, test: testOf('a', { expect: [{ at: { node: 'out' }, count: 0 }] }) });
    answer = () => ({ did: 'trace', result: { traces: [], nodes: {}, faults: [{ node: 'out', code: 'TRACE_SLOW' }], cut: false } });
    const { results } = await ana.call('pipelineTests:run', { pipelineId });
    expect(results).toMatchObject([{ passed: false, failures: [{ kind: 'fault', code: 'TRACE_SLOW', node: 'out' }] }]);
  });

  test('without a worker says so', async () => {
    const away = await createTestApp();
    try {
      const owner = await away.user('owner');
      const { id: pipelineId } = await owner.call('pipelines:create', words());
      await owner.call('pipelineTests:save', { pipelineId, test: testOf('a') });
      expect(await owner.refusal('pipelineTests:run', { pipelineId })).toBe('ACQ-WORKER-AWAY');
    } finally {
      await away.stop();
    }
  });
});
