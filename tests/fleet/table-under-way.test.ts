import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp, type Browser, type TestApp } from '../../apps/server/src/test-app.ts';
import { uploadTable } from '../../apps/server/src/test-lookup.ts';
import { freePort } from '../e2e/harness/free-port.ts';
import { copyPipeline, post } from './copy-pipeline.ts';
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

/** Publishes a pipeline that writes `<value> <line>` for each line posted to a port, the value from a table of one row. */
async function publishLookup(user: Browser, clusterId: string, { out, port }: { readonly out: string; readonly port: number }) {
  const words = (name: string) => ({ name, description: '', tags: [] });
  const { id: lookup } = await user.call('lookups:create', { ...words('sites'), format: 'csv', separator: null, keyColumn: 'k' });
  await uploadTable(user, lookup, ['k,site\n', 'one,north\n']);
  const listener = await user.call('listeners:create', { ...words('web'), component: 'http', clusterId, config: { port } });
  const datasink = await user.call('datasinks:create', { ...words('file'), component: 'file', config: { root: out } });
  const at = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const document: PipelineDocument = {
    format: 1,
    nodes: [
      { id: 'in', kind: 'label', ...at, listenerId: listener.id, labelId: 'all' },
      {
        id: 'look',
        kind: 'action',
        ...at,
        component: 'lookup',
        version: '1.0.0',
        config: { lookup, key: '${message}', columns: [{ column: 'site' }] },
      },
      {
        id: 'out',
        kind: 'datasink',
        ...at,
        datasinkId: datasink.id,
        component: 'file',
        version: '1.0.0',
        config: { path: 'looked.txt', content: 'template', template: '${site} ${message}', maxWait: '20ms' },
      },
    ],
    links: [
      { id: 'a', from: { node: 'in', port: 'default' }, to: { node: 'look' } },
      { id: 'b', from: { node: 'look', port: 'default' }, to: { node: 'out' } },
    ],
  };
  const { id } = await user.call('pipelines:create', { ...words('looks'), document });
  await user.call('pipelines:publishVersion', { id, revision: 1, kind: 'minor', versionName: '', clusterIds: [clusterId] });
  const startOf = async () => (await user.call('pipelines:listVersions', { id }))[0]!.start;
  return { startOf };
}

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
