import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startAcequia, type Acequia } from './harness/acequia.ts';
import { Api } from './harness/api.ts';
import { haveSession, launchBrowser, openPage } from './harness/browser.ts';
import { createDatasink, createGenerator, createPipeline, publishDraft, type Made } from './harness/content.ts';
import { settled, surveyOtherTheme, surveyPage } from './harness/survey.ts';
import { actionNode, datasinkNode, documentOf, labelNode } from './harness/workbench.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-labels-'));
const shots = join(import.meta.dirname, '../../.cache/screenshots/labels-forms');
const long = { timeout: 20_000 };
let acequia: Acequia;
let api: Api;
let browser: Browser;
let listener: Made;
let datasink: Made;

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  [acequia, browser] = await Promise.all([startAcequia({ dataDirectory: join(folder, 'data') }), launchBrowser()]);
  api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  listener = await createGenerator(api, 'Web servers', 20);
  datasink = await createDatasink(api, 'Count only', 'null', {});
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(path: string, locale = 'en-GB') {
  const watched = await openPage(browser, { locale });
  watched.page.setDefaultTimeout(20_000);
  await haveSession(watched.page, acequia.url);
  await watched.page.goto(acequia.url + path);
  await settled(watched.page);
  return watched;
}

/** Looked at in both themes: nothing that a person could not use or read. */
async function looked(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.screenshot({ path: join(shots, `${name}.png`) });
  expect(await surveyPage(page)).toEqual([]);
  expect(await surveyOtherTheme(page)).toEqual([]);
  await page.screenshot({ path: join(shots, `${name}-other.png`) });
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
  });
}

/** Of the owner, for every page opened from now on. */
async function setLanguage(language: 'en' | 'es'): Promise<void> {
  await api.call('PATCH', '/auth/preferences', { language });
}

interface Label {
  readonly id: string;
  readonly name: string;
  readonly condition: { readonly form: string; readonly code?: string; readonly ast: unknown } | null;
}
const labelsOf = () => api.call<Label[]>('GET', `/labels?listenerId=${listener.id}`);
const textCondition = (word: string) => ({ form: 'visual', ast: { field: 'message', op: 'contains', value: word } });

