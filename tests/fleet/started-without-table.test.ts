import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';
import { copyPipeline, post } from './copy-pipeline.ts';
import { publishLookup } from './publish-lookup.ts';
import { startWorker, type WorkerRun } from './real-worker.ts';
import { patience, startTwoTenants, written } from './two-tenants.ts';

test('a table of one tenant that does not come after a start keeps all listeners closed, or what its own take in meanwhile is lost', async () => {
  const { server, proxy, folder, ana, berta } = await startTwoTenants();
  const out = join(folder, 'out');
  mkdirSync(out);
  const [anaPort, bertaPort] = [await freePort(), await freePort()];
  const copy = await copyPipeline(server, berta, { name: 'near', out, port: bertaPort, file: 'near.txt' });
  const looks = await publishLookup(ana, copy.clusterId, { out, port: anaPort });
  let worker: WorkerRun = startWorker(folder, proxy.url, copy.token);
  onTestFinished(() => worker.stop());
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
