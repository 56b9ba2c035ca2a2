import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startAcequia, type Acequia } from './harness/acequia.ts';
import { Api } from './harness/api.ts';
import { haveSession, launchBrowser, openPage, type PageOptions } from './harness/browser.ts';
import { createAccessLogPipeline, type Made } from './harness/content.ts';
import { surveyOtherTheme, surveyPage, settled } from './harness/survey.ts';
import { insertViewer, viewer } from './harness/viewer.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-preview-'));
let acequia: Acequia;
let api: Api;
let browser: Browser;
let pipeline: Made;

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  browser = await launchBrowser();
  api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  await api.call('PATCH', '/auth/preferences', { language: 'es' });
  await insertViewer(acequia.dataDirectory);
  await api.call('PATCH', '/auth/preferences', { language: 'en' });
  pipeline = await createAccessLogPipeline(api, 'Web logs', 20);
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function openStep(options?: PageOptions, email?: string) {
  const watched = await openPage(browser, options);
  await haveSession(watched.page, acequia.url, email);
  await watched.page.goto(`${acequia.url}/pipelines/${pipeline.id}/Main/action/parser-1/1.0.0`);
  await settled(watched.page);
  return watched;
}

/** What the menu of a value offers beside dropping it, and the step that does it. */
const offers = [
  ['client_ip', 'Mask it', { component: 'redact', config: expect.objectContaining({ fields: ['client_ip'] }) }],
  [
    'user_agent',
    'Rename it',
    { component: 'field-transformation', config: { steps: [expect.objectContaining({ operation: 'rename', output: 'new_user_agent' })] } },
  ],
  ['method', 'Route by this value', { component: 'conditional', config: expect.objectContaining({ mode: 'first' }) }],
  ['message', 'Extract fields from it', { component: 'parser', config: expect.objectContaining({ field: 'message' }) }],
] as const;

const dock = (page: Page) => page.getByRole('region', { name: /^(Events of the pipeline|Eventos del pipeline)$/ });
const table = (page: Page) => dock(page).getByRole('table', { name: /^(Events of the preview|Eventos de la vista previa)$/ });
const reason = (page: Page, words: string | RegExp) => table(page).getByText(words).first();
/** The newest event, whose fields are then shown. */
async function openFirst(page: Page) {
  await table(page).getByRole('button', { expanded: false }).first().click();
  await dock(page)
    .getByRole('table', { name: /^(Field diff|Campos)$/ })
    .waitFor();
}

test('a step that was never published shows what it does to live events, follows its form, and sets a step for a value', async () => {
  const { page, context, complaints } = await openStep();
  await reason(page, '12 fields added').waitFor({ timeout: 60_000 });
  await table(page).getByRole('columnheader', { name: 'message' }).waitFor();

  await page.getByRole('combobox', { name: /^Format/ }).click();
  await page.getByRole('option', { name: 'JSON', exact: true }).click();
  await dock(page)
    .getByRole('button', { name: /^!?error \d/ })
    .click();
  await table(page).getByText('error', { exact: true }).first().waitFor();
  expect(await surveyPage(page)).toEqual([]);
  expect(await surveyOtherTheme(page)).toEqual([]);
  await dock(page)
    .getByRole('button', { name: /^All \d/ })
    .click();
  await page.getByRole('button', { name: /^Undo:/ }).click();
  await reason(page, '12 fields added').waitFor();

  await openFirst(page);
  await dock(page).getByRole('button', { name: 'Actions for user_agent' }).click();
  await page.getByRole('menuitem', { name: 'Drop it' }).click();
  await page.getByRole('group', { name: /^Field transformation/ }).waitFor();
  await reason(page, '1 field removed').waitFor();
  await page.getByRole('button', { name: /^Undo:/ }).click();
  await page.getByRole('group', { name: /^Field transformation/ }).waitFor({ state: 'detached' });
  await page.waitForURL((url) => !url.pathname.includes('/action/'));

  for (const [field, offer] of offers) {
    await page.goBack();
    await page.waitForURL('**/action/parser-1/1.0.0*');
    await dock(page)
      .getByRole('button', { name: `Actions for ${field}` })
      .click();
    await page.getByRole('menuitem', { name: offer }).click();
    await page.waitForURL((url) => !url.pathname.includes('/action/parser-1/'));
  }
  const made = await eventually('a step of each kind in the draft', async () => {
    const { document } = await api.call<{ document: { nodes: { component?: string; config?: unknown }[] } }>(
      'GET',
      `/pipelines/${pipeline.id}/versions/Main`,
    );
    return document.nodes.length === 3 + offers.length ? document.nodes.slice(3) : undefined;
  });
  expect(made).toEqual(offers.map(([, , step]) => expect.objectContaining(step)));
  expect(complaints).toEqual([]);
  await context.close();
});

test('saved sample events keep their digits, and a viewer sees what they show, in Spanish', async () => {
  const { page, context, complaints } = await openStep();
  await dock(page).getByRole('combobox', { name: 'Events' }).click();
  await page.getByRole('option', { name: 'Sample events…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sample events of this pipeline' });
  await dialog.getByLabel('Name').fill('Large numbers');
  await dialog.getByLabel('Events', { exact: true }).fill('{"message":"GET","big":9223372036854775807,"none":null}');
  await settled(page);
  expect(await surveyPage(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await table(page).getByText('9223372036854775807').waitFor();
  await openFirst(page);
  await dock(page)
    .getByRole('row', { name: /big 9223372036854775807/ })
    .waitFor();
  expect(complaints).toEqual([]);
  await context.close();

  const other = await openStep({ locale: 'es-ES', width: 1024 }, viewer.email);
  await dock(other.page).getByRole('combobox', { name: 'Eventos' }).click();
  await other.page.getByRole('option', { name: 'Muestra: Large numbers' }).click();
  await table(other.page).getByRole('row').nth(1).waitFor();
  expect(await surveyPage(other.page)).toEqual([]);
  expect(await api.call<{ state: string }>('GET', `/pipelines/${pipeline.id}`)).toMatchObject({ state: 'draft' });
  expect(other.complaints).toEqual([]);
  await other.context.close();
});
