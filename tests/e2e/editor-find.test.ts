import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { createDatasink, createPipeline, forkDocument, publishDraft, type Made } from './harness/content.ts';
import { card, openEditor, restingBox, toast, useEditorHouse } from './harness/editor.ts';
import { hasKeys } from './harness/keyboard.ts';
import { settled, surveyPage } from './harness/survey.ts';
import { uploadTable } from './harness/tables.ts';
import { actionNode, datasinkNode, documentOf, labelNode } from './harness/workbench.ts';

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

test('a right-click offers what can be done with a step, a link, the canvas, and all that is selected', async () => {
  const { datasink, listener, house } = editor;
  const pipeline = await createPipeline(house.api, 'Pressed', forkDocument(listener.id, datasink.id));
  const { page, context, complaints } = await openEditor(house, `${pipeline.id}/Main`);
  const menu = async (name: string) => {
    const items = page.getByRole('menu', { name }).getByRole('menuitem');
    await items.first().waitFor();
    return items.allTextContents();
  };
  const press = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();
  const cards = page.locator('.react-flow__node');
  await card(page, 'Parser').click({ button: 'right' });
  expect(await menu('Actions on Parser')).toEqual([
    'Add a step after Parser',
    'Edit',
    'Write a note',
    'Move up',
    'Move down',
    'Move to…',
    'Duplicate',
    'Delete',
  ]);
  await press('Duplicate');
  await expect.poll(() => cards.count()).toBe(5);
  await restingBox(card(page, 'Conditional'));
  const link = page.locator('[data-link=l1]');
  const middle = await link.locator('.pe-link-reach').evaluate((path: SVGPathElement) => {
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM()!);
    return { x, y };
  });
  await page.mouse.click(middle.x, middle.y, { button: 'right' });
  expect(await menu('Actions on the link')).toEqual(['Add a step here', 'Remove the link']);
  await press('Remove the link');
  await link.waitFor({ state: 'detached' });
  const stage = await restingBox(page.getByRole('region', { name: 'Canvas of the pipeline' }));
  await page.mouse.click(stage.x + 30, stage.y + stage.height / 2, { button: 'right' });
  expect(await menu('Actions on the canvas')).toEqual(['Add a step', 'Select all', 'Auto-layout']);
  await press('Select all');
  await expect.poll(() => page.locator('.pe-card-selected').count()).toBe(5);
  await card(page, 'Conditional').click({ button: 'right' });
  expect(await menu('Actions on the selected steps')).toEqual(['Duplicate', 'Delete']);
  await press('Delete');
  await expect.poll(() => cards.count()).toBe(0);
  for (const back of ['Control+z', 'Control+z', 'Control+z']) await page.keyboard.press(back);
  await expect.poll(() => cards.count()).toBe(4);
  await link.waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('names a deleted data sink and a deleted enrichment where a draft is published and where a version is started', async () => {
  const { listener, house } = editor;
  const spare = await createDatasink(house.api, 'Spare archive', 'null', {});
  const table = { name: 'Owners', description: '', tags: [], format: 'csv', separator: null, keyColumn: 'line' };
  const { id: lookup } = await house.api.call<Made>('POST', '/lookups', table);
  await uploadTable(house.api, lookup, ['line,owner\nnone,north\n']);
  const steps = [
    labelNode('start', listener.id),
    actionNode('owner', 'lookup', { lookup, key: '${message}' }),
    datasinkNode('end', spare.id, 'null', {}),
  ];
  const pipeline: Made = await createPipeline(house.api, 'Bereft', documentOf(steps, ['start>owner', 'owner>end']));
  await publishDraft(house.api, pipeline.id);
  await eventually('it runs', async () =>
    (await house.api.call<{ runningVersion: string | null }>('GET', `/pipelines/${pipeline.id}`)).runningVersion === '1.0.0'
      ? true
      : undefined,
  );
  await house.api.call('DELETE', `/datasinks/${spare.id}`, { id: spare.id, confirmUsed: true });
  await house.api.call('DELETE', `/lookups/${lookup}`, { id: lookup, confirmUsed: true });
  const { page, context, complaints } = await openEditor(house, `${pipeline.id}/Main`);
  await card(page, 'Data sink Spare archive').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish Bereft' });
  await dialog.getByText(/The data sink Spare archive was deleted/).waitFor();
  await dialog.getByText(/the enrichment Owners was deleted/).waitFor();
  expect(await dialog.getByRole('button', { name: /^Publish v/ }).isDisabled()).toBe(true);
  await settled(page);
  expect(await surveyPage(page)).toEqual([]);
  await page.screenshot({ path: shot('publish-blockers') });
  await dialog
    .getByRole('button', { name: /Spare archive.*Show$/ })
    .first()
    .click();
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL(/node=end/);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByRole('button', { name: /the enrichment Owners was deleted.*Show$/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL(/\/action\/owner\//);

  await page.goto(`${house.url}/pipelines/${pipeline.id}/1.0.0`);
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click();
  const start = page.getByRole('dialog', { name: 'Start v1.0.0 again?' });
  await start.getByText('v1.0.0 can’t start').waitFor();
  await start.getByText(/The data sink Spare archive was deleted/).waitFor();
  await start.getByText(/the enrichment Owners was deleted/).waitFor();
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
