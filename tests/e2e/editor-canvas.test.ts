import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { createGenerator, createPipeline, forkDocument, publishDraft } from './harness/content.ts';
import { card, openEditor, restingBox, useEditorHouse } from './harness/editor.ts';
import { hasKeys } from './harness/keyboard.ts';
import { looks } from './harness/house.ts';
import { haveSession } from './harness/browser.ts';
import { settled, surveyPage } from './harness/survey.ts';
import { actionNode, datasinkNode, documentOf, labelNode } from './harness/workbench.ts';

const editor = useEditorHouse('canvas');
const fork = () => forkDocument(editor.listener.id, editor.datasink.id);

interface Draft {
  readonly document: {
    readonly nodes: readonly { readonly id: string; readonly component?: string; readonly kind: string }[];
    readonly links: readonly { readonly from: { readonly node: string; readonly port: string }; readonly to: { readonly node: string } }[];
  };
}

/** Waits until the stored links are these, as `component.port → component`, in order. */
const flows = (pipeline: string, ...expected: readonly string[]): Promise<true> =>
  eventually(expected.join(', '), async () => {
    const { document } = await editor.house.api.call<Draft>('GET', `/pipelines/${pipeline}/versions/Main`);
    const name = (id: string) => {
      const node = document.nodes.find((each) => each.id === id)!;
      return node.component ?? node.kind;
    };
    const drawn = document.links.map(({ from, to }) => `${name(from.node)}.${from.port} → ${name(to.node)}`);
    return drawn.toSorted().join() === expected.toSorted().join() ? true : undefined;
  });

const row = (page: Page, name: string): Locator =>
  page.locator('[data-row]').filter({ has: page.locator('.pe-row-name', { hasText: new RegExp(`^${name}$`) }) });

