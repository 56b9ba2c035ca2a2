import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp, type Browser, type TestApp } from '../../apps/server/src/test-app.ts';
import { freePort } from '../e2e/harness/free-port.ts';
import { copyPipeline, post } from './copy-pipeline.ts';
import { publishLookup } from './publish-lookup.ts';
import { startWorker } from './real-worker.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';

const patience = { timeout: 30_000, interval: 50 };

let server: TestApp;
let proxy: RecordingProxy;
let folder: string;
/** Whose table is under way, and the other tenant of the worker. */
let ana: Browser;
let berta: Browser;
const undo: (() => unknown)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-table-under-way-'));
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

test('a table of one tenant that does not come keeps the changes of another one from being applied, or is told as running', async () => {
  const out = join(folder, 'out');
  mkdirSync(out);
  const [anaPort, bertaPort] = [await freePort(), await freePort()];
  const copy = await copyPipeline(server, berta, { name: 'near', out, port: bertaPort, file: 'first.txt' });
  const worker = startWorker(folder, proxy.url, copy.token);
  undo.push(() => worker.stop());
  await expect.poll(() => post(bertaPort, 'before'), patience).toBe(true);
  await expect.poll(() => written(out, 'first.txt').length, patience).toBe(1);

  proxy.holdFiles(true);
  const looks = await publishLookup(ana, copy.clusterId, { out, port: anaPort });
  await expect.poll(() => proxy.filesAsked, patience).toBe(1);
  await copy.publish('second.txt');
  await expect
    .poll(async () => {
      await post(bertaPort, 'meanwhile');
      return written(out, 'second.txt').length;
    }, patience)
    .toBeGreaterThan(0);
  await expect.poll(async () => (await berta.call('pipelines:listVersions', { id: copy.pipelineId }))[0]!.start, patience).toBeNull();
  expect(await looks.startOf()).toBe('starting');

  proxy.holdFiles(false);
  await expect.poll(() => looks.startOf(), patience).toBeNull();
  expect(await post(anaPort, 'one')).toBe(true);
  await expect.poll(() => written(out, 'looked.txt'), patience).toEqual(['north one']);
});
