import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { createPipeline, forkDocument, publishDraft } from './harness/content.ts';
import { card, openEditor, restingBox, toast, useEditorHouse } from './harness/editor.ts';
import { hasKeys, tabTo } from './harness/keyboard.ts';
import { settled } from './harness/survey.ts';

const editor = useEditorHouse('editor');
/** For what a loaded machine may take long for. */
const long = { timeout: 60_000 };

interface Draft {
  readonly revision: number;
  readonly document: {
    readonly nodes: {
      readonly id: string;
      readonly kind: string;
      readonly component?: string;
      readonly config?: Record<string, unknown>;
    }[];
    readonly links: { readonly from: { readonly node: string; readonly port: string }; readonly to: { readonly node: string } }[];
  };
}

const draftOf = (pipeline: string): Promise<Draft> => editor.house.api.call('GET', `/pipelines/${pipeline}/versions/Main`);

/** The links of the stored draft as `kind → kind`, in order. */
const drawn = (draft: Draft): string[] => {
  const name = (id: string) => {
    const node = draft.document.nodes.find((each) => each.id === id)!;
    return node.component ?? node.kind;
  };
  return draft.document.links.map((link) => `${name(link.from.node)} → ${name(link.to.node)}`).toSorted();
};

/** Waits until the stored draft is what the screen shows. */
const stored = (pipeline: string, what: string, check: (draft: Draft) => boolean): Promise<Draft> =>
  eventually(what, async () => {
    const draft = await draftOf(pipeline);
    return check(draft) ? draft : undefined;
  });

const palette = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('complementary', { name: 'Steps to add' }).getByRole('button', { name });
const undo = (page: Page): Locator => page.getByRole('button', { name: /^Undo/ });

