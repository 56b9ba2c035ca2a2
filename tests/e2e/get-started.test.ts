import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAcequia, type Acequia } from './harness/acequia.ts';
import { createOwner, haveSession, launchBrowser, openPage, type WatchedPage } from './harness/browser.ts';
import { card, restingBox } from './harness/editor.ts';
import { settled, surveyPage } from './harness/survey.ts';
import { writtenFile } from './harness/written-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-get-started-'));
const shots = join(import.meta.dirname, '../../.cache/screenshots/get-started');
mkdirSync(shots, { recursive: true });

let acequia: Acequia;
let browser: Browser;
let tab: WatchedPage;
let page: Page;

beforeAll(async () => {
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  writeFileSync(join(logs, 'access.log'), '203.0.113.7 - - [28/Nov/2026:09:41:07 +0000] "GET /cart HTTP/1.1" 200 512 "-" "curl/8.5.0"\n');
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

const button = (name: string) => page.getByRole('button', { name, exact: true });
const paste = (command: string) => new Promise<string>((resolve) => execFile('sh', ['-c', command], (_, out) => resolve(out)));
const copied = () => page.evaluate(() => navigator.clipboard.readText());
const arrived = () => page.getByRole('heading', { name: 'Your first event arrived' }).waitFor();
const delivered = () => page.getByText('Delivered to').waitFor();
const written = (name: string): string => {
  const path = writtenFile(join(acequia.dataDirectory, 'files'), name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};
const choose = async (source: string) => {
  await page.goto(`${acequia.url}/get-started`);
  await page.getByRole('radio', { name: source }).check();
};

const prefer = (other: Page, language: 'en' | 'es') =>
  other.context().request.patch(`${acequia.url}/api/v1/auth/preferences`, {
    headers: { 'x-acequia': 'console', origin: acequia.url },
    data: { theme: 'light', language },
  });

test('from the owner’s account to a first delivered event: at most 6 clicks and 60 seconds', async () => {
  await createOwner(page, acequia.url, acequia.setupCode);
  const since = performance.now();
  let clicks = 0;
  const click = async (name: string) => {
    clicks += 1;
    await button(name).click();
  };
  await click('Set up HTTP');
  await page.getByText(/Acequia is listening on port \d+/).waitFor();
  await click('Copy command');
  const command = await copied();
  expect(command).toMatch(/^curl .*Bearer acq_[0-9a-f]{40}/);

  expect(await paste(command.replace(/acq_\w+/, 'wrong'))).toContain('HTTP_CREDENTIALS');
  await page.getByRole('alert').filter({ hasText: 'A sender was refused' }).waitFor();

  await paste(command);
  await arrived();
  await delivered();
  expect({ clicks: clicks <= 6, inTime: performance.now() - since <= 60_000 }).toEqual({ clicks: true, inTime: true });
  await page.getByRole('listitem').filter({ hasText: 'order_id' }).filter({ hasText: '7214889041127350412' }).waitFor();
  expect(JSON.parse(written('http.ndjson'))).toMatchObject({ service: 'checkout', message: 'Payment declined', retry: false });
  const mark = page.getByRole('status').filter({ hasText: 'Delivered to' }).locator('svg');
  const [markAt, wordsAt] = [await mark.boundingBox(), await page.getByText('Delivered to').boundingBox()];
  expect(markAt!.x + markAt!.width).toBeLessThanOrEqual(wordsAt!.x);
  await page.screenshot({ path: join(shots, 'arrived.png') });
  await page.getByRole('link', { name: 'Open in the editor' }).click();
  await page.waitForURL('**/pipelines/PL_**');
  await page
    .getByRole('group', { name: /Parser/ })
    .first()
    .waitFor();
  expect(tab.complaints).toEqual([]);
});

test('after a reload the token is not shown again; a new one is accepted and the old one is not', async () => {
  await choose('OpenTelemetry');
  await button('Set up OpenTelemetry').click();
  await button('Copy command').click();
  const before = await copied();
  await page.reload();
  await button('Create a new token').click();
  await button('Copy command').click();
  const after = await copied();
  expect(after).not.toBe(before);
  await page.getByText(/Acequia is listening on ports?/).waitFor();
  await expect.poll(() => paste(after), { timeout: 20_000 }).toBe('{}');
  await arrived();
  await delivered();
  expect(await paste(before)).toContain('HTTP_CREDENTIALS');
});

test('in Spanish, by syslog, it takes no more clicks and no more time', async () => {
  const { page: other, complaints, context } = await openPage(browser, { locale: 'es-ES' });
  await haveSession(other, acequia.url);
  await prefer(other, 'es');
  await other.goto(`${acequia.url}/get-started`);
  const since = performance.now();
  let clicks = 0;
  const click = async (role: 'button' | 'radio', name: string) => {
    clicks += 1;
    await other.getByRole(role, { name }).click();
  };
  await click('radio', 'Syslog');
  await click('button', 'Configurar Syslog');
  await other.getByText(/Acequia escucha en (?:el puerto|los puertos)/).waitFor();
  await click('button', 'Copiar comando');
  await paste(await other.evaluate(() => navigator.clipboard.readText()));
  await other.getByRole('heading', { name: 'Tu primer evento ha llegado' }).waitFor();
  await other.getByText('Entregado en').waitFor();
  expect({ clicks: clicks <= 6, inTime: performance.now() - since <= 60_000 }).toEqual({ clicks: true, inTime: true });
  expect(JSON.parse(written('syslog.ndjson'))).toMatchObject({ message: 'Hello from logger' });
  await prefer(other, 'en');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a file and sample data arrive as well', async () => {
  await choose('A file on this machine');
  await page.getByRole('textbox', { name: 'Path' }).fill('/etc/shadow');
  await button('Follow this file').click();
  await page.getByText('outside the folders').waitFor();
  await page.getByRole('textbox', { name: 'Path' }).fill(join(folder, 'logs', 'access.log'));
  await button('Follow this file').click();
  await arrived();
  await delivered();
  await page.getByRole('listitem').filter({ hasText: '/cart' }).first().waitFor();

  await choose('Sample data');
  await button('Set up Sample data').click();
  await arrived();
  await delivered();
});

test('a destination that is added gets the events that the file gets', async () => {
  await page.getByRole('link', { name: 'Add a destination' }).click();
  const drawer = page.getByRole('dialog', { name: 'Create a data sink' });
  await drawer.getByRole('link', { name: /^File/ }).click();
  await drawer.getByRole('textbox', { name: 'Name' }).fill('A second file');
  await drawer.getByRole('button', { name: 'Test connection' }).click();
  await page.getByRole('log').getByText('The connection works').waitFor();
  const told = await restingBox(page.locator('.ui-toast').first());
  expect(told.x + told.width).toBeLessThanOrEqual((await restingBox(drawer)).x);
  await drawer.getByRole('button', { name: 'Create data sink' }).click();
  await card(page, 'Data sink A second file').waitFor();
  await expect.poll(() => page.locator('.pe-link-reach').count(), { timeout: 20_000 }).toBe(3);
});

test('in Spanish, in the light theme and from 1024 to 1920 it loses nothing', async () => {
  const { page: other, complaints, context } = await openPage(browser, { locale: 'es-ES' });
  await context.addCookies([{ name: 'acequia-look', value: 'light.standard.es', url: acequia.url }]);
  await haveSession(other, acequia.url);
  await prefer(other, 'es');
  for (const width of [1024, 1440, 1920]) {
    await other.setViewportSize({ width, height: 900 });
    await other.goto(`${acequia.url}/get-started`);
    await other.getByRole('heading', { name: '¿De dónde vienen tus registros?' }).waitFor();
    await settled(other);
    expect([width, await surveyPage(other)]).toEqual([width, []]);
    await other.screenshot({ path: join(shots, `choose-es-${width}.png`) });
  }
  expect(complaints).toEqual([]);
  await context.close();
});
