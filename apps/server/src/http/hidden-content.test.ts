import { systemClock } from '@acequia/base';
import { contract, type LetterDetail, type OperationMeta, type OperationName, type TraceResult } from '@acequia/contract';
import {
  fleetPaths,
  type LetterAnswer,
  type LetterQuestion,
  type Report,
  type TraceAnswer,
  type TraceQuestion,
} from '@acequia/contract/fleet';
import { may } from '@acequia/domain';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, operationNames, testCluster, type Browser, type TestApp } from '../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../test-worker.ts';
import { furnish, validInputs, type Ids } from './test-inputs.ts';

/** Stands in every event of the organization, and in what destinations answered about one. */
const secret = 'card 4111-1111';
const json = JSON.stringify({ payment: secret });
const quoting = { code: 'HTTP_400', fields: { status: 400, message: `cannot take ${secret}` } };

let server: TestApp;
let ana: Browser;
let vera: Browser;
let worker: TestWorker;
let ids: Ids;
let pipelineId: string;
let versionId: string;
let known: { readonly template: string; readonly shadow: string; readonly letter: string };
/** Of each who asks: a preview is one's own. */
const previews = new Map<Browser, string>();

const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
const documentOf = (comment: string): PipelineDocument => ({
  format: 1,
  nodes: [
    { id: 'label', kind: 'label', ...place, comment, listenerId: ids.listener, labelId: 'all' },
    { id: 'out', kind: 'datasink', ...place, datasinkId: ids.datasink, component: 'toy-field', version: '1.0.0', config: {} },
  ],
  links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
});
const letter: LetterDetail = {
  id: '1',
  at: 10,
  state: 'open',
  eventId: 'e1',
  pipelineId: 'PL',
  versionId: 'VE',
  node: 'out',
  listenerId: 'LI',
  outcome: 'rejected',
  code: 'HTTP_400',
  message: quoting.fields.message,
  component: 'toy-field@1',
  attempts: 1,
  status: 400,
  response: quoting.fields.message,
  offset: null,
  edited: false,
  preview: json,
  json,
  fields: [{ name: 'payment', type: 'string', value: secret }],
};

/** One event, as if it had passed whatever is asked about. */
function traced(question: TraceQuestion): TraceAnswer {
  const shadow = { did: 'shadow' as const, progress: { blocks: 1, blocksDone: 1, events: 1 } };
  if (question.do === 'start-shadow') return { ...shadow, state: 'running', reason: null, result: null };
  if (question.do === 'look-shadow') return { ...shadow, state: 'done', reason: quoting, result: shadowResult };
  if (question.do === 'attempts') return { did: 'attempts', attempts: [] };
  const event = { json, types: { payment: 'string' } };
  const nodes = ['label', 'out', ...(question.upTo === null ? [] : [question.upTo])];
  const steps = [...new Set(nodes)].map((node) => ({ node, input: event, outcomes: [{ kind: 'arrived' as const, event }], tookUs: 1 }));
  const origin = { block: 1, frame: 1, receivedMs: 1, transport: 'tcp', bytes: 1, attributes: {} };
  const traces = [{ event: 0, born: { id: 'LI.1-1-7.0', receivedMs: 1 }, steps }];
  const result: TraceResult = { traces, nodes: {}, faults: [], cut: false, origin, searched: { blocks: 1, bytes: 1 } };
  return { did: 'trace', result };
}
const side = { outcomes: {}, datasinks: {}, bytesOut: 1, errors: [], usPerEvent: 1 };
const shadowResult = {
  events: 1,
  bytesIn: 1,
  cut: false,
  missedBlocks: 0,
  clockMs: 1,
  lookups: [],
  running: side,
  draft: side,
  differing: 1,
  differences: [{ event: 'e1', receivedMs: 1, input: json, running: [{ node: 'out', json }], draft: [] }],
};

