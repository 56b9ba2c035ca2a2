import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fleetPaths } from '@acequia/contract/fleet';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp, testCluster } from '../../apps/server/src/test-app.ts';
import { startWorker } from './real-worker.ts';
import { startRecordingProxy } from './recording-proxy.ts';

test('a worker whose answer to its enrolment was lost asks again with the same token, or another, and is one worker', async () => {
  const server = await createTestApp();
  onTestFinished(() => server.stop());
  const ana = await server.user('owner');
  const proxy = await startRecordingProxy(server.url);
  onTestFinished(() => proxy.close());
  const folder = mkdtempSync(join(tmpdir(), 'acequia-enrolment-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const issue = () => server.app.gateway.enrolment.issue(testCluster);
  const [token, newer] = [await issue(), await issue()];
  for (const again of [token, token, newer]) {
    proxy.loseAnswer(fleetPaths.enrol);
    expect((await startWorker(folder, proxy.url, again).ended).code).toBe(1);
  }
  const worker = startWorker(folder, proxy.url, newer);
  onTestFinished(() => worker.stop());
  const statuses = async () => (await ana.call('clusters:list', {})).flatMap(({ workers }) => workers.map(({ status }) => status));
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['online']);
  const other = startWorker(join(folder, 'other'), proxy.url, newer);
  expect((await other.ended).code).toBe(78);
});
