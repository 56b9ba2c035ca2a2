import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { createAccessLogPipeline, createPipeline, type Made } from './harness/content.ts';
import { card, openEditor, restingBox } from './harness/editor.ts';
import { useHouse } from './harness/house.ts';
import { settled, surveyTargets } from './harness/survey.ts';

const house = useHouse('editor-dock');

let pipeline: Made;
beforeAll(async () => {
  pipeline = await createAccessLogPipeline(house.api, 'Web logs', 50);
});

const openParser = () => openEditor(house, `${pipeline.id}/Main/action/parser-1/1.0.0`);
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
  const { page, context, complaints } = await openParser();
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
  await panelHandle(page).and(page.locator('[aria-valuenow="404"]')).waitFor();
  const form = await panel(page)
    .getByRole('tabpanel')
    .evaluate((element) => element.firstElementChild!.clientWidth - 28);
  expect(form).toBeGreaterThanOrEqual(360);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await panelHandle(page).and(page.locator('[aria-valuenow="480"]')).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

const dock = (page: Page) => page.getByRole('region', { name: 'Events of the pipeline' });
const events = (page: Page) => dock(page).getByRole('table', { name: 'Events of the preview' });
const rowsOf = (page: Page) => events(page).locator('tbody > tr:not([aria-hidden])');
const visual = (ast: unknown) => ({ form: 'visual', ast });

/** Access logs by their status: errors and audit are linked, noise and the rest are not. */
async function createRoutes(): Promise<Made> {
  const { document } = await house.api.call<{ document: { nodes: object[]; links: object[] } }>(
    'GET',
    `/pipelines/${pipeline.id}/versions/Main`,
  );
  const conditions = [
    { name: 'errors', condition: visual({ field: 'status', op: 'ge', value: 400 }) },
    {
      name: 'noise',
      condition: visual({
        or: [
          { field: 'path', op: 'starts-with', value: '/static' },
          { field: 'method', op: 'eq', value: 'HEAD' },
        ],
      }),
    },
    { name: 'audit', condition: visual({ field: 'method', op: 'eq', value: 'POST' }) },
  ];
  const route = { kind: 'action', id: 'route-1', position: { x: 200, y: 300 }, component: 'conditional', version: '1.0.0' };
  const nodes = [...document.nodes, { ...route, config: { conditions, mode: 'first' } }];
  const links = [
    document.links[0],
    { id: 'r1', from: { node: 'parser-1', port: 'default' }, to: { node: 'route-1' } },
    { id: 'r2', from: { node: 'route-1', port: 'errors' }, to: { node: 'null-1' } },
    { id: 'r3', from: { node: 'route-1', port: 'audit' }, to: { node: 'null-1' } },
  ];
  return createPipeline(house.api, 'Routes', { ...document, nodes, links });
}

