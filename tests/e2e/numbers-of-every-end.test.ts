import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { haveSession } from './harness/browser.ts';
import { createDatasink, createListener, createPipeline, publishDraft, type Made } from './harness/content.ts';
import { freePort } from '@acequia/testkit/free-port';
import { useHouse } from './harness/house.ts';
import { startHttpPeer, type HttpPeer } from './harness/http-peer.ts';
import { account, inPairs, numberIn, type Terms } from './harness/shown-numbers.ts';
import { actionNode, datasinkNode, documentOf, imbalances, labelNode, type PipelineCounts, type Totals } from './harness/workbench.ts';

const house = useHouse('ends');
const sent = 200;
/** Every fourth event is an error. */
const errors = sent / 4;
const peers: HttpPeer[] = [];
let intakeUrl: string;
let listener: Made;
const sinks = {} as Record<'store' | 'strict' | 'gone', Made>;
/** By what becomes of their events. */
const pipelines = {} as Record<'merged' | 'rejected' | 'expired' | 'dropped', Made>;
let totals: Totals;

const longest = { timeout: 120_000 };

beforeAll(async () => {
  const [store, strict] = [await startHttpPeer(), await startHttpPeer()];
  strict.behave({ status: 400 });
  peers.push(store, strict);
  const port = await freePort();
  intakeUrl = `http://127.0.0.1:${port}/`;
  listener = await createListener(house.api, 'Intake', 'http', { bind: '127.0.0.1', port });
  // The least that a data sink can be told to wait.
  const retry = { giveUpAfter: '1m', firstWait: '100ms', maxWait: '1s' };
  sinks.store = await createDatasink(house.api, 'Store', 'http', { baseUrl: store.url });
  sinks.strict = await createDatasink(house.api, 'Strict', 'http', { baseUrl: strict.url });
  sinks.gone = await createDatasink(house.api, 'Gone', 'http', { baseUrl: `http://127.0.0.1:${await freePort()}`, retry });

  const label = labelNode('in', listener.id);
  const out = ({ id }: Made) => datasinkNode('out', id, 'http', { url: '/in', maxWait: '50ms' });
  const group = actionNode('group', 'group-by', {
    every: 1,
    unit: 'second',
    keys: ['level'],
    aggregations: [{ function: 'count', name: 'n' }],
  });
  const keep = actionNode('keep', 'filter', { condition: { form: 'visual', ast: { field: 'level', op: 'eq', value: 'error' } } });
  const unread = actionNode('unread', 'parser', { mode: 'kv', onFail: 'pass' });
  const documents = {
    merged: documentOf([label, group, out(sinks.store)], ['in>group', 'group>out']),
    rejected: documentOf([label, keep, out(sinks.strict)], ['in>keep', 'keep>out']),
    expired: documentOf([label, out(sinks.gone)], ['in>out']),
    dropped: documentOf([label, unread, out(sinks.store)], ['in>unread', 'in>out']),
  };
  for (const [end, document] of Object.entries(documents)) {
    const made = await createPipeline(house.api, `Events ${end}`, document);
    pipelines[end as keyof typeof pipelines] = made;
    await publishDraft(house.api, made.id);
    await eventually(`${made.name} to run`, async () =>
      (await house.api.call<{ start: string | null }>('GET', `/pipelines/${made.id}/versions/1.0.0`)).start === null ? true : undefined,
    );
  }
  const lines = Array.from({ length: sent }, (_, n) => JSON.stringify({ n, level: n % 4 === 0 ? 'error' : 'info' }));
  const answer = await fetch(intakeUrl, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: lines.join('\n') });
  expect(answer.status).toBe(200);
  totals = await settledTotals();
});
afterAll(() => Promise.all(peers.map((peer) => peer.close())));

