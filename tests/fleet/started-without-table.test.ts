import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp, type Browser, type TestApp } from '../../apps/server/src/test-app.ts';
import { freePort } from '../e2e/harness/free-port.ts';
import { copyPipeline, post } from './copy-pipeline.ts';
import { publishLookup } from './publish-lookup.ts';
import { startWorker, type WorkerRun } from './real-worker.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';

const patience = { timeout: 30_000, interval: 50 };

let server: TestApp;
let proxy: RecordingProxy;
let folder: string;
/** Whose table does not come after the start, and the other tenant of the worker. */
let ana: Browser;
let berta: Browser;
const undo: (() => unknown)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-started-without-table-'));
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

/** What a tenant's pipelines have written to files of this name. */
const written = (out: string, name: string): string[] =>
  (existsSync(out) ? readdirSync(out, { recursive: true, encoding: 'utf8' }) : [])
    .filter((path) => path.endsWith(name))
    .flatMap((path) => readFileSync(join(out, path), 'utf8').split('\n'))
    .filter((line) => line !== '');

test('a table of one tenant that does not come after a start keeps all listeners closed, or what its own take in meanwhile is lost', async () => {
  const out = join(folder, 'out');
  mkdirSync(out);
  const [anaPort, bertaPort] = [await freePort(), await freePort()];
  const copy = await copyPipeline(server, berta, { name: 'near', out, port: bertaPort, file: 'near.txt' });
  const looks = await publishLookup(ana, copy.clusterId, { out, port: anaPort });
  let worker: WorkerRun = startWorker(folder, proxy.url, copy.token);
  undo.push(() => worker.stop());
  await expect.poll(() => post(anaPort, 'one'), patience).toBe(true);
  await expect.poll(() => written(out, 'looked.txt'), patience).toEqual(['north one']);
  await worker.kill();

  rmSync(join(folder, 'data/lookups'), { recursive: true });
  proxy.holdFiles(true);
  worker = startWorker(folder, proxy.url, '');
  await expect.poll(() => post(bertaPort, 'meanwhile'), patience).toBe(true);
  await expect.poll(() => written(out, 'near.txt').length, patience).toBe(1);
  await expect.poll(() => post(anaPort, 'one'), patience).toBe(true);
  const health = async () => (await ana.call('health:parts', {})).find(({ kind }) => kind === 'pipeline');
  await expect.poll(health, patience).toMatchObject({ state: 'waiting', reason: { code: 'LOOKUP_UNDER_WAY' } });
  expect(written(out, 'looked.txt')).toEqual(['north one']);

  proxy.holdFiles(false);
  await expect.poll(() => written(out, 'looked.txt'), patience).toEqual(['north one', 'north one']);
  await expect.poll(async () => (await health())?.state, patience).toBe('running');
  expect(await looks.startOf()).toBeNull();
  expect(await post(anaPort, 'one')).toBe(true);
  await expect.poll(() => written(out, 'looked.txt'), patience).toEqual(['north one', 'north one', 'north one']);
});
