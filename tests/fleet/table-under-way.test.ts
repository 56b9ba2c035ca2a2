import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';
import { copyPipeline, post } from './copy-pipeline.ts';
import { publishLookup } from './publish-lookup.ts';
import { startWorker } from './real-worker.ts';
import { patience, startTwoTenants, written } from './two-tenants.ts';

test('a table of one tenant that does not come keeps the changes of another one from being applied, or is told as running', async () => {
  const { server, proxy, folder, ana, berta } = await startTwoTenants();
  const out = join(folder, 'out');
  mkdirSync(out);
  const [anaPort, bertaPort] = [await freePort(), await freePort()];
  const copy = await copyPipeline(server, berta, { name: 'near', out, port: bertaPort, file: 'first.txt' });
  const worker = startWorker(folder, proxy.url, copy.token);
  onTestFinished(() => worker.stop());
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
