import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectJournal } from '@acequia/journal';
import { putOldJournal } from '@acequia/journal/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp, type Browser, type TestApp } from '../../apps/server/src/test-app.ts';
import { freePort } from '@acequia/testkit/free-port';
import { copyPipeline, delivered, operator, post } from './copy-pipeline.ts';
import { startWorker } from './real-worker.ts';

let server: TestApp;
let ana: Browser;
let folder: string;
beforeAll(async () => {
  server = await createTestApp({ catalogue: shippedCatalogue });
  ana = await server.user('owner');
  folder = mkdtempSync(join(tmpdir(), 'acequia-two-workers-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('two fresh workers of one cluster, with the same listener and different events: no event id in common', async () => {
  const [out, port] = [join(folder, 'out'), await freePort()];
  mkdirSync(out);
  const { token } = await copyPipeline(server, ana, { name: 'far', out, port });
  const tokens = [token, (await operator(server, 'cluster/enrol', { name: 'far' })).token];
  for (const [index, name] of ['one', 'two'].entries()) {
    const worker = startWorker(join(folder, name), server.url, tokens[index]!, name);
    await expect.poll(() => post(port, `${name} 0`), { timeout: 30_000 }).toBe(true);
    for (let i = 1; i < 20; i++) expect(await post(port, `${name} ${i}`)).toBe(true);
    await expect.poll(() => delivered(out).filter((line) => line.includes(` ${name} `)).length, { timeout: 30_000 }).toBe(20);
    await worker.stop();
  }
  const ids = delivered(out).map((line) => line.split(' ')[0]);
  expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
});

test('a worker of the release before, upgraded: it asks for its log once, and its journal becomes that log', async () => {
  const root = join(folder, 'upgraded');
  const [keys, journal] = [join(root, 'keys/worker.json'), join(root, 'data/journal')];
  const { token } = await operator(server, 'cluster/create', {
    name: 'old',
    host: 'old.example.com',
    ports: { from: 1024, to: 65535 },
    fileRoots: [],
  });
  const joining = startWorker(root, server.url, token, 'old');
  onTestFinished(() => joining.stop());
  const online = async () => (await ana.call('clusters:list', {})).find(({ name }) => name === 'old')!.workers.map(({ status }) => status);
  await expect.poll(online, { timeout: 30_000 }).toEqual(['online']);
  await joining.stop();

  // As it would have been: no log on the server's side, none in the keys, a journal that names none.
  const identity = JSON.parse(readFileSync(keys, 'utf8')) as { membership: { workerId: string; log?: unknown; workerNumber?: number } };
  await server.db.database.gate.execute(`delete from worker_logs where worker_id = '${identity.membership.workerId}'`);
  delete identity.membership.log;
  identity.membership.workerNumber = 1;
  writeFileSync(keys, JSON.stringify(identity), { mode: 0o600 });
  rmSync(journal, { recursive: true });
  putOldJournal('undelivered', journal);

  for (let start = 1; start <= 2; start++) {
    const worker = startWorker(root, server.url, '', 'old');
    onTestFinished(() => worker.stop());
    await expect.poll(() => inspectJournal(journal).generation, { timeout: 30_000 }).toBe(2 + start);
    const kept = () => (JSON.parse(readFileSync(keys, 'utf8')) as { membership: { log: { id: string; number: number } } }).membership.log;
    await expect.poll(kept, { timeout: 30_000 }).toMatchObject({ openings: 2 + start, adopts: false });
    const { id, number } = kept();
    expect(inspectJournal(journal)).toMatchObject({ version: 2, log: { id, number, workerId: identity.membership.workerId } });
    await worker.stop();
  }
  const rows = await server.db.database.gate.execute<{ count: number }>(
    `select count(*)::int as count from worker_logs where worker_id = '${identity.membership.workerId}'`,
  );
  expect(rows.rows).toEqual([{ count: 1 }]);
});