async function centre(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await restingBox(locator);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Draws a link with the mouse; `over` is done while the button is still down. */
async function drawLink(page: Page, from: Locator, to: { x: number; y: number }, over?: () => Promise<void>): Promise<void> {
  const start = await centre(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + to.x) / 2, (start.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await over?.();
  await page.mouse.up();
}

test('by mouse: dragged steps, drawn links, a refused circle, a step dropped into a link', async () => {
  const pipeline = await createPipeline(editor.house.api, 'By mouse');
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  const stage = page.getByRole('region', { name: 'Canvas of the pipeline' });
  await palette(page, /All events$/).dragTo(stage, { targetPosition: { x: 320, y: 80 } });
  await card(page, 'Label All events').waitFor();
  await palette(page, 'Conditional').dragTo(stage, { targetPosition: { x: 320, y: 240 } });
  await card(page, 'Conditional').waitFor();
  await palette(page, 'Count only').dragTo(stage, { targetPosition: { x: 320, y: 430 } });
  await card(page, 'Data sink Count only').waitFor();

  const labelOut = card(page, 'Label All events').locator('.react-flow__handle.source').first();
  const conditionalOut = card(page, 'Conditional').locator('.react-flow__handle.source').first();
  await drawLink(page, labelOut, await centre(card(page, 'Conditional')));
  await drawLink(page, conditionalOut, await centre(card(page, 'Data sink Count only')));
  await stored(pipeline.id, 'two links', (draft) => draft.document.links.length === 2);

  await drawLink(page, conditionalOut, await centre(card(page, 'Label All events')), async () => {
    await page.getByText('A label cannot receive events.').waitFor();
  });
  expect((await draftOf(pipeline.id)).document.links).toHaveLength(2);

  const link = page.locator('.pe-link-reach').first();
  await restingBox(card(page, 'Conditional'));
  const middle = await link.evaluate((path: SVGPathElement) => {
    const { x, y } = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM()!);
    return { x, y };
  });
  const stageBox = await restingBox(stage);
  await palette(page, 'Parser').dragTo(stage, { targetPosition: { x: middle.x - stageBox.x, y: middle.y - stageBox.y } });
  const draft = await stored(pipeline.id, 'the inserted step', (each) => each.document.links.length === 3);
  expect(drawn(draft)).toContain('label → parser');
  expect(drawn(draft)).toContain('parser → conditional');

  await undo(page).click();
  await stored(pipeline.id, 'the step taken out again', (each) => each.document.links.length === 2);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Notes each place that a card is painted at, from its first frame on. */
const watchPlaces = (page: Page) =>
  page.evaluate(() => {
    const places = new Set<string>();
    Object.assign(window, { places });
    const look = () => {
      const box = document.querySelector('.react-flow__node[data-id^="label"]')?.getBoundingClientRect();
      if (box) places.add(`${Math.round(box.x)} ${Math.round(box.y)}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
const placesOf = (page: Page) => page.evaluate(() => [...(window as unknown as { readonly places: Set<string> }).places]);

test('the first label is painted where it is dropped, and stays there when it is configured and the next step comes', async () => {
  const pipeline = await createPipeline(editor.house.api, 'First label');
  const { page, context } = await openEditor(editor.house, `${pipeline.id}/Main`);
  const stage = page.getByRole('region', { name: 'Canvas of the pipeline' });
  const { x, y } = await restingBox(stage);
  await watchPlaces(page);
  await palette(page, /All events$/).dragTo(stage, { targetPosition: { x: 320, y: 80 } });
  const label = card(page, 'Label All events');
  await label.waitFor();
  await label.click();
  await page.locator('.pe-panel').waitFor();
  await palette(page, 'Parser').click();
  await restingBox(card(page, 'Parser'));
  await stored(pipeline.id, 'both steps', (each) => each.document.links.length === 1);
  const [place, ...others] = await placesOf(page);
  expect(others).toEqual([]);
  const [left, top] = place!.split(' ').map(Number);
  // Under the pointer, on the next place of a grid of 4 px.
  expect(Math.abs(left! - (x + 320 - 118))).toBeLessThanOrEqual(3);
  expect(Math.abs(top! - (y + 80 - 42))).toBeLessThanOrEqual(3);
  await context.close();
});

test('the first label that is added without a place stays where it is painted first', async () => {
  const pipeline = await createPipeline(editor.house.api, 'First label by a click');
  const { page, context } = await openEditor(editor.house, `${pipeline.id}/Main`);
  await watchPlaces(page);
  await palette(page, /All events$/).click();
  await page.locator('.pe-panel').waitFor();
  await palette(page, 'Parser').click();
  await restingBox(card(page, 'Parser'));
  await stored(pipeline.id, 'both steps', (each) => each.document.links.length === 1);
  expect(await placesOf(page)).toHaveLength(1);
  await context.close();
});

test('by keyboard alone: find, add, configure, link, undo, redo, delete, publish', async () => {
  const pipeline = await createPipeline(editor.house.api, 'By keyboard');
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  const addByKeyboard = async (words: string) => {
    await page.keyboard.press('/');
    await hasKeys(page.getByRole('searchbox', { name: 'Find a step' }));
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
  };
  await addByKeyboard('All events');
  await card(page, 'Label All events').waitFor();
  await addByKeyboard('Conditional');
  await card(page, 'Conditional').waitFor();
  await stored(pipeline.id, 'the first link', (draft) => drawn(draft).join() === 'label → conditional');
  await page.getByRole('button', { name: 'Undo: add Conditional' }).waitFor();

  await page.keyboard.press('Control+z');
  await card(page, 'Conditional').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Redo: add Conditional' }).waitFor();
  await page.keyboard.press('Control+y');
  await card(page, 'Conditional').waitFor();

  await card(page, 'Conditional').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Conditional', level: 2 }).waitFor();
  const panel = page.getByRole('complementary', { name: 'Selected step' });
  const add = panel.getByRole('button', { name: 'Add', exact: true });
  await add.focus();
  await page.keyboard.press('Enter');
  const name = panel.getByRole('textbox', { name: 'Name' }).first();
  await name.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('failed');
  await stored(pipeline.id, 'the port called failed', (draft) => JSON.stringify(draft.document.nodes).includes('"name":"failed"'));

  await card(page, 'Conditional').focus();
  await page.keyboard.press('Delete');
  await card(page, 'Conditional').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await card(page, 'Conditional').waitFor();

  await card(page, 'Conditional').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await card(page, 'Conditional').waitFor({ state: 'detached' });
  await card(page, 'Label All events').focus();
  await page.keyboard.press('Enter');
  await addByKeyboard('Count only');
  await stored(pipeline.id, 'the link to the datasink', (draft) => drawn(draft).join() === 'label → null');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog', { name: 'Publish By keyboard' }).getByRole('heading', { name: 'First version' }).waitFor();
  await tabTo(page, /^Publish v1\.0\.0/);
  await page.keyboard.press('Enter');
  await toast(page, 'v1.0.0 is published').waitFor();
  await page.getByRole('button', { name: 'v1.0.0 in 1 cluster' }).waitFor({ timeout: 60_000 });
  await card(page, 'Data sink Count only').getByText('EPS').waitFor({ timeout: 60_000 });
  await page.locator('.pe-now-rates').waitFor({ timeout: 60_000 });
  await expect.poll(() => underRates(page)).toEqual([]);
  await page.screenshot({ path: join(import.meta.dirname, '../../.cache/screenshots/rates-beside-cards.png') });
  expect(await editor.house.api.call('GET', `/pipelines/${pipeline.id}`)).toMatchObject({ state: 'running', start: null });
  expect(complaints).toEqual([]);
  await context.close();
});

/** The steps that the rates of the pipeline cover. */
const underRates = (page: Page) =>
  page.locator('.pe-now').evaluate((rates) => {
    const box = rates.getBoundingClientRect();
    const covers = ({ left, right, top, bottom }: DOMRect) => left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    return [...document.querySelectorAll('.react-flow__node')]
      .filter((step) => covers(step.getBoundingClientRect()))
      .map((step) => step.getAttribute('aria-label'));
  });

test('a second label is refused with the reason', async () => {
  const pipeline = await createPipeline(editor.house.api, 'Two labels', forkDocument(editor.listener.id, editor.datasink.id));
  const { page, context } = await openEditor(editor.house, `${pipeline.id}/Main`);
  await palette(page, /All events$/).click();
  await toast(page, 'A pipeline starts from one label. To join several, add a label to the listener with an OR condition.').waitFor();
  expect((await draftOf(pipeline.id)).document.nodes.filter((node) => node.kind === 'label')).toHaveLength(1);
  await context.close();
});

test('what was typed a moment before a reload is still there', async () => {
  const pipeline = await createPipeline(editor.house.api, 'Reload', forkDocument(editor.listener.id, editor.datasink.id));
  const { page, context } = await openEditor(editor.house, `${pipeline.id}/Main`);
  await page.goto(`${editor.house.url}/pipelines/${pipeline.id}/Main?node=parser-1&tab=notes`);
  await settled(page);
  await page.getByRole('textbox', { name: 'Note' }).fill('Keeps the pairs of the proxy');
  await page.reload();
  await settled(page);
  await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue(), long).toBe('Keeps the pairs of the proxy');
  await stored(pipeline.id, 'the note', (draft) => JSON.stringify(draft).includes('Keeps the pairs of the proxy'));
  await context.close();
});

test('publish, live numbers, recent events, another version, stop, and back to the first', async () => {
  const pipeline = await createPipeline(editor.house.api, 'Running', forkDocument(editor.listener.id, editor.datasink.id));
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const publish = page.getByRole('dialog', { name: 'Publish Running' });
  await publish.getByRole('heading', { name: 'First version' }).waitFor();
  await publish.getByRole('button', { name: /^Publish v1\.0\.0/ }).click();
  await toast(page, 'v1.0.0 is published').waitFor();

  await card(page, 'Label All events').getByText('EPS').waitFor({ timeout: 60_000 });
  await eventually('a rate on the card of the datasink', async () => {
    const text = await card(page, 'Data sink Count only').innerText();
    return /[1-9]\d*(?:\.\d+)?\s*EPS/.test(text) ? true : undefined;
  });
  await page.getByRole('button', { name: /v1\.0\.0.*cluster/ }).waitFor();
  await eventually('a rate of what was delivered', async () =>
    Number.parseFloat(await page.locator('.pe-now-rates .ui-c-out').innerText()) > 0 ? true : undefined,
  );
  await page.screenshot({ path: join(import.meta.dirname, '../../.cache/screenshots/running.png') });
  await page.goto(`${editor.house.url}/pipelines/${pipeline.id}/Main?node=conditional-1&tab=events`);
  await page
    .getByRole('button', { name: /"(GET|POST|PUT|DELETE|HEAD)|HTTP\// })
    .first()
    .waitFor({ timeout: 60_000 });
  await page.getByText('_raw', { exact: true }).first().waitFor();

  await card(page, 'Parser').click();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Changes since v1.0.0').waitFor();
  await page.getByRole('dialog').getByText('Removed').first().waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish v/ })
    .click();
  await toast(page, /^v\d+\.\d+\.\d+ is published/).waitFor();

  await page.getByRole('button', { name: /^Draft/ }).click();
  await page.getByRole('menuitem', { name: 'Start again v1.0.0' }).click();
  await page.getByRole('button', { name: 'Start v1.0.0' }).click();
  await eventually('the first version running again', async () =>
    (await editor.house.api.call<{ runningVersion: string | null }>('GET', `/pipelines/${pipeline.id}`)).runningVersion === '1.0.0'
      ? true
      : undefined,
  );

  await page.getByRole('button', { name: 'Stop the running version' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await eventually('a stopped pipeline', async () =>
    (await editor.house.api.call<{ state: string }>('GET', `/pipelines/${pipeline.id}`)).state === 'stopped' ? true : undefined,
  );
  await page.getByText('Paused', { exact: true }).first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a published version can be looked at and copied into the draft, not edited', async () => {
  const pipeline = await createPipeline(editor.house.api, 'Read only', forkDocument(editor.listener.id, editor.datasink.id));
  await publishDraft(editor.house.api, pipeline.id);
  const versions = await editor.house.api.call<{ version: string }[]>('GET', `/pipelines/${pipeline.id}/versions`);
  const published = versions.find((each) => each.version !== 'Main')!.version;
  const { page, context } = await openEditor(editor.house, `${pipeline.id}/${published}`);
  await page.getByText('Published versions cannot be edited.').first().waitFor();
  await card(page, 'Parser').click();
  await page.keyboard.press('Delete');
  await card(page, 'Parser').waitFor();
  expect(await page.getByRole('complementary', { name: 'Steps to add' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).count()).toBe(0);
  await context.close();
});