test('the list does what the canvas does: add, link, move, delete, take back, and lead to a problem', async () => {
  const pipeline = await createPipeline(editor.house.api, 'As a list', fork());
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  await page.keyboard.press('v');
  await row(page, 'Conditional').waitFor();
  await page.waitForURL(/shown=list/);
  expect(await surveyPage(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add a step after Parser' }).click();
  await hasKeys(page.getByRole('searchbox', { name: 'Find a step' }));
  await page.keyboard.type('Lookup');
  await page.keyboard.press('Enter');
  await row(page, 'Lookup').waitFor();
  const straight = [
    'label.default → conditional',
    'conditional.failed → parser',
    'parser.default → lookup',
    'lookup.default → null',
    'conditional.default → null',
  ];
  await flows(pipeline.id, ...straight);
  await page.waitForURL(/\/action\/lookup-[0-9a-f]+\//);

  await row(page, 'Lookup').getByRole('button', { name: 'Remove the link to Count only' }).click();
  await flows(pipeline.id, ...straight.filter((each) => !each.startsWith('lookup')));
  await page.getByRole('button', { name: 'Link port default of Lookup' }).click();
  await page.getByRole('menuitem', { name: /^Count only/ }).click();
  await flows(pipeline.id, ...straight);

  await page.getByRole('button', { name: 'Actions on Lookup' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await page.getByRole('status').filter({ hasText: 'Done: move Lookup to another place' }).waitFor({ state: 'attached' });
  await flows(
    pipeline.id,
    'label.default → conditional',
    'conditional.failed → lookup',
    'lookup.default → parser',
    'parser.default → null',
    'conditional.default → null',
  );
  await page.keyboard.press('Control+z');
  await flows(pipeline.id, ...straight);

  // A step that was just added says nothing of its empty fields until another one is selected.
  await expect
    .poll(() =>
      row(page, 'Lookup')
        .getByRole('button', { name: /problems? of Lookup/ })
        .count(),
    )
    .toBe(0);
  await row(page, 'Parser').locator('.pe-row-name').click();
  await row(page, 'Lookup')
    .getByRole('button', { name: /problems? of Lookup/ })
    .click();
  await page.getByRole('heading', { name: 'Lookup', level: 2 }).waitFor();
  await page.getByRole('button', { name: 'Actions on Lookup' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await row(page, 'Lookup').waitFor({ state: 'detached' });
  const closed = ['label.default → conditional', 'conditional.failed → parser', 'parser.default → null', 'conditional.default → null'];
  await flows(pipeline.id, ...closed);
  await page.keyboard.press('Control+z');
  await flows(pipeline.id, ...straight);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Presses at a port, goes along, and lets go `by` so many pixels from it. */
async function pullLink(page: Page, port: Locator, by: { readonly x: number; readonly y: number }): Promise<void> {
  const box = await restingBox(port);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 4 });
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
  await page.mouse.up();
}

/** Holds the preview of the selected step still, and reads how many of its events take each port. */
async function heldCounts(page: Page): Promise<ReadonlyMap<string, number>> {
  const dock = page.getByRole('region', { name: 'Events of the pipeline' });
  await dock.getByRole('button', { name: 'Pause' }).click({ timeout: 60_000 });
  await dock.getByRole('button', { name: /^Paused at/ }).waitFor();
  await settled(page);
  const ports = await dock.getByRole('group', { name: 'Events by port' }).getByRole('button').allTextContents();
  return new Map(ports.map((text) => /([a-z]+) (\d+)$/.exec(text)!).map(([, port, count]) => [port!, Number(count)]));
}

test('a link let go where nothing is offers the steps there; the chosen one is linked, and Escape changes nothing', async () => {
  const pipeline = await createPipeline(editor.house.api, 'Let go', fork());
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  const port = card(page, 'Conditional').locator('.react-flow__handle.source').last();
  const choice = page.getByRole('dialog', { name: 'After Conditional, port error' });
  await pullLink(page, port, { x: 160, y: 60 });
  await choice.waitFor();
  expect(await surveyPage(page)).toEqual([]);
  expect(await choice.getByRole('button', { name: /^All events/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await choice.waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true);

  await pullLink(page, port, { x: 160, y: 60 });
  await choice.getByRole('searchbox', { name: 'Find a step' }).fill('count only');
  await page.keyboard.press('Enter');
  await choice.waitFor({ state: 'detached' });
  await flows(
    pipeline.id,
    'label.default → conditional',
    'conditional.failed → parser',
    'conditional.error → null',
    'parser.default → null',
    'conditional.default → null',
  );

  await card(page, 'Conditional').focus();
  await page.keyboard.press('Enter');
  const seen = await heldCounts(page);
  expect(seen.get('default')).toBeGreaterThan(0);
  await card(page, 'Conditional').focus();
  await page.keyboard.press('/');
  await hasKeys(page.getByRole('searchbox', { name: 'Find a step' }));
  await page.keyboard.type('Sampling');
  await page.keyboard.press('Enter');
  const ports = page.getByRole('menu', { name: 'Which port of Conditional should it follow?' });
  await hasKeys(ports.getByRole('menuitem', { name: /^failed/ }));
  const told = (name: string) => new RegExp(`^${name}\\s*${seen.get(name)} events?$`);
  for (const name of ['failed', 'default']) await ports.getByRole('menuitem', { name: told(name) }).waitFor();
  expect(await surveyPage(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await ports.waitFor({ state: 'detached' });
  expect(await card(page, 'Sampling').count()).toBe(0);
  await hasKeys(page.getByRole('searchbox', { name: 'Find a step' }));
  await page.keyboard.type('Sampling');
  await page.keyboard.press('Enter');
  await hasKeys(ports.getByRole('menuitem', { name: /^failed/ }));
  await page.keyboard.press('ArrowDown');
  await hasKeys(ports.getByRole('menuitem', { name: /^default/ }));
  await page.keyboard.press('Enter');
  await flows(
    pipeline.id,
    'label.default → conditional',
    'conditional.failed → parser',
    'conditional.error → null',
    'parser.default → null',
    'conditional.default → sampling',
    'sampling.default → null',
  );
  expect(complaints).toEqual([]);
  await context.close();
});

test('every selection and every form over the pipeline has an address, and Back leads exactly there', async () => {
  const pipeline = await createPipeline(editor.house.api, 'Addresses', fork());
  await publishDraft(editor.house.api, pipeline.id);
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  const base = `/pipelines/${pipeline.id}/Main`;
  await card(page, 'Parser').click();
  await page.waitForURL(`**${base}/action/parser-1/1.0.0`);
  await page.keyboard.press('Alt+ArrowDown');
  await page.waitForURL((url) => url.search === '?node=null-1');
  await page.goBack();
  await page.waitForURL(`**${base}/action/parser-1/1.0.0`);
  await page.getByRole('heading', { name: 'Parser', level: 2 }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'Count only', level: 2 }).waitFor();

  await page.getByRole('link', { name: 'Open the data sink' }).click();
  await page.waitForURL((url) => url.pathname === `${base}/datasink/${editor.datasink.id}/edit` && url.search === '?node=null-1');
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: /Count only/ })
    .waitFor();
  expect(await surveyPage(page)).toEqual([]);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Count only', level: 2 }).waitFor();

  await card(page, 'Parser').click();
  await page.getByRole('link', { name: 'Create a data sink' }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Nowhere/ })
    .click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Second');
  await page.getByRole('dialog').getByRole('button', { name: 'Create data sink' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await card(page, 'Data sink Second').waitFor();
  await flows(
    pipeline.id,
    'label.default → conditional',
    'conditional.failed → parser',
    'parser.default → null',
    'parser.default → null',
    'conditional.default → null',
  );

  await page.goto(`${editor.house.url}${base}?focus=true`);
  await card(page, 'Parser').waitFor();
  expect(await page.getByRole('complementary', { name: 'Steps to add' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Leave focus mode' }).click();
  await page.getByRole('complementary', { name: 'Steps to add' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('in Spanish: a new pipeline is named in the editor; a version can be looked at from home with its numbers', async () => {
  const spanish = looks[1];
  await editor.house.prefer(spanish);
  const { page, context, complaints } = await editor.house.open(spanish);
  await haveSession(page, editor.house.url);
  await page.goto(`${editor.house.url}/pipelines/create`);
  await settled(page);
  expect(await surveyPage(page)).toEqual([]);
  await page.getByRole('dialog').getByLabel('Nombre', { exact: true }).fill('Nuevo aquí');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/pipelines/PL_*/Main');
  await page.getByRole('heading', { name: 'Nuevo aquí' }).waitFor();
  await page.goto(`${editor.house.url}/pipelines/nothing`);
  await page
    .getByRole('link', { name: /inicio/i })
    .first()
    .waitFor();

  const running = await createPipeline(editor.house.api, 'En marcha', fork());
  await publishDraft(editor.house.api, running.id);
  const [version] = (await editor.house.api.call<{ version: string }[]>('GET', `/pipelines/${running.id}/versions`)).filter(
    (each) => each.version !== 'Main',
  );
  await page.goto(`${editor.house.url}/home/focus/${running.id}/${version!.version}`);
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

const visual = (ast: unknown) => ({ form: 'visual', ast });

/** A label, a fork with a branch for each of four parsers, and a data sink below each. */
function wideDocument(): unknown {
  const branches = ['errors', 'noise', 'audit'];
  const conditions = branches.map((name) => ({ name, condition: visual({ field: 'message', op: 'contains', value: name }) }));
  const columns = [...branches, 'default'];
  const at = (column: number, row: number) => ({ position: { x: column * 348, y: row * 160 } });
  return documentOf(
    [
      { ...labelNode('start', editor.listener.id), ...at(1, 0) },
      { ...actionNode('fork', 'conditional', { mode: 'first', conditions }), ...at(1, 1) },
      ...columns.map((name, column) => ({ ...actionNode(`parser-${name}`, 'parser', { mode: 'kv', onFail: 'pass' }), ...at(column, 2) })),
      ...columns.map((name, column) => ({ ...datasinkNode(`end-${name}`, editor.datasink.id, 'null', {}), ...at(column, 3) })),
    ],
    ['start>fork', ...columns.flatMap((name) => [`fork.${name}>parser-${name}`, `parser-${name}>end-${name}`])],
  );
}

/** Smallest words of the cards, in px on the screen. */
const smallestWords = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const zoom = new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')!).transform).a;
    const worded = [...document.querySelectorAll('.react-flow__node *')].filter((each) =>
      [...each.childNodes].some((child) => child instanceof Text && child.data.trim() !== ''),
    );
    return Math.min(...worded.map((each) => Number.parseFloat(getComputedStyle(each).fontSize) * zoom));
  });

async function isInSight(page: Page, step: Locator): Promise<boolean> {
  const stage = await page.locator('.pe-stage').boundingBox();
  const box = await restingBox(step);
  return (
    stage !== null &&
    box.x >= stage.x &&
    box.y >= stage.y &&
    box.x + box.width <= stage.x + stage.width &&
    box.y + box.height <= stage.y + stage.height
  );
}

test('with panel and dock open, cards can be read and the selected one is in sight, from 1024 to 1920, in Spanish too', async () => {
  const pipeline = await createPipeline(editor.house.api, 'Wide', wideDocument());
  await editor.house.prefer(looks[1]);
  const { page, context, complaints } = await editor.house.open(looks[1]);
  await haveSession(page, editor.house.url);
  await page.goto(`${editor.house.url}/pipelines`);
  for (const [width, height] of [
    [1024, 768],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${editor.house.url}/pipelines/${pipeline.id}/Main?node=fork`);
    await settled(page);
    const fork = card(page, 'Condicional');
    expect([width, await isInSight(page, fork)]).toEqual([width, true]);
    expect(await smallestWords(page)).toBeGreaterThanOrEqual(10);

    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${editor.house.url}/pipelines/${pipeline.id}/Main`);
    await settled(page);
    const label = page.locator('.react-flow__node[data-id=start]');
    expect([width, await isInSight(page, label)]).toEqual([width, true]);
    await fork.click();
    await page.getByRole('complementary', { name: 'Paso seleccionado' }).waitFor();
    await settled(page);
    expect([width, await isInSight(page, fork), await isInSight(page, label)]).toEqual([width, true, true]);
    expect(await smallestWords(page)).toBeGreaterThanOrEqual(10);
  }

  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${editor.house.url}/pipelines/${pipeline.id}/Main?node=parser-errors`);
  await settled(page);
  const palette = page.getByRole('complementary', { name: 'Pasos que puedes añadir' });
  expect(await palette.count()).toBe(0);
  await page.keyboard.press('/');
  await hasKeys(palette.getByRole('searchbox'));
  await page.keyboard.type('Muestreo');
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'detached' });
  await hasKeys(card(page, 'Muestreo'));
  expect(await isInSight(page, card(page, 'Muestreo'))).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test('with four listeners, data sinks are in the palette without scrolling; a group is put away for good', async () => {
  for (const name of ['Databases', 'Firewalls', 'Kubernetes']) await createGenerator(editor.house.api, name, 1);
  const pipeline = await createPipeline(editor.house.api, 'Four listeners', fork());
  await editor.house.prefer(looks[0]);
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main?node=parser-1`);
  const palette = page.getByRole('complementary', { name: 'Steps to add' });
  const listeners = palette.getByRole('region', { name: 'Listeners' });
  expect(await listeners.getByRole('button', { name: /All events$/ }).allInnerTexts()).toHaveLength(4);
  const [outer, sink] = [await restingBox(palette), await restingBox(palette.getByRole('button', { name: 'Count only', exact: true }))];
  expect(sink.y + sink.height).toBeLessThanOrEqual(outer.y + outer.height);
  expect(await palette.locator('.pe-palette-sinks').evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);

  await listeners.getByRole('button', { name: /^Listeners/ }).click();
  await expect.poll(() => listeners.getByRole('button', { name: /All events$/ }).count()).toBe(0);
  await page.reload();
  await settled(page);
  expect(await listeners.getByRole('button', { name: /All events$/ }).count()).toBe(0);
  await palette.getByRole('searchbox', { name: 'Find a step' }).fill('Databases');
  await listeners.getByRole('button', { name: /^Databases/ }).waitFor();
  expect(await surveyPage(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a pipeline whose steps all lie at one place opens arranged, and is not changed by that until it is edited', async () => {
  const { api } = editor.house;
  const { nodes, links } = fork() as { nodes: object[]; links: object[] };
  const pile = { format: 1, nodes: nodes.map((node) => ({ ...node, position: { x: 0, y: 0 } })), links };
  const pipeline = await createPipeline(api, 'A pile', pile);
  const draft = () =>
    api.call<{ revision: number; document: { nodes: { position: { y: number } }[] } }>('GET', `/pipelines/${pipeline.id}/versions/Main`);
  const stored = await draft();
  await editor.house.prefer(looks[0]);
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  const tops: number[] = [];
  for (const name of ['Label All events', 'Conditional', 'Parser', 'Data sink Count only'])
    tops.push((await restingBox(card(page, name))).y);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(new Set(tops).size).toBe(4);
  expect(await page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true);
  expect(await draft()).toEqual(stored);

  await card(page, 'Parser').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+d');
  const edited = await eventually('an edit', async () => {
    const now = await draft();
    return now.revision > stored.revision ? now : undefined;
  });
  expect(new Set(edited.document.nodes.map(({ position }) => position.y)).size).toBeGreaterThanOrEqual(4);
  expect(complaints).toEqual([]);
  await context.close();
});
