import { systemClock, type Clock } from '@acequia/base';
import type { PreviewSource, TraceResult } from '@acequia/contract';
import type { TraceAnswer, TraceQuestion } from '@acequia/contract/fleet';
import { openSealed } from '@acequia/contract/fleet-crypto';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';
import { internalPipelineMs } from './internal-pipelines.service.ts';

let server: TestApp;
let ana: Browser;
let vera: Browser;
let eva: Browser;
let worker: TestWorker;
let passedMs = 0;
let answer: (question: TraceQuestion) => TraceAnswer | undefined;
let asked: { readonly tenantId: string; readonly question: TraceQuestion }[];
let pipelineId: string;
let listenerId: string;

const clock: Clock = { ...systemClock, now: () => systemClock.now() + passedMs };
const result: TraceResult = { traces: [], nodes: {}, faults: [], cut: false };
type Traced = Extract<TraceQuestion, { do: 'trace' }>;
const live: PreviewSource = { kind: 'live', count: 5 };

beforeAll(async () => {
  server = await createTestApp({ clock });
  ana = await server.user('owner');
  vera = await server.user('viewer', ana.tenantId);
  eva = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.report({ hello: { version: '1', components: {}, host: 'h' } });
  await worker.connect();
  worker.answerTraces((question, tenantId) => {
    asked.push({ tenantId, question });
    return answer(question);
  });
  const config = { port: 23_000 };
  ({ id: listenerId } = await ana.call('listeners:create', {
    name: 'gate',
    description: '',
    tags: [],
    component: 'toy-gate',
    clusterId: testCluster,
    config,
  }));
  ({ id: pipelineId } = await ana.call('pipelines:create', { name: 'p', description: '', tags: [], document: documentOf('saved') }));
});
beforeEach(() => {
  asked = [];
  answer = () => ({ did: 'trace', result });
});
afterAll(async () => {
  worker.close();
  await server.stop();
});

function documentOf(word: string, key?: string): PipelineDocument {
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  return {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId, labelId: 'all' },
      {
        id: 'sieve',
        kind: 'action',
        ...place,
        component: 'toy-sieve',
        version: '1.0.0',
        config: { word, ...(key === undefined ? {} : { key }) },
      },
    ],
    links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'sieve' } }],
  };
}

async function preview(browser: Browser, document: PipelineDocument | undefined, source: PreviewSource): Promise<Traced> {
  const { id } = await browser.call('internalPipelines:create', { pipelineId, source, ...(document ? { document } : {}) });
  expect(await browser.call('internalPipelines:getLogSamples', { id, node: 'sieve' })).toEqual(result);
  return asked.at(-1)!.question as Traced;
}

