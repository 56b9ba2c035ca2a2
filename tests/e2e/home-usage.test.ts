import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { haveSession, logIn } from './harness/browser.ts';
import type { Made } from './harness/content.ts';
import { restingBox } from './harness/editor.ts';
import { inEmbeddedDatabase } from './harness/embedded-database.ts';
import { looks, useHouse } from './harness/house.ts';
import { readPage, settled, surveyPage } from './harness/survey.ts';
import { datasinkNode, documentOf, labelNode, openWorkbench } from './harness/workbench.ts';

const house = useHouse('home-usage');
const shots = join(import.meta.dirname, '../../.cache/screenshots/home-usage');
mkdirSync(shots, { recursive: true });

/** Without anything a person could not use; the narrow window is read. */
async function look(page: Page, name: string): Promise<void> {
  expect([name, await surveyPage(page)]).toEqual([name, []]);
  await page.screenshot({ path: join(shots, `${name}-1440.png`) });
  await page.setViewportSize({ width: 1024, height: 768 });
  await settled(page);
  expect([name, await readPage(page)]).toEqual([name, []]);
  await page.screenshot({ path: join(shots, `${name}-1024.png`) });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Until so many things stand in the flow, each with a rate, and water runs from each to the next. */
const drawn = (page: Page, things: number) =>
  page.waitForFunction((count) => {
    const values = [...document.querySelectorAll('.flow-room .flow-value')].map(({ textContent }) => textContent ?? '');
    const flowing = document.querySelectorAll('.flow-room .flow-ribbon[data-flowing=true]').length;
    return values.length === count && values.every((value) => /[1-9].*EPS/.test(value)) && flowing === count - 1;
  }, things);

const dayMs = 86_400_000;

/** What each of the last days brought, in GB, the newest last: of the listener and the data sink. */
async function fillDays(gigabytes: readonly number[]): Promise<void> {
  const [listener] = await house.api.call<Made[]>('GET', '/listeners');
  const [datasink] = await house.api.call<Made[]>('GET', '/datasinks');
  const { user } = await house.api.login();
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  await inEmbeddedDatabase(house.acequia.dataDirectory, async (client) => {
    for (const [index, size] of gigabytes.entries()) {
      const at = today - (gigabytes.length - index) * dayMs;
      const insert = (scope: string, objectId: string, datasinkId: string, counts: object) =>
        client.query(`insert into ledger_days values ($1, $2, $3, '', '', $4, $5, $6)`, [
          user.TenantId,
          scope,
          objectId,
          datasinkId,
          at,
          counts,
        ]);
      await insert('listener', listener!.id, '', { received: size * 1e6, receivedBytes: size * 1e9 });
      await insert('node', 'PL_gone', datasink!.id, { delivered: size * 5e5, deliveredBytes: size * 4e8 });
    }
  });
}

test('what flows is drawn live from listener to data sink', async () => {
  const bench = await openWorkbench({ ...house.acequia, setupCode: undefined });
  const listener = await bench.listener('data-generator', { template: 'apache-access', rate: 10 });
  const sink = await bench.datasink('null', {});
  await bench.pipeline(documentOf([labelNode('in', listener), datasinkNode('out', sink, 'null', {})], ['in>out']));
  const { page, context, complaints } = await house.open(looks[0]);
  await logIn(page, house.url);
  await settled(page);
  await eventually('events that were delivered', async () => {
    const range = `from=${Date.now() - dayMs}&to=${Date.now() + 60_000}`;
    const { datasinks } = await house.api.call<{ datasinks: Record<string, { delivered: number }> }>('GET', `/metrics/totals?${range}`);
    return Object.values(datasinks).some(({ delivered }) => delivered > 0) ? true : undefined;
  });
  const flow = page.locator('.flow-room');
  const datasink = flow.locator('.flow-node').last();
  await drawn(page, 5);
  await look(page, 'home-flow');

  await datasink.focus();
  await page.waitForFunction(() => document.querySelectorAll('.flow-ribbon[data-lit=true]').length === 4);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Leave out of the totals' }).click();
  await page.getByText(/Delivered.* · 1 data sink left out/).waitFor();
  await datasink.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Count in the totals' }).click();
  await page.getByText(/Delivered.* · 1 data sink left out/).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Hide Clusters' }).click();
  await page.waitForURL(/hide=/);
  await drawn(page, 4);
  await page.getByRole('button', { name: 'Show Clusters' }).click();
  await page.getByRole('radio', { name: 'Whole range' }).click();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.getByRole('region', { name: 'Flow' }).getByRole('row').nth(4).waitFor();
  await page.reload();
  await page.getByRole('region', { name: 'Flow' }).getByRole('row').nth(4).waitFor();
  await page.getByRole('button', { name: 'Show as flow' }).click();

  await flow.locator('.flow-node').first().click();
  await page.getByRole('menuitem', { name: 'Show metrics' }).click();
  await page.getByRole('dialog').getByRole('slider').waitFor();
  await page.keyboard.press('Escape');
  await flow.locator('.flow-node').first().click();
  await page.getByRole('menuitem', { name: 'View details' }).click();
  await page.waitForURL(/\/listeners\/LI_/);

  expect(complaints).toEqual([]);
  await context.close();
});

test('a chart gives a range by keys and by dragging, and its numbers as a table', async () => {
  const [listener] = await house.api.call<Made[]>('GET', '/listeners');
  const { page, context, complaints } = await house.open(looks[0]);
  await haveSession(page, house.url);
  await page.goto(`${house.url}/listeners/${listener!.id}?tab=metrics`);
  const drawer = page.getByRole('dialog');
  const plot = drawer.getByRole('slider');
  await plot.waitFor();
  await look(page, 'listener-metrics');
  await plot.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Enter');
  await drawer.locator('.ui-chip', { hasText: '–' }).waitFor();
  const chip = drawer.locator('.ui-chip').first();
  const range = await chip.innerText();

  await settled(page);
  const box = await restingBox(plot);
  await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.75, box.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => chip.innerText(), { timeout: 20_000 }).not.toBe(range);
  await drawer.getByRole('radio', { name: 'Bytes' }).click();
  await drawer.getByRole('radio', { name: 'Numbers' }).click();
  await drawer.getByRole('columnheader', { name: 'In' }).waitFor();
  for (const path of ['/pipelines', '/datasinks']) {
    await page.goto(house.url + path);
    await page.getByRole('slider').waitFor();
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test('usage shows the days over the limit, its trend, and leaves as a file', async () => {
  await fillDays([...Array.from({ length: 40 }, (_, index) => 2 + (index % 5)), 9, 3]);
  await house.prefer(looks[1]);
  const { page, context, complaints } = await house.open(looks[1]);
  await haveSession(page, house.url);
  await page.goto(`${house.url}/home?section=tenant&option=usage`);
  await settled(page);
  await page.getByRole('button', { name: /Sin límite/ }).click();
  await page.getByRole('textbox').fill('8');
  await page.getByRole('button', { name: 'Guardar el límite' }).click();
  await page.getByText('1 día por encima del límite').waitFor();
  await page.getByText('Límite guardado').waitFor({ state: 'detached' });
  await look(page, 'usage');
  const days = page.getByRole('slider');
  await days.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => days.getAttribute('aria-valuetext'), { timeout: 20_000 }).toMatch(/9 GB, 13\s%? por encima del límite de 8 GB/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar CSV' }).click()]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[1]).toMatch(/^listener,LI_[^,]+,[^,]+,\d+,\d+,\d+,\d+$/);
  await page.getByRole('combobox', { name: 'Periodo' }).click();
  await page.getByRole('option', { name: 'Últimos 7 días' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.usage-day').length === 8);
  await page.goto(`${house.url}/home`);
  await settled(page);
  await look(page, 'home-flow-es');
  expect(complaints).toEqual([]);
  await context.close();
});
