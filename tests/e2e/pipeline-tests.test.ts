import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAcequia, type Acequia } from './harness/acequia.ts';
import { Api } from './harness/api.ts';
import { haveSession, launchBrowser, openPage, type PageOptions } from './harness/browser.ts';
import { createDatasink, createGenerator, createPipeline, publishDraft, type Made } from './harness/content.ts';
import { settled, surveyOtherTheme, surveyPage } from './harness/survey.ts';
import { insertViewer, viewer } from './harness/viewer.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-pipeline-tests-'));
let acequia: Acequia;
let api: Api;
let browser: Browser;
let pipeline: Made;

const long = { timeout: 60_000 };
const place = (y: number) => ({ position: { x: 200, y } });
let listenerId = '';
let datasinkId = '';

/** Every event gets the name of a site. */
const documentOf = (site: string) => ({
  format: 1,
  nodes: [
    { kind: 'label', id: 'label-1', ...place(0), listenerId, labelId: 'all' },
    {
      kind: 'action',
      id: 'site-1',
      ...place(150),
      component: 'field-generator',
      version: '1.0.0',
      config: { fields: [{ name: 'site', source: 'literal', literal: site }] },
    },
    { kind: 'datasink', id: 'null-1', ...place(320), datasinkId, component: 'null', version: '1.0.0', config: {} },
  ],
  links: [
    { id: 'l1', from: { node: 'label-1', port: 'default' }, to: { node: 'site-1' } },
    { id: 'l2', from: { node: 'site-1', port: 'default' }, to: { node: 'null-1' } },
  ],
});

async function saveDraft(site: string): Promise<void> {
  const { revision } = await api.call<{ revision: number }>('GET', `/pipelines/${pipeline.id}/versions/Main`);
  await api.call('PUT', `/pipelines/${pipeline.id}/draft`, { id: pipeline.id, revision, document: documentOf(site) });
}

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  browser = await launchBrowser();
  api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  await api.call('PATCH', '/auth/preferences', { language: 'es' });
  await insertViewer(acequia.dataDirectory);
  await api.call('PATCH', '/auth/preferences', { language: 'en' });
  listenerId = (await createGenerator(api, 'Web servers', 20)).id;
  datasinkId = (await createDatasink(api, 'Count only', 'null', {})).id;
  pipeline = await createPipeline(api, 'Web logs', documentOf('madrid'));
  await publishDraft(api, pipeline.id);
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(search: string, options?: PageOptions, email?: string) {
  const watched = await openPage(browser, options);
  await haveSession(watched.page, acequia.url, email);
  await watched.page.goto(`${acequia.url}/pipelines/${pipeline.id}/Main${search}`);
  await settled(watched.page);
  return watched;
}

const dock = (page: Page) => page.getByRole('region', { name: /^(Events of the pipeline|Eventos del pipeline)$/ });

test('a debug test becomes a saved test that fails after a change, is seen in a shadow run, and lets publish when it passes; told to stop, it stops', async () => {
  const { page, context, complaints } = await open('');
  await page.getByRole('link', { name: 'Test', exact: true }).click();
  const most = dock(page).getByRole('textbox', { name: 'Maximum number of events' });
  await most.fill('1000');
  await dock(page).getByRole('button', { name: 'Start', exact: true }).click();
  await dock(page)
    .getByRole('status')
    .getByText(/^[1-9]\d* events?$/)
    .waitFor(long);
  await dock(page).getByRole('button', { name: 'Stop', exact: true }).click();
  await dock(page)
    .getByRole('status')
    .getByText(/^Stopped · [1-9]/)
    .waitFor();
  await most.fill('3');
  await dock(page).getByRole('button', { name: 'Start again', exact: true }).click();
  await dock(page).getByText('All events have arrived').waitFor(long);
  expect(await surveyPage(page)).toEqual([]);

  await dock(page).getByRole('button', { name: 'Save as test' }).click();
  await dock(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Site of the web servers');
  await dock(page).getByRole('button', { name: 'Save and run' }).click();
  await dock(page).getByText('The test passed').waitFor(long);
  await page.waitForURL((url) => url.searchParams.get('testing') === 'tests');

  await saveDraft('sevilla');
  await page.reload();
  await settled(page);
  await dock(page).getByRole('button', { name: 'Run all' }).click();
  await dock(page).getByText('1 of 1 failed').waitFor(long);
  await dock(page)
    .getByText(/event 1, field site/)
    .waitFor();
  expect(await surveyPage(page)).toEqual([]);

  await dock(page).getByRole('tab', { name: 'Shadow run' }).click();
  await dock(page).getByRole('button', { name: 'Start shadow run' }).click();
  await dock(page).getByText('Done', { exact: true }).waitFor(long);
  await dock(page).getByRole('heading', { name: 'Differing events' }).waitFor();
  await dock(page)
    .getByRole('row', { name: /^Changed site "madrid" "sevilla"/ })
    .first()
    .waitFor();
  expect(await surveyPage(page)).toEqual([]);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const publish = page.getByRole('dialog', { name: 'Publish Web logs' });
  await publish.getByText('1 of 1 failed').waitFor(long);
  await publish.getByRole('button', { name: /Shadow run of this draft against v/ }).waitFor();
  expect(await publish.getByRole('button', { name: /^Publish v/ }).isDisabled()).toBe(true);
  await publish.getByRole('checkbox', { name: 'Publish anyway' }).click();
  await publish.getByRole('textbox', { name: 'Reason' }).fill('the site has moved');
  await expect.poll(() => publish.getByRole('button', { name: /^Publish v/ }).isEnabled(), long).toBe(true);
  expect(await surveyPage(page)).toEqual([]);
  await publish.getByRole('button', { name: 'Cancel' }).click();

  await saveDraft('madrid');
  await page.reload();
  await settled(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await publish.getByText('The test passed').waitFor(long);
  await publish.getByRole('button', { name: /^Publish v/ }).click();
  await publish.waitFor({ state: 'hidden', ...long });
  const kept = await api.call<{ test: { name: string } }[]>('GET', `/pipelines/${pipeline.id}/tests?version=1.1.0`);
  expect(kept.map((saved) => saved.test.name)).toEqual(['Site of the web servers']);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a viewer who reads Spanish runs the tests and reads the shadow run, and changes nothing', async () => {
  const { page, context, complaints } = await open('?testing=tests', { locale: 'es-ES', width: 1024, height: 768 }, viewer.email);
  await dock(page).getByRole('button', { name: 'Ejecutar todas' }).click();
  await dock(page).getByText('Pasa la prueba').waitFor(long);
  expect(
    await dock(page)
      .getByRole('button', { name: /Crear prueba|Editar|Eliminar/ })
      .count(),
  ).toBe(0);
  expect(await surveyPage(page)).toEqual([]);
  await dock(page).getByRole('tab', { name: 'En la sombra' }).click();
  expect(await dock(page).getByRole('button', { name: 'Iniciar ejecución' }).count()).toBe(0);
  await dock(page)
    .getByRole('button', { name: /frente a v/ })
    .first()
    .click();
  await dock(page).getByRole('heading', { name: 'Eventos distintos' }).waitFor();
  expect(await surveyPage(page)).toEqual([]);
  expect(await surveyOtherTheme(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