describe('a document that is tried', () => {
  test('goes to a worker as it was typed, with the stored listener, and is no pipeline of the list', async () => {
    const question = await preview(ana, documentOf('typed'), live);
    expect(question).toMatchObject({
      do: 'trace',
      pipelineId,
      document: documentOf('typed'),
      listener: { id: listenerId, tenantId: ana.tenantId, labels: [] },
      source: { kind: 'retained', count: 5, beforeMs: null },
      upTo: 'sieve',
      secrets: null,
    });
    expect(asked[0]!.tenantId).toBe(ana.tenantId);
    expect(await ana.call('pipelines:list', {})).toHaveLength(1);
    expect(await ana.call('pipelines:listVersions', { id: pipelineId })).toHaveLength(1);
  });

  test('sees only secrets that it names, sealed for the worker', async () => {
    const secret = { description: 'd', tags: [], value: 'open', expirationDate: clock.now() + 1e9 };
    const own = await ana.call('secrets:create', { name: 'own', ...secret });
    const { secrets } = await preview(ana, documentOf('x', own.id), live);
    expect(JSON.parse(openSealed(secrets!, worker.sealing))).toEqual({ [own.id]: 'open' });
    expect((await preview(ana, documentOf('x'), live)).secrets).toBeNull();
  });

  test('of a viewer is a saved one; one of their own is refused', async () => {
    expect((await preview(vera, undefined, live)).document).toEqual(documentOf('saved'));
    expect(await vera.refusal('internalPipelines:create', { pipelineId, document: documentOf('own'), source: live })).toBe('WEB-00027');
  });

  test('live events may be those from the moment on it was made', async () => {
    const before = clock.now();
    const { source } = await preview(ana, undefined, { kind: 'live', count: 5, since: 'now' });
    const { sinceMs } = source as { readonly sinceMs: number };
    expect(sinceMs).toBeGreaterThanOrEqual(before);
    expect(sinceMs).toBeLessThanOrEqual(clock.now());
  });

  test('retained events are those of before the moment it was made, at each asking', async () => {
    const before = clock.now();
    const { id } = await ana.call('internalPipelines:create', { pipelineId, source: { kind: 'retained', count: 9 } });
    for (let turn = 0; turn < 2; turn++) await ana.call('internalPipelines:getLogSamples', { id });
    const [first, second] = asked.map(({ question }) => question.do === 'trace' && question.source);
    expect(first).toEqual(second);
    expect(first).toMatchObject({ kind: 'retained', count: 9 });
    expect((first as { beforeMs: number }).beforeMs).toBeGreaterThanOrEqual(before);
  });

  test('is found neither by others nor after ten minutes, nor once deleted', async () => {
    const create = () => ana.call('internalPipelines:create', { pipelineId, source: live });
    const { id } = await create();
    for (const other of [vera, eva]) expect(await other.refusal('internalPipelines:getLogSamples', { id })).toBe('ACQ-NOT-FOUND');
    passedMs = internalPipelineMs;
    expect(await ana.refusal('internalPipelines:getLogSamples', { id })).toBe('ACQ-NOT-FOUND');
    const second = await create();
    await ana.call('internalPipelines:delete', { id: second.id });
    expect(await ana.refusal('internalPipelines:getLogSamples', { id: second.id })).toBe('ACQ-NOT-FOUND');
    expect(asked).toEqual([]);
  });

  test('of another tenant’s pipeline, or with a listener, label, data sink or secret of theirs, is refused with its field', async () => {
    expect(await eva.refusal('internalPipelines:create', { pipelineId, document: documentOf('x'), source: live })).toBe('WEB-10008');
    const theirs = await eva.call('pipelines:create', { name: 'e', description: '', tags: [] });
    const words = (name: string) => ({ name, description: '', tags: [] });
    const on = { component: 'toy-gate', clusterId: testCluster, config: { port: 23_001 } };
    const own = await eva.call('listeners:create', { ...words('hers'), ...on });
    const sink = await ana.call('datasinks:create', { ...words('d'), component: 'toy-field', config: { address: 'x' } });
    const secret = await ana.call('secrets:create', { ...words('s'), description: 'd', value: 'v', expirationDate: clock.now() + 1e9 });
    const label = { id: 'label', kind: 'label' as const, position: { x: 0, y: 0 }, name: '', comment: '' };
    const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
    const documents: readonly (readonly [PipelineDocument['nodes'], string, object])[] = [
      [[{ ...label, listenerId, labelId: 'all' }], 'WEB-00026', { node: 'label', field: 'listenerId', id: listenerId }],
      [[{ ...label, listenerId: own.id, labelId: 'LB_hers' }], 'ACQ-NOT-FOUND', { node: 'label', field: 'labelId', id: 'LB_hers' }],
      [
        [{ id: 'out', kind: 'datasink', ...place, datasinkId: sink.id, component: 'toy-field', version: '1.0.0', config: {} }],
        'WEB-00025',
        { node: 'out', field: 'datasinkId', id: sink.id },
      ],
      [
        [{ id: 's', kind: 'action', ...place, component: 'toy-sieve', version: '1.0.0', config: { word: 'w', key: secret.id } }],
        'ACQ-NOT-FOUND',
        { node: 's', field: 'config', id: secret.id },
      ],
    ];
    for (const [nodes, code, fields] of documents) {
      const document = { format: 1 as const, nodes, links: [] };
      const refused = eva.call('internalPipelines:create', { pipelineId: theirs.id, document, source: live });
      await expect(refused).rejects.toMatchObject({ code, data: { fields } });
    }
    const unfinished = { format: 1 as const, nodes: [{ ...label, listenerId: '', labelId: 'all' }], links: [] };
    await eva.call('internalPipelines:create', { pipelineId: theirs.id, document: unfinished, source: live });
    expect(asked).toEqual([]);
  });

  test('says when the worker has no such listener, is busy, or cannot', async () => {
    const { id } = await ana.call('internalPipelines:create', { pipelineId, source: live });
    answer = () => ({ did: 'absent' });
    expect((await ana.call('internalPipelines:getLogSamples', { id })).faults).toEqual([{ code: 'LISTENER_ABSENT' }]);
    answer = () => ({ did: 'fail' });
    expect((await ana.call('internalPipelines:getLogSamples', { id })).faults).toEqual([{ code: 'TRACE_FAILED' }]);
    answer = () => ({ did: 'busy' });
    expect(await ana.refusal('internalPipelines:getLogSamples', { id })).toBe('ACQ-TOO-MANY');
  });
});