async function serveLetters(): Promise<void> {
  const seen = new Set<string>();
  const cause = { pipelineId: 'PL', node: 'out', listenerId: 'LI', code: 'HTTP_400', count: 1, firstAt: 1, lastAt: 1 };
  const answers: Partial<Record<LetterQuestion['do'], LetterAnswer>> = {
    causes: {
      did: 'causes',
      causes: [cause],
      bytes: 1,
      limitBytes: 1,
      ageMs: 1,
      lost: { limit: 0, age: 0 },
    },
    list: { did: 'list', letters: [letter], next: null },
    find: { did: 'find', letter },
  };
  for (;;) {
    const { requestId, question } = await worker.message('dead-letters', (message) => !seen.has(message.requestId));
    seen.add(requestId);
    const body = JSON.stringify({ requestId, answer: answers[question.do] ?? { did: 'fail' } });
    await worker.send(fleetPaths.letters, worker.signed('POST', fleetPaths.letters, body), body);
  }
}

async function serveEstimates(): Promise<void> {
  const seen = new Set<string>();
  for (;;) {
    const { requestId } = await worker.message('estimate-replay', (message) => !seen.has(message.requestId));
    seen.add(requestId);
    await report({ answers: [{ requestId, ok: true, reason: null, estimate: { frames: 1, bytes: 1, keptFromMs: null } }] });
  }
}

/** What the worker says of its parts: each has met with what quotes an event. */
const report = (part: Partial<Report> = {}) => {
  const branch = { pipelineId, versionId, node: 'out', datasinkId: ids.datasink, queuedEvents: 1, queuedBytes: 1 };
  const sample = { id: 'e1', receivedMs: 1, direction: 'in' as const, port: 'default', fields: letter.fields };
  return worker.report({
    listeners: [{ id: ids.listener, revision: 1, state: 'error', reason: { ...quoting, code: 'INTERNAL' } }],
    branches: [{ ...branch, state: 'waiting', reason: quoting }],
    samples: [{ pipelineId, node: 'label', samples: [sample] }],
    ...part,
  });
};

beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal) } });
  ana = await server.user('owner');
  vera = await server.user('viewer', ana.tenantId);
  ids = await furnish(server, ana, 25_100);
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.report({ hello: { version: '1', components: {}, host: 'h' } });
  await worker.connect();
  worker.answerTraces(traced);
  void serveLetters();
  void serveEstimates();
  const words = { name: 'observed', description: '', tags: [] };
  pipelineId = (await ana.call('pipelines:create', { ...words, document: documentOf('') })).id;
  const published = { id: pipelineId, revision: 1, kind: 'minor' as const, versionName: '', clusterIds: [testCluster] };
  versionId = (await ana.call('pipelines:publishVersion', published)).id;
  await worker.message('deployment', ({ deployment }) => deployment.pipelines.some((each) => each.versionId === versionId));
  const { revision } = await ana.call('pipelines:saveDraft', { id: pipelineId, revision: 1, document: documentOf('draft') });
  const { id: test } = await ana.call('pipelineTests:save', {
    pipelineId,
    test: { name: 'saved', input: { events: [json] }, expect: [{ at: 'dropped', count: 0 }] },
  });
  const { id: template } = await ana.call('marketplace:createTemplate', {
    ...words,
    pipelineId,
    samples: { from: 'test', id: test },
  });
  const { id: shadow } = await ana.call('shadowRuns:start', { pipelineId, revision, minutes: 5 });
  while ((await ana.call('shadowRuns:find', { id: shadow })).state === 'running') await new Promise((next) => setImmediate(next));
  known = { template, shadow, letter: (await ana.call('deadLetters:list', {})).letters[0]!.id };
  for (const browser of [ana, vera])
    previews.set(browser, (await browser.call('internalPipelines:create', { pipelineId, source: { kind: 'retained', count: 1 } })).id);
  await report();
});
afterAll(async () => {
  worker.close();
  await server.stop();
});

const metaOf = (name: OperationName): OperationMeta => {
  const [noun = '', verb = ''] = name.split(':');
  return (contract as unknown as Record<string, Record<string, { '~orpc': { meta: OperationMeta } }>>)[noun]![verb]!['~orpc'].meta;
};

