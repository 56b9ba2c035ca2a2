import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { createDatasink, createListener, createPipeline, publishDraft } from './harness/content.ts';
import { card, openEditor, restingBox, toast, useEditorHouse } from './harness/editor.ts';
import { freePort } from '@acequia/testkit/free-port';
import { startHttpPeer } from './harness/http-peer.ts';
import { settled, surveyPage } from './harness/survey.ts';
import { uploadTable } from './harness/tables.ts';
import { actionNode, datasinkNode, documentOf, labelNode, type Totals } from './harness/workbench.ts';

const editor = useEditorHouse('seen');
const shots = join(import.meta.dirname, '../../.cache/screenshots');
const long = { timeout: 60_000 };

interface Stored {
  readonly document: {
    readonly nodes: readonly {
      readonly id: string;
      readonly component?: string;
      readonly position: { readonly x: number; readonly y: number };
    }[];
    readonly links: readonly { readonly from: { readonly node: string }; readonly to: { readonly node: string } }[];
  };
}

const stored = (pipeline: string, what: string, check: (document: Stored['document']) => boolean): Promise<Stored['document']> =>
  eventually(what, async () => {
    const { document } = await editor.house.api.call<Stored>('GET', `/pipelines/${pipeline}/versions/Main`);
    return check(document) ? document : undefined;
  });

const keep = (id: string) => actionNode(id, 'parser', { mode: 'kv', onFail: 'pass' });
const end = () => datasinkNode('end', editor.datasink.id, 'null', {});

/** A label, so many parsers one below the other, and the datasink: two steps more than parsers. */
function chain(parsers: number): unknown {
  const ids = ['start', ...Array.from({ length: parsers }, (_, index) => `step-${index}`), 'end'];
  const nodes = [labelNode('start', editor.listener.id), ...ids.slice(1, -1).map(keep), end()];
  return documentOf(
    nodes.map((node, index) => ({ ...node, position: { x: 0, y: index * 160 } })),
    ids.slice(1).map((id, index) => `${ids[index]}>${id}`),
  );
}

const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });
const map = (page: Page) => page.getByRole('img', { name: 'Map of the pipeline' });

