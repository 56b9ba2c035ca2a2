import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canMount } from '../../apps/worker/test/small-disk.ts';
import { SmallDisk } from '../faults/walk/small-disk.ts';
import { eventually } from './harness/acequia.ts';
import { createDatasink, createGenerator, createPipeline, publishDraft, type Made } from './harness/content.ts';
import { haveSession } from './harness/browser.ts';
import { useHouse } from './harness/house.ts';
import { startHttpPeer, type HttpPeer } from './harness/http-peer.ts';
import { datasinkNode, documentOf, labelNode } from './harness/workbench.ts';

const diskMb = 128;
const canMountHere = canMount();
/** Of the worker: room for its journal, and none once it is filled. */
let disk: SmallDisk | undefined;
const house = useHouse('beside', {
  furnish: (dataDirectory) => {
    if (canMountHere) disk = SmallDisk.mount(join(dataDirectory, 'worker'), diskMb);
    return () => disk?.unmount();
  },
});
let destination: HttpPeer;
let listener: Made;
let datasink: Made;
let pipeline: Made;

beforeAll(async () => {
  destination = await startHttpPeer();
  listener = await createGenerator(house.api, 'Web servers');
  const retry = { giveUpAfter: '24h', firstWait: '100ms', maxWait: '1s' };
  datasink = await createDatasink(house.api, 'Collector', 'http', { baseUrl: destination.url, retry });
  const out = datasinkNode('out', datasink.id, 'http', { url: '/in', maxWait: '50ms' });
  pipeline = await createPipeline(house.api, 'Access log', documentOf([labelNode('in', listener.id), out], ['in>out']));
  await publishDraft(house.api, pipeline.id);
  await eventually('events at the destination', () => (destination.lines.length > 0 ? true : undefined), 120_000);
});
afterAll(() => destination?.close());

interface Told {
  readonly listener: string;
  readonly pipeline: string;
  readonly datasink: string;
  /** The first words of Health. */
  readonly headline: string;
  /** Titles of open alerts, and the problems that Health names, by the alphabet. */
  readonly problems: readonly string[];
}

const longest = { timeout: 180_000 };
const chipOf = (place: Locator) => place.locator('.ui-status').first().innerText();

/** The page shows these words where they belong; it may take the time of a report, a look or a refetch. */
const shows = (what: string, read: () => Promise<unknown>, words: unknown) =>
  expect.poll(read, { ...longest, message: what }).toEqual(words);

/** Every page that shows a state says the same. */
async function expectEverywhere(page: Page, told: Told): Promise<void> {
  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).first();
  const things = [
    { thing: listener, path: 'listeners', state: told.listener },
    { thing: datasink, path: 'datasinks', state: told.datasink },
    { thing: pipeline, path: 'pipelines', state: told.pipeline },
  ] as const;
  await page.goto(`${house.url}/health`);
  await shows('the headline', () => page.locator('#health-verdict').innerText(), told.headline);
  await shows('problems', async () => sorted(await page.locator('.health-problems .font-medium').evaluateAll(titlesOf)), told.problems);
  for (const { thing, path, state } of things)
    await shows(`Health: ${thing.name}`, () => chipOf(page.locator(`tr[data-kind=${path.slice(0, -1)}]`)), state);
  await page.goto(`${house.url}/alerts`);
  await page.locator('main').waitFor();
  await shows('alerts', async () => sorted(await page.locator('.alerts-words a').allInnerTexts()), told.problems);
  for (const { thing, path, state } of things) {
    await page.goto(`${house.url}/${path}?view=table`);
    await shows(`the list of ${path}`, () => chipOf(row(thing.name)), state);
    await page.goto(path === 'pipelines' ? `${house.url}/pipelines?tab=${thing.id}` : `${house.url}/${path}/${thing.id}`);
    await shows(`the drawer of ${thing.name}`, () => chipOf(page.getByRole('dialog', { name: thing.name })), state);
  }
  await page.goto(`${house.url}/home`);
  await shows('home', () => chipOf(row('Access log')), told.pipeline);
}

const sorted = (titles: readonly string[]) => titles.toSorted();

/** Without since when. */
const titlesOf = (titles: Element[]) => titles.map(({ firstChild }) => firstChild?.textContent ?? '');

const well: Told = { listener: 'Running', pipeline: 'Running', datasink: 'Running', headline: 'Your data is flowing', problems: [] };
const down = ['Collector isn’t accepting events'];

test('Health, alerts, lists and drawers agree through outage, recovery, wrong secret and a frozen worker', async () => {
  const { page, context } = await house.open();
  await haveSession(page, house.url);
  await expectEverywhere(page, well);

  await destination.close();
  const outage = { ...well, pipeline: 'Degraded', headline: '1 problem affects your data', problems: down };
  await expectEverywhere(page, { ...outage, datasink: 'Waiting' });
  await page.goto(`${house.url}/datasinks/${datasink.id}`);
  await page
    .getByRole('dialog')
    .getByText(/^Next try (in \d+ s|any moment)$/)
    .waitFor(longest);

  destination = await startHttpPeer(Number(new URL(destination.url).port));
  await expectEverywhere(page, well);

  destination.behave({ status: 401 });
  await expectEverywhere(page, { ...outage, datasink: 'Action required' });
  destination.behave('accept');
  await house.api.call('POST', `/datasinks/${datasink.id}/retry`, {});
  await expectEverywhere(page, well);

  const worker = house.acequia.childPid('apps/worker')!;
  process.kill(worker, 'SIGSTOP');
  try {
    const offline = 'Worker offline';
    const problems = ['The worker local is offline'];
    await expectEverywhere(page, {
      listener: offline,
      pipeline: offline,
      datasink: offline,
      headline: '1 problem affects your data',
      problems,
    });
  } finally {
    process.kill(worker, 'SIGCONT');
  }
  await expectEverywhere(page, well);
  await context.close();
});

test.skipIf(!canMountHere)('and while the disk of the worker takes no write, and when it has space again', async () => {
  const { page, context } = await house.open();
  await haveSession(page, house.url);
  await expectEverywhere(page, well);
  disk!.fill();
  try {
    const problems = ['The disk of the worker local is full', 'The disk of the worker local is nearly full'];
    await expectEverywhere(page, { ...well, headline: '2 problems affect your data', problems });
  } finally {
    disk!.free();
  }
  await expectEverywhere(page, well);
  const before = destination.lines.length;
  await eventually('events after there was space', () => (destination.lines.length > before ? true : undefined), 120_000);
  await context.close();
});
