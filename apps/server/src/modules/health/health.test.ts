import type { Report } from '@acequia/contract/fleet';
import { emptyDocument } from '@acequia/pipeline';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tenants } from '../../db/schema/index.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

let server: TestApp;
let ana: Browser;
let eva: Browser;
let worker: TestWorker;
let listenerId: string;
let datasinkId: string;
let pipelineId: string;
let versionId: string;
let number = 0;

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  eva = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.report();
  await worker.connect();
});
afterAll(async () => {
  worker.close();
  await server.stop();
});
beforeEach(async () => {
  number += 1;
  const words = (kind: string) => ({ name: `${kind} ${number}`, description: '', tags: [] });
  const port = 20_000 + number;
  listenerId = (await ana.call('listeners:create', { ...words('l'), component: 'toy-gate', clusterId: testCluster, config: { port } })).id;
  datasinkId = (await ana.call('datasinks:create', { ...words('d'), component: 'toy-field', config: { address: 'x' } })).id;
  const place = { position: { x: 0, y: 0 } };
  const document = {
    ...emptyDocument,
    nodes: [
      { kind: 'label' as const, id: 'in', ...place, listenerId, labelId: 'all' },
      { kind: 'datasink' as const, id: 'out', ...place, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
  };
  pipelineId = (await ana.call('pipelines:create', { ...words('p'), document })).id;
  versionId = (
    await ana.call('pipelines:publishVersion', { id: pipelineId, revision: 1, kind: 'minor', versionName: '', clusterIds: [testCluster] })
  ).id;
  await deployed((versions) => versions.includes(versionId));
});

/** The worker has been sent such a deployment, as its message number `from` or later. */
async function deployed(fits: (versions: readonly string[]) => boolean, from = 0): Promise<void> {
  await worker.message(
    'deployment',
    (message) => worker.messages.indexOf(message) >= from && fits(message.deployment.pipelines.map((each) => each.versionId)),
  );
}

const branch = (state: Report['branches'][number]['state'], code?: string, queuedEvents = 0): Report['branches'][number] => ({
  pipelineId,
  versionId,
  node: 'out',
  datasinkId,
  state,
  reason: code === undefined ? null : { code, fields: {} },
  queuedEvents,
  queuedBytes: queuedEvents * 10,
});

const partsOf = async (browser: Browser, kind: string) =>
  (await browser.call('health:parts', {})).filter(
    (part) => part.kind === kind && (part.pipelineId === pipelineId || part.id === listenerId || part.id === pipelineId),
  );
const sink = async () => (await partsOf(ana, 'datasink'))[0]!;

describe('parts', () => {
  test('a datasink that stops taking events is told by the report after, with its reason and since when', async () => {
    await worker.report({ branches: [branch('running')] });
    expect(await sink()).toMatchObject({
      id: datasinkId,
      node: 'out',
      state: 'running',
      reason: null,
      lastError: null,
      clusterId: testCluster,
    });
    await worker.report({ branches: [branch('retrying', 'CONNECT_REFUSED', 7)] });
    const down = await sink();
    expect(down).toMatchObject({ state: 'retrying', reason: { code: 'CONNECT_REFUSED' }, waitingEvents: 7, waitingBytes: 70 });

    await worker.report({ branches: [branch('retrying', 'TIMEOUT', 9)] });
    expect((await sink()).since).toBe(down.since);
    await worker.report({ branches: [branch('running')] });
    const up = await sink();
    expect(up).toMatchObject({ state: 'running', reason: null, lastError: { code: 'TIMEOUT' } });
    expect(up.since).toBeGreaterThanOrEqual(down.since);
    expect(up.lastErrorAt).not.toBeNull();
  });

  test('the last error is as old as the last attempt that failed; told without a time, as the first report of it', async () => {
    const failedAt = Date.now() - 7000;
    await worker.report({ branches: [{ ...branch('retrying', 'CONNECT_REFUSED', 7), failedAt }] });
    expect((await sink()).lastErrorAt).toBe(failedAt);
    await worker.report({ branches: [{ ...branch('waiting', 'AUTH_REJECTED', 8), failedAt: failedAt + 5000 }] });
    expect((await sink()).lastErrorAt).toBe(failedAt + 5000);
    await worker.report({ branches: [branch('running')] });
    expect((await sink()).lastErrorAt).toBe(failedAt + 5000);

    const { revision } = await ana.call('listeners:find', { id: listenerId });
    const listeners = [{ id: listenerId, revision, state: 'error' as const, reason: { code: 'PORT_IN_USE', fields: {} } }];
    await worker.report({ listeners });
    const first = (await partsOf(ana, 'listener'))[0]!.lastErrorAt;
    await worker.report({ listeners, branches: [branch('retrying', 'CONNECT_REFUSED', 9)] });
    expect((await partsOf(ana, 'listener'))[0]!.lastErrorAt).toBe(first);
  });

  test('an attempt that somebody asked for is told with the next one at once, not when sizes are written again', async () => {
    const failedAt = Date.now() - 60_000;
    const tried = (at: number) => ({ ...branch('waiting', 'HTTP_401', 7), failedAt: at, nextTryAt: at + 300_000 });
    await worker.report({ branches: [tried(failedAt)] });
    await worker.report({ branches: [tried(failedAt + 50_000)] });
    expect(await sink()).toMatchObject({ lastErrorAt: failedAt + 50_000, nextTryAt: failedAt + 350_000 });
  });

  test('whom a listener turned away is told with it, to its tenant alone, until its worker says otherwise', async () => {
    const { revision } = await ana.call('listeners:find', { id: listenerId });
    const reason = { code: 'CREDENTIALS_REFUSED', fields: { message: '10.0.0.7' } };
    const addresses = [
      { address: '10.0.0.7', count: 5 },
      { address: '10.0.0.9', count: 1 },
    ];
    const refusals = [{ reason: 'credentials' as const, count: 6, recent: 6, addresses }];
    const word = { id: listenerId, revision, state: 'created' as const };
    await worker.report({ listeners: [{ ...word, reason, refusals }] });
    expect((await ana.call('listeners:find', { id: listenerId })).refusals).toEqual(refusals);
    expect((await ana.call('listeners:list', {})).find(({ id }) => id === listenerId)?.refusals).toEqual(refusals);
    expect((await partsOf(ana, 'listener'))[0]!.refusals).toEqual(refusals);
    expect((await partsOf(eva, 'listener')).length).toBe(0);
    expect((await eva.call('listeners:list', {})).filter((listener) => listener.refusals)).toEqual([]);
    await worker.report({ listeners: [{ ...word, reason: null }] });
    expect((await ana.call('listeners:find', { id: listenerId })).refusals).toBeUndefined();
  });

  test('a worker that starts again and has told nothing yet leaves what it said before, and nothing counts as running', async () => {
    const { hash } = worker.messages.findLast((message) => message.type === 'deployment')!.deployment;
    await worker.report({ deployment: { hash, faults: [] }, branches: [branch('retrying', 'CONNECT_REFUSED', 7)] });
    const before = await sink();
    await worker.report({ deployment: null, branches: [] });
    expect(await sink()).toEqual(before);
    await worker.report({ deployment: { hash, faults: [] }, branches: [] });
    expect(await partsOf(ana, 'datasink')).toEqual([]);
  });

  test('a pipeline whose lane is down is shown with its reason, as is its data sink, and runs again once the lane does', async () => {
    const { hash } = worker.messages.findLast((message) => message.type === 'deployment')!.deployment;
    const reason = { code: 'LANE_DIED', fields: {} };
    const shown = async () => [(await partsOf(ana, 'pipeline'))[0], await sink()];
    // The version runs.
    await worker.report({ deployment: { hash, faults: [] }, branches: [branch('running')] });
    const startNow = async () => (await ana.call('pipelines:getVersion', { id: pipelineId, version: '1.0.0' })).start;
    expect(await startNow()).toBeNull();
    await worker.report({
      deployment: { hash, faults: [{ kind: 'pipeline', id: pipelineId, node: '', reason }] },
      branches: [branch('retrying', 'LANE_DIED')],
    });
    expect(await shown()).toMatchObject([
      { state: 'error', reason },
      { state: 'retrying', reason },
    ]);
    expect(await startNow()).not.toBe('refused');
    // It has not come to the newest deployment, as it may not while a lane is down.
    await worker.report({
      deployment: { hash: 'before', faults: [{ kind: 'pipeline', id: pipelineId, node: '', reason }] },
      branches: [branch('retrying', 'LANE_DIED')],
    });
    expect(await shown()).toMatchObject([{ state: 'error', reason }, { state: 'retrying' }]);
    await worker.report({ deployment: { hash, faults: [] }, branches: [branch('running')] });
    expect(await shown()).toMatchObject([
      { state: 'running', reason: null },
      { state: 'running', reason: null },
    ]);
    expect(await startNow()).toBeNull();
  });

  test('what drains of a replaced version does not speak for the node, and counts in what waits', async () => {
    await worker.report({ branches: [{ ...branch('draining', undefined, 5), versionId: 'PV_old' }, branch('running', undefined, 2)] });
    expect(await sink()).toMatchObject({ state: 'running', waitingEvents: 7 });
  });

  test('a listener has what its journal holds; one that failed to open has the reason', async () => {
    const { revision } = await ana.call('listeners:find', { id: listenerId });
    const journals = [{ listenerId, keptBytes: 1000, undeliveredBytes: 400, limitBytes: 5000 }];
    await worker.report({ listeners: [{ id: listenerId, revision, state: 'created', reason: null }], journals });
    expect((await partsOf(ana, 'listener'))[0]).toMatchObject({
      state: 'running',
      keptBytes: 1000,
      undeliveredBytes: 400,
      limitBytes: 5000,
    });
    await worker.report({ listeners: [{ id: listenerId, revision, state: 'error', reason: { code: 'PORT_IN_USE', fields: {} } }] });
    expect((await partsOf(ana, 'listener'))[0]).toMatchObject({ state: 'error', lastError: { code: 'PORT_IN_USE' } });
  });

  test('a reason of an earlier worker names the file alone, not where it lies on the machine, also as the last error', async () => {
    const { revision } = await ana.call('listeners:find', { id: listenerId });
    const reason = { code: 'FILE_ROOT_OUTSIDE', fields: { message: '/srv/secret/a.log' } };
    const named = { code: 'FILE_ROOT_OUTSIDE', fields: { message: 'a.log' } };
    await worker.report({ listeners: [{ id: listenerId, revision, state: 'error', reason }] });
    expect((await partsOf(ana, 'listener'))[0]).toMatchObject({ state: 'error', reason: named, lastError: named });
    expect((await ana.call('listeners:find', { id: listenerId })).reason).toEqual(named);
    await worker.report({ listeners: [{ id: listenerId, revision, state: 'created', reason: null }] });
    expect((await partsOf(ana, 'listener'))[0]).toMatchObject({ state: 'running', lastError: named });
  });

  test('a stopped pipeline leaves nothing behind', async () => {
    await worker.report({ branches: [branch('running')] });
    expect(await partsOf(ana, 'datasink')).toHaveLength(1);
    const from = worker.messages.length;
    await ana.call('pipelines:stopVersion', { id: pipelineId, version: '1.0.0', clusterIds: [testCluster] });
    await deployed((versions) => !versions.includes(versionId), from);
    await worker.report({ branches: [] });
    expect(await partsOf(ana, 'datasink')).toEqual([]);
  });

  test('does not show another tenant’s parts, nor take a word on them that their cluster does not run', async () => {
    await worker.report({ branches: [branch('retrying', 'CONNECT_REFUSED'), { ...branch('running'), pipelineId: 'PL_nobodys' }] });
    expect(await eva.call('health:parts', {})).toEqual([]);
    expect((await ana.call('health:parts', {})).some((part) => part.pipelineId === 'PL_nobodys')).toBe(false);
  });

  test('a tenant without the feature is refused, a viewer is not', async () => {
    const viewer = await server.user('viewer', ana.tenantId);
    expect(await viewer.call('health:parts', {})).toBeInstanceOf(Array);
    await server.db.database.gate.execute(`update tenants set features = '{alerts}' where id = '${eva.tenantId}'`);
    expect(await eva.refusal('health:parts', {})).toBe('ACQ-FEATURE-OFF');
  });
});

test('workers tell how they are to who runs the installation, and one that does not tell yet has no figures', async () => {
  const operator = await server.user('viewer', (await server.user('owner')).tenantId);
  await server.db.database.gate.update(tenants).set({ operator: true }).where(eq(tenants.id, operator.tenantId));
  const vitals = {
    memoryBytes: 1,
    cpuFraction: 0.5,
    journalBytes: 2,
    journalLimitBytes: 10,
    undeliveredBytes: 1,
    eventLoopLagMs: 3,
    diskFreeBytes: 4,
    diskBytes: 8,
  };
  const seen = async () => (await operator.call('clusters:list', {}))[0]!.workers[0]!;
  await worker.report({ vitals, deployment: { hash: 'all', faults: [] } });
  expect(await seen()).toMatchObject({ ...vitals, deployment: 'all' });
  await worker.report();
  expect((await seen()).diskBytes).toBeUndefined();
});

test('of a worker that others use, an organization sees whether it is up and its own journals, and nothing that changes with others', async () => {
  const text = { description: '', tags: [] };
  const evas = await eva.call('listeners:create', {
    name: 'e',
    ...text,
    component: 'toy-gate',
    clusterId: testCluster,
    config: { port: 19_999 },
  });
  await worker.message('deployment', (message) => message.deployment.listeners.some(({ id }) => id === evas.id));
  const vitals = {
    memoryBytes: 1,
    cpuFraction: 0.5,
    journalBytes: 5000,
    journalLimitBytes: 9000,
    undeliveredBytes: 700,
    diskFreeBytes: 4,
    diskBytes: 8,
  };
  const journal = (id: string, keptBytes: number, undeliveredBytes: number) => ({
    listenerId: id,
    keptBytes,
    undeliveredBytes,
    limitBytes: 5000,
  });
  const report = (cpuFraction: number, hash: string) =>
    worker.report({
      vitals: { ...vitals, cpuFraction, journalBytes: 5000 * cpuFraction },
      deployment: { hash, faults: [] },
      listeners: [listenerId, evas.id].map((id) => ({ id, revision: 1, state: 'created', reason: null })),
      journals: [journal(listenerId, 4000, 600), journal(evas.id, 1000, 100)],
    });
  const seen = async (who: Browser) => {
    const { lastSeenAt, ...rest } = (await who.call('clusters:list', {}))[0]!.workers[0]!;
    expect(lastSeenAt).not.toBeNull();
    return rest;
  };
  await report(0.5, 'before');
  const first = await seen(eva);
  expect(Object.keys(first).sort()).toEqual(['id', 'journalBytes', 'name', 'readRoots', 'status', 'undeliveredBytes', 'version']);
  expect(first).toMatchObject({ status: 'online', journalBytes: 1000, undeliveredBytes: 100 });
  expect(await seen(ana)).toMatchObject({ journalBytes: 4000, undeliveredBytes: 600 });
  await report(0.9, 'after a save of ana');
  expect(await seen(eva)).toEqual(first);
});
