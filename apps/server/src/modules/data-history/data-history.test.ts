import { hourMs, minuteMs } from '@acequia/base';
import type { TraceResult } from '@acequia/contract';
import type { TraceAnswer, TraceQuestion } from '@acequia/contract/fleet';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { healthParts } from '../../db/schema/index.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

let server: TestApp;
let ana: Browser;
let eva: Browser;
let worker: TestWorker;
let listenerId: string;
let labelId: string;
let datasinkId: string;
let asked: { readonly tenantId: string; readonly question: Extract<TraceQuestion, { do: 'trace' }> }[] = [];
let answer: TraceAnswer;
const words = (name: string) => ({ name, description: '', tags: [] });
const condition = { form: 'visual', ast: { field: 'a', op: 'eq', value: 1 } };
const nothing: TraceResult = { traces: [], nodes: {}, faults: [], cut: false };
const range = { from: 1000, to: 9000 };

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  eva = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.report({ hello: { version: '1', components: {}, host: 'h' } });
  await worker.connect();
  worker.answerTraces((question, tenantId) => {
    if (question.do === 'trace') asked.push({ tenantId, question });
    return answer;
  });
  const gate = { ...words('gate'), component: 'toy-gate', clusterId: testCluster, config: { port: 24_000 } };
  listenerId = (await ana.call('listeners:create', gate)).id;
  labelId = (await ana.call('labels:create', { listenerId, name: 'ones', description: '', condition })).id;
  datasinkId = (await ana.call('datasinks:create', { ...words('field'), component: 'toy-field', config: { address: 'x' } })).id;
});
afterAll(async () => {
  worker.close();
  await server.stop();
});
beforeEach(() => {
  asked = [];
  answer = { did: 'trace', result: { ...nothing, searched: { blocks: 0, bytes: 0 } } };
});

describe('a search', () => {
  test('asks the worker for events of the label with text and condition, and goes on where a page ended', async () => {
    const found = { event: 0, born: { id: 'LI.1-1-7.0', receivedMs: 5000 } };
    const step = { node: 'start', input: { json: '{"a":1}', types: { a: 'integer' }, raw: 'Raw' }, outcomes: [], tookUs: 1 };
    const searched = { blocks: 3, bytes: 700, reachedMs: 5000, next: { block: 7, taken: 1 } };
    answer = { did: 'trace', result: { ...nothing, traces: [{ ...found, steps: [step] }], searched } };
    const question = { listenerId, labelId, ...range, text: 'raw', condition: { form: 'code', ast: { field: 'b', op: 'exists' } } };
    const page = await ana.call('dataHistory:search', question);
    expect(page).toMatchObject({
      events: [{ id: 'LI.1-1-7.0', receivedAt: 5000, json: '{"a":1}', types: { a: 'integer' }, raw: 'Raw' }],
      searchedBytes: 700,
      reachedAt: 5000,
      faults: [],
    });
    const [first] = asked;
    expect(first!.tenantId).toBe(ana.tenantId);
    expect(first!.question.source).toEqual({ kind: 'search', count: 50, sinceMs: 1000, beforeMs: 9000 });
    expect(first!.question.listener!.labels.map((label) => label.condition)).toEqual([
      {
        form: 'code',
        ast: {
          and: [condition.ast, { field: '_raw', op: 'contains', value: 'raw', ignoreCase: true }, { field: 'b', op: 'exists' }],
        },
      },
    ]);
    answer = { did: 'trace', result: { ...nothing, searched: { blocks: 1, bytes: 10 } } };
    const last = await ana.call('dataHistory:search', { ...question, next: page.next! });
    expect(asked[1]!.question.source).toMatchObject({ from: { block: 7, taken: 1 } });
    expect(last).toMatchObject({ events: [], next: null });
  });

  test('events without a label are those no label takes, also when a label cannot be evaluated', async () => {
    await ana.call('dataHistory:search', { listenerId, labelId: 'unlabelled', ...range });
    expect(asked[0]!.question.listener!.labels[0]!.condition).toMatchObject({
      ast: { not: { call: 'try', args: [condition.ast, { literal: false }] } },
    });
  });

  test('a place on a worker that has gone is told as missing, not as searched', async () => {
    const next = { WK_gone: { block: 3, taken: 0 } };
    expect(await ana.refusal('dataHistory:search', { listenerId, ...range, next })).toBe('ACQ-WORKER-AWAY');
    expect(asked).toEqual([]);
  });

  test('does not take another tenant’s listener or label, a range that ends before it begins, or a condition that is none', async () => {
    expect(await eva.refusal('dataHistory:search', { listenerId, ...range })).toBe('WEB-00026');
    expect(await ana.refusal('dataHistory:search', { listenerId, labelId: 'LB_none', ...range })).toBe('ACQ-NOT-FOUND');
    expect(await ana.refusal('dataHistory:search', { listenerId, from: 5, to: 5 })).toBe('WEB-00022');
    expect(await ana.refusal('dataHistory:search', { listenerId, ...range, condition: { form: 'odd' } })).toBe('ACQ-CONFIG');
    expect(asked).toEqual([]);
  });
});

