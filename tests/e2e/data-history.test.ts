import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { haveSession, logIn } from './harness/browser.ts';
import { createDatasink, createListener, createPipeline, publishDraft, type Listener } from './harness/content.ts';
import { freePort } from '@acequia/testkit/free-port';
import { looks, useHouse } from './harness/house.ts';
import { startHttpPeer, type HttpPeer } from './harness/http-peer.ts';
import { surveyPage } from './harness/survey.ts';
import { datasinkNode, documentOf, labelNode } from './harness/workbench.ts';

const house = useHouse('history');
/** More than a search shows before it asks whether to go on, and more than two of its pages. */
const events = 240;
const errors = events / 20;
const longest = { timeout: 120_000 };
let destination: HttpPeer;
let listener: Listener;

/** Every twentieth is an error. */
const lineOf = (n: number) => JSON.stringify({ n, level: n % 20 === 0 ? 'error' : 'info', host: `web-${n % 3}` });

beforeAll(async () => {
  destination = await startHttpPeer();
  const port = await freePort();
  listener = await createListener(house.api, 'Checkout', 'http', { bind: '127.0.0.1', port });
  const condition = { form: 'visual', ast: { field: 'level', op: 'eq', value: 'error' } };
  await house.api.call('POST', '/labels', { listenerId: listener.id, name: 'Errors', description: '', condition });
  const datasink = await createDatasink(house.api, 'Collector', 'http', { baseUrl: destination.url });
  const out = datasinkNode('out', datasink.id, 'http', { url: '/in', maxWait: '50ms' });
  const pipeline = await createPipeline(house.api, 'Orders', documentOf([labelNode('in', listener.id), out], ['in>out']));
  await publishDraft(house.api, pipeline.id);
  await eventually('the version to run', async () => {
    const [version] = await house.api.call<{ start: string | null }[]>('GET', `/pipelines/${pipeline.id}/versions`);
    return version?.start === null ? true : undefined;
  });
  for (let n = 0; n < events; n += 20) {
    const body = Array.from({ length: 20 }, (_, more) => lineOf(n + more)).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    await eventually('an answer of the listener', async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).catch(() => undefined);
      return answer?.status === 200 ? true : undefined;
    });
  }
  await eventually('every event at the destination', () => (destination.lines.length === events ? true : undefined), 120_000);
});
afterAll(() => destination?.close());

test('what is held is searched page by page, stopped and gone on with, and an event is followed through its pipeline', async () => {
  const { page, context, complaints } = await house.open();
  await logIn(page, house.url);
  await page.getByRole('link', { name: 'Data history' }).click();
  await page
    .getByRole('row', { name: /^Collector/ })
    .getByText(/day|year/)
    .waitFor(longest);
  await page.getByRole('row', { name: /^Checkout .*% of the limit/ }).waitFor(longest);
  const newest = page.getByRole('table', { name: 'Newest events' });
  await newest.getByRole('button', { name: lineOf(events - 1) }).waitFor();
  expect(await newest.getByRole('button').count()).toBe(20);
  expect(await surveyPage(page)).toEqual([]);

  let held: (() => void) | undefined;
  let asked = 0;
  await page.route('**/rpc/dataHistory/search', async (route) => {
    const isPage = route.request().postData()?.includes('"count":50') === true;
    if (isPage) asked += 1;
    if (isPage && asked === 2) await new Promise<void>((resolve) => (held = resolve));
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText(/^Searching: /).waitFor(longest);
  await eventually('the question for a second page', () => held);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText(/^Searched/).waitFor();
  held?.();
  const found = page.locator('.history-open');
  await expect.poll(() => found.count(), longest).toBe(50);
  const goOn = page.getByRole('button', { name: 'Continue searching' });
  const atRest = page.getByRole('button', { name: 'Search', exact: true });
  const through = page.getByText(/to the end of the range/);
  for (let shown = 50; !(await through.isVisible()); shown = await found.count()) {
    await goOn.click();
    await eventually('more events', async () => ((await found.count()) > shown ? true : undefined));
    await goOn.or(through).first().waitFor(longest);
  }
  await page.getByText(`${events} events found`).waitFor(longest);
  await expect.poll(() => found.count(), longest).toBe(events);

  await page.getByRole('textbox', { name: 'Text in the event' }).fill('"N":17,');
  await atRest.click();
  await page.getByText('1 event found').waitFor(longest);
  expect(await surveyPage(page)).toEqual([]);
  await page.getByRole('button', { name: lineOf(17) }).click();
  const drawer = page.getByRole('dialog');
  await drawer.locator('dd', { hasText: 'web-2' }).waitFor();
  expect(await surveyPage(page)).toEqual([]);
  await drawer.getByRole('link', { name: 'X-ray in Orders' }).click();
  const way = page.getByRole('region', { name: 'Path of one event' });
  await way.getByText('arrived; the trace writes nothing').waitFor(longest);
  expect(destination.lines).toHaveLength(events);
  expect(complaints).toEqual([]);
  await context.close();
});

test('in Spanish: by label, condition and time, and the range is replayed into the version that runs', async () => {
  await house.prefer(looks[1]);
  const { page, context, complaints } = await house.open(looks[1]);
  await haveSession(page, house.url);
  await page.goto(`${house.url}/datahistory`);
  await page
    .getByRole('row', { name: /^Collector/ })
    .getByText(/día|año/)
    .waitFor(longest);
  expect(await surveyPage(page)).toEqual([]);
  const search = () => page.getByRole('button', { name: 'Buscar', exact: true }).click();
  await page.getByRole('combobox', { name: 'Etiqueta' }).click();
  await page.getByRole('option', { name: 'Errors' }).click();
  await search();
  await page.getByText(`${errors} eventos encontrados`).waitFor(longest);

  await page.getByRole('button', { name: 'Añadir una condición' }).click();
  await page.getByRole('combobox', { name: 'Campo' }).fill('host');
  await page.getByRole('textbox', { name: 'Valor' }).fill('web-1');
  await search();
  await page.getByText('4 eventos encontrados').waitFor(longest);
  expect(await surveyPage(page)).toEqual([]);

  const form = page.locator('form');
  await form.getByRole('button', { name: 'Periodo Últimas 24 horas' }).click();
  await page.getByRole('button', { name: 'Año pasado', exact: true }).click();
  await search();
  await page.getByText('No se encontraron eventos').waitFor(longest);
  await form.getByRole('button', { name: 'Periodo Año pasado' }).click();
  await page.getByRole('button', { name: 'Última hora', exact: true }).click();

  await page.getByRole('link', { name: 'Reproducir este periodo' }).click();
  const replay = page.getByRole('dialog', { name: 'Reproducir eventos' });
  await replay.getByRole('combobox', { name: 'Pipeline' }).click();
  await page.getByRole('option', { name: 'Orders' }).click();
  await replay.getByText(new RegExp(`${events} registros`)).waitFor(longest);
  await replay.getByRole('button', { name: 'Iniciar reproducción' }).click();
  await page.getByText('Terminada', { exact: true }).first().waitFor(longest);
  await eventually('every event a second time', () => (destination.lines.length === 2 * events ? true : undefined));
  expect(complaints).toEqual([]);
  await context.close();
});
