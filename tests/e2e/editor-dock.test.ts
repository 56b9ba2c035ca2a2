import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { createAccessLogPipeline, type Made } from './harness/content.ts';
import { openEditor } from './harness/editor.ts';
import { useHouse } from './harness/house.ts';

const house = useHouse('editor-dock');

const openParser = (pipeline: Made, search = '') => openEditor(house, `${pipeline.id}/Main/action/parser-1/1.0.0${search}`);
const panel = (page: Page) => page.getByRole('complementary', { name: 'Selected step' });
const panelHandle = (page: Page) => page.getByRole('separator', { name: /^Width of the step panel/ });
/** Waits until the server has a size of this user. */
const kept = (name: 'panelPx' | 'dockPx', px: number) =>
  eventually(`${name} kept`, async () => {
    const { preferences } = await house.api.call<{ preferences: { editor: Readonly<Record<string, number>> } }>('GET', '/auth/session');
    return preferences.editor[name] === px || undefined;
  });
const widthOf = (page: Page) => panel(page).evaluate((element) => Math.round(element.getBoundingClientRect().width));

test('the panel of a step is pulled wider with the pointer or the keys, stays so after a reload, and never squeezes its form', async () => {
  const pipeline = await createAccessLogPipeline(house.api, 'Panel width', 5);
  const { page, context, complaints } = await openParser(pipeline);
  expect(await widthOf(page)).toBeGreaterThanOrEqual(418);

  const box = (await panelHandle(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x - 100, box.y + 300, { steps: 5 });
  await page.mouse.up();
  const pulled = await widthOf(page);
  expect(pulled).toBeGreaterThan(500);
  await kept('panelPx', pulled + 1);
  await page.reload();
  await panel(page).waitFor();
  expect(await widthOf(page)).toBe(pulled);

  await panelHandle(page).focus();
  await page.keyboard.press('ArrowRight');
  expect(await widthOf(page)).toBe(pulled - 16);
  await page.keyboard.press('Home');
  expect(await panelHandle(page).getAttribute('aria-valuenow')).toBe('420');
  await panelHandle(page).dblclick();
  expect(await panelHandle(page).getAttribute('aria-valuenow')).toBe('420');

  await page.setViewportSize({ width: 1024, height: 768 });
  expect(await panelHandle(page).getAttribute('aria-valuenow')).toBe('404');
  const form = await panel(page)
    .getByRole('tabpanel')
    .evaluate((element) => element.firstElementChild!.clientWidth - 28);
  expect(form).toBeGreaterThanOrEqual(360);
  await page.setViewportSize({ width: 1920, height: 1080 });
  expect(await panelHandle(page).getAttribute('aria-valuenow')).toBe('480');
  expect(complaints).toEqual([]);
  await context.close();
});
