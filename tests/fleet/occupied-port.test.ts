import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp } from '../../apps/server/src/test-app.ts';
import { freePort } from '@acequia/testkit/free-port';
import { copyPipeline, delivered, post } from './copy-pipeline.ts';
import { startWorker } from './real-worker.ts';

const patience = { timeout: 60_000, interval: 50 };

/** Another program that listens on a port and says nothing; resolves to how to end it. */
async function occupy(port: number): Promise<() => Promise<void>> {
  const program = `require('node:net').createServer().listen(${port}, () => process.stdout.write('listens'))`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const end = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(end);
  await once(child.stdout, 'data');
  return end;
}

test('a listener whose port another program has says so, and takes events once the port is free', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-occupied-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const server = await createTestApp({ catalogue: shippedCatalogue });
  onTestFinished(() => server.stop());
  const [out, port, ana] = [join(folder, 'out'), await freePort(), await server.user('owner')];
  mkdirSync(out);
  const free = await occupy(port);
  const { token } = await copyPipeline(server, ana, { name: 'far', out, port });
  const listener = async () => (await ana.call('listeners:list', {}))[0]!;
  const worker = startWorker(folder, server.url, token);
  onTestFinished(() => worker.kill());

  await expect.poll(listener, patience).toMatchObject({ state: 'error', reason: { code: 'PORT_IN_USE' } });
  await free();
  await expect.poll(listener, patience).toMatchObject({ state: 'created', reason: null });
  await expect.poll(() => post(port, 'through'), patience).toBe(true);
  await expect.poll(() => delivered(out).map((line) => line.split(' ')[1]), patience).toEqual(['through']);
});
