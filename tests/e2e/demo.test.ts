import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { Api } from './harness/api.ts';
import { logIn, type WatchedPage } from './harness/browser.ts';
import type { Made } from './harness/content.ts';
import { looks, useHouse } from './harness/house.ts';
import { readPage, settled, surveyPage } from './harness/survey.ts';

const house = useHouse('demo');
const shots = join(import.meta.dirname, '../../.cache/screenshots/demo');
mkdirSync(shots, { recursive: true });

/** Without anything a person could not use; the narrow window is read. */
async function look(page: Page, name: string): Promise<void> {
  expect([name, await surveyPage(page)]).toEqual([name, []]);
  await page.screenshot({ path: join(shots, `${name}-1440.png`) });
  await page.setViewportSize({ width: 1024, height: 768 });
  await settled(page);
  expect([name, await readPage(page)]).toEqual([name, []]);
  await page.screenshot({ path: join(shots, `${name}-1024.png`) });
  await page.setViewportSize({ width: 1440, height: 900 });
}

interface Named extends Made {
  readonly revision: number;
  readonly tags: readonly string[];
  readonly config: object;
}

/** The owner in the demo. */
async function enterDemo(): Promise<Api> {
  const api = new Api(house.url);
  await api.login();
  const tenants = await api.call<{ id: string; demoOf?: string }[]>('GET', '/tenants');
  const { id: tenantId } = tenants.find(({ demoOf }) => demoOf !== undefined)!;
  await api.call('POST', '/auth/tenant', { tenantId });
  return api;
}

/** The rehearsed outage, in seconds instead of minutes. */
async function hurryOutage(api: Api): Promise<void> {
  const desk = (await api.call<Named[]>('GET', '/datasinks')).find(({ name }) => name === 'Alert desk')!;
  const { id, revision, name, tags, config } = desk;
  const hurried = { ...config, outageEvery: '24s', outageFor: '12s', retry: { giveUpAfter: '24h', firstWait: '100ms', maxWait: '500ms' } };
  await api.call('PUT', `/datasinks/${id}`, { revision, name, description: '', tags, config: hurried });
}

/** Events that a step of the running version took, as they are told, once there are some with a user. */
async function eventsAt(page: Page, pipelineId: string, node: string): Promise<string> {
  return page.evaluate(async (path) => {
    const { body } = await fetch(path, { headers: { 'x-acequia': 'console' } });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    let read = '';
    while (!read.includes('"user"')) read += (await reader.read()).value ?? '';
    await reader.cancel();
    return read;
  }, `/api/v1/pipelines/${pipelineId}/nodes/${node}/samples`);
}

/** Values of `user` in them. */
const usersIn = (events: string): string[] =>
  [...events.matchAll(/"name":"user","type":"string","value":"([^"]*)"/g)].map(([, value]) => value!);

/** The way of an event through all steps, in the version that runs. */
async function seeTheXray(page: Page): Promise<void> {
  await page.waitForURL((url) => url.searchParams.has('xray'));
  const path = page.getByRole('region', { name: 'Path of one event' });
  for (const step of ['Mask emails', 'Drop assets and health checks', 'Keep searched fields']) await path.getByText(step).first().waitFor();
}

