import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp, ownerPassword, type Browser, type TestApp } from '../../apps/server/src/test-app.ts';
import { freePort } from '@acequia/testkit/free-port';
import { copyPipeline, post } from './copy-pipeline.ts';
import { publishLookup } from './publish-lookup.ts';
import { startWorker, type WorkerRun } from './real-worker.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';
import { patience, written } from './two-tenants.ts';

let server: TestApp;
let proxy: RecordingProxy;
let folder: string;
/** The tenant that cannot be read, and the other one of the worker. */
let ana: Browser;
let berta: Browser;
const undo: (() => unknown)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-unread-tenant-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  server = await createTestApp({ catalogue: shippedCatalogue });
  undo.push(() => server.stop());
  [ana, berta] = [await server.user('owner'), await server.user('owner')];
  proxy = await startRecordingProxy(server.url);
  undo.push(() => proxy.close());
});
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const inOwner = async (text: string, values: readonly unknown[]): Promise<void> => {
  const client = new Client(server.db.owner);
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
};

/** The server ends and begins again; Berta logs in. */
async function restartServer(): Promise<void> {
  const email = (await berta.call('auth:session', {})).user.Email;
  const { db } = server;
  await server.app.stop();
  server = await createTestApp({ catalogue: shippedCatalogue, db });
  proxy.moveTo(server.url);
  proxy.cutStreams();
  berta = server.browser();
  await berta.call('auth:login', { email, password: ownerPassword });
}

test('a tenant that cannot be read after a start of the server keeps another one from its changes, or stops, then or when the worker starts again', async () => {
  const out = join(folder, 'out');
  mkdirSync(out);
  const [anaPort, bertaPort, newPort] = [await freePort(), await freePort(), await freePort()];
  const copy = await copyPipeline(server, berta, { name: 'near', out, port: bertaPort, file: 'near.txt' });
  await publishLookup(ana, copy.clusterId, { out, port: anaPort });
  let worker: WorkerRun = startWorker(folder, proxy.url, copy.token);
  undo.push(() => worker.stop());
  let posted = 0;
  const anaRuns = async () => {
    await expect.poll(() => post(anaPort, 'one'), patience).toBe(true);
    posted += 1;
    await expect.poll(() => written(out, 'looked.txt').length, patience).toBe(posted);
  };
  await anaRuns();

  await inOwner(`update versions set document = jsonb_build_object('nodes', 1, 'kept', document) where tenant_id = $1`, [ana.tenantId]);
  await restartServer();
  const words = { name: 'new', description: '', tags: [] };
  await berta.call('listeners:create', { ...words, component: 'http', clusterId: copy.clusterId, config: { port: newPort } });
  await expect.poll(() => post(newPort, 'near'), patience).toBe(true);
  await anaRuns();

  await worker.kill();
  worker = startWorker(folder, proxy.url, '');
  await anaRuns();
  expect(await post(newPort, 'near')).toBe(true);

  await inOwner(`update versions set document = document->'kept' where tenant_id = $1`, [ana.tenantId]);
  await server.app.gateway.settled();
  await anaRuns();
  expect(written(out, 'looked.txt')).toEqual(Array.from({ length: posted }, () => 'north one'));
});