test('a step is set into a link by its "+"; above 20 steps a map leads everywhere; arranged, fitted, zoomed, and there again after a reload', async () => {
  const pipeline = await createPipeline(editor.house.api, 'Twenty', chain(18));
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  await card(page, 'Label All events').waitFor();
  expect(await map(page).count()).toBe(0);

  await page.getByRole('button', { name: /^Insert a step between All events and/ }).dispatchEvent('click');
  await page.getByRole('searchbox', { name: 'Find a step' }).fill('Sampling');
  await page.keyboard.press('Enter');
  await card(page, 'Sampling').waitFor();
  const inserted = await stored(pipeline.id, 'the step in the link', ({ links }) => links.length === 20);
  const sampling = inserted.nodes.find(({ component }) => component === 'sampling')!.id;
  expect(inserted.links.filter(({ from, to }) => from.node === sampling || to.node === sampling)).toHaveLength(2);
  await page.keyboard.press('Escape');
  await map(page).waitFor();

  await page.getByRole('button', { name: 'Auto-layout' }).click();
  await page.getByRole('button', { name: 'Undo: auto-layout' }).waitFor();
  await stored(pipeline.id, 'every step below the one before it', ({ nodes, links }) => {
    const y = new Map(nodes.map(({ id, position }) => [id, position.y]));
    return links.every(({ from, to }) => y.get(from.node)! < y.get(to.node)!);
  });

  const stage = await restingBox(page.getByRole('region', { name: 'Canvas of the pipeline' }));
  const inSight = async (name: string) => {
    const box = await card(page, name).boundingBox();
    return box !== null && box.y > stage.y && box.y + box.height < stage.y + stage.height;
  };
  await page.getByRole('button', { name: 'Fit to view' }).click();
  for (const name of ['Label All events', 'Data sink Count only'])
    await eventually(`${name} in sight`, async () => (await inSight(name)) || undefined);
  await page.getByRole('button', { name: 'Zoom to 100%' }).or(page.locator('.pe-zoom-level')).first().click();
  await page.locator('.pe-zoom-level').getByText('100%').waitFor();
  const small = await restingBox(map(page));
  await page.mouse.click(small.x + small.width / 2, small.y + small.height * 0.95);
  await eventually('the data sink in sight', async () => (await inSight('Data sink Count only')) || undefined);
  expect(await inSight('Label All events')).toBe(false);

  await page.getByRole('button', { name: 'Zoom in' }).click();
  await eventually('a larger drawing', async () => ((await page.locator('.pe-zoom-level').innerText()) === '100%' ? undefined : true));
  await page.waitForURL(/\/action\//);
  const place = () => page.locator('.react-flow__viewport').getAttribute('style');
  await eventually('the place kept in the tab', () =>
    page.evaluate(() => Object.values(sessionStorage).some((text) => String(text).includes('"zoom":1.2')) || undefined),
  );
  await restingBox(card(page, 'Data sink Count only'));
  const left = await place();
  await page.reload();
  expect(await surveyPage(page)).toEqual([]);
  expect(await place()).toBe(left);
  expect(await inSight('Sampling')).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});

test('fifty edits and more are named and taken back one by one to the start; leaving loses nothing, and asks where it must', async () => {
  const { api, url } = editor.house;
  const pipeline = await createPipeline(api, 'Fifty', chain(1));
  const begun = await stored(pipeline.id, 'the start', () => true);
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  const box = await restingBox(card(page, 'Parser'));
  await page.mouse.move(box.x + 60, box.y + 14);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 24, { steps: 3 });
  await page.mouse.move(box.x + 140, box.y + 44, { steps: 3 });
  await page.mouse.up();
  await page.getByRole('button', { name: 'Undo: move Parser' }).waitFor();
  await stored(pipeline.id, 'the step at its new place', ({ nodes }) => nodes[1]!.position.x > 0 && nodes[1]!.position.y > 160);
  await card(page, 'Parser').focus();
  await page.keyboard.press('Enter');
  for (let copy = 0; copy < 50; copy += 1) await page.keyboard.press('Control+d');
  await page.getByRole('button', { name: 'Undo: duplicate Parser' }).waitFor();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Undo: delete Parser' }).waitFor();
  let taken = 0;
  for (; await undo(page).isEnabled(); taken += 1) await page.keyboard.press('Control+z');
  expect(taken).toBeGreaterThanOrEqual(50);
  await stored(pipeline.id, 'the start again, whole', (document) => isDeepStrictEqual(document, begun));

  await card(page, 'Parser').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+d');
  await page.getByRole('button', { name: 'Undo: duplicate Parser' }).waitFor();
  await page.getByRole('link', { name: 'Back to pipelines' }).click();
  await page.waitForURL(`${url}/pipelines`);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await stored(pipeline.id, 'the edit of a moment before', ({ nodes }) => nodes.length === begun.nodes.length + 1);

  const sink = await createDatasink(api, 'Left behind', 'null', {});
  const form = `${url}/datasinks/${sink.id}/edit`;
  const listeners = page.getByRole('navigation').getByRole('link', { name: 'Listeners', exact: true });
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.goto(form);
  await settled(page);
  await listeners.click();
  await page.waitForURL(`${url}/listeners`);
  await page.goto(form);
  await settled(page);
  await page.getByLabel('Description').fill('Half a sentence');
  await listeners.click();
  await asked.getByRole('button', { name: 'Keep editing' }).click();
  await asked.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Description').inputValue()).toBe('Half a sentence');
  await listeners.click();
  await page.waitForURL(`${url}/listeners`);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a preview of recorded events; what ends at a step is told with its reason; a trial runs nowhere, its release does, and stops in one cluster', async () => {
  const config = { method: 'first-of', allowed: 1, total: 10 };
  const document = documentOf(
    [
      { ...labelNode('start', editor.listener.id), position: { x: 200, y: 0 } },
      { ...actionNode('sample', 'sampling', config), position: { x: 0, y: 160 } },
      { ...actionNode('json', 'parser', { mode: 'json', field: 'message' }), position: { x: 420, y: 160 } },
      { ...end(), position: { x: 200, y: 340 } },
    ],
    ['start>sample', 'start>json', 'sample>end', 'json>end'],
  );
  const pipeline = await createPipeline(editor.house.api, 'Ends', document);
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main/action/sample/1.0.0`);
  const dock = page.getByRole('region', { name: 'Events of the pipeline' });
  await dock.getByRole('combobox', { name: 'Events' }).click();
  await page.getByRole('option', { name: 'Recorded' }).click();
  await dock.getByText('Filtered: Not in the sample').first().waitFor(long);
  await page.keyboard.press('Escape');

  const publish = page.getByRole('dialog', { name: 'Publish Ends' });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await publish.getByRole('radio', { name: 'Pre-release' }).click();
  await publish.getByText('A pre-release does not run in a cluster.').waitFor();
  await publish.getByRole('button', { name: /^Publish v1\.0\.0-/ }).click();
  await toast(page, /^v1\.0\.0-\S+ is published/).waitFor();
  expect(await editor.house.api.call('GET', `/pipelines/${pipeline.id}`)).toMatchObject({ runningVersion: null });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await publish.getByRole('radio', { name: 'Release', exact: true }).click();
  await publish.getByRole('button', { name: 'Publish v1.0.0', exact: true }).click();
  await toast(page, 'v1.0.0 is published').waitFor();

  await card(page, 'Sampling')
    .getByRole('button', { name: /EPS filtered here$/ })
    .click(long);
  await page
    .getByRole('dialog', { name: /EPS filtered here$/ })
    .getByText('Not in the sample')
    .waitFor();
  await page.keyboard.press('Escape');
  await card(page, 'Parser')
    .getByText(/EPS not linked$/)
    .waitFor(long);
  await page.screenshot({ path: join(shots, 'ends.png') });

  await page.getByRole('button', { name: 'v1.0.0 in 1 cluster' }).click(long);
  await page
    .getByRole('button', { name: /^Stop in / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await eventually('a stopped pipeline', async () =>
    (await editor.house.api.call<{ state: string }>('GET', `/pipelines/${pipeline.id}`)).state === 'stopped' ? true : undefined,
  );
  expect(complaints).toEqual([]);
  await context.close();
});

test('the X-ray of an event that reached its data sink tells the version of a table of that time, also after a newer one', async () => {
  const { api } = editor.house;
  const { id: lookup } = await api.call<{ id: string }>('POST', '/lookups', {
    name: 'owners',
    description: '',
    tags: [],
    format: 'csv',
    separator: null,
    keyColumn: 'line',
  });
  const upload = (owner: string) => uploadTable(api, lookup, [`line,owner\nnone,${owner}\n`]);
  await upload('north');
  const pipeline = await createPipeline(
    api,
    'Owned',
    documentOf(
      [labelNode('start', editor.listener.id), actionNode('owner', 'lookup', { lookup, key: '${message}' }), end()],
      ['start>owner', 'owner>end'],
    ),
  );
  await publishDraft(api, pipeline.id);
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main?node=end&tab=events`);
  await page.getByRole('link', { name: 'X-ray' }).click(long);
  await page.waitForURL(/xray=LI_/);
  const dialog = page.getByRole('region', { name: 'Path of one event' });
  const step = dialog.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'owners' }) });
  await step.getByText('version 1', { exact: true }).waitFor(long);
  await step.getByText(/^active since /).waitFor();
  await dialog.getByText('arrived; the trace writes nothing').waitFor();
  await dialog.getByRole('heading', { name: editor.datasink.name, exact: true }).waitFor();
  expect(await surveyPage(page)).toEqual([]);
  await page.screenshot({ path: join(shots, 'xray-lookup.png') });

  await upload('south');
  await page.reload();
  await step.getByText('version 1', { exact: true }).waitFor(long);
  expect(complaints).toEqual([]);
  await context.close();
});