test('what is kept is told with its limits, the newest event not before the oldest that is kept, and how long a destination may be away; nothing of it to another tenant', async () => {
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const document = {
    format: 1 as const,
    nodes: [
      { kind: 'label' as const, id: 'in', ...place, listenerId, labelId: 'all' },
      { kind: 'datasink' as const, id: 'out', ...place, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
  };
  const { id } = await ana.call('pipelines:create', { ...words('canal'), document });
  const published = { id, revision: 1, kind: 'release' as const, versionName: '', clusterIds: [testCluster] };
  const version = await ana.call('pipelines:publishVersion', published);
  const sent = await worker.message('deployment', ({ deployment }) =>
    deployment.pipelines.some(({ versionId }) => versionId === version.id),
  );
  const journal = { listenerId, keptBytes: 5000, undeliveredBytes: 1000, limitBytes: 10_000, oldestMs: 1234 };
  const row = {
    tenantId: ana.tenantId,
    generation: 1,
    scope: 'listener' as const,
    id: listenerId,
    versionId: '',
    node: '',
    datasinkId: '',
  };
  const minute = Math.floor(Date.now() / minuteMs) * minuteMs - 2 * minuteMs;
  await worker.report({
    ledger: [
      { ...row, minute, counts: { received: 10, receivedBytes: 3600 * 2 } },
      { ...row, minute: minute - 5 * hourMs, counts: { received: 10, receivedBytes: 1e9 } },
    ],
    deployment: { hash: sent.deployment.hash, faults: [] },
    listeners: [{ id: listenerId, revision: 1, state: 'created', reason: null }],
    journals: [journal],
  });
  const held = await ana.call('dataHistory:held', {});
  expect(held.journals).toEqual([
    {
      listenerId,
      keptBytes: 5000,
      undeliveredBytes: 1000,
      limitBytes: 10_000,
      oldestAt: 1234,
      newestAt: minute,
      bytesPerSecond: 2,
    },
  ]);
  expect(held.destinations).toEqual([{ datasinkId, listenerId, awayMs: 4_000_000 }]);
  // All that is kept came within one minute, of which the figures know the begin.
  await server.db.database.withTenant(ana.tenantId, (tx) =>
    tx
      .update(healthParts)
      .set({ oldestAt: minute + 40_000 })
      .where(eq(healthParts.objectId, listenerId)),
  );
  expect((await ana.call('dataHistory:held', {})).journals).toMatchObject([{ oldestAt: minute + 40_000, newestAt: minute + 40_000 }]);
  expect(await eva.call('dataHistory:held', {})).toEqual({ journals: [], destinations: [] });
});