/** What a viewer may call, without the stream of who edits which pipeline: it gives nothing until somebody does. */
const ofViewers = operationNames.filter((name) => {
  const { permission } = metaOf(name);
  return name !== 'pipelines:watchStatus' && permission !== 'session' && permission !== 'public' && may('viewer', permission);
});

const inputsOf = (browser: Browser): Readonly<Record<string, unknown>> => ({
  ...validInputs({ ...ids, pipeline: pipelineId }),
  'deadLetters:find': { id: known.letter },
  'marketplace:getTemplateById': { id: known.template, tenantId: ana.tenantId },
  'internalPipelines:create': { pipelineId, source: { kind: 'retained', count: 1 } },
  'internalPipelines:getLogSamples': { id: previews.get(browser) },
  'pipelines:xray': { id: pipelineId, version: '1.0.0', eventId: `${ids.listener}.1-1-7.0`, receivedMs: 1 },
  'shadowRuns:find': { id: known.shadow },
});

/** Everything that an operation answers, or the code of its refusal; of a stream the first item that comes. */
async function answerOf(browser: Browser, name: OperationName, input: unknown): Promise<string> {
  const abort = new AbortController();
  try {
    const answer: unknown = await browser.call(name, input as never, abort.signal);
    if (!metaOf(name).stream) return JSON.stringify(answer);
    let come = false;
    const first = (answer as AsyncIterator<unknown>).next().finally(() => (come = true));
    // As a worker does while someone watches.
    while (!come) await report({ deployment: { hash: 'applied', faults: [] }, live: { atMs: 1, listeners: {}, pipelines: {}, nodes: {} } });
    return JSON.stringify(await first);
  } catch (error) {
    return (error as { readonly code?: string }).code ?? String(error);
  } finally {
    abort.abort();
  }
}

/** Operations whose answer holds the content of an event; and those that are refused for it. */
async function outcomes(browser: Browser) {
  const inputs = inputsOf(browser);
  const shown: string[] = [];
  const refused: string[] = [];
  for (const name of ofViewers) {
    const answer = await answerOf(browser, name, inputs[name]);
    if (answer.includes(secret)) shown.push(name);
    if (answer === 'ACQ-CONTENT-HIDDEN') refused.push(name);
  }
  return { shown, refused };
}

describe('of everything that a viewer may ask', () => {
  const withEvents = [
    'dataHistory:search',
    'deadLetters:export',
    'deadLetters:find',
    'deadLetters:list',
    'internalPipelines:getLogSamples',
    'marketplace:getTemplateById',
    'pipelineTests:list',
    'pipelines:watchSamples',
    'pipelines:xray',
    'shadowRuns:find',
  ];
  const withReasons = [
    'datasinks:find',
    'datasinks:list',
    'health:parts',
    'listeners:find',
    'listeners:list',
    'metrics:watchLive',
    'pipelines:find',
    'pipelines:list',
    'pipelines:listVersions',
    'shadowRuns:list',
  ];

  test('these answers hold event content, to the owner and to viewers as it is set at first', async () => {
    for (const browser of [ana, vera]) {
      const { shown, refused } = await outcomes(browser);
      expect(shown.sort()).toEqual([...withEvents, ...withReasons].sort());
      expect(refused).toEqual([]);
    }
  });

  test('none holds any while it is hidden from viewers, and reasons keep their code', async () => {
    const show = (enabled: boolean) =>
      ana.call('tenants:updateTenantSettings', { id: ana.tenantId, settings: [{ settingType: 'CONTENT', value: { enabled } }] });
    await show(false);
    try {
      const { shown, refused } = await outcomes(vera);
      expect(shown).toEqual([]);
      expect(refused).toEqual(ofViewers.filter((name) => metaOf(name).content === 'refused'));
      const sink = await vera.call('datasinks:find', { id: ids.datasink });
      expect(sink.status.lastError).toEqual({ code: 'HTTP_400', fields: { status: 400 } });
      expect((await ana.call('datasinks:find', { id: ids.datasink })).status.lastError).toEqual(quoting);
    } finally {
      await show(true);
    }
  });
});
