import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAcequia, type Acequia } from './harness/acequia.ts';
import { createOwner, launchBrowser, openPage, type WatchedPage } from './harness/browser.ts';
import { freePort } from '@acequia/testkit/free-port';

const folder = mkdtempSync(join(tmpdir(), 'acequia-hand-made-'));
const logs = join(folder, 'logs');

let acequia: Acequia;
let browser: Browser;
let tab: WatchedPage;
let page: Page;

beforeAll(async () => {
  mkdirSync(logs);
  browser = await launchBrowser();
  acequia = await startAcequia({ dataDirectory: join(folder, 'data'), env: { ACEQUIA_READ_ROOTS: logs } });
  tab = await openPage(browser);
  page = tab.page;
  page.setDefaultTimeout(30_000);
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const go = (path: string) => page.goto(acequia.url + path);
const field = (label: string) => page.getByLabel(label, { exact: true });
const run = (command: string, env: Readonly<Record<string, string>> = {}) =>
  new Promise<string>((resolve) => execFile('sh', ['-c', command], { env: { ...process.env, ...env } }, (_, out) => resolve(out)));
const shownCommand = () => page.locator('.send-code').innerText();
const arriving = (events: number) => page.getByText(`Received so far: ${events}`).waitFor();

test('the setup link is still good after a reload', async () => {
  await go(`/login#setup=${acequia.setupCode}`);
  await expect.poll(() => field('Setup code').inputValue()).toBe(acequia.setupCode);
  await page.reload();
  await expect.poll(() => field('Setup code').inputValue()).toBe(acequia.setupCode);
  await createOwner(page, acequia.url, acequia.setupCode);
});

test.each([
  ['http', 'HTTP', ['Port']],
  ['opentelemetry', 'OpenTelemetry', ['HTTP port', 'gRPC port']],
])(
  'a new %s listener has a name and a token; its command sends an event as printed, and later reads the token from a variable',
  async (type, name, ports) => {
    await go(`/listeners/create?type=${type}`);
    expect(await field('Name').first().inputValue()).toBe(name);
    for (const port of ports) await field(port).fill(String(await freePort()));
    await page.getByRole('combobox', { name: 'Token' }).filter({ hasText: 'A new random token' }).waitFor();
    await page.getByRole('button', { name: 'Create listener' }).click();
    await page.getByText('The port is open').waitFor();
    await page.getByText('Waiting for the first event').waitFor();
    const command = await shownCommand();
    const token = /Bearer (acq_[0-9a-f]{40})/.exec(command)?.[1] ?? '';
    expect(token).not.toBe('');
    await run(command);
    await arriving(1);

    await page.reload();
    await page.getByText('Run this in your terminal').waitFor();
    const later = await shownCommand();
    expect(later).toContain('${ACEQUIA_TOKEN}');
    expect(later).not.toContain('acq_');
    await run(later, { ACEQUIA_TOKEN: 'wrong' });
    await run(later, { ACEQUIA_TOKEN: token });
    await arriving(2);
    expect(await page.locator('main').innerText()).not.toMatch(/<\w+\.\d/);
  },
);

test('without authentication a listener is for this machine alone, and one that is for everyone warns', async () => {
  await go('/listeners/create?type=http');
  await field('Port').fill(String(await freePort()));
  await page.getByRole('combobox', { name: 'Authentication', exact: true }).click();
  await page.getByRole('option', { name: 'None' }).click();
  const warning = page.getByText('Anyone who reaches this port can send events');
  expect(await warning.count()).toBe(0);
  for (const advanced of await page.getByRole('button', { name: /Advanced,/ }).all()) await advanced.click();
  expect(await field('Bind address').inputValue()).toBe('127.0.0.1');
  await field('Bind address').fill('0.0.0.0');
  await warning.waitFor();
  await page.getByRole('button', { name: 'Create listener' }).click();
  await page.getByText('The port is open').waitFor();
  await warning.waitFor();
});

test('a new file listener says that it runs, leads on once, and sees the first event', async () => {
  const path = join(logs, 'app.log');
  writeFileSync(path, '');
  await go('/listeners/create?type=file');
  await field('Files').fill(path);
  await field('Files').press('Enter');
  await page.getByRole('button', { name: 'Create listener' }).click();
  await page.getByText('It is running.').waitFor();
  expect(await page.getByText('The port is open').count()).toBe(0);
  expect(
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Next:|^Build a pipeline/ })
      .count(),
  ).toBe(1);
  appendFileSync(path, 'Hello from a file\n');
  await arriving(1);
});

test('an HTTP data sink is not made without a base URL, nor unencrypted by accident', async () => {
  await go('/datasinks/create?type=http');
  expect(await page.getByText('Encrypt with TLS').count()).toBe(0);
  const create = page.getByRole('button', { name: 'Create data sink' });
  await create.click();
  await page.getByText('This cannot be empty').or(page.locator('[aria-invalid=true]')).first().waitFor();
  await field('Base URL').fill('http://collector.internal:8080');
  await create.click();
  await page.getByText('http:// is unencrypted').waitFor();
  await page.getByRole('switch', { name: 'Allow unencrypted HTTP' }).click();
  await create.click();
  await page.waitForURL('**/datasinks/DS_**');
  expect(tab.complaints).toEqual([]);
});