test('a label is written as rows and as code against real events, and tells what it takes and shares', async () => {
  await eventually('kept events', async () => {
    const matches = await api.call<{ events: number }>('POST', '/labels/matches', { listenerId: listener.id });
    return matches.events >= 40 ? true : undefined;
  });
  await api.call('POST', '/labels', { listenerId: listener.id, name: 'Gets', description: '', condition: textCondition('GET') });
  const { page, context, complaints } = await open(`/listeners/${listener.id}?tab=labels`);
  await page.getByRole('button', { name: 'Create label' }).click();
  await page.waitForURL(/label=new/);
  const dialog = page.getByRole('dialog', { name: 'Create label' });
  await dialog.getByLabel('Name', { exact: true }).fill('Web');
  await dialog.getByRole('combobox', { name: 'Field' }).fill('message');
  await dialog.getByRole('combobox', { name: 'Operator' }).click();
  await page.getByRole('option', { name: 'contains', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Value' }).fill('HTTP');
  await dialog.getByText(/in both/).waitFor();
  await looked(page, 'label-rows');

  await dialog.getByRole('radio', { name: 'Code' }).click();
  const code = dialog.getByRole('textbox', { name: 'Condition' });
  await expect.poll(() => code.innerText(), long).toBe('${message} contains "HTTP"');
  await code.press('ControlOrMeta+End');
  await page.keyboard.type(' and length(${mes');
  await page
    .getByRole('option', { name: /message/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type(') > "x" # long');
  await dialog.getByText(/^This test can never be true/).waitFor();
  await dialog.getByRole('button', { name: /^At character/ }).click();
  await looked(page, 'label-code-fault');
  await dialog.getByRole('radio', { name: 'Rows' }).click();
  await expect.poll(() => code.innerText(), long).toContain('> "x"');
  await code.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  expect(await code.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('status == 500 and');
  await code.press('ControlOrMeta+a');
  await page.keyboard.type('${message} contains "HTTP" # the web\n  and length(${message}) > 5');
  await dialog
    .getByText(/\d+ \/ \d+/)
    .first()
    .waitFor();
  await looked(page, 'label-code');
  await dialog.getByRole('button', { name: 'Save label' }).click();
  await dialog.waitFor({ state: 'detached' });
  const saved = (await labelsOf()).find(({ name }) => name === 'Web')!;
  expect(saved.condition!.code).toBe('${message} contains "HTTP" # the web\n  and length(${message}) > 5');
  await page.getByText(/events? in both Gets and Web/).waitFor();
  await looked(page, 'labels');
  expect(complaints).toEqual([]);
  await context.close();
}, 180_000);

test('in Spanish: a pattern and an expression are written with help, the documentation follows the focus, and a label is made where the pipeline starts', async () => {
  const pipeline = await createPipeline(
    api,
    'Formas',
    documentOf(
      [
        labelNode('label-1', listener.id),
        actionNode('parser-1', 'parser', { field: 'message', mode: 'pattern', pattern: '' }),
        actionNode('generator-1', 'field-generator', { fields: [{ name: 'len', source: 'expression' }] }),
        datasinkNode('out-1', datasink.id, 'null', {}),
      ],
      ['label-1>parser-1', 'parser-1>generator-1', 'generator-1>out-1'],
    ),
  );
  await setLanguage('es');
  const { page, context, complaints } = await open(`/pipelines/${pipeline.id}?node=parser-1`, 'es-ES');
  const panel = page.getByRole('complementary', { name: 'Paso seleccionado' });
  const pattern = panel.getByRole('textbox', { name: 'Patrón', exact: true });
  await pattern.click();
  await page.keyboard.type('{ip:i');
  await page.getByRole('option', { name: /^ip/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' <an');
  await page.getByRole('option', { name: /^any/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => pattern.innerText(), long).toBe('{ip:ip} <any>');
  await panel.getByRole('button', { name: 'Más sobre Patrón' }).click();
  const docs = page.getByRole('complementary', { name: 'Sobre este campo' });
  await docs.getByRole('heading', { name: 'Patrón', level: 2 }).waitFor();
  await panel.getByRole('combobox', { name: 'Campo', exact: true }).focus();
  await docs.getByRole('heading', { name: 'Campo', level: 2 }).waitFor();
  await looked(page, 'docs-es');
  await page.keyboard.press('Escape');
  await docs.waitFor({ state: 'detached' });

  await page.goto(`${acequia.url}/pipelines/${pipeline.id}?node=generator-1`);
  const expression = panel.getByRole('textbox', { name: 'Expresión' });
  await expression.click();
  await page.keyboard.type('len');
  await page.getByRole('option', { name: /^length/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.src-tip').getByText('length(').waitFor();
  await page.keyboard.type('${ip');
  await page.getByRole('option', { name: /^ip/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect.poll(() => expression.innerText(), long).toBe('length(${ip})');
  expect(await expression.evaluate((element) => element === document.activeElement)).toBe(false);
  await panel.getByText('Integer').first().waitFor();
  await looked(page, 'expression-es');

  await page.goto(`${acequia.url}/pipelines/${pipeline.id}?node=label-1`);
  await panel.getByRole('button', { name: 'Crear etiqueta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Crear etiqueta' });
  await dialog.getByLabel('Nombre', { exact: true }).fill('Posts');
  await dialog.getByRole('radio', { name: 'Código' }).click();
  await dialog.getByRole('textbox', { name: 'Condición' }).fill('${message} contains "POST"');
  await dialog.getByText('Esta etiqueta').waitFor();
  await looked(page, 'label-es');
  await dialog.getByRole('button', { name: 'Guardar etiqueta' }).click();
  await dialog.waitFor({ state: 'detached' });
  const made = (await labelsOf()).find(({ name }) => name === 'Posts')!;
  await eventually('the pipeline to start from the new label', async () => {
    const { document } = await api.call<{ document: { nodes: { id: string; labelId?: string }[] } }>(
      'GET',
      `/pipelines/${pipeline.id}/versions/Main`,
    );
    return document.nodes.find(({ id }) => id === 'label-1')?.labelId === made.id ? true : undefined;
  });
  expect(complaints).toEqual([]);
  await context.close();
}, 180_000);

test('the way of one delivered event is told step by step, back to its bytes; one that is not held says so', async () => {
  await setLanguage('en');
  const pipeline = await createPipeline(
    api,
    'Rays',
    documentOf(
      [
        labelNode('label-1', listener.id),
        actionNode('generator-1', 'field-generator', {
          fields: [
            {
              name: 'long',
              source: 'expression',
              expression: { form: 'code', ast: { call: 'length', args: [{ field: 'message' }] } },
              ifExists: 'overwrite',
            },
          ],
        }),
        datasinkNode('out-1', datasink.id, 'null', {}),
      ],
      ['label-1>generator-1', 'generator-1>out-1'],
    ),
  );
  await publishDraft(api, pipeline.id);
  const { page, context, complaints } = await open(`/pipelines/${pipeline.id}?node=generator-1&tab=events`);
  await page.getByRole('link', { name: 'X-ray' }).click();
  await page.waitForURL(/xray=LI_/);
  const dialog = page.getByRole('region', { name: 'Path of one event' });
  await dialog.getByText(/block [\d,]+, frame [\d,]+/).waitFor();
  const steps = dialog.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await expect.poll(() => steps.count(), long).toBe(3);
  await dialog.getByText('Reads').waitFor();
  await dialog.getByText('long', { exact: true }).first().waitFor();
  await looked(page, 'xray');
  await page.goto(`${acequia.url}/pipelines/${pipeline.id}?xray=${listener.id}.9-9-9.0&xrayAt=1&xrayVersion=Main`);
  await dialog.getByText('The journal no longer contains this event').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
}, 180_000);