describe('sample events', () => {
  test('are kept with the pipeline and tried as they are; numbers keep their digits', async () => {
    const texts = ['{"n":9223372036854775807}'];
    const sample = await ana.call('internalPipelines:saveSample', { pipelineId, name: 'big', kind: 'events', texts });
    const { source } = await preview(ana, undefined, { kind: 'sample', sampleId: sample.id });
    expect(source).toEqual({ kind: 'events', json: texts });
    expect(await vera.call('internalPipelines:listSamples', { pipelineId })).toMatchObject([{ name: 'big', count: 1, kind: 'events' }]);
    expect(await ana.refusal('internalPipelines:saveSample', { pipelineId, name: 'big', kind: 'events', texts })).toBe('WEB-12006');
    await ana.call('internalPipelines:deleteSample', { pipelineId, id: sample.id });
    expect(await ana.refusal('internalPipelines:create', { pipelineId, source: { kind: 'sample', sampleId: sample.id } })).toBe(
      'ACQ-NOT-FOUND',
    );
  });

  test('hide what is masked before anything is stored, and keep its type', async () => {
    const texts = ['{"card":"4111","n":7,"deep":{"a":[true,1.5]},"open":"x"}'];
    const masked = ['card', 'n', 'deep'];
    const sample = await ana.call('internalPipelines:saveSample', { pipelineId, name: 'masked', kind: 'events', texts, masked });
    expect(sample.masked).toEqual(masked);
    const { source } = await preview(ana, undefined, { kind: 'sample', sampleId: sample.id });
    expect(source).toEqual({ kind: 'events', json: ['{"card":"***","n":0,"deep":{"a":[false,0.0]},"open":"x"}'] });
  });

  test('that are no events are refused with the line', async () => {
    const save = (texts: string[]) => ana.refusal('internalPipelines:saveSample', { pipelineId, name: 'bad', kind: 'events', texts });
    expect(await save(['{}', 'no'])).toBe('ACQ-SAMPLE-TEXT');
    expect(await save(['{"a b":1}'])).toBe('ACQ-SAMPLE-TEXT');
  });
});

describe('an action alone', () => {
  test('is tried with each port linked', async () => {
    await ana.call('actions:test', { component: 'toy-sieve', config: { word: 'w' }, events: ['{"a":1}'] });
    const { question } = asked[0]!;
    expect(question).toMatchObject({ upTo: 'action', source: { kind: 'events', json: ['{"a":1}'] }, listener: null });
    expect((question as Traced).document.links.map(({ from }) => from.port)).toEqual(['default', 'default', 'error']);
  });

  test('that is none, or is not filled in, or of a viewer, is refused', async () => {
    const test = { component: 'toy-sieve', config: { word: 'w' }, events: ['{}'] };
    expect(await ana.refusal('actions:test', { ...test, component: 'nothing' })).toBe('ACQ-COMPONENT-MISSING');
    expect(await ana.refusal('actions:test', { ...test, config: {} })).toBe('ACQ-CONFIG');
    expect(await vera.refusal('actions:test', test)).toBe('WEB-00027');
  });
});

test('without a worker it is said so', async () => {
  const alone = await createTestApp();
  const owner = await alone.user('owner');
  const { id: own } = await owner.call('pipelines:create', { name: 'p', description: '', tags: [] });
  const { id } = await owner.call('internalPipelines:create', { pipelineId: own, source: live });
  expect(await owner.refusal('internalPipelines:getLogSamples', { id })).toBe('ACQ-WORKER-AWAY');
  await alone.stop();
});
