import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, onTestFinished } from 'vitest';
import { eventually, projectRoot, startAcequia, type Acequia } from './harness/acequia.ts';
import { freePort } from '@acequia/testkit/free-port';
import { owner } from './harness/api.ts';
import { launchBrowser, logIn, openPage } from './harness/browser.ts';
import { settled, surveyPage } from './harness/survey.ts';
import { datasinkNode, documentOf, labelNode, openWorkbench, type Workbench } from './harness/workbench.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-letters-'));
const arrived: Record<string, unknown>[] = [];
let acequia: Acequia;
let bench: Workbench;
let browser: Browser;
let destination: Server;
let intakeUrl: string;
let pipeline: string;

/** Takes lines of JSON, but none whose level is no number. */
async function startDestination(): Promise<Server> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      const events = body
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      if (events.some(({ level }) => typeof level !== 'number')) {
        response.writeHead(400).end('level: a number is expected');
        return;
      }
      arrived.push(...events);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  bench = await openWorkbench(acequia);
  browser = await launchBrowser();
  destination = await startDestination();
  const port = await freePort();
  intakeUrl = `http://127.0.0.1:${port}/`;
  const listener = await bench.listener('http', { bind: '127.0.0.1', port });
  const sink = await bench.datasink('http', { baseUrl: `http://127.0.0.1:${(destination.address() as AddressInfo).port}` });
  pipeline = await bench.pipeline(
    documentOf([labelNode('in', listener), datasinkNode('out', sink, 'http', { url: '/in', maxWait: '50ms' })], ['in>out']),
  );
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  destination?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function send(...events: readonly object[]): Promise<void> {
  const body = events.map((event) => JSON.stringify(event)).join('\n');
  const response = await fetch(intakeUrl, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body });
  expect(response.status).toBe(200);
}

const open = () =>
  bench.api.call<{ causes: { code: string; count: number }[] }>('GET', '/dead-letters/causes').then(({ causes }) => causes[0]?.count ?? 0);
const letters = (count: number) => eventually(`${count} dead letters`, async () => ((await open()) === count ? true : undefined));

/** `acequia dead-letters …`, as the owner. */
async function command(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['apps/cli/bin/acequia.mjs', 'dead-letters', ...args], {
    cwd: projectRoot,
    env: { ...process.env, ACEQUIA_URL: acequia.url, ACEQUIA_EMAIL: owner.email, ACEQUIA_PASSWORD: owner.password },
  });
  return stdout;
}

async function openLetters(page: Page): Promise<void> {
  await logIn(page, acequia.url);
  await page.getByRole('link', { name: 'Dead letters', exact: true }).click();
  await page.getByRole('heading', { name: 'Dead letters', level: 1 }).waitFor();
}

