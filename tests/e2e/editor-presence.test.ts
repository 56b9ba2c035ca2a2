import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { haveSession } from './harness/browser.ts';
import { createPipeline } from './harness/content.ts';
import { card, useEditorHouse } from './harness/editor.ts';
import { looks } from './harness/house.ts';
import { settled, surveyPage } from './harness/survey.ts';
import { admin, insertAdmin, insertNeighbour, insertViewer, neighbour, viewer } from './harness/viewer.ts';
import { actionNode, datasinkNode, documentOf, labelNode } from './harness/workbench.ts';

const editor = useEditorHouse('presence');
const shots = join(import.meta.dirname, '../../.cache/screenshots');
beforeAll(async () => {
  await insertAdmin(editor.house.acequia.dataDirectory);
  await insertViewer(editor.house.acequia.dataDirectory);
  await insertNeighbour(editor.house.acequia.dataDirectory);
});

const flow = () =>
  documentOf(
    [
      labelNode('start', editor.listener.id),
      actionNode('keep', 'parser', { mode: 'kv', onFail: 'pass' }),
      datasinkNode('end', editor.datasink.id, 'null', {}),
    ].map((node, index) => ({ ...node, position: { x: 0, y: index * 160 } })),
    ['start>keep', 'keep>end'],
  );

/** Somebody with a profile of their own, at an address of the console. */
async function at(address: string, email?: string, look: (typeof looks)[number] = looks[0]) {
  const watched = await editor.house.open(look);
  await haveSession(watched.page, editor.house.url, email);
  await watched.page.goto(`${editor.house.url}/pipelines/${address}`);
  await settled(watched.page);
  return watched;
}

const here = (page: Page) => page.getByRole('list', { name: 'Also here' });
const mark = (page: Page, words: string) => here(page).getByRole('button', { name: new RegExp(`^\\S+, ${words}$`) });

test('two people see each other, by name and by step, before they work on the same one; who leaves is gone, however they leave', async () => {
  const { id } = await createPipeline(editor.house.api, 'Together', flow());
  const ana = await at(`${id}/Main`);
  await card(ana.page, 'Parser').waitFor();
  expect(await here(ana.page).count()).toBe(0);

  const adam = await at(`${id}/Main`, admin.email);
  await mark(ana.page, 'Adam Luz is editing the draft').waitFor();
  await mark(adam.page, 'Ana Ríos is editing the draft').waitFor();

  await card(adam.page, 'Parser').click();
  await mark(ana.page, 'Adam Luz has “Parser” open').waitFor();
  await card(ana.page, 'Parser').getByRole('img', { name: 'Adam Luz has this step open' }).waitFor();
  await card(ana.page, 'Parser').click();
  const panel = ana.page.getByRole('complementary', { name: 'Selected step' });
  await panel.getByRole('status').getByText('Adam Luz has this step open').waitFor();

  // The name is there for the keys, too.
  await mark(ana.page, 'Adam Luz has “Parser” open').focus();
  await ana.page.getByRole('tooltip', { name: 'Adam Luz has “Parser” open' }).waitFor();
  await ana.page.keyboard.press('Escape');

  const vera = await at(`${id}/Main`, viewer.email);
  await mark(ana.page, 'Vera Luz is viewing the draft').waitFor();
  await here(vera.page).getByRole('listitem').nth(1).waitFor();
  // Two tabs are one person.
  const second = await vera.context.newPage();
  await second.goto(vera.page.url());
  await settled(second);
  await here(second).getByRole('button').nth(1).waitFor();
  expect(await here(ana.page).getByRole('listitem').count()).toBe(2);
  await ana.page.screenshot({ path: join(shots, 'presence-dark-en-1440.png') });
  expect(await surveyPage(ana.page)).toEqual([]);

  await second.close();
  await vera.page.getByRole('link', { name: 'Back to the pipelines' }).or(vera.page.locator('.pe-header > a')).first().click();
  await vera.page.waitForURL('**/pipelines');
  await mark(ana.page, 'Vera Luz is viewing the draft').waitFor({ state: 'detached' });
  await vera.page.goBack();
  await mark(ana.page, 'Vera Luz is viewing the draft').waitFor();
  await vera.page.close({ runBeforeUnload: true });
  await mark(ana.page, 'Vera Luz is viewing the draft').waitFor({ state: 'detached', timeout: 10_000 });

  const users = await editor.house.api.call<{ id: string; email: string }[]>('GET', '/users');
  await editor.house.api.call('POST', '/users/sessions/end', {
    ids: users.filter(({ email }) => email === admin.email).map((one) => one.id),
  });
  await here(ana.page).waitFor({ state: 'detached', timeout: 5000 });
  await panel.getByText('Adam Luz has this step open').waitFor({ state: 'detached' });
  // A browser that is told to close a window while it goes elsewhere may never answer.
  await adam.page.waitForURL('**/login?*');
  expect(ana.complaints).toEqual([]);
  for (const { context } of [ana, adam, vera]) await context.close();
});

test('a person of another organization neither sees nor is seen, on whatever pipeline they knock', async () => {
  const { id } = await createPipeline(editor.house.api, 'Private', flow());
  const ana = await at(`${id}/Main`);
  const nora = await at(`${id}/Main`, neighbour.email);
  await nora.page.locator('.pe-failed').waitFor();
  const adam = await at(`${id}/Main`, admin.email);
  await mark(ana.page, 'Adam Luz is editing the draft').waitFor();
  expect(await here(ana.page).getByRole('listitem').count()).toBe(1);
  expect(await here(nora.page).count()).toBe(0);
  for (const { context } of [ana, nora, adam]) await context.close();
});

test('in Spanish, on light, at 1024', async () => {
  const { id } = await createPipeline(editor.house.api, 'Juntas', flow());
  await editor.house.prefer(looks[1]);
  const ana = await at(`${id}/Main`, undefined, looks[1]);
  const adam = await at(`${id}/Main`, admin.email);
  const vera = await at(`${id}/Main`, viewer.email);
  await card(adam.page, 'Parser').click();
  await card(vera.page, 'Parser').click();
  await ana.page.setViewportSize({ width: 1024, height: 700 });
  const others = ana.page.getByRole('list', { name: 'También aquí' });
  await others.getByRole('button', { name: /^AL, Adam Luz tiene abierto «/ }).waitFor();
  await others.getByRole('button', { name: /^VL, Vera Luz está viendo «/ }).waitFor();
  await ana.page.locator('.react-flow__node').nth(1).click();
  await ana.page.getByText('Adam Luz y Vera Luz tienen este paso abierto').waitFor();
  await ana.page.screenshot({ path: join(shots, 'presence-light-es-1024.png') });
  expect(await surveyPage(ana.page)).toEqual([]);
  await editor.house.prefer(looks[0]);
  for (const { context } of [ana, adam, vera]) await context.close();
});