test('events lie below the canvas with the port each took and the condition that decided, and filter by port', async () => {
  const { id } = await createRoutes();
  const { page, context, complaints } = await openEditor(house, `${id}/Main/action/route-1/1.0.0`);
  await events(page).waitFor({ timeout: 60_000 });

  const stage = (await page.getByRole('application').boundingBox())!;
  const below = (await dock(page).boundingBox())!;
  const selected = await restingBox(card(page, 'Conditional'));
  expect(below.y).toBeGreaterThanOrEqual(stage.y + stage.height);
  expect(selected.y + selected.height).toBeLessThanOrEqual(below.y);
  expect(below.width).toBeGreaterThanOrEqual(960);
  expect(await events(page).getByRole('columnheader').allTextContents()).toEqual(
    expect.arrayContaining(['Time', ' status', ' path', ' method', 'Port', 'Why']),
  );

  await dock(page)
    .getByRole('button', { name: /^1?\s*errors \d+$/ })
    .click();
  for (const row of await rowsOf(page).allTextContents()) expect(row).toMatch(/errors.*status is at least 400 \([45]\d\d\)$/);
  await dock(page)
    .getByRole('button', { name: /^–?\s*default \d+$/ })
    .click();
  for (const row of await rowsOf(page).allTextContents()) expect(row).toMatch(/Filtered: No condition matched; default is not linked$/);

  await rowsOf(page).first().getByRole('button').click();
  const conditions = dock(page).getByRole('region', { name: 'Conditions, in the order checked' });
  expect(await conditions.getByRole('listitem').count()).toBe(3);
  expect(await page.locator('.react-flow__handle[data-taken]').getAttribute('data-handleid')).toBe('default');
  const chosen = new URL(page.url()).searchParams.get('event');
  await page.reload();
  await conditions.waitFor({ timeout: 60_000 });
  expect(new URL(page.url()).searchParams.get('event')).toBe(chosen);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Where the page shows something else than the canvas between its edges. */
const covered = (page: Page) =>
  page.locator('.pe-canvas').evaluate((canvas) => {
    const { x, y, width, height } = canvas.getBoundingClientRect();
    const steps = [0.1, 0.3, 0.5, 0.7, 0.9];
    const places = steps.flatMap((across) => steps.map((down) => [x + width * across, y + height * down] as const));
    return places.filter(([left, top]) => !canvas.contains(document.elementFromPoint(left, top)));
  });

test('the canvas keeps its room, and is covered by nothing, whichever tab the dock shows', async () => {
  const { page, context, complaints } = await openParser();
  const show = async (name: string) => {
    await dock(page).getByRole('tab', { name }).click();
    await dock(page).getByRole('tab', { name, selected: true }).waitFor();
  };
  await show('Debug test');
  await dock(page).getByRole('textbox', { name: 'Maximum number of events' }).fill('20');
  await dock(page).getByRole('button', { name: 'Start', exact: true }).click();
  await dock(page).getByText('All events have arrived').waitFor({ timeout: 60_000 });
  await show('Preview');
  await rowsOf(page).first().getByRole('button').click();
  await dock(page).getByRole('link', { name: 'X-ray' }).click();
  await dock(page).getByRole('region', { name: 'Path of one event' }).waitFor({ timeout: 60_000 });

  const tabs = await dock(page).getByRole('tab').allTextContents();
  expect(tabs).toEqual(['Preview', 'Debug test', 'Saved tests', 'Shadow run', 'X-ray']);
  const rooms: unknown[] = [];
  for (const name of tabs.toReversed()) {
    await show(name);
    await settled(page);
    const stage = await restingBox(page.getByRole('application'));
    const below = await restingBox(dock(page));
    expect([name, below.y >= stage.y + stage.height, await covered(page), await page.getByRole('dialog').count()]).toEqual([
      name,
      true,
      [],
      0,
    ]);
    rooms.push([name, stage]);
  }
  const [, usual] = rooms.at(-1) as [string, Awaited<ReturnType<typeof restingBox>>];
  expect(rooms).toEqual(tabs.toReversed().map((name) => [name, usual]));
  expect(usual.height).toBeGreaterThanOrEqual(300);
  expect(usual.width).toBeGreaterThanOrEqual(700);
  expect(complaints).toEqual([]);
  await context.close();
});

test('the dock is pulled higher, stays so after a reload, and closes to its bar for good', async () => {
  const { page, context, complaints } = await openParser();
  const handle = page.getByRole('separator', { name: /^Height of the panel below/ });
  const heightOf = async () => Math.round((await dock(page).boundingBox())!.height);
  await handle.focus();
  const before = await heightOf();
  await page.keyboard.press('Shift+ArrowUp');
  expect(await heightOf()).toBe(before + 64);
  await kept('dockPx', before + 64);
  await page.reload();
  await handle.waitFor();
  expect(await heightOf()).toBe(before + 64);
  await handle.dblclick();
  expect(await heightOf()).toBe(before);

  await dock(page).getByRole('button', { name: 'Close the panel below' }).click();
  expect(await heightOf()).toBeLessThan(48);
  await page.reload();
  await dock(page).getByRole('button', { name: 'Open the panel below' }).click();
  expect(await heightOf()).toBe(before);
  expect(complaints).toEqual([]);
  await context.close();
});

test('what can be pressed is large enough or apart, on the canvas, in the list, and with panel and dock open', async () => {
  const { page, context } = await openEditor(house, `${pipeline.id}/Main`);
  expect(await surveyTargets(page)).toEqual([]);
  await page.getByRole('radio', { name: 'List', exact: true }).click();
  expect(await surveyTargets(page)).toEqual([]);
  await page.goto(`${house.url}/pipelines/${pipeline.id}/Main/action/parser-1/1.0.0`);
  await rowsOf(page).first().waitFor();
  expect(await surveyTargets(page)).toEqual([]);
  await context.close();
});

test('the dock says how events are taken, and leads from step to step without the canvas', async () => {
  const { page, context, complaints } = await openParser();
  await dock(page).getByText('Newest 100 events, every 5 s').waitFor();
  await dock(page)
    .getByRole('button', { name: /^Step: / })
    .click();
  await page.getByRole('menuitem').last().click();
  await page.waitForURL((url) => !url.pathname.includes('parser-1'));
  expect(
    await dock(page)
      .getByRole('button', { name: /^Step: / })
      .innerText(),
  ).not.toContain('Parser');
  expect(complaints).toEqual([]);
  await context.close();
});
