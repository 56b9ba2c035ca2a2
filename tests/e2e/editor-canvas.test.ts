import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startAcequia, type Acequia } from './harness/acequia.ts';
import { Api } from './harness/api.ts';
import { launchBrowser, logIn, openPage } from './harness/browser.ts';
import { createDatasink, createGenerator, createPipeline, forkDocument, publishDraft, type Made } from './harness/content.ts';
import { settled, surveyPage } from './harness/survey.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-editor-canvas-'));
let acequia: Acequia;
let api: Api;
let browser: Browser;
let listener: Made;
let datasink: Made;

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  browser = await launchBrowser();
  api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  listener = await createGenerator(api, 'Web servers', 50);
  datasink = await createDatasink(api, 'Count only', 'null', {});
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Draft {
  readonly document: {
    readonly nodes: readonly { readonly id: string; readonly component?: string; readonly kind: string }[];
    readonly links: readonly { readonly from: { readonly node: string; readonly port: string }; readonly to: { readonly node: string } }[];
  };
}

/** Waits until the stored links are these, as `component.port → component`, in order. */
const flows = (pipeline: string, ...expected: readonly string[]): Promise<true> =>
  eventually(expected.join(', '), async () => {
    const { document } = await api.call<Draft>('GET', `/pipelines/${pipeline}/versions/Main`);
    const name = (id: string) => {
      const node = document.nodes.find((each) => each.id === id)!;
      return node.component ?? node.kind;
    };
    const drawn = document.links.map(({ from, to }) => `${name(from.node)}.${from.port} → ${name(to.node)}`);
    return drawn.toSorted().join() === expected.toSorted().join() ? true : undefined;
  });

async function open(path: string, locale = 'en-GB') {
  const watched = await openPage(browser, { locale });
  await logIn(watched.page, acequia.url);
  await watched.page.goto(acequia.url + path);
  await settled(watched.page);
  return watched;
}

const row = (page: Page, name: string): Locator =>
  page.locator('[data-row]').filter({ has: page.locator('.pe-row-name', { hasText: new RegExp(`^${name}$`) }) });
const path = (page: Page): string => page.url().slice(acequia.url.length);

