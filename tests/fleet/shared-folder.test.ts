import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp, type Browser, type TestApp } from '../../apps/server/src/test-app.ts';
import { freePort } from '@acequia/testkit/free-port';
import { copyPipeline, post } from './copy-pipeline.ts';
import { startWorker, type WorkerRun } from './real-worker.ts';

const patience = { timeout: 30_000, interval: 100 };
/** A pipeline whose worker was killed has 30 s to come back before its file is renamed and a new one begun. */
const afterKill = { timeout: 60_000, interval: 100 };
type Name = 'near' | 'far';

let server: TestApp;
let ana: Browser;
let folder: string;
beforeAll(async () => {
  server = await createTestApp({ catalogue: shippedCatalogue });
  ana = await server.user('owner');
  folder = mkdtempSync(join(tmpdir(), 'acequia-shared-folder-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'two workers with one folder: one writes, the other says so and keeps its events until the first one stops or is killed',
  { timeout: 240_000 },
  async () => {
    const out = join(folder, 'out');
    mkdirSync(out);
    const ports = { near: await freePort(), far: await freePort() };
    const tokens = {
      near: (await copyPipeline(server, ana, { name: 'near', out, port: ports.near })).token,
      far: (await copyPipeline(server, ana, { name: 'far', out, port: ports.far })).token,
    };
    const start = (name: Name, token = ''): WorkerRun => {
      const worker = startWorker(join(folder, name), server.url, token, name);
      onTestFinished(() => worker.kill());
      return worker;
    };
    const sent: string[] = [];
    const send = async (name: Name) => {
      const line = `${name}-${sent.length}`;
      await expect.poll(() => post(ports[name], line), patience).toBe(true);
      sent.push(line);
    };
    /** What is in the file, the renamed ones too. */
    const lines = () =>
      readdirSync(out, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.includes('/all.txt'))
        .flatMap((name) => readFileSync(join(out, name), 'utf8').split('\n').slice(0, -1))
        .map((line) => line.split(' ')[1]!);
    const arrived = (name: Name) => lines().filter((line) => line.startsWith(name)).length;
    const all = (name: Name) => sent.filter((line) => line.startsWith(name)).length;
    const problems = async () => (await ana.call('health:parts', {})).flatMap(({ reason }) => reason?.code ?? []);

    /** `writer` has the folder, and `waiter` is to come to it. */
    const waits = async (writer: Name, waiter: Name) => {
      const before = arrived(waiter);
      for (let n = 0; n < 5; n += 1) await send(waiter);
      await expect
        .poll(async () => {
          await send(writer);
          return problems();
        }, patience)
        .toContain('DELIVERY_FOLDER_IN_USE');
      await expect.poll(() => arrived(writer), patience).toBe(all(writer));
      expect(arrived(waiter)).toBe(before);
    };

    const near = start('near', tokens.near);
    await send('near');
    await expect.poll(() => arrived('near'), patience).toBe(1);
    const far = start('far', tokens.far);
    await waits('near', 'far');
    await near.stop();
    await expect.poll(() => arrived('far'), patience).toBe(all('far'));
    await expect.poll(problems, patience).not.toContain('DELIVERY_FOLDER_IN_USE');

    const nearAgain = start('near');
    await waits('far', 'near');
    await far.kill();
    await expect.poll(() => arrived('near'), afterKill).toBe(all('near'));
    await nearAgain.stop();
    const farAgain = start('far');
    await send('far');
    await expect.poll(() => arrived('far'), patience).toBe(all('far'));
    await farAgain.stop();
    expect(lines().toSorted()).toEqual(sent.toSorted());
  },
);
