import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAcequia, type Acequia } from './harness/acequia.ts';
import { Api } from './harness/api.ts';
import { haveSession, launchBrowser, openPage } from './harness/browser.ts';
import { createDatasink, createListener, createPipeline } from './harness/content.ts';
import { freePort } from '@acequia/testkit/free-port';

const folder = mkdtempSync(join(tmpdir(), 'acequia-replay-offer-'));
let acequia: Acequia;
let browser: Browser;
let api: Api;

beforeAll(async () => {
  browser = await launchBrowser();
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Messages of all that was written, also by replays, which write files of their own. */
const written = (): string[] => {
  const files = join(acequia.dataDirectory, 'files');
  if (!existsSync(files)) return [];
  return readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.includes('.ndjson'))
    .flatMap((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n'))
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { readonly message: string }).message)
    .toSorted();
};

test('events that came before the pipeline existed are offered once, replayed, and delivered once', async () => {
  const port = await freePort();
  const listener = await createListener(api, 'Early', 'http', { port, bind: '127.0.0.1', extraction: 'lines' });
  const sink = await createDatasink(api, 'Archive', 'file', { root: 'files' });
  const send = (text: string) =>
    new Promise<string>((resolve) =>
      execFile('curl', ['-s', '-o', '-', '-w', '%{http_code}', '--data-binary', text, `http://127.0.0.1:${port}/`], (_, out) =>
        resolve(out),
      ),
    );
  expect(await send('one\ntwo\nthree')).toContain('200');

  const node = { name: '', comment: '' };
  const pipeline = await createPipeline(api, 'Late', {
    format: 1,
    nodes: [
      { id: 'label', kind: 'label', ...node, position: { x: 0, y: 0 }, listenerId: listener.id, labelId: 'all' },
      {
        id: 'file',
        kind: 'datasink',
        ...node,
        position: { x: 0, y: 160 },
        datasinkId: sink.id,
        component: 'file',
        version: '1.0.0',
        config: { path: 'events.ndjson' },
      },
    ],
    links: [{ id: 'link', from: { node: 'label', port: 'default' }, to: { node: 'file' } }],
  });
  const { page, complaints } = await openPage(browser);
  page.setDefaultTimeout(30_000);
  await haveSession(page, acequia.url);
  await page.goto(`${acequia.url}/pipelines/${pipeline.id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish v/ })
    .click();

  const offer = page.getByText('About 3 events came before this pipeline existed.');
  await offer.waitFor();
  expect(await send('four')).toContain('200');
  await page.getByRole('button', { name: 'Replay them' }).click();
  await page.getByText('3 events replayed, 3 delivered').waitFor();
  await expect.poll(written, { timeout: 20_000 }).toEqual(['four', 'one', 'three', 'two']);

  const known = page.waitForResponse((response) => /replays/.test(response.url()));
  await page.reload();
  await (await known).finished();
  await page.getByRole('button', { name: /^v1\.0\.0 in 1 cluster/ }).waitFor();
  expect(await page.getByText('came before this pipeline existed').count()).toBe(0);
  expect(complaints).toEqual([]);
});
