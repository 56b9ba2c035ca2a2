import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fleetPaths, reportSchema } from '@acequia/contract/fleet';
import { expect, onTestFinished, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp } from '../../apps/server/src/test-app.ts';
import { freePort } from '@acequia/testkit/free-port';
import { copyPipeline, delivered, post } from './copy-pipeline.ts';
import { startWorker } from './real-worker.ts';
import { startRecordingProxy } from './recording-proxy.ts';

const patience = { timeout: 60_000, interval: 50 };

/**
 * The deployments without and with the version come to the worker late and one by one. After each of them somebody asks whether the
 * version runs, once a whole report of the worker has come, and sends a line when the server says so.
 */
test.each(['lags', 'has just been restarted'])(
  'a version is stopped and started again while its worker %s: it is said to run when it does, and what is sent from then on arrives',
  { timeout: 180_000 },
  async (how) => {
    const folder = mkdtempSync(join(tmpdir(), 'acequia-started-again-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const server = await createTestApp({ catalogue: shippedCatalogue });
    onTestFinished(() => server.stop());
    const proxy = await startRecordingProxy(server.url);
    onTestFinished(() => proxy.close());
    const [out, port, ana] = [join(folder, 'out'), await freePort(), await server.user('owner')];
    mkdirSync(out);
    const { token, clusterId, pipelineId: id } = await copyPipeline(server, ana, { name: 'far', out, port });
    const { runningVersion } = await ana.call('pipelines:find', { id });
    const of = { id, version: runningVersion!, clusterIds: [clusterId] };
    const runs = async () => (await ana.call('pipelines:getVersion', of)).start === null;
    let worker = startWorker(folder, proxy.url, token);
    onTestFinished(() => worker.kill());
    await expect.poll(runs, patience).toBe(true);

    if (how === 'has just been restarted') await worker.kill();
    proxy.holdDeployments();
    if (how === 'has just been restarted') worker = startWorker(folder, proxy.url, '');
    await expect.poll(() => post(port, 'before'), patience).toBe(true);
    const sent = ['before'];
    const reports = () => proxy.recorded.filter(({ path, status }) => path === fleetPaths.report && status < 300);
    /** What the server says once the worker, which goes by this deployment, has told where it is; a line is sent when it runs. */
    const saidAfter = async (hash?: string) => {
      const before = reports().length;
      const isTold = () =>
        reports()
          .slice(before)
          .some(({ body }) => hash === undefined || reportSchema.parse(JSON.parse(body)).deployment?.hash === hash);
      await expect.poll(isTold, patience).toBe(true);
      const says = await runs();
      const line = `line${sent.length}`;
      if (says && (await post(port, line))) sent.push(line);
      return says;
    };

    await ana.call('pipelines:stopVersion', of);
    await expect.poll(() => proxy.held.at(-1)?.pipelines.length, patience).toBe(0);
    await ana.call('pipelines:startVersion', of);
    await expect.poll(() => proxy.held.at(-1)?.pipelines.length, patience).toBe(1);
    const said = [await saidAfter()];
    while (proxy.held.length > 1) said.push(await saidAfter(proxy.letThrough().hash));
    proxy.letThrough();
    await expect.poll(runs, patience).toBe(true);
    expect(await post(port, 'last')).toBe(true);
    sent.push('last');
    const arrived = () => delivered(out).map((line) => line.split(' ')[1]);
    await expect.poll(() => sent.filter((line) => !arrived().includes(line)), patience).toEqual([]);
    expect(said).toEqual(said.map(() => false));
    expect(arrived().toSorted()).toEqual(sent.toSorted());
    await worker.stop();
  },
);
