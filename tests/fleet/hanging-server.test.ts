import { mkdirSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@acequia/base';
import { expect, onTestFinished, test } from 'vitest';
import { superviseWorker } from '../../apps/cli/src/start/worker-process.ts';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp } from '../../apps/server/src/test-app.ts';
import { freePort } from '@acequia/testkit/free-port';
import { copyPipeline, delivered, post } from './copy-pipeline.ts';
import { workerEnv, workerProgram } from './real-worker.ts';
import { startRecordingProxy } from './recording-proxy.ts';

const patience = { timeout: 30_000, interval: 50 };

test('a worker that is killed while the server hangs is started again at once, and goes on with its last deployment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-hanging-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await createTestApp({ catalogue: shippedCatalogue });
  onTestFinished(() => server.stop());
  const proxy = await startRecordingProxy(server.url);
  onTestFinished(() => proxy.close());
  const [out, port] = [join(folder, 'out'), await freePort()];
  mkdirSync(out);
  const { token } = await copyPipeline(server, await server.user('owner'), { name: 'far', out, port });
  let hangs = false;
  const worker = superviseWorker({
    program: workerProgram,
    env: workerEnv(folder, proxy.url, 'worker-1'),
    // Asked for at each start of one that has not joined: a server that hangs gives none.
    enrolToken: () => (hangs ? new Promise(() => undefined) : Promise.resolve(token)),
    freeBytes: () => undefined,
    clock: systemClock,
    print: () => undefined,
  });
  onTestFinished(() => worker.stop());
  await expect.poll(() => post(port, 'before'), patience).toBe(true);
  hangs = true;
  proxy.hang(true);
  process.kill(Number(readlinkSync(join(folder, 'data/journal/lock')).split(' ')[0]), 'SIGKILL');
  await expect.poll(() => post(port, 'after'), { ...patience, timeout: 15_000 }).toBe(true);
  await expect
    .poll(
      () =>
        delivered(out)
          .map((line) => line.split(' ')[1])
          .sort(),
      patience,
    )
    .toEqual(['after', 'before']);
});
