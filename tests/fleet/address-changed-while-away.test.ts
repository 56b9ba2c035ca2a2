import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp } from '../../apps/server/src/test-app.ts';
import { freePort } from '@acequia/testkit/free-port';
import { copyPipeline, delivered, post } from './copy-pipeline.ts';
import { startWorker } from './real-worker.ts';
import { startRecordingProxy } from './recording-proxy.ts';

const patience = { timeout: 60_000, interval: 50 };

test('a data sink whose address was changed while its worker was down gets nothing at the old one', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-address-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await createTestApp({ catalogue: shippedCatalogue });
  onTestFinished(() => server.stop());
  const proxy = await startRecordingProxy(server.url);
  onTestFinished(() => proxy.close());
  const [port, ana] = [await freePort(), await server.user('owner')];
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  for (const each of [before, after]) mkdirSync(each);
  const { token, pipelineId: id } = await copyPipeline(server, ana, { name: 'far', out: before, port, roots: [before, after] });
  const version = (await ana.call('pipelines:find', { id })).runningVersion!;
  const runs = async () => (await ana.call('pipelines:getVersion', { id, version })).start === null;
  let worker = startWorker(folder, proxy.url, token);
  onTestFinished(() => worker.kill());
  await expect.poll(runs, patience).toBe(true);
  await expect.poll(() => post(port, 'one'), patience).toBe(true);
  await expect.poll(() => delivered(before).length, patience).toBe(1);
  await worker.stop();

  const [datasink] = await ana.call('datasinks:list', {});
  await ana.call('datasinks:update', {
    id: datasink!.id,
    revision: datasink!.revision,
    name: datasink!.name,
    description: '',
    tags: [],
    config: { root: after },
  });
  proxy.holdDeployments();
  worker = startWorker(folder, proxy.url, '');
  await expect.poll(() => proxy.held.length, patience).toBe(1);
  // What is sent while the server's deployment is under way would go to the old address.
  for (const endMs = Date.now() + 1500; Date.now() < endMs;) if (await post(port, 'early')) break;
  proxy.letThrough();
  await expect.poll(() => post(port, 'two'), patience).toBe(true);
  await expect.poll(() => delivered(after).length, patience).toBe(1);
  expect(delivered(before)).toHaveLength(1);
  await worker.stop();
});