/** A listener of JSON lines that notes the headers of each request, and the way to send it orders of a shop. */
async function openShop(name: string) {
  const port = await freePort();
  const listener = await createListener(editor.house.api, name, 'http', { bind: '127.0.0.1', port, captureHeaders: 'all' });
  let sent = 0;
  const send = async (...levels: readonly string[]) => {
    const orders = levels.map((level) => JSON.stringify({ n: (sent += 1), user: 'ana', service: 'cart', level }));
    const headers = { 'content-type': 'application/x-ndjson' };
    const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: orders.join('\n') });
    expect(status).toBe(200);
  };
  return { listener, send, sent: () => sent };
}

test('what is typed in a template, an expression, or a condition becomes a field of kept events, never one that Acequia sets', async () => {
  const { listener, send } = await openShop('Shop');
  await send('info', 'debug');
  const document = documentOf(
    [
      labelNode('start', listener.id),
      actionNode('line', 'message-builder', { format: 'free', destination: 'line' }),
      actionNode('copy', 'field-generator', { fields: [{ name: 'copy', source: 'expression' }] }),
      actionNode('part', 'filter', {}),
      end(),
    ],
    ['start>line', 'line>copy', 'copy>part', 'part>end'],
  );
  const pipeline = await createPipeline(editor.house.api, 'Typed', document);
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  const panel = page.getByRole('complementary', { name: 'Selected step' });
  const first = page.getByRole('option').first();
  /** The page is left only once the edit before is saved: what is sent while leaving is not known to the next page. */
  const openStep = async (id: string, saved: string) => {
    await stored(pipeline.id, 'what was typed', ({ nodes }) => JSON.stringify(nodes).includes(saved));
    // The page knows it, too: one that is left before the answer would take its own save for somebody else's.
    await page
      .getByText(/^(Saved|All changes are saved)/)
      .first()
      .waitFor(long);
    await page.goto(`${editor.house.url}/pipelines/${pipeline.id}/Main/action/${id}/1.0.0`);
    await settled(page);
  };
  /** Types into a source text once the fields of the events are known there. */
  const write = async (name: string, text: string) => {
    await panel.getByRole('button', { name: 'Insert field' }).click();
    await page.getByRole('menuitem', { name: /^service.*100\s?%.*cart$/ }).waitFor(long);
    await page.keyboard.press('Escape');
    const source = panel.getByRole('textbox', { name, exact: true });
    await source.click();
    await page.keyboard.type(text);
    await first.filter({ hasText: /^service/ }).waitFor();
    expect(await page.getByRole('option').filter({ hasText: 'http_headers' }).count()).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => source.innerText()).toBe('${service}');
  };
  await openStep('line', '"line"');
  await write('Template', '${ser');
  await openStep('copy', '"template":"${service}"');
  await write('Expression', 'ser');

  await openStep('part', '"code":"${service}"');
  const field = panel.getByRole('combobox', { name: 'Field', exact: true });
  await field.click();
  await page.keyboard.type('ser');
  await first.filter({ hasText: /^service.*100\s?%.*cart$/ }).waitFor(long);
  expect(await page.getByRole('option').filter({ hasText: 'http_headers' }).count()).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  expect(await field.inputValue()).toBe('service');
  await panel.getByRole('radio', { name: 'Code' }).click();
  const code = panel.getByRole('textbox', { name: 'Condition', exact: true });
  await code.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await write('Condition', 'ser');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a filter is set up as one sentence, says how many events go either way, and delivers none that it drops', async () => {
  const { api } = editor.house;
  const peer = await startHttpPeer();
  onTestFinished(() => peer.close());
  const { listener, send, sent } = await openShop('Second shop');
  await send('info');
  const sink = await createDatasink(api, 'Orders', 'http', { baseUrl: peer.url });
  const steps = [labelNode('start', listener.id), datasinkNode('out', sink.id, 'http', { url: '/in', maxWait: '50ms' })];
  const pipeline = await createPipeline(api, 'Without debug', documentOf(steps, ['start>out']));
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  await page.getByRole('button', { name: 'Insert a step between All events and Orders' }).dispatchEvent('click');
  await page.getByRole('complementary', { name: 'Steps to add' }).getByRole('button', { name: 'Filter', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Selected step' });
  await panel.getByRole('combobox', { name: /^What to do/ }).click();
  await page.getByRole('option', { name: 'Drop events where' }).click();
  await panel.getByRole('combobox', { name: 'Field', exact: true }).fill('level');
  await page.keyboard.press('Escape');
  await panel.getByRole('textbox', { name: 'Value' }).fill('debug');
  await card(page, 'Filter').getByText('Drop if level equals debug', { exact: true }).waitFor();
  await page.screenshot({ path: join(shots, 'filter-panel.png') });
  const what = 'the filter between label and data sink';
  await stored(pipeline.id, what, ({ links, nodes }) => links.length === 2 && JSON.stringify(nodes).includes('"value":"debug"'));
  await publishDraft(api, pipeline.id);
  await eventually('the version to run', async () =>
    (await api.call<{ start: string | null }>('GET', `/pipelines/${pipeline.id}/versions/1.0.0`)).start === null ? true : undefined,
  );
  const before = sent();
  const counts = card(page, 'Filter').getByText(/^Keeps \S*[1-9]\S* EPS, filters \S*[1-9]\S* EPS \(\d+\s?%\)$/);
  await eventually('both ways on the card', async () => {
    await send('debug', 'info', 'debug');
    return (await counts.count()) > 0 || undefined;
  });
  await page.screenshot({ path: join(shots, 'filter.png') });
  const rounds = (sent() - before) / 3;
  const accounted = await eventually('each event in the ledger', async () => {
    const totals = await api.call<Totals>('GET', `/metrics/totals?from=${Date.now() - 3_600_000}&to=${Date.now() + 60_000}`);
    const of = totals.pipelines[pipeline.id];
    return of && of.entered === rounds * 3 && of.inFlight === 0 ? of : undefined;
  });
  expect(accounted).toMatchObject({ delivered: rounds, filtered: rounds * 2, dropped: 0, rejected: 0 });
  expect(peer.lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(Array.from({ length: rounds }, () => 'info'));
  expect(complaints).toEqual([]);
  await context.close();
});