/** In Spanish, which is longer, and at the narrowest width. */
async function seeTheBanner(page: Page): Promise<void> {
  await house.prefer(looks[1]);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${house.url}/home`);
  const words = page.getByText('Estos eventos son inventados').locator('..');
  await settled(page);
  const lines = await words.evaluate(
    (element) => element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(Math.round(lines)).toBeLessThanOrEqual(2);
  await page.screenshot({ path: join(shots, 'demo-banner-es-1024.png') });
  await page.setViewportSize({ width: 1440, height: 900 });
  await house.prefer(looks[0]);
}

/** Each stop points at what it is about; the tour ends by Esc and goes on from there. */
async function walkTheTour(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Tour of the demo' });
  await page.getByRole('button', { name: 'Take the tour' }).click();
  for (const [at, path] of ['/home', '/action/mask/', '/action/mask/', '/datasinks', '/Main'].entries()) {
    await card.getByText(`${at + 1} of 5`).waitFor();
    await page.waitForURL((url) => url.pathname.includes(path));
    await page.locator('.tour-ring').waitFor({ timeout: 30_000 });
    if (at === 2) await seeTheXray(page);
    await page.screenshot({ path: join(shots, `demo-tour-${at + 1}-1440.png`) });
    if (at === 2) {
      await page.keyboard.press('Escape');
      await card.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Continue the tour' }).click();
    }
    await card.getByRole('button', { name: /^(Next|Finish)$/ }).click();
  }
  await card.waitFor({ state: 'detached' });
}

/** Somebody who looks at the demo in another browser. */
async function visitDemo(): Promise<WatchedPage> {
  const other = await house.open(looks[0]);
  await logIn(other.page, house.url);
  await other.page.getByRole('button', { name: 'Open the demo' }).click();
  await other.page.getByText('These events are invented').waitFor();
  await other.page.goto(`${house.url}/pipelines`);
  await other.page.getByText('Web shop: metrics').first().waitFor();
  return other;
}

/** Their session ends with it, and begins anew in their organization. */
async function findItGone(page: Page): Promise<void> {
  await page.waitForURL('**/login**');
  await logIn(page, house.url);
  await page.getByRole('button', { name: 'Add the demo' }).waitFor();
}

test('the demo comes with one click and a day behind it, shows a saving, masks and an outage, and goes with one click', async () => {
  const { page, context, complaints } = await house.open(looks[0]);
  await logIn(page, house.url);
  await settled(page);
  await page.getByRole('button', { name: 'Add the demo' }).click();
  await page.getByText('These events are invented').waitFor();
  const api = await enterDemo();
  await hurryOutage(api);

  const siem = page.getByRole('row', { name: /SIEM/ });
  await expect.poll(() => siem.innerText(), { timeout: 60_000 }).toMatch(/−62\s?%/);
  await look(page, 'demo-home');

  const desk = page.getByRole('row', { name: /Alert desk/ });
  const waiting = desk.locator('[data-outcome=waiting]');
  const waitingCount = async () => Number(await waiting.getAttribute('data-count'));
  await expect.poll(waitingCount, { timeout: 60_000 }).toBeGreaterThan(20);
  await page.screenshot({ path: join(shots, 'demo-outage-1440.png') });
  await expect.poll(waitingCount, { timeout: 60_000 }).toBeLessThan(15);
  await page.goto(`${house.url}/datasinks?view=table`);
  for (const state of ['Waiting', 'Running'])
    await expect.poll(() => desk.locator('.ui-status').first().innerText(), { timeout: 60_000 }).toBe(state);

  const { id: pipelineId } = (await api.call<Named[]>('GET', '/pipelines')).find(({ tags }) => tags.includes('shadow-run'))!;
  for (const node of ['archive', 'siem']) {
    const events = await eventsAt(page, pipelineId, node);
    expect(usersIn(events).length).toBeGreaterThan(0);
    for (const user of usersIn(events)) expect(user).toMatch(/^\*+$/);
    // Not even in the line as it was received.
    expect(events).not.toContain('@');
  }
  await eventually(
    'the draft tried by the worker',
    async () => {
      const [run] = await api.call<{ state: string }[]>('GET', `/pipelines/${pipelineId}/shadow-runs`);
      return run?.state === 'done' ? true : undefined;
    },
    90_000,
  );

  await walkTheTour(page);
  await seeTheBanner(page);
  const other = await visitDemo();

  const files = () => readdirSync(join(house.acequia.dataDirectory, 'worker'), { recursive: true, encoding: 'utf8' });
  const tables = () => files().filter((path) => path.startsWith('lookups/'));
  expect(tables()).toHaveLength(1);
  await page.goto(`${house.url}/home`);
  await page.getByRole('button', { name: 'Back to your organization' }).click();
  await page.getByText('The demo is running').waitFor();
  await look(page, 'demo-beside');
  await page.getByRole('button', { name: 'Remove the demo' }).click();
  await page.getByRole('button', { name: 'Add the demo' }).waitFor();
  await eventually('one organization', async () => ((await house.api.call<unknown[]>('GET', '/tenants')).length === 1 ? true : undefined));
  await eventually('the worker without the demo’s table', () => (tables().length === 0 ? true : undefined), 60_000);
  await findItGone(other.page);
  // A poll of the other window may be under way while what it asks for goes, and when its session ends.
  expect([...complaints.filter((each) => !each.includes('401')), ...other.complaints.filter((each) => !/\b40[14]\b/.test(each))]).toEqual(
    [],
  );
  await Promise.all([context.close(), other.context.close()]);
});
