import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { createDatasink, createGenerator, createPipeline, publishDraft, type Made } from './harness/content.ts';
import { haveSession, logIn } from './harness/browser.ts';
import { looks, useHouse } from './harness/house.ts';
import { startHttpPeer, type HttpPeer } from './harness/http-peer.ts';
import { readPage, settled, surveyPage } from './harness/survey.ts';
import { insertViewer, viewer } from './harness/viewer.ts';
import { datasinkNode, documentOf, labelNode } from './harness/workbench.ts';

const house = useHouse('watch');
let destination: HttpPeer;
let pipeline: Made;
let datasink: Made;

beforeAll(async () => {
  destination = await startHttpPeer();
  const listener = await createGenerator(house.api, 'Web servers');
  const retry = { giveUpAfter: '24h', firstWait: '100ms', maxWait: '1s' };
  datasink = await createDatasink(house.api, 'Collector', 'http', { baseUrl: destination.url, retry });
  const out = datasinkNode('out', datasink.id, 'http', { url: '/in', maxWait: '50ms' });
  pipeline = await createPipeline(house.api, 'Access log', documentOf([labelNode('in', listener.id), out], ['in>out']));
  await publishDraft(house.api, pipeline.id);
  await insertViewer(house.acequia.dataDirectory);
  await eventually('events at the destination', () => (destination.lines.length > 0 ? true : undefined), 120_000);
});
afterAll(() => destination?.close());

const longest = { timeout: 120_000 };

test('a data sink that stops is found on one screen, with the reason, the step and the alert one click away', async () => {
  const { page, context, complaints } = await house.open();
  await logIn(page, house.url);
  await page.getByRole('link', { name: 'Health' }).click();
  await page.getByRole('heading', { name: 'Your data is flowing' }).waitFor(longest);
  const line = page.getByRole('row', { name: /Collector/ });
  await line.getByText('Running').waitFor(longest);

  await destination.close();
  await page.getByRole('heading', { name: '1 problem affects your data' }).waitFor(longest);
  await page.getByText('Collector isn’t accepting events').waitFor(longest);
  await line.getByText('Waiting', { exact: true }).waitFor(longest);
  await page.getByRole('link', { name: 'Open in the pipeline' }).click();
  await page.waitForURL((url) => url.pathname.startsWith(`/pipelines/${pipeline.id}`) && url.searchParams.get('node') === 'out');

  await page.goto(`${house.url}/alerts`);
  const alert = page.getByRole('row', { name: /Collector isn’t accepting events/ });
  await alert.waitFor(longest);
  await alert.getByText('Critical').waitFor();
  await alert.getByRole('button', { name: 'Acknowledge, Snooze' }).click();
  await page.getByRole('menuitem', { name: 'Acknowledge' }).click();
  await alert.getByText('Acknowledged').waitFor(longest);
  await alert.getByRole('link').click();
  await page.waitForURL(`${house.url}/datasinks/${datasink.id}`);
  const drawer = page.getByRole('dialog', { name: 'Collector' });
  await drawer.getByText('Waiting', { exact: true }).first().waitFor(longest);
  await drawer.getByText('Nothing is lost. Events wait on disk, in order.').waitFor(longest);
  expect(complaints).toEqual([]);
  await context.close();
});

test('green-beside-a-refusal: where the destination refuses the credentials, lists, home and drawers say so like Health', async () => {
  destination = await startHttpPeer(Number(new URL(destination.url).port));
  destination.behave({ status: 401 });
  const { page, context, complaints } = await house.open();
  await logIn(page, house.url);
  const refusal = /^The destination refuses the credentials \(401\)/;
  await page.goto(`${house.url}/health`);
  await page
    .getByRole('row', { name: /Collector/ })
    .getByText('Action required')
    .waitFor(longest);
  for (const path of ['/home', '/pipelines?view=table', '/pipelines?view=cards']) {
    await page.goto(house.url + path);
    const place = page.getByRole(path.endsWith('cards') ? 'article' : 'row').filter({ hasText: 'Access log' });
    await place.getByText('Degraded', { exact: true }).waitFor(longest);
    await place.getByText(refusal).waitFor(longest);
    expect(await place.getByText('Running').count()).toBe(0);
  }
  await page.goto(`${house.url}/datasinks/${datasink.id}`);
  const drawer = page.getByRole('dialog', { name: 'Collector' });
  await drawer.getByRole('alert').getByText(refusal).waitFor(longest);
  expect(complaints).toEqual([]);
  await context.close();
});

/** What is wrong with a page, at both widths. */
async function survey(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(house.url + path);
  const wide = await surveyPage(page);
  await page.setViewportSize({ width: 1024, height: 768 });
  await settled(page);
  return [...wide, ...(await readPage(page)).map((fault) => `at 1024: ${fault}`)].map((fault) => `${path}: ${fault}`);
}

test.each(looks)('health and alerts in $theme, $language can be used by everybody', async (look) => {
  await house.prefer(look);
  const { page, context, complaints } = await house.open(look);
  await logIn(page, house.url);
  const faults: string[] = [];
  for (const path of [`/health?pipeline=${pipeline.id}`, '/alerts', '/alerts?which=resolved', '/alerts?delivery=true'])
    faults.push(...(await survey(page, path)));
  expect([...faults, ...complaints]).toEqual([]);
  await context.close();
});

test('a webhook gets its signing key once; a viewer sees the alerts and nothing to change', async () => {
  await house.prefer(looks[0]);
  const { page, context } = await house.open();
  await haveSession(page, house.url);
  await page.goto(`${house.url}/alerts`);
  await page.getByRole('button', { name: 'Delivery' }).click();
  await page.getByLabel('Webhook').fill('http://127.0.0.1:9/alerts');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^whsec_/).waitFor(longest);
  await page.getByRole('button', { name: 'Done' }).click();
  await context.close();

  const other = await house.open();
  await haveSession(other.page, house.url, viewer.email);
  await other.page.goto(`${house.url}/alerts`);
  await other.page.getByRole('row', { name: /Collector isn’t accepting events/ }).waitFor(longest);
  expect(await other.page.getByRole('button', { name: 'Delivery' }).count()).toBe(0);
  expect(await other.page.getByRole('checkbox').count()).toBe(0);
  await other.context.close();
});

test('what was fixed at the destination is delivered at once when a person asks, not after the wait', async () => {
  await house.prefer(looks[0]);
  const { page, context, complaints } = await house.open();
  await haveSession(page, house.url);
  await page.goto(`${house.url}/datasinks/${datasink.id}`);
  const drawer = page.getByRole('dialog', { name: 'Collector' });
  await drawer.getByText('Action required', { exact: true }).first().waitFor(longest);
  const before = destination.lines.length;
  destination.behave('accept');
  await drawer.getByRole('button', { name: 'Retry now' }).click();
  await page.getByText('1 worker is trying to deliver again').waitFor(longest);
  await drawer.getByText('Running', { exact: true }).waitFor(longest);
  expect(destination.lines.length).toBeGreaterThan(before);
  expect(complaints).toEqual([]);
  await context.close();
});
