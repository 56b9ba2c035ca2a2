import type { Report } from '@acequia/contract/fleet';
import { workerSilenceMs } from '@acequia/domain';
import { hourMs } from '@acequia/base';
import { emptyDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

let server: TestApp;
let ana: Browser;
let worker: TestWorker;
let listenerId: string;
let datasinkId: string;
let pipelineId: string;
let versionId: string;
let revision: number;

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.report();
  await worker.connect();
  const words = (name: string) => ({ name, description: '', tags: [] });
  const listener = await ana.call('listeners:create', {
    ...words('l'),
    component: 'toy-gate',
    clusterId: testCluster,
    config: { port: 20_000 },
  });
  ({ id: listenerId, revision } = listener);
  expect(listener.status.state).toBe('starting');
  const datasink = await ana.call('datasinks:create', { ...words('d'), component: 'toy-field', config: { address: 'x' } });
  datasinkId = datasink.id;
  expect(datasink.status.state).toBe('idle');
  const place = { position: { x: 0, y: 0 } };
  const document = {
    ...emptyDocument,
    nodes: [
      { kind: 'label' as const, id: 'in', ...place, listenerId, labelId: 'all' },
      { kind: 'datasink' as const, id: 'out', ...place, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
  };
  const pipeline = await ana.call('pipelines:create', { ...words('p'), document });
  pipelineId = pipeline.id;
  expect(pipeline.status.state).toBe('draft');
  versionId = (
    await ana.call('pipelines:publishVersion', { id: pipelineId, revision: 1, kind: 'minor', versionName: '', clusterIds: [testCluster] })
  ).id;
  await worker.message('deployment', ({ deployment }) => deployment.pipelines.some((each) => each.versionId === versionId));
});
afterAll(async () => {
  worker.close();
  await server.stop();
});

/** One report on everything that runs; the data sink in this state. */
async function report(
  state: Report['branches'][number]['state'],
  code?: string,
  queuedEvents = 0,
  times: Pick<Report['branches'][number], 'nextTryAt' | 'oldestMs'> = {},
): Promise<void> {
  const reason = code === undefined ? null : { code, fields: {} };
  const { hash } = worker.messages.findLast((message) => message.type === 'deployment')!.deployment;
  await worker.report({
    deployment: { hash, faults: [] },
    listeners: [{ id: listenerId, revision, state: 'created', reason: null }],
    branches: [{ pipelineId, versionId, node: 'out', datasinkId, state, reason, queuedEvents, queuedBytes: queuedEvents * 10, ...times }],
  });
}

const now = async () => ({
  listener: (await ana.call('listeners:find', { id: listenerId })).status,
  pipeline: (await ana.call('pipelines:find', { id: pipelineId })).status,
  datasink: (await ana.call('datasinks:find', { id: datasinkId })).status,
});
const states = async () => Object.values(await now()).map(({ state }) => state);

test('through outage, recovery and a wrong secret each object has one state, and lists are filtered by it', async () => {
  await report('running');
  expect(await states()).toEqual(['running', 'running', 'running']);

  await report('retrying', 'CONNECT_REFUSED', 7);
  expect(await states()).toEqual(['running', 'degraded', 'waiting']);
  const { datasink } = await now();
  expect(datasink).toMatchObject({ reason: { code: 'CONNECT_REFUSED' }, waitingEvents: 7, waitingBytes: 70 });
  expect(datasink.oldestAt).toBe(datasink.since);
  const oldestMs = datasink.since! - 240_000;
  await report('running');
  await report('retrying', 'CONNECT_REFUSED', 7, { oldestMs });
  expect(Object.values(await now()).map(({ oldestAt }) => oldestAt)).toEqual([null, null, oldestMs]);
  expect((await ana.call('datasinks:list', { state: 'waiting' })).map(({ id }) => id)).toEqual([datasinkId]);
  expect(await ana.call('datasinks:list', { state: 'running' })).toEqual([]);
  expect((await ana.call('pipelines:list', { state: 'degraded' })).map(({ id }) => id)).toEqual([pipelineId]);
  expect((await ana.call('listeners:list', { state: 'running' })).map(({ id }) => id)).toEqual([listenerId]);

  await report('running');
  expect((await now()).datasink).toMatchObject({
    state: 'running',
    reason: null,
    lastError: { code: 'CONNECT_REFUSED' },
    oldestAt: null,
  });

  const nextTryAt = Date.now() + 300_000;
  await report('waiting', 'AUTH_REJECTED', 3, { nextTryAt });
  expect(await states()).toEqual(['running', 'degraded', 'action-required']);
  expect((await now()).datasink.nextTryAt).toBe(nextTryAt);
  expect((await now()).datasink).toMatchObject({ reason: { code: 'AUTH_REJECTED' }, waitingEvents: 3 });
});

test('a data sink that waits is tried again on every worker that delivers there; only who may edit it asks', async () => {
  await report('waiting', 'AUTH_REJECTED', 3);
  const from = worker.messages.length;
  expect(await ana.call('datasinks:retry', { id: datasinkId })).toEqual({ workers: 1 });
  const asked = await worker.message('retry-node', (message) => worker.messages.indexOf(message) >= from);
  expect(asked).toMatchObject({ pipelineId, node: 'out' });
  const filter = { page: 1, from: 0, to: 2.5e14, userId: [], operation: ['retry'], entity: ['datasink'] };
  expect((await ana.call('activity:getUserActivity', filter)).data).toHaveLength(1);

  const viewer = await server.user('viewer', ana.tenantId);
  expect(await viewer.refusal('datasinks:retry', { id: datasinkId })).toBe('WEB-00027');
  expect(await ana.refusal('datasinks:retry', { id: 'DS_none' })).toBe('WEB-00025');
});

test('the last attempts come from every worker that delivers there; who is silent or away is counted, and no other tenant is told', async () => {
  await report('running');
  const attempt = { tookMs: 5, outcome: 'delivered', events: 3, code: null, status: null } as const;
  worker.answerTraces((question, tenantId) =>
    question.do === 'attempts' && tenantId === ana.tenantId && question.pipelineId === pipelineId && question.node === 'out'
      ? {
          did: 'attempts',
          attempts: [
            { ...attempt, at: 7 },
            { ...attempt, at: 9 },
          ],
        }
      : { did: 'absent' },
  );
  const place = { pipelineId, node: 'out', workerId: worker.answer.workerId };
  expect(await ana.call('datasinks:attempts', { id: datasinkId })).toEqual({
    attempts: [
      { ...attempt, at: 9, ...place },
      { ...attempt, at: 7, ...place },
    ],
    away: 0,
  });
  expect(await ana.refusal('datasinks:attempts', { id: 'DS_none' })).toBe('WEB-00025');
  const stranger = await server.user('owner');
  expect(await stranger.refusal('datasinks:attempts', { id: datasinkId })).toBe('WEB-00025');
  const asked = worker.messages.length;
  await server.db.database.gate.execute(`update workers set last_seen_at = last_seen_at - ${workerSilenceMs + 1}`);
  expect(await ana.call('datasinks:attempts', { id: datasinkId })).toEqual({ attempts: [], away: 1 });
  expect(worker.messages.slice(asked).filter(({ type }) => type === 'trace')).toEqual([]);
});

test('of a frozen worker nothing counts as running, whatever it said last; when it speaks again, all is as it says', async () => {
  await report('running');
  const database = server.db.database.gate;
  await database.execute(`update workers set last_seen_at = last_seen_at - ${workerSilenceMs + 1}`);
  await server.db.database.withTenant(ana.tenantId, (tx) => tx.execute(`update health_parts set since = since - ${hourMs / 2}`));
  expect(await states()).toEqual(['offline', 'offline', 'offline']);
  const [seen] = (await ana.call('clusters:list', {})).flatMap(({ workers }) => workers);
  expect((await now()).listener.since).toBe(seen!.lastSeenAt);
  expect((await ana.call('listeners:list', { state: 'offline' })).map(({ id }) => id)).toEqual([listenerId]);
  await report('running');
  expect(await states()).toEqual(['running', 'running', 'running']);
});

test('what runs and let no event pass for an hour is idle, here as in health; it runs again with the first event', async () => {
  await report('running');
  const longAgo = () =>
    server.db.database.withTenant(ana.tenantId, (tx) => tx.execute(`update health_parts set since = since - ${hourMs}`));
  await longAgo();
  expect(await states()).toEqual(['idle', 'idle', 'idle']);
  expect((await now()).listener.since).toBeNull();
  expect((await ana.call('listeners:list', { state: 'idle' })).map(({ id }) => id)).toEqual([listenerId]);
  expect((await ana.call('health:parts', {})).map(({ kind, quiet }) => [kind, quiet])).toEqual([
    ['datasink', true],
    ['listener', true],
    ['pipeline', true],
  ]);
  const row = { tenantId: ana.tenantId, generation: 1, versionId: '', node: '', datasinkId: '' };
  const minute = Date.now() - (Date.now() % 60_000);
  await worker.report({
    branches: [{ pipelineId, versionId, node: 'out', datasinkId, state: 'running', reason: null, queuedEvents: 0, queuedBytes: 0 }],
    listeners: [{ id: listenerId, revision, state: 'created', reason: null }],
    ledger: [
      { ...row, scope: 'listener', id: listenerId, minute, counts: { received: 3 } },
      { ...row, scope: 'pipeline', id: pipelineId, versionId, minute, counts: { entered: 3 } },
    ],
  });
  expect(await states()).toEqual(['running', 'running', 'idle']);
  await report('retrying', 'CONNECT_REFUSED', 3);
  expect((await now()).datasink.state).toBe('waiting');
});

test('a listener that its worker cannot open needs a person, with the reason', async () => {
  const reason = { code: 'PORT_IN_USE', fields: {} };
  await worker.report({ listeners: [{ id: listenerId, revision, state: 'error', reason }] });
  expect((await now()).listener).toMatchObject({ state: 'action-required', reason, lastError: reason });
});

test('a stopped pipeline is stopping until its worker has let it go', async () => {
  await report('running');
  const from = worker.messages.length;
  await ana.call('pipelines:stopVersion', { id: pipelineId, version: '1.0.0', clusterIds: [testCluster] });
  expect((await now()).pipeline.state).toBe('stopping');
  await worker.message(
    'deployment',
    (message) => worker.messages.indexOf(message) >= from && !message.deployment.pipelines.some((each) => each.versionId === versionId),
  );
  await worker.report({ branches: [] });
  expect((await now()).pipeline.state).toBe('stopped');
  expect((await now()).datasink.state).toBe('idle');
});

test('a lookup without a file is a draft', async () => {
  const lookup = await ana.call('lookups:create', {
    name: 'k',
    description: '',
    tags: [],
    format: 'csv',
    separator: null,
    keyColumn: 'id',
  });
  expect(lookup.status.state).toBe('draft');
  expect((await ana.call('lookups:list', { state: 'draft' })).map(({ id }) => id)).toEqual([lookup.id]);
  expect(await ana.call('lookups:list', { state: 'running' })).toEqual([]);
});
