import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { createDatasink, createListener, createPipeline, publishDraft, type Made } from './harness/content.ts';
import { haveSession } from './harness/browser.ts';
import { freePort } from '@acequia/testkit/free-port';
import { useHouse } from './harness/house.ts';
import { startHttpPeer, type HttpPeer } from './harness/http-peer.ts';
import { account, exact, inPairs, numberIn } from './harness/shown-numbers.ts';
import { actionNode, datasinkNode, documentOf, labelNode, type Totals } from './harness/workbench.ts';

const house = useHouse('numbers');
let destination: HttpPeer;
let intakeUrl: string;
let listener: Made;
let datasink: Made;
let whole: Made;
let errors: Made;

beforeAll(async () => {
  destination = await startHttpPeer();
  const port = await freePort();
  intakeUrl = `http://127.0.0.1:${port}/`;
  listener = await createListener(house.api, 'Intake', 'http', { bind: '127.0.0.1', port });
  const retry = { giveUpAfter: '24h', firstWait: '100ms', maxWait: '1s' };
  datasink = await createDatasink(house.api, 'Store', 'http', { baseUrl: destination.url, retry });
  const out = datasinkNode('out', datasink.id, 'http', { url: '/in', maxWait: '50ms' });
  const keep = actionNode('keep', 'filter', { condition: { form: 'visual', ast: { field: 'level', op: 'eq', value: 'error' } } });
  const label = labelNode('in', listener.id);
  whole = await createPipeline(house.api, 'Everything', documentOf([label, out], ['in>out']));
  errors = await createPipeline(house.api, 'Errors', documentOf([label, keep, out], ['in>keep', 'keep>out']));
  for (const { id } of [whole, errors]) {
    await publishDraft(house.api, id);
    await eventually(`${id} to run`, async () =>
      (await house.api.call<{ start: string | null }>('GET', `/pipelines/${id}/versions/1.0.0`)).start === null ? true : undefined,
    );
  }
});
afterAll(() => destination?.close());

let sent = 0;
/** Every fourth event is an error, and so passes the filter. */
async function send(count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => JSON.stringify({ n: sent + index, level: index % 4 === 0 ? 'error' : 'info' }));
  const answer = await fetch(intakeUrl, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: lines.join('\n') });
  expect(answer.status).toBe(200);
  sent += count;
}

const totals = () => house.api.call<Totals>('GET', `/metrics/totals?from=${Date.now() - 86_400_000}&to=${Date.now() + 60_000}`);

/** Until the ledger has told of all that was sent, and so many of it wait. */
const counted = (waiting: number) =>
  eventually(
    `${waiting} events that wait of ${sent}`,
    async () => {
      const { pipelines } = await totals();
      const [all, some] = [pipelines[whole.id], pipelines[errors.id]];
      return all?.entered === sent && some?.entered === sent && all.inFlight + some.inFlight === waiting ? true : undefined;
    },
    120_000,
  );

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(house.url + path);
  await page.locator('main').waitFor();
}

/** What each page says of waiting; each is read when it shows the number asked for, for pages that follow by the second. */
async function waitingOn(page: Page, waiting: number): Promise<void> {
  const shows = (what: string, read: () => Promise<number>) =>
    eventually(`${what} to show ${waiting}`, async () => ((await read()) === waiting ? true : undefined), 60_000);
  await visit(page, '/home');
  const row = `[data-datasink="${datasink.id}"] [data-outcome=waiting]`;
  await shows('home by data sink', async () => Number(await page.locator(row).getAttribute('data-count')));
  await shows('the tile of home', () => exact(page, '.tile-card:has-text("Waiting now") .metric'));
  await visit(page, '/datasinks?view=table');
  const cell = page.getByRole('row', { name: /Store/ }).locator('.ui-num[title]').last();
  await shows('the list', async () => numberIn(await cell.getAttribute('title')));
  await visit(page, `/datasinks/${datasink.id}`);
  await shows('the drawer', () => inPairs(page, 'Waiting'));
  await shows('the drawers of pipelines', async () => {
    let sum = 0;
    for (const { id } of [whole, errors]) {
      await visit(page, `/pipelines?tab=${id}`);
      sum += numberIn(
        await page
          .locator('.ui-pairs > div', { has: page.locator('dt', { hasText: /^Waiting$/ }) })
          .locator('dd')
          .innerText(),
      );
    }
    return sum;
  });
  await visit(page, '/health');
  const waitsIn = (kind: string) =>
    page
      .locator(`tr[data-kind=${kind}] td:last-child .ui-num`)
      .evaluateAll((cells) => cells.reduce((sum, cell) => sum + Number((cell.getAttribute('title') ?? '').replace(/\D/g, '')), 0));
  await shows('the tile of Health', () => exact(page, '.tile-card:has-text("Waiting to be sent") .metric'));
  await shows('the data sinks of Health', () => waitsIn('datasink'));
  await shows('the pipelines of Health', () => waitsIn('pipeline'));
}

/** The accounts of all pages say the same, and what waits is what they leave open. */
async function addUp(page: Page, waiting: number): Promise<void> {
  await counted(waiting);
  await waitingOn(page, waiting);
  await visit(page, '/home');
  const home = await account(page);
  const reached = async (outcome: string) =>
    Number(await page.locator(`[data-datasink="${datasink.id}"] [data-outcome=${outcome}]`).getAttribute('data-count'));
  expect(await reached('delivered')).toBe(home['delivered']);
  await visit(page, '/health');
  expect(await account(page)).toEqual(home);
  const sums: Record<string, number> = {};
  for (const { id } of [whole, errors]) {
    await visit(page, `/pipelines?tab=${id}`);
    for (const [term, count] of Object.entries(await account(page))) sums[term] = (sums[term] ?? 0) + count;
  }
  expect(sums).toEqual(home);
  await visit(page, `/listeners/${listener.id}`);
  const [received, accepted, rejected] = [
    await inPairs(page, 'Received, last 24 hours'),
    await inPairs(page, 'Accepted, last 24 hours'),
    await inPairs(page, 'Rejected, last 24 hours'),
  ];
  expect([received, accepted + rejected]).toEqual([sent, sent]);
  // Each of the two pipelines takes all that the listener accepts.
  expect(home).toEqual({
    entered: 2 * sent,
    filtered: (3 * sent) / 4,
    delivered: (5 * sent) / 4 - waiting,
    ...(waiting > 0 ? { underWay: waiting } : {}),
  });
  await visit(page, '/home?section=tenant&option=usage');
  const usage = page.getByRole('dialog');
  const row = (name: string) => usage.getByRole('row', { name: new RegExp(name) }).locator('td[title]');
  await row('Store').waitFor();
  expect(numberIn(await row('Intake').getAttribute('title'))).toBe(received);
  expect(numberIn(await row('Store').getAttribute('title'))).toBe(home['delivered']);
}

test('every page says the same of what came in and what became of it, through flow, outage and recovery', async () => {
  const { page, context } = await house.open();
  await haveSession(page, house.url);
  await send(400);
  await addUp(page, 0);

  await destination.close();
  await send(80);
  await addUp(page, 100);

  destination = await startHttpPeer(Number(new URL(destination.url).port));
  await addUp(page, 0);
  expect(destination.lines).toHaveLength(100);

  // While events flow the pages are not of one moment, but each of them adds up.
  const flow = Array.from({ length: 6 }, () => ['/home', '/health', `/pipelines?tab=${errors.id}`]).flat();
  for (const path of flow) {
    await send(40);
    await visit(page, path);
    await account(page);
  }
  await addUp(page, 0);
  await context.close();
});
