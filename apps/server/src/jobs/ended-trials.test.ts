import { dayMs } from '@acequia/base';
import { trialGraceMs } from '@acequia/domain';
import type { PipelineDocument } from '@acequia/pipeline';
import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tenants, versions } from '../db/schema/index.ts';
import { createTestApp, testCluster, type Browser, type TestApp } from '../test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.stop());

const words = (name: string) => ({ name, description: '', tags: [] });

/** A tenant with a running pipeline. */
async function tenant(port: number): Promise<Browser> {
  const owner = await server.user('owner');
  const listener = await owner.call('listeners:create', {
    ...words('gate'),
    component: 'toy-gate',
    clusterId: testCluster,
    config: { port },
  });
  const datasink = await owner.call('datasinks:create', { ...words('field'), component: 'toy-field', config: { address: 'here' } });
  const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const document: PipelineDocument = {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...place, listenerId: listener.id, labelId: 'all' },
      { id: 'out', kind: 'datasink', ...place, datasinkId: datasink.id, component: 'toy-field', version: '1.0.0', config: {} },
    ],
    links: [{ id: 'a', from: { node: 'label', port: 'default' }, to: { node: 'out' } }],
  };
  const { id } = await owner.call('pipelines:create', { ...words('canal'), document });
  await owner.call('pipelines:publishVersion', { id, revision: 1, kind: 'minor', versionName: '', clusterIds: [testCluster] });
  return owner;
}

test('a tenant whose pipelines cannot be stopped after its trial keeps those of the next one running', async () => {
  const owners = [await tenant(21_001), await tenant(21_002)];
  const { db } = server;
  for (const { tenantId } of owners)
    await db.database.gate
      .update(tenants)
      .set({ trialEndsAt: Date.now() - trialGraceMs - dayMs })
      .where(eq(tenants.id, tenantId));
  const statusOf = async ({ tenantId }: Browser) =>
    (await db.database.withTenant(tenantId, (tx) => tx.select({ status: versions.status }).from(versions))).map(({ status }) => status);
  const client = new Client(db.owner);
  await client.connect();
  await client.query("create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$");
  const isStop = `new.id = '${owners[0]!.tenantId}' and new.trial_stopped_at is not null`;
  await client.query(`create trigger refuse before update on tenants for each row when (${isStop}) execute function refuse()`);
  await client.end();

  await server.app.stop();
  server = await createTestApp({ trials: true, db });
  await expect.poll(() => statusOf(owners[1]!), { timeout: 20_000, interval: 20 }).toEqual(['stopped']);
  expect(await statusOf(owners[0]!)).toEqual(['running']);
});
