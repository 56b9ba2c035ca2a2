import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, projectRoot, startAcequia, type Acequia } from './harness/acequia.ts';
import { freePort } from '@acequia/testkit/free-port';
import { owner } from './harness/api.ts';
import { haveSession, launchBrowser, openPage } from './harness/browser.ts';
import { startKeyedStore, type KeyedStore } from './harness/keyed-store.ts';
import { settled, surveyPage } from './harness/survey.ts';
import { datasinkNode, documentOf, labelNode, openWorkbench, type Workbench } from './harness/workbench.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-replay-'));
const events = 60;
let acequia: Acequia;
let bench: Workbench;
let browser: Browser;
let store: KeyedStore;
let listener: string;
let first: string;
let intakeUrl: string;

interface Replay {
  readonly id: string;
  readonly state: string;
  readonly progress: { readonly entered: number; readonly delivered: number };
}

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  bench = await openWorkbench(acequia);
  browser = await launchBrowser();
  store = await startKeyedStore();
  const port = await freePort();
  intakeUrl = `http://127.0.0.1:${port}/`;
  listener = await bench.listener('http', { bind: '127.0.0.1', port });
  const sink = await bench.datasink('http', { baseUrl: store.url });
  const straight = () =>
    documentOf([labelNode('in', listener), datasinkNode('out', sink, 'http', { url: '/in', bulk: false, maxWait: '50ms' })], ['in>out']);
  first = await bench.pipeline(straight());
  await bench.pipeline(straight());
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  await store?.close();
  rmSync(folder, { recursive: true, force: true });
});

const ended = (id: string): Promise<Replay> =>
  eventually('the end of the replay', async () => {
    const replay = await bench.api.call<Replay>('GET', `/replays/${id}`);
    return replay.state === 'running' ? undefined : replay;
  });
const contents = () => [...store.documents.values()].toSorted();

test('two pipelines into one keyed store: the sum of both, and after a replay unchanged', async () => {
  for (let n = 0; n < events; n += 5) {
    const lines = [0, 1, 2, 3, 4].map((more) => JSON.stringify({ n: n + more }));
    const headers = { 'content-type': 'application/x-ndjson' };
    expect((await fetch(intakeUrl, { method: 'POST', headers, body: lines.join('\n') })).status).toBe(200);
  }
  await eventually('all documents', () => (store.documents.size === 2 * events ? true : undefined));
  const before = contents();

  const { page, complaints } = await openPage(browser);
  await haveSession(page, acequia.url);
  await page.goto(`${acequia.url}/listeners/${listener}?tab=replays`);
  await page.getByRole('link', { name: 'New replay' }).click();
  const form = page.getByRole('dialog', { name: 'Replay events' });
  await form.getByRole('combobox', { name: 'Pipeline' }).click();
  await page.getByRole('option').first().click();
  await form.getByText(`About ${events} records`).waitFor();
  await form.getByText(/delivered again to http/).waitFor();
  await settled(page);
  expect(await surveyPage(page)).toEqual([]);
  await form.getByRole('button', { name: 'Start replay' }).click();
  const window = page.getByRole('dialog', { name: /^Replay into/ });
  await window.getByText('Done', { exact: true }).waitFor({ timeout: 60_000 });
  await expect
    .poll(() => window.locator('dl').innerText(), { timeout: 60_000 })
    .toMatch(new RegExp(`Entered\\s+${events}\\s+Delivered\\s+${events}`));
  await settled(page);
  expect(await surveyPage(page)).toEqual([]);
  await window.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: /Done/ }).click();
  await window.getByText('Done', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();

  expect(store.requests()).toBe(3 * events);
  expect(contents()).toEqual(before);
  const totals = await bench.counted('what came by itself', ({ pipelines }) => pipelines[first]?.delivered === events);
  expect(totals.listeners[listener]).toMatchObject({ received: events, decoded: events });
  expect(totals.pipelines[first]).toMatchObject({ entered: events, delivered: events });
});

test('a worker killed in the middle: the replay goes on where it was, and the store is as it was', async () => {
  const before = contents();
  const input = { listenerId: listener, pipelineId: first, version: '1.0.0', from: Date.now() - 3_600_000, to: Date.now() };
  const { id } = await bench.api.call<Replay>('POST', '/replays', { ...input, eventsPerSecond: 20 });
  for (let kills = 0; kills < 2; kills++) {
    const pid = await eventually('the worker', () => acequia.childPid('apps/worker'));
    process.kill(pid, 'SIGKILL');
    await eventually('another worker', () => {
      const next = acequia.childPid('apps/worker');
      return next === pid ? undefined : next;
    });
  }
  expect(await ended(id)).toMatchObject({ state: 'done', progress: { entered: events, delivered: events } });
  expect(contents()).toEqual(before);
});

test('from the command line: how much, new keys into further documents, the list', async () => {
  const acequiaCommand = async (...args: readonly string[]): Promise<string> => {
    const env = { ...process.env, ACEQUIA_URL: acequia.url, ACEQUIA_EMAIL: owner.email, ACEQUIA_PASSWORD: owner.password };
    const { stdout } = await promisify(execFile)(process.execPath, [join(projectRoot, 'apps/cli/bin/acequia.mjs'), 'replay', ...args], {
      env,
    });
    return stdout;
  };
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const start = ['start', '--listener', listener, '--pipeline', first, '--version', '1.0.0', '--from', from];
  expect(await acequiaCommand(...start, '--dry-run')).toContain(`About ${events} records`);
  const said = await acequiaCommand(...start, '--keys', 'new', '--wait');
  expect(said).toContain(`done 100%`);
  expect(said).toContain(`${events} replayed, ${events} delivered`);
  expect(store.documents.size).toBe(3 * events);
  expect(await acequiaCommand('list')).toContain(`${/RP_\w+/.exec(said)![0]}  done`);
  const refused = await acequiaCommand(...start.slice(0, -1), 'yesterday').catch((error: { code: number; stdout: string }) => error);
  expect(refused).toMatchObject({ code: 2 });
});
