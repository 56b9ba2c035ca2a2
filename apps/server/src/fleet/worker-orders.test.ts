import { silentLog, systemClock } from '@acequia/base';
import { emptyDocument } from '@acequia/pipeline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchChanges } from '../dispatch/change-stream.ts';
import { readTenantChangesAfter } from '../dispatch/dispatch.store.ts';
import { startRelay } from '../dispatch/relay.ts';
import { orderWorkers } from '../dispatch/worker-orders.ts';
import { writeChange } from '../dispatch/write-change.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../test-worker.ts';

const words = (name: string) => ({ name, description: '', tags: [] });
let near: TestApp;
let far: TestApp;
let ana: Browser;
/** Connected to the server that Ana does not ask. */
let worker: TestWorker;

beforeAll(async () => {
  near = await createTestApp();
  far = await createTestApp({ db: near.db });
  ana = await near.user('owner');
  worker = await enrolTestWorker(far.url, await far.app.gateway.enrolment.issue(testCluster));
  await worker.report();
  await worker.connect();
});
afterAll(async () => {
  worker.close();
  await far.app.stop();
  await near.stop();
});

/** What the worker is told after `act`, of one type. */
async function toldAfter<T extends TestWorker['messages'][number]['type']>(type: T, act: () => Promise<unknown>) {
  const from = worker.messages.length;
  const answer = await act();
  return { answer, message: await worker.message(type, (message) => worker.messages.indexOf(message) >= from) };
}

test('listeners, data sinks and lookups are tried again by workers that are connected to another server', async () => {
  const listener = await ana.call('listeners:create', {
    ...words('l'),
    component: 'toy-gate',
    clusterId: testCluster,
    config: { port: 20_000 },
  });
  const datasink = await ana.call('datasinks:create', { ...words('d'), component: 'toy-field', config: { address: 'x' } });
  const lookup = await ana.call('lookups:create', { ...words('k'), format: 'csv', keyColumn: 'k', separator: ',' });
  const place = { position: { x: 0, y: 0 } };
  const document = {
    ...emptyDocument,
    nodes: [
      { kind: 'label' as const, id: 'in', ...place, listenerId: listener.id, labelId: 'all' },
      { kind: 'datasink' as const, id: 'out', ...place, datasinkId: datasink.id, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
  };
  const { id: pipelineId } = await ana.call('pipelines:create', { ...words('p'), document });
  const publish = { id: pipelineId, revision: 1, kind: 'minor' as const, versionName: '', clusterIds: [testCluster] };
  const { id: versionId } = await ana.call('pipelines:publishVersion', publish);
  await worker.message('deployment', ({ deployment }) => deployment.pipelines.some((each) => each.versionId === versionId));

  const opened = await toldAfter('retry-listener', () => ana.call('listeners:retry', { id: listener.id }));
  expect(opened.message).toMatchObject({ listenerId: listener.id });

  const reason = { code: 'AUTH_REJECTED', fields: {} };
  const branch = { pipelineId, versionId, node: 'out', datasinkId: datasink.id, state: 'waiting' as const, reason };
  await worker.report({ branches: [{ ...branch, queuedEvents: 3, queuedBytes: 30 }] });
  const delivered = await toldAfter('retry-node', () => ana.call('datasinks:retry', { id: datasink.id }));
  expect(delivered).toMatchObject({ answer: { workers: 1 }, message: { pipelineId, node: 'out' } });

  expect(await ana.call('lookups:retry', { id: lookup.id })).toEqual({ workers: 0 });
  const started = await toldAfter('deployment', () =>
    ana.call('pipelines:startVersion', { id: pipelineId, version: '1.0.0', clusterIds: [testCluster] }),
  );
  expect(started.message.deployment.pipelines.map((each) => each.versionId)).toEqual([versionId]);
});

test('browsers hear nothing of it, neither at once nor after a break', async () => {
  const { database } = near.db;
  const relay = await startRelay(database, systemClock, silentLog);
  const ended = new AbortController();
  const nobody = { watch: () => () => undefined, at: () => [] };
  const heard = watchChanges(database, relay, nobody, ana.tenantId, undefined, ended.signal);
  const first = heard.next();
  await database.withTenant(ana.tenantId, async (tx) => {
    const scope = { tx, tenantId: ana.tenantId, now: 1 };
    await orderWorkers(scope, [{ type: 'deploy-again', clusterId: testCluster }]);
    await writeChange(scope, 'pipeline', 'PL_after');
  });
  relay.kick();
  expect((await first).value).toMatchObject({ entity: 'pipeline', id: 'PL_after' });
  ended.abort();
  await heard.return(undefined);
  await relay.stop();
  const entities = (await readTenantChangesAfter(database.gate, ana.tenantId, 0, 1000)).map(({ entity }) => entity);
  expect(entities).toContain('pipeline');
  expect(entities).not.toContain('order');
});
