import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { eventually, projectRoot, startAcequia, type Acequia } from '../e2e/harness/acequia.ts';
import { Api, owner } from '../e2e/harness/api.ts';
import { launchBrowser, openPage, setUp } from '../e2e/harness/browser.ts';
import { freePort } from '@acequia/testkit/free-port';
import { startHttpPeer, type HttpPeer } from '../e2e/harness/http-peer.ts';
import { runProgram } from '../e2e/harness/senders.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-clone-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a newcomer’s machine: clone, npm start, own event at a destination over a template, npm test -- --list', async () => {
  const root = join(folder, 'acequia');
  const env = { npm_config_cache: join(folder, 'npm-cache') };
  await runProgram('git', ['clone', '--quiet', '--no-hardlinks', projectRoot, root]);
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const destination = await startHttpPeer();
  onTestFinished(() => destination.close());

  const begun = performance.now();
  const acequia = await startAcequia({ root, dataDirectory: join(folder, 'data'), env });
  const startedMs = performance.now() - begun;
  expect(acequia.setupCode, acequia.output()).toBeDefined();
  const { page, complaints } = await openPage(browser);
  page.setDefaultTimeout(120_000);
  await walkToFirstEvent(page, acequia, destination);
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  process.stdout.write(
    `npm start to one’s own event at a destination: ${seconds(performance.now() - begun)} s, ${seconds(startedMs)} s of it until the address stood there\n`,
  );
  expect(complaints).toEqual([]);
  const session = await new Api(acequia.url).login();
  expect(session.user.Email).toBe(owner.email);
  expect(await acequia.stop()).toBe(0);

  const list = spawnSync('npm', ['test', '--silent', '--', '--list'], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  expect(list.status, list.stderr).toBe(0);
  expect(list.stdout).toContain('first-water');
});

/** What a newcomer does without documentation: the owner’s account, a listener, a data sink, a template between them, a printed command. */
async function walkToFirstEvent(page: Page, { url, setupCode }: Acequia, destination: HttpPeer): Promise<void> {
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  await setUp(page, url, setupCode);

  await page.goto(`${url}/listeners/create?type=syslog`);
  await fill('Name', 'Edge');
  await fill('Port', String(await freePort()));
  await page.getByRole('button', { name: 'Create listener' }).click();
  await page.getByText('The port is open').waitFor();
  const command = await page.locator('.send-code').first().innerText();
  await page.goto(`${url}/datasinks/create?type=http`);
  await fill('Name', 'Collector');
  await fill('Base URL', destination.url);
  await page.getByRole('button', { name: 'Create data sink' }).click();
  await page.waitForURL('**/datasinks/DS_**');

  await page.goto(`${url}/marketplace`);
  await page.getByRole('link', { name: 'Syslog to HTTP' }).click();
  await page.getByRole('button', { name: 'Import pipeline' }).click();
  const dialog = page.getByRole('dialog', { name: /^Import/ });
  for (const [label, option] of [
    [/^Listener/, 'Edge'],
    [/^Collector/, 'Collector'],
  ] as const) {
    await dialog.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  }
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.waitForURL('**/pipelines/PL_**');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish v/ })
    .click();
  await page.getByRole('button', { name: 'v1.0.0 in 1 cluster' }).waitFor();
  await runProgram('sh', ['-c', command]);
  await eventually('the event at the destination', () => (destination.lines.some((line) => line.includes('Hello')) ? true : undefined));
}
