import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shippedCatalogue } from '../../apps/server/src/catalogue/catalogue.ts';
import { createTestApp, type Browser, type TestApp } from '../../apps/server/src/test-app.ts';
import { operator } from './copy-pipeline.ts';
import { startWorker, type WorkerRun } from './real-worker.ts';

const patience = { timeout: 60_000, interval: 50 };

let server: TestApp;
let ana: Browser;
let folder: string;
const undo: (() => unknown)[] = [];

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'acequia-renamed-file-')));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['out', 'logs/app']) mkdirSync(join(folder, name), { recursive: true });
  server = await createTestApp({ catalogue: shippedCatalogue });
  undo.push(() => server.stop());
  ana = await server.user('owner');
});
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const log = (name: string) => join(folder, 'logs/app', name);
const body = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join('');
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/** Numbers of the lines that came, once for each event: what is delivered again after a kill is the same event. */
function came(): number[] {
  const out = join(folder, 'out');
  const delivered = readdirSync(out, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('all.txt'))
    .flatMap((name) => readFileSync(join(out, name), 'utf8').split('\n'));
  return [...new Set(delivered)].flatMap((line) => (line === '' ? [] : [Number(line.split(' line ')[1])])).toSorted((a, b) => a - b);
}

/** A pipeline that writes `<id> <line>` for all lines of `logs/app/*.log`; answers with the worker's first token. */
async function followLogs(): Promise<string> {
  const { token } = await operator(server, 'cluster/create', {
    name: 'near',
    host: 'near.example.com',
    ports: { from: 1024, to: 65535 },
    fileRoots: [join(folder, 'out')],
  });
  const clusterId = (await ana.call('clusters:list', {})).find(({ name }) => name === 'near')!.id;
  const text = { description: '', tags: [] };
  const config = { include: ['logs/app/*.log'], startAt: 'beginning' };
  const listener = await ana.call('listeners:create', { name: 'logs', ...text, component: 'file', clusterId, config });
  const datasink = await ana.call('datasinks:create', { name: 'out', ...text, component: 'file', config: { root: join(folder, 'out') } });
  const at = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const written = { path: 'all.txt', content: 'template', template: '${_id} ${message}', maxWait: '20ms' };
  const sink = {
    kind: 'datasink' as const,
    id: 'out',
    ...at,
    datasinkId: datasink.id,
    component: 'file',
    version: '1.0.0',
    config: written,
  };
  const document = {
    format: 1 as const,
    nodes: [{ kind: 'label' as const, id: 'in', ...at, listenerId: listener.id, labelId: 'all' }, sink],
    links: [{ id: 'l', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
  };
  const { id } = await ana.call('pipelines:create', { name: 'copy', ...text, document });
  await ana.call('pipelines:publishVersion', { id, revision: 1, kind: 'minor', versionName: '', clusterIds: [clusterId] });
  return token;
}

function start(token: string): WorkerRun {
  const worker = startWorker(folder, server.url, token, 'worker-1', { ACEQUIA_READ_ROOTS: join(folder, 'logs') });
  undo.push(() => worker.stop());
  return worker;
}

test.each(['kill', 'stop'] as const)('a log is rotated out of its pattern while the worker is down (%s): its rest is lost', async (how) => {
  writeFileSync(log('b.log'), body(0, 50));
  const worker = start(await followLogs());
  await expect.poll(came, patience).toEqual(numbers(0, 50));
  await worker[how]();
  appendFileSync(log('b.log'), body(50, 100));
  renameSync(log('b.log'), log('b.log.1'));
  writeFileSync(log('b.log'), body(100, 150));
  const again = start('');
  await expect.poll(() => came().length, patience).toBe(150);
  await again[how]();
  unlinkSync(log('b.log'));
  start('');
  await expect.poll(async () => JSON.stringify(await ana.call('health:parts', {})), patience).toContain('FILE_REST_LOST');
  expect(came()).toEqual(numbers(0, 150));
});