/** Once each event has come to its end: nothing that a page shows changes from then on. */
const settledTotals = () =>
  eventually(
    'an end of each event',
    async () => {
      const all = await house.api.call<Totals>('GET', `/metrics/totals?from=${Date.now() - 86_400_000}&to=${Date.now() + 60_000}`);
      const counts = Object.values(pipelines).map(({ id }) => all.pipelines[id]);
      return counts.every((each) => each?.entered === sent && each.inFlight === 0) ? all : undefined;
    },
    240_000,
  );

const countsOf = (end: keyof typeof pipelines): PipelineCounts => totals.pipelines[pipelines[end].id]!;

/** As an account has it: terms that are 0 are left out, but for what entered and what was delivered. */
function accountOf(counts: readonly PipelineCounts[]): Terms {
  const terms = ['entered', 'created', 'delivered', 'filtered', 'merged', 'rejected', 'dropped', 'expired'] as const;
  const sums = terms.map((term) => [term, counts.reduce((sum, each) => sum + each[term], 0)] as const);
  return Object.fromEntries(sums.filter(([term, sum]) => sum > 0 || term === 'entered' || term === 'delivered'));
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(house.url + path);
  await page.locator('main').waitFor();
}

/** Whole numbers behind the short ones in a row: nothing flows now, so they are the events of the day. */
const inRow = (page: Page, row: string) => titlesIn(page.locator(row).locator('.ui-num[title]'));
const titlesIn = (cells: Locator) =>
  cells.evaluateAll((all) => all.map((cell) => Number((cell.getAttribute('title') ?? '').replace(/\D/g, ''))));

const shows = (what: string, read: () => Promise<unknown>, numbers: unknown) =>
  expect.poll(read, { ...longest, message: what }).toEqual(numbers);

test('events of each kind of end are counted, and both sums hold', () => {
  expect(imbalances(totals)).toEqual([]);
  expect(countsOf('merged')).toMatchObject({ merged: sent, delivered: countsOf('merged').created });
  expect(countsOf('merged').created).toBeGreaterThan(0);
  expect(countsOf('rejected')).toMatchObject({ filtered: sent - errors, rejected: errors, delivered: 0 });
  expect(countsOf('expired')).toMatchObject({ expired: sent, delivered: 0 });
  expect(countsOf('dropped')).toMatchObject({ created: sent, dropped: sent, delivered: sent });
});

