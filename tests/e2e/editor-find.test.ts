import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { createDatasink, createPipeline, forkDocument, publishDraft, type Made } from './harness/content.ts';
import { card, openEditor, toast, useEditorHouse } from './harness/editor.ts';
import { hasKeys } from './harness/keyboard.ts';
import { settled, surveyPage } from './harness/survey.ts';

const editor = useEditorHouse('find');
const shot = (name: string) => join(import.meta.dirname, `../../.cache/screenshots/${name}.png`);

test('finds a step by a setting, adds a step to the selection with Shift, and copies the pipeline', async () => {
  const { datasink, listener, house } = editor;
  const pipeline = await createPipeline(house.api, 'Searched', forkDocument(listener.id, datasink.id));
  const { page, context, complaints } = await openEditor(house, `${pipeline.id}/Main`);
  await card(page, 'Parser').waitFor();
  await page.keyboard.press('Control+f');
  const field = page.getByRole('combobox', { name: 'Find in this pipeline' });
  await hasKeys(field);
  await page.keyboard.type('pars');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/action\/parser-1\//);
  await hasKeys(field);
  await settled(page);
  expect(await surveyPage(page)).toEqual([]);
  await page.screenshot({ path: shot('find-step') });
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });

  await card(page, 'Conditional').click({ modifiers: ['Shift'] });
  await expect.poll(() => page.locator('.pe-card-selected').count()).toBe(2);
  await card(page, 'Conditional').click({ modifiers: ['Shift'] });
  await expect.poll(() => page.locator('.pe-card-selected').count()).toBe(1);

  await page.locator('.pe-header').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate pipeline' }).click();
  await toast(page, 'Searched (copy) was created').waitFor();
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: /Searched \(copy\)/ }).waitFor();
  await card(page, 'Parser').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('names a deleted data sink where a draft is published and where a version is started', async () => {
  const { listener, house } = editor;
  const spare = await createDatasink(house.api, 'Spare archive', 'null', {});
  const pipeline: Made = await createPipeline(house.api, 'Bereft', forkDocument(listener.id, spare.id));
  await publishDraft(house.api, pipeline.id);
  await eventually('it runs', async () =>
    (await house.api.call<{ runningVersion: string | null }>('GET', `/pipelines/${pipeline.id}`)).runningVersion === '1.0.0'
      ? true
      : undefined,
  );
  await house.api.call('DELETE', `/datasinks/${spare.id}`, { id: spare.id, confirmUsed: true });
  const { page, context, complaints } = await openEditor(house, `${pipeline.id}/Main`);
  await card(page, 'Data sink Spare archive').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish Bereft' });
  await dialog.getByText(/The data sink Spare archive was deleted/).waitFor();
  await settled(page);
  expect(await surveyPage(page)).toEqual([]);
  await page.screenshot({ path: shot('publish-blockers') });
  await dialog
    .getByRole('button', { name: /Spare archive.*Show$/ })
    .first()
    .click();
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL(/node=/);

  await page.goto(`${house.url}/pipelines/${pipeline.id}/1.0.0`);
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click();
  const start = page.getByRole('dialog', { name: 'Start v1.0.0 again?' });
  await start.getByText('v1.0.0 can’t start').waitFor();
  await start.getByText(/The data sink Spare archive was deleted/).waitFor();
  expect(await start.getByRole('button', { name: 'Start v1.0.0' }).isDisabled()).toBe(true);
  await page.screenshot({ path: shot('start-blockers') });
  expect(complaints).toEqual([]);
  await context.close();
});

test('the first Tab leads past everything to the steps, and a version that is not there is named with the way to the draft', async () => {
  const { datasink, listener, house } = editor;
  const pipeline = await createPipeline(house.api, 'Skipped', forkDocument(listener.id, datasink.id));
  const { page, context } = await openEditor(house, `${pipeline.id}/Main`);
  const skip = page.getByRole('button', { name: 'Skip to the steps' });
  await skip.focus();
  await page.keyboard.press('Enter');
  await page.locator('.react-flow__node:focus').waitFor();
  await page.goto(`${house.url}/pipelines/${pipeline.id}/9.9.9`);
  await page.getByRole('heading', { name: /Skipped.*9\.9\.9|9\.9\.9.*Skipped/ }).waitFor();
  await page.getByRole('main').getByRole('link').first().click();
  await page.waitForURL(`**/pipelines/${pipeline.id}/Main`);
  await context.close();
});
