import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { LiveFrame } from '@acequia/contract';
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
/** Its pid, read before it starts processes of its own for previews. */
let worker: number;

beforeAll(async () => {
  worker = house.acequia.childPid('apps/worker')!;
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
  await shows('alerts', async () => sorted(await page.locator('.alerts-table tbody a').allInnerTexts()), told.problems);
  for (const { thing, path, state } of things) {
    await page.goto(`${house.url}/${path}?view=table`);
    await shows(`the list of ${path}`, () => chipOf(row(thing.name)), state);
    await page.goto(`${house.url}/${path}?view=cards`);
    await shows(`the card of ${thing.name}`, () => chipOf(page.getByRole('article').filter({ hasText: thing.name })), state);
    await page.goto(path === 'pipelines' ? `${house.url}/pipelines?tab=${thing.id}` : `${house.url}/${path}/${thing.id}`);
    await shows(`the drawer of ${thing.name}`, () => chipOf(page.getByRole('dialog', { name: thing.name })), state);
  }
  await page.goto(`${house.url}/home`);
  await shows('home', () => chipOf(row('Access log')), told.pipeline);
  await page.keyboard.press('Control+k');
  for (const { thing, state } of things)
    await shows(`the palette: ${thing.name}`, () => chipOf(page.getByRole('option').filter({ hasText: thing.name })), state);
  await inEditor(page, told);
}

/** The editor's header, cards, list and panel. */
async function inEditor(page: Page, told: Told): Promise<void> {
  const steps = [
    { id: 'in', state: told.listener },
    { id: 'out', state: told.datasink },
  ] as const;
  const open = async (search: string) => {
    await page.goto(`${house.url}/pipelines/${pipeline.id}?${search}`);
    await shows('the header of the editor', () => chipOf(page.locator('.pe-header-state')), told.pipeline);
  };
  for (const { id, state } of steps) {
    await open(`node=${id}`);
    await shows(`the card of the step ${id}`, () => chipOf(page.locator(`.react-flow__node[data-id="${id}"]`)), state);
    await shows(`the panel of the step ${id}`, () => chipOf(page.locator('.pe-panel > header')), state);
  }
  await open('shown=list');
  for (const { id, state } of steps) await shows(`the row of the step ${id}`, () => chipOf(page.locator(`[data-row=${id}]`)), state);
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

/** A moment of the live counters, as its stream brings it, with a thousand times as much: rates that no other number on a page is. */
async function liveMoment(page: Page): Promise<LiveFrame> {
  const moment = await page.evaluate(
    async ({ pipelineId, datasinkId }) => {
      const answer = await fetch(`/api/v1/metrics/live?pipelineId=${pipelineId}`, { headers: { 'x-acequia': 'console' } });
      const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) throw new Error('the stream of live counters ended');
        text += value;
        const lines = text.split('\n');
        text = lines.pop()!;
        for (const line of lines.filter((each) => each.startsWith('data: {'))) {
          const frame = JSON.parse(line.slice('data: '.length)) as LiveFrame;
          if ((frame.datasinks[datasinkId]?.delivered.events ?? 0) < 2) continue;
          await reader.cancel();
          return frame;
        }
      }
    },
    { pipelineId: pipeline.id, datasinkId: datasink.id },
  );
  return JSON.parse(JSON.stringify(moment), (key, value: unknown) => (key === 'events' ? (value as number) * 1000 : value)) as LiveFrame;
}

/** From the next page on, the stream of live counters stays at this moment. */
const holdAt = (page: Page, frame: LiveFrame) =>
  page.addInitScript(
    (data) => {
      const ask = window.fetch;
      window.fetch = async (input, init) => {
        const url = input instanceof Request ? input.url : String(input);
        if (!url.includes('/rpc/metrics/watchLive')) return ask(input, init);
        const message = new TextEncoder().encode(`event: message\ndata: ${data}\n\n`);
        const body = new ReadableStream({ start: (stream) => stream.enqueue(message) });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      };
    },
    JSON.stringify({ json: frame }),
  );

/** The numbers of a place, without their units. */
const numbersOf = async (place: Locator) =>
  (await place.locator('.ui-num, .flow-value, .pe-eps, .pe-link-events').allTextContents()).map(
    (text) => /^[\d.,]+K?/.exec(text.trim())?.[0],
  );

test('the same thing has the same rate at the same moment on every page', async () => {
  const { page, context } = await house.open();
  await haveSession(page, house.url);
  await page.goto(`${house.url}/home`);
  const frame = await liveMoment(page);
  await holdAt(page, frame);
  const short = (events: number | undefined) => {
    const thousands = events! / 1000;
    return `${thousands.toLocaleString('en', { maximumFractionDigits: thousands >= 9.995 ? 1 : 2 })}K`;
  };
  const [received, entered] = [short(frame.listeners[listener.id]?.received.events), short(frame.pipelines[pipeline.id]?.entered.events)];
  const delivered = short(frame.pipelines[pipeline.id]?.delivered.events);
  const has = (what: string, place: Locator, rates: readonly string[]) =>
    expect.poll(() => numbersOf(place), { ...longest, message: what }).toEqual(expect.arrayContaining([...rates]));

  const things = [
    { thing: listener, path: 'listeners', rates: [received] },
    { thing: datasink, path: 'datasinks', rates: [delivered] },
    { thing: pipeline, path: 'pipelines', rates: [entered, delivered] },
  ] as const;
  for (const { thing, path, rates } of things) {
    for (const view of ['table', 'cards'] as const) {
      await page.goto(`${house.url}/${path}?view=${view}`);
      const place = page.getByRole(view === 'table' ? 'row' : 'article').filter({ hasText: thing.name });
      await has(`${path} as ${view}`, place, rates);
    }
    await page.goto(path === 'pipelines' ? `${house.url}/pipelines?tab=${thing.id}` : `${house.url}/${path}/${thing.id}`);
    await has(`the drawer of ${thing.name}`, page.getByRole('dialog', { name: thing.name }), rates);
  }
  await page.goto(`${house.url}/health`);
  for (const { thing, path, rates } of things)
    await has(`Health: ${thing.name}`, page.locator(`tr[data-kind=${path.slice(0, -1)}]`), rates);
  await page.goto(`${house.url}/home`);
  await has('home', page.getByRole('row').filter({ hasText: 'Access log' }), [entered, delivered]);
  await has('the flow of home', page.locator('.flow-room'), [received, entered, delivered]);
  await page.goto(`${house.url}/pipelines/${pipeline.id}`);
  await has('the editor', page.locator('.pe-canvas'), [entered, delivered]);
  await context.close();
});
