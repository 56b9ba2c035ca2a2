import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectJournal } from '@acequia/journal';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp, type Browser, type TestApp } from '../../apps/server/src/test-app.ts';
import { freePort } from '@acequia/testkit/free-port';
import { copyPipeline, delivered, post } from './copy-pipeline.ts';
import { startWorker } from './real-worker.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';

const patience = { timeout: 30_000, interval: 50 };

let server: TestApp;
let ana: Browser;
let proxy: RecordingProxy;
let folder: string;
beforeAll(async () => {
  server = await createTestApp({ catalogue: shippedCatalogue });
  ana = await server.user('owner');
  proxy = await startRecordingProxy(server.url);
  folder = mkdtempSync(join(tmpdir(), 'acequia-copied-'));
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const openingOf = (root: string): number => inspectJournal(join(root, 'data/journal')).generation;

/** A worker that ran and was stopped, its copy, and what starts them. */
async function copiedWorker(name: string) {
  const [out, port] = [join(folder, `${name}-out`), await freePort()];
  const [original, copy] = [join(folder, name), join(folder, `${name}-copy`)] as const;
  mkdirSync(out);
  const { token } = await copyPipeline(server, ana, { name, out, port });
  const start = (root: string, enrolToken = '') => {
    const worker = startWorker(root, proxy.url, enrolToken, name);
    onTestFinished(() => worker.stop());
    return worker;
  };
  const first = start(original, token);
  await expect.poll(() => post(port, 'first'), patience).toBe(true);
  await first.stop();
  cpSync(original, copy, { recursive: true });
  return { out, port, original, copy, start };
}

const toldOfCopies = async () => (await ana.call('alerts:list', {})).data.filter(({ message }) => message.code === 'WORKER_COPIED').length;

test('a copy of a worker that runs: no event id in common, the one that was started first takes nothing in any more, ends and says why', async () => {
  const { out, port, original, copy, start } = await copiedWorker('near');
  const one = start(original);
  await expect.poll(() => post(port, 'original'), patience).toBe(true);
  await expect.poll(() => delivered(out).length, patience).toBe(2);
  const before = delivered(out);
  expect(await toldOfCopies()).toBe(0);
  const two = start(copy);
  expect(await one.ended).toMatchObject({ code: 78, said: expect.stringContaining('Another process runs as this worker') as string });
  await expect.poll(() => post(port, 'copy'), patience).toBe(true);
  // Both write to one folder, so the file alone does not tell of all.
  const ofCopy = () => delivered(out).filter((line) => line.endsWith(' copy'));
  await expect.poll(() => ofCopy().length, patience).toBe(1);
  expect([openingOf(original), openingOf(copy)]).toEqual([2, 3]);
  const ids = [...before, ...ofCopy()].map((line) => line.split(' ')[0]);
  expect(new Set(ids).size).toBe(3);
  await expect.poll(toldOfCopies, patience).toBe(1);
  await two.stop();
});

test('two copies that were started while the server was away: when they meet, one ends and is to start again with a number of its own', async () => {
  const { original, copy, start } = await copiedWorker('far');
  proxy.hang(true);
  const both = [start(original), start(copy)];
  for (const root of [original, copy]) await expect.poll(() => openingOf(root), patience).toBe(2);
  proxy.hang(false);
  const ended = await Promise.race(both.map(async (worker, index) => ({ index, ...(await worker.ended) })));
  expect(ended).toMatchObject({ code: 75, said: expect.stringContaining('another start had the same number') as string });
  const again = [original, copy][ended.index]!;
  const later = start(again);
  const other = await both[1 - ended.index]!.ended;
  expect(other).toMatchObject({ code: 78, said: expect.stringContaining('Another process runs as this worker') as string });
  expect(openingOf(again)).toBe(3);
  await later.stop();
});