test('the list does what the canvas does: add, link, move, delete, take back, and lead to a problem', async () => {
  const pipeline = await createPipeline(api, 'As a list', forkDocument(listener.id, datasink.id));
  const { page, context, complaints } = await open(`/pipelines/${pipeline.id}/Main`);
  await page.keyboard.press('v');
  await row(page, 'Conditional').waitFor();
  expect(path(page)).toContain('shown=list');
  expect(await surveyPage(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add a step after Parser' }).click();
  await page.keyboard.type('Sampling');
  await page.keyboard.press('Enter');
  await row(page, 'Sampling').waitFor();
  await flows(
    pipeline.id,
    'label.default → conditional',
    'conditional.failed → parser',
    'parser.default → null',
    'parser.default → sampling',
    'conditional.default → null',
  );
  expect(path(page)).toMatch(/\/action\/sampling-[0-9a-f]+\//);

  await page.getByRole('button', { name: 'Link port default of Sampling' }).click();
  await page.getByRole('menuitem', { name: /^Count only/ }).click();
  await row(page, 'Parser').getByRole('button', { name: 'Remove the link to Count only' }).click();
  const straight = [
    'label.default → conditional',
    'conditional.failed → parser',
    'parser.default → sampling',
    'sampling.default → null',
    'conditional.default → null',
  ];
  await flows(pipeline.id, ...straight);

  await page.getByRole('button', { name: 'Actions on Sampling' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await page.getByRole('status').filter({ hasText: 'Done: move Sampling to another place' }).waitFor({ state: 'attached' });
  await flows(
    pipeline.id,
    'label.default → conditional',
    'conditional.failed → sampling',
    'sampling.default → parser',
    'parser.default → null',
    'conditional.default → null',
  );
  await page.keyboard.press('Control+z');
  await flows(pipeline.id, ...straight);

  await row(page, 'Sampling')
    .getByRole('button', { name: /problems? of Sampling/ })
    .click();
  await page.getByRole('heading', { name: 'Sampling', level: 2 }).waitFor();
  await page.getByRole('button', { name: 'Actions on Sampling' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await row(page, 'Sampling').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
  await context.close();
});

test('every selection and every form over the pipeline has an address, and Back leads exactly there', async () => {
  const pipeline = await createPipeline(api, 'Addresses', forkDocument(listener.id, datasink.id));
  await publishDraft(api, pipeline.id);
  const { page, context, complaints } = await open(`/pipelines/${pipeline.id}/Main`);
  const base = `/pipelines/${pipeline.id}/Main`;
  const card = (name: string) => page.getByRole('group', { name: new RegExp(`^${name}(?:\\.|$)`) });
  await card('Parser').click();
  await page.waitForURL(`**${base}/action/parser-1/1.0.0`);
  await page.keyboard.press('Alt+ArrowDown');
  await page.waitForURL((url) => url.search === '?node=null-1');
  await page.goBack();
  await page.waitForURL(`**${base}/action/parser-1/1.0.0`);
  await page.getByRole('heading', { name: 'Parser', level: 2 }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'Count only', level: 2 }).waitFor();

  await page.getByRole('link', { name: 'Open the data sink' }).click();
  await page.waitForURL((url) => url.pathname === `${base}/datasink/${datasink.id}/edit` && url.search === '?node=null-1');
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: /Count only/ })
    .waitFor();
  expect(await surveyPage(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Count only', level: 2 }).waitFor();

  await card('Parser').click();
  await page.getByRole('link', { name: 'Create a data sink' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Nowhere/ })
    .click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Second');
  await page.getByRole('dialog').getByRole('button', { name: 'Create data sink' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await card('Data sink Second').waitFor();
  await flows(
    pipeline.id,
    'label.default → conditional',
    'conditional.failed → parser',
    'parser.default → null',
    'parser.default → null',
    'conditional.default → null',
  );

  await page.goto(`${acequia.url}${base}?focus=true`);
  await card('Parser').waitFor();
  expect(await page.getByRole('complementary', { name: 'Steps to add' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Leave focus mode' }).click();
  await page.getByRole('complementary', { name: 'Steps to add' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('in Spanish: a new pipeline is named in the editor; a version can be looked at from home with its numbers', async () => {
  await api.call('PATCH', '/auth/preferences', { theme: 'light', language: 'es' });
  const { page, context, complaints } = await open('/pipelines/create', 'es-ES');
  expect(await surveyPage(page)).toEqual([]);
  await page.getByRole('dialog').getByLabel('Nombre', { exact: true }).fill('Nuevo aquí');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/pipelines/PL_*/Main');
  await page.getByRole('heading', { name: 'Nuevo aquí' }).waitFor();
  await page.goto(`${acequia.url}/pipelines/nothing`);
  await page
    .getByRole('link', { name: /inicio/i })
    .first()
    .waitFor();

  const running = await createPipeline(api, 'En marcha', forkDocument(listener.id, datasink.id));
  await publishDraft(api, running.id);
  const [version] = (await api.call<{ version: string }[]>('GET', `/pipelines/${running.id}/versions`)).filter(
    (each) => each.version !== 'Main',
  );
  await page.goto(`${acequia.url}/home/focus/${running.id}/${version!.version}`);
  await settled(page);
  await page.getByText('EPS').first().waitFor();
  expect(await page.getByRole('complementary').count()).toBe(0);
  expect(await surveyPage(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Lista' }).click();
  await page.getByRole('row').nth(4).waitFor();
  expect(await surveyPage(page)).toEqual([]);
  await page.getByRole('link', { name: 'Abrir en el editor' }).click();
  await page.waitForURL(`**/pipelines/${running.id}/${version!.version}`);
  expect(complaints).toEqual([]);
  await context.close();
});
