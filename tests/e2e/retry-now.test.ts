import { createServer, type Server } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { haveSession } from './harness/browser.ts';
import { createDatasink, createListener, createPipeline, firstCluster, publishDraft, type Listener, type Made } from './harness/content.ts';
import { freePort } from '@acequia/testkit/free-port';
import { looks, useHouse } from './harness/house.ts';
import { uploadTable } from './harness/tables.ts';
import { actionNode, datasinkNode, documentOf, labelNode } from './harness/workbench.ts';

/** The least that a worker may have for its tables. */
const tablesBytes = 1024 ** 2;
const house = useHouse('retry', { env: { ACEQUIA_LOOKUP_BYTES: String(tablesBytes) } });
const longest = { timeout: 120_000 };
let holder: Server | undefined;
let listener: Made;
let lookup: Made;
/** Of the listener that cannot open, and of the enrichment that cannot be loaded. */
let fed: Made;
let looking: Made;

beforeAll(async () => {
  const port = await freePort();
  holder = createServer();
  await new Promise<void>((resolve) => holder!.listen(port, '127.0.0.1', resolve));
  const config = { bind: '127.0.0.1', port };
  const shut = { name: 'Shut', description: '', tags: [], component: 'http', config, clusterId: await firstCluster(house.api) };
  listener = await house.api.call<Made>('POST', '/listeners', shut);
  await eventually('the listener to fail', async () =>
    (await house.api.call<Listener>('GET', `/listeners/${listener.id}`)).state === 'error' ? true : undefined,
  );
  const nowhere = await createDatasink(house.api, 'Nowhere', 'null', {});
  const out = datasinkNode('out', nowhere.id, 'null', {});
  fed = await createPipeline(house.api, 'Fed by it', documentOf([labelNode('in', listener.id), out], ['in>out']));

  const input = { name: 'Sites', description: '', tags: [], format: 'csv', separator: null, keyColumn: 'key' };
  lookup = await house.api.call<Made>('POST', '/lookups', input);
  await uploadTable(house.api, lookup.id, ['key,site\n', ...Array.from({ length: 4 }, (_, part) => rows(part))]);
  const open = await createListener(house.api, 'Open', 'http', { bind: '127.0.0.1', port: await freePort() });
  const site = actionNode('site', 'lookup', { lookup: lookup.id, key: '${src}' });
  looking = await createPipeline(house.api, 'Looks', documentOf([labelNode('in', open.id), site, out], ['in>site', 'site>out']));
  for (const { id } of [fed, looking]) await publishDraft(house.api, id);
});
afterAll(() => holder?.close());

/** More than a quarter of what a worker has for tables. */
function rows(part: number): string {
  const line = (n: number) => `${part}-${n},${'x'.repeat(100)}\n`;
  return Array.from({ length: Math.ceil(tablesBytes / 4 / 100) }, (_, n) => line(n)).join('');
}

/** The state of a card or a panel; it may take the time of a report. */
const shows = (page: Page, place: string, state: RegExp) =>
  expect.poll(() => page.locator(place).locator('.ui-status').first().innerText(), longest).toMatch(state);
const retryIn = (page: Page, place: string) => page.locator(place).getByRole('button', { name: 'Retry now' });

test('a listener that could not start is tried again from its drawer and from the editor, and says what happened', async () => {
  await house.prefer(looks[0]);
  const { page, context } = await house.open();
  await haveSession(page, house.url);
  await page.goto(`${house.url}/listeners/${listener.id}`);
  const drawer = page.getByRole('dialog', { name: 'Shut' });
  await drawer.getByRole('button', { name: 'Retry now' }).click(longest);
  await page.getByText('The workers are trying to open the listener again').waitFor(longest);
  await drawer.getByText('Action required', { exact: true }).first().waitFor(longest);

  await page.goto(`${house.url}/pipelines/${fed.id}?node=in`);
  await shows(page, '.react-flow__node[data-id="in"]', /^Action required$/);
  await retryIn(page, '.pe-panel').click(longest);
  await page.getByText('The workers are trying to open the listener again').waitFor(longest);
  await shows(page, '.pe-panel > header', /^Action required$/);

  await new Promise((resolve) => holder!.close(resolve));
  holder = undefined;
  await shows(page, '.pe-panel > header', /^(Running|Idle)$/);
  await expect.poll(() => retryIn(page, '.pe-panel').count(), longest).toBe(0);
  await context.close();
});

test('a Lookup step shows that its enrichment is not loaded, and a try from the editor and from its page says what happened', async () => {
  const { page, context } = await house.open();
  await haveSession(page, house.url);
  await page.goto(`${house.url}/pipelines/${looking.id}?node=site`);
  await shows(page, '.pe-panel > header', /^Degraded$/);
  await shows(page, '.react-flow__node[data-id="site"]', /^Degraded$/);
  await page
    .locator('.pe-panel')
    .getByText(/Version 1 needs \d MB/)
    .waitFor(longest);
  await retryIn(page, '.pe-panel').click(longest);
  await page.getByText('1 worker is loading the table again').waitFor(longest);
  await shows(page, '.pe-panel > header', /^Degraded$/);

  await page.goto(`${house.url}/enrichments/${lookup.id}/edit`);
  await page.getByRole('button', { name: 'Retry now' }).click(longest);
  await page.getByText('1 worker is loading the table again').waitFor(longest);

  await uploadTable(house.api, lookup.id, ['key,site\n', 'a,north\n']);
  await expect.poll(() => page.getByRole('button', { name: 'Retry now' }).count(), longest).toBe(0);
  await page.goto(`${house.url}/pipelines/${looking.id}?node=site`);
  await shows(page, '.pe-panel > header', /^(Running|Idle)$/);
  await context.close();
});
