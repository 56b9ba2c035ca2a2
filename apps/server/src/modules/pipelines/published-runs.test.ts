import { emptyDocument } from '@acequia/pipeline';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, testCluster, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';
import { listeners } from '../../db/schema/index.ts';

let server: TestApp;
let ana: Browser;
let worker: TestWorker;
let pipelineId: string;
let listenerId: string;
const words = { name: 'p', description: '', tags: [] };

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.report();
  await worker.connect();
  const on = { ...words, component: 'toy-gate', clusterId: testCluster, config: { port: 20_001 } };
  listenerId = (await ana.call('listeners:create', on)).id;
  const datasinkId = (await ana.call('datasinks:create', { ...words, component: 'toy-field', config: { address: 'x' } })).id;
  const place = { position: { x: 0, y: 0 } };
  const document = {
    ...emptyDocument,
    nodes: [
      { kind: 'label' as const, id: 'in', ...place, listenerId, labelId: 'all' },
      { kind: 'datasink' as const, id: 'out', ...place, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
  };
  pipelineId = (await ana.call('pipelines:create', { ...words, document })).id;
});
afterAll(async () => {
  worker.close();
  await server.stop();
});

test('who publishes is told when the version was refused and when it runs, as the API documentation says', async () => {
  const changes = await ana.call('pipelines:watchStatus', {});
  const input = { id: pipelineId, revision: 1, kind: 'minor' as const, versionName: '', clusterIds: [testCluster] };
  const published = await ana.call('pipelines:publishVersion', input);
  expect(published.start).toBe('starting');
  /** The next `start` that an event of the version leads to and that is not this one. */
  const startAfter = async (before: string) => {
    for (;;) {
      const { value, done } = await changes.next();
      if (done === true) throw new Error('the stream is over');
      if (value.entity !== 'version' || value.id !== published.id) continue;
      const { start } = await ana.call('pipelines:getVersion', { id: pipelineId, version: published.version });
      if (start !== before) return start;
    }
  };
  const { deployment } = await worker.message('deployment', (message) =>
    message.deployment.pipelines.some(({ versionId }) => versionId === published.id),
  );
  const { hash } = deployment;
  const reason = { code: 'COMPONENT_UNKNOWN', fields: {} };
  await worker.report({ deployment: { hash, faults: [{ kind: 'pipeline', id: pipelineId, node: 'out', reason }] } });
  expect(await startAfter('starting')).toBe('refused');
  await worker.report({ deployment: { hash, faults: [] } });
  expect(await startAfter('refused')).toBeNull();
  await changes.return?.();
});

test('the API documentation says how to learn when a published version runs', async () => {
  const { paths } = (await (await ana.fetch('/api/openapi.json')).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly description?: string }>>>>;
  };
  for (const path of ['publish', 'start'])
    expect(
      Object.entries(paths).find(([each]) => each.endsWith(`/${path}`) && each.startsWith('/pipelines/'))?.[1]['post']?.description,
    ).toMatch(/null once a worker runs.*pipelines:watchStatus/);
});

/** The running version, and how it comes to the worker. */
async function runningVersion() {
  const { runningVersion: version } = await ana.call('pipelines:find', { id: pipelineId });
  const { id: versionId } = await ana.call('pipelines:getVersion', { id: pipelineId, version: version! });
  return {
    of: { id: pipelineId, version: version!, clusterIds: [testCluster] },
    startNow: async () => (await ana.call('pipelines:getVersion', { id: pipelineId, version: version! })).start,
    /** Does something, and gives the deployment that the worker is told of then. */
    deployed: async (change: () => Promise<unknown>, runs: boolean) => {
      const told = worker.messages.length;
      await change();
      const { deployment } = await worker.message(
        'deployment',
        (message) =>
          worker.messages.indexOf(message) >= told &&
          message.deployment.pipelines.some((pipeline) => pipeline.versionId === versionId) === runs,
      );
      return deployment.hash;
    },
    lastHash: () => worker.messages.findLast((message) => message.type === 'deployment')!.deployment.hash,
  };
}

test('a version that is stopped and started again: what a worker reports of before says nothing of it', async () => {
  const { of, startNow, deployed, lastHash } = await runningVersion();
  const before = lastHash();
  const stopped = await deployed(() => ana.call('pipelines:stopVersion', of), false);
  const started = await deployed(() => ana.call('pipelines:startVersion', of), true);
  for (const hash of [before, stopped]) {
    await worker.report({ deployment: { hash, faults: [] } });
    expect(await startNow()).toBe('starting');
  }
  await worker.report({ deployment: { hash: started, faults: [] } });
  expect(await startNow()).toBeNull();
});

test('a report that is being written while a version is stopped and started says nothing of the new start', async () => {
  const { of, startNow, deployed, lastHash } = await runningVersion();
  const before = lastHash();
  const reason = { code: 'COMPONENT_UNKNOWN', fields: {} };
  // What is said again is not written again.
  await worker.report({ deployment: { hash: before, faults: [{ kind: 'pipeline', id: pipelineId, node: 'out', reason }] } });
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  // What a report says of listeners is written before what it says of versions.
  const holding = server.db.database.withTenant(ana.tenantId, async (tx) => {
    await tx.select().from(listeners).where(eq(listeners.id, listenerId)).for('update');
    isHeld.resolve();
    await held.promise;
  });
  await isHeld.promise;
  const reported = worker.report({
    deployment: { hash: before, faults: [] },
    listeners: [{ id: listenerId, revision: 1, state: 'error', reason }],
  });
  await expect.poll(() => waitingForLocks()).toBe(1);
  await deployed(() => ana.call('pipelines:stopVersion', of), false);
  const started = await deployed(() => ana.call('pipelines:startVersion', of), true);
  held.resolve();
  await Promise.all([holding, reported]);
  expect(await startNow()).toBe('starting');
  await worker.report({ deployment: { hash: started, faults: [] } });
  expect(await startNow()).toBeNull();
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await server.db.database.gate.execute<{ count: string }>(sql`select count(*) from pg_locks where not granted`);
  return Number(rows[0]!.count);
}