describe('a destination that refuses some events', () => {
  test('they are found with the reason, mended, sent again and arrive; the others are given up or saved', async () => {
    await send({ n: 1, level: 1 }, { n: 2, level: 'wrong', big: 0 }, { n: 3, level: 'never' }, { n: 4, level: 4 });
    await letters(2);
    const { page, context, complaints } = await openPage(browser);
    await openLetters(page);

    await page.getByRole('searchbox', { name: 'Search in the events' }).fill('WRONG');
    await page.keyboard.press('Enter');
    const rows = page.getByRole('table').locator('tbody tr');
    const only = (text: string) =>
      eventually(`one row, with ${text}`, async () =>
        (await rows.count()) === 1 && (await rows.filter({ hasText: text }).count()) === 1 ? true : undefined,
      );
    await only('wrong');
    await rows.getByRole('button').first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('definition').filter({ hasText: 'level: a number is expected' }).waitFor();
    await drawer.getByRole('button', { name: 'Edit' }).click();
    const json = drawer.getByRole('textbox', { name: 'Fields of the event as JSON' });
    await expect.poll(() => json.inputValue(), { timeout: 20_000 }).toContain('"level": "wrong"');
    await json.fill('{"n": 2,');
    await json.blur();
    await drawer.getByText('This is not valid JSON').waitFor();
    await json.fill('{"n": 2, "level": 2, "big": 9223372036854775807}');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('You changed the fields of this event.').waitFor();
    await drawer.getByRole('button', { name: 'Re-drive' }).click();
    await page.getByRole('dialog', { name: 'Re-drive 1 event?' }).getByRole('button', { name: 'Re-drive' }).click();
    await page.getByText('1 event re-driven').waitFor();
    await eventually('the mended event', () => arrived.find(({ n }) => n === 2));
    expect(arrived.map(({ n }) => n).sort()).toEqual([1, 2, 4]);
    await letters(1);

    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await only('never');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toMatch(/^id,eventId,[^]*HTTP_400[^]*""never""/);

    await page.getByRole('checkbox', { name: /^Select the event/ }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard 1 event?' });
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByText('Enter a reason').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('sender was wrong');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('1 event discarded').waitFor();
    await letters(0);

    const log = await bench.api.call<{ data: { event: { operation: string; name: string } }[] }>(
      'GET',
      '/activity?page=1&from=0&to=9999999999999&entity[0]=deadLetter',
    );
    expect(log.data.map(({ event }) => event.operation)).toEqual(['delete', 'export', 'redrive', 'update']);
    expect(log.data[0]!.event.name).toContain('sender was wrong');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('the pipeline shows them and leads to them; no fault of access in either language and look', async () => {
    await send({ n: 5, level: 'five' }, { n: 6, level: 'six' });
    await letters(2);
    const { page, context, complaints } = await openPage(browser, { width: 1024 });
    await openLetters(page);
    for (const [theme, language] of [
      ['dark', 'en'],
      ['light', 'es'],
    ] as const) {
      await bench.api.call('PATCH', '/auth/preferences', { theme, language });
      await page.goto(`${acequia.url}/pipelines`);
      await page.getByRole('link', { name: language === 'en' ? '2 dead letters' : '2 eventos fallidos' }).click();
      await page.locator('table tbody tr').first().waitFor();
      expect(new URL(page.url()).searchParams.get('pipeline')).toBe(pipeline);
      await settled(page);
      expect(await surveyPage(page)).toEqual([]);
      await page.locator('table tbody tr').first().getByRole('button').click();
      await page.getByRole('dialog').getByRole('definition').filter({ hasText: 'level: a number is expected' }).waitFor();
      await settled(page);
      expect(await surveyPage(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('what can be done to them stays in the row of the search, all of them or chosen ones, where words are long', async () => {
    await bench.api.call('PATCH', '/auth/preferences', { language: 'es' });
    onTestFinished(() => bench.api.call('PATCH', '/auth/preferences', { language: 'en' }));
    const { page, context } = await openPage(browser, { locale: 'es-ES' });
    await logIn(page, acequia.url);
    await page.goto(`${acequia.url}/dead-letters`);
    const heightOfTools = async () => (await page.getByRole('search').boundingBox())!.height;
    await page.getByRole('button', { name: 'Descartar todos' }).waitFor();
    const oneRow = 1.5 * (await page.getByRole('searchbox').boundingBox())!.height;
    expect(await heightOfTools()).toBeLessThan(oneRow);
    await page.getByRole('checkbox', { name: /^Seleccionar todo/ }).click();
    await page.getByText('2 seleccionados').waitFor();
    expect(await heightOfTools()).toBeLessThan(oneRow);
    await context.close();
  });

  test('the command sees the same, and re-drives all of a cause', async () => {
    expect(await command('list')).toMatch(/^ +2 {2}HTTP_400 {2}PL_\w+ out {2}last /);
    const [line] = (await command('list', '--text', 'six')).split('\n');
    const id = line!.split(' ')[0]!;
    expect(await command('show', id)).toContain('level: a number is expected');
    expect(await command('discard', id, '--reason', 'by hand')).toContain('Discarded: 1.');
    expect(await command('redrive', '--all', '--code', 'HTTP_400', '--into', 'start')).toContain('Re-driven: 1.');
    await letters(1);
    const file = join(folder, 'letters.ndjson');
    expect(await command('export', '--output', file)).toContain('1 dead letters in');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ code: 'HTTP_400', event: { n: 5, level: 'five' } });
  });
});