test('every page shows the same of merged, rejected, dropped and expired events, and each adds up', async () => {
  const { page, context } = await house.open();
  await haveSession(page, house.url);
  const whole = accountOf(Object.values(totals.pipelines));
  expect(Object.keys(whole)).toHaveLength(8);
  const inStore = countsOf('merged').delivered + sent;

  await visit(page, '/home');
  expect(await account(page)).toEqual(whole);
  const reached = await page
    .locator('[data-outcome]')
    .evaluateAll((cells) =>
      cells.map((cell) => [
        cell.closest('tr')?.dataset['datasink'],
        (cell as HTMLElement).dataset['outcome'],
        Number((cell as HTMLElement).dataset['count']),
      ]),
    );
  const none = { delivered: 0, waiting: 0, rejected: 0, dropped: 0, expired: 0 };
  const expected = {
    [sinks.store.id]: { ...none, delivered: inStore },
    [sinks.strict.id]: { ...none, rejected: errors },
    [sinks.gone.id]: { ...none, expired: sent },
  };
  // Nothing was dropped at a data sink, so that there is no column of it.
  expect(reached).toHaveLength(12);
  for (const [sink, outcome, count] of reached)
    expect([sink, outcome, count]).toEqual([sink, outcome, expected[String(sink)]?.[outcome as keyof typeof none]]);
  for (const outcome of ['delivered', 'rejected', 'expired'] as const)
    expect(reached.filter(([, name]) => name === outcome).reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(whole[outcome]);

  await visit(page, '/home?view=table');
  const ways = page.getByRole('row').filter({ hasText: 'Store' });
  await shows('the flow of home', async () => sumOf(await ways.locator('td.ui-num:last-child').allInnerTexts()), inStore);

  await visit(page, '/health');
  expect(await account(page)).toEqual(whole);
  await shows('the listener in Health', async () => (await inRow(page, 'tr[data-kind=listener]'))[0], sent);
  for (const [end, { name }] of Object.entries(pipelines)) {
    const { entered, delivered, rejected, dropped } = countsOf(end as keyof typeof pipelines);
    await shows(`${name} in Health`, () => inRow(page, `tr[data-kind=pipeline]:has-text("${name}")`), [
      entered,
      delivered,
      rejected,
      dropped,
      0,
    ]);
  }
  await shows(
    'the data sinks in Health',
    async () => (await inRow(page, 'tr[data-kind=datasink]:has-text("Store")')).reduce((sum, count) => sum + count, 0),
    inStore,
  );
  const steps = [
    { end: 'rejected', step: 'out', shown: [0, errors, 0] },
    { end: 'dropped', step: 'unread', shown: [0, 0, sent] },
  ] as const;
  for (const { end, step, shown } of steps) {
    await visit(page, `/health?pipeline=${pipelines[end].id}`);
    const row = `tr.health-step:has(a[href*="node=${step}"])`;
    const ended = page.locator(row).locator('td:nth-child(n+4):nth-child(-n+6) .ui-num[title]');
    await shows(`the step ${step} in Health`, () => titlesIn(ended), shown);
  }

  const sums: Record<string, number> = {};
  for (const [end, { id }] of Object.entries(pipelines)) {
    await visit(page, `/pipelines?tab=${id}`);
    const own = await account(page);
    expect(own).toEqual(accountOf([countsOf(end as keyof typeof pipelines)]));
    for (const [term, count] of Object.entries(own)) sums[term] = (sums[term] ?? 0) + count;
  }
  expect(sums).toEqual(whole);

  await visit(page, '/pipelines?view=table');
  for (const [end, { name }] of Object.entries(pipelines)) {
    const { entered, delivered } = countsOf(end as keyof typeof pipelines);
    await shows(`the list: ${name}`, async () => (await inRow(page, `tr:has-text("${name}")`)).slice(0, 2), [entered, delivered]);
  }
  await visit(page, '/datasinks?view=table');
  for (const [{ name }, delivered] of [
    [sinks.store, inStore],
    [sinks.strict, 0],
    [sinks.gone, 0],
  ] as const)
    await shows(`the list: ${name}`, () => inRow(page, `tr:has-text("${name}")`), [delivered, 0]);
  await visit(page, '/listeners?view=table');
  await shows('the list: Intake', async () => (await inRow(page, 'tr:has-text("Intake")'))[0], sent);

  await visit(page, `/datasinks/${sinks.store.id}`);
  expect([await inPairs(page, 'Delivered, last 24 hours'), await inPairs(page, 'Waiting')]).toEqual([inStore, 0]);
  await visit(page, `/listeners/${listener.id}`);
  expect([await inPairs(page, 'Received, last 24 hours'), await inPairs(page, 'Accepted, last 24 hours')]).toEqual([sent, sent]);
  await visit(page, '/home?section=tenant&option=usage');
  const used = (name: string) =>
    page
      .getByRole('dialog')
      .getByRole('row', { name: new RegExp(name) })
      .locator('td[title]');
  await used('Store').waitFor();
  expect(numberIn(await used('Intake').getAttribute('title'))).toBe(sent);
  expect(numberIn(await used('Store').getAttribute('title'))).toBe(inStore);

  // The editor shows rates: of events that have all come to their end, none is rejected now.
  await visit(page, `/pipelines/${pipelines.rejected.id}?node=out`);
  await page.locator('.pe-panel').waitFor();
  await shows('the notes of the editor', () => page.locator('.pe-note-bad').count(), 0);
  await context.close();
});

const sumOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + Number(/^\d+/.exec(text)?.[0]), 0);
