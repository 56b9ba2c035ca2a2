import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../test-app.ts';
import { furnish, type Ids } from './test-inputs.ts';

let server: TestApp;
let owner: Browser;
let ids: Ids;
beforeAll(async () => {
  server = await createTestApp();
  owner = await server.user('owner');
  ids = await furnish(server, owner, 24_000);
});
afterAll(() => server.stop());

test('who looks does not wait for who changes the same thing, whose transaction takes its time', async () => {
  const viewer = await server.user('admin', owner.tenantId);
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let held = () => undefined as void;
  const holding = new Promise<void>((resolve) => (held = resolve));
  const editor = server.db.database.withTenant(owner.tenantId, async (tx) => {
    for (const table of ['listeners', 'pipelines', 'datasinks', 'secrets']) await tx.execute(sql.raw(`select 1 from ${table} for update`));
    held();
    await released;
  });
  await holding;
  const looks = Promise.all([
    viewer.call('listeners:find', { id: ids.listener }),
    viewer.call('listeners:listVersions', { id: ids.listener }),
    viewer.call('pipelines:find', { id: ids.pipeline }),
    viewer.call('pipelines:listVersions', { id: ids.pipeline }),
    viewer.call('pipelines:getVersion', { id: ids.pipeline, version: 'Main' }),
    viewer.call('datasinks:find', { id: ids.datasink }),
    viewer.call('secrets:getUsages', { id: ids.secret }),
  ]);
  // Fails by the database's limit for a statement where one of them waits.
  expect(await looks).toHaveLength(7);
  release();
  await editor;
});
