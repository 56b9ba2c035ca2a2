import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { logIn, typeCode, type WatchedPage } from './harness/browser.ts';
import { createDatasink, createListener } from './harness/content.ts';
import { toast } from './harness/editor.ts';
import { freePort } from '@acequia/testkit/free-port';
import { useHouse } from './harness/house.ts';
import { sendWithLogger } from './harness/senders.ts';
import { surveyPage } from './harness/survey.ts';
import { writtenFile } from './harness/written-file.ts';

const house = useHouse('real-case');
const folder = mkdtempSync(join(tmpdir(), 'acequia-access-'));
const shots = join(import.meta.dirname, '../../.cache/screenshots');
const long = { timeout: 60_000 };
const batch = 120;

let port: number;
let listenerId: string;
let tab: WatchedPage;
let page: Page;

beforeAll(async () => {
  port = await freePort();
  listenerId = (await createListener(house.api, 'Web proxy', 'syslog', { port })).id;
  for (const name of ['Alerts', 'Archive']) await createDatasink(house.api, name, 'file', { root: 'files' });
  tab = await house.open();
  page = tab.page;
  page.setDefaultTimeout(30_000);
  await logIn(page, house.url);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => {
    await page?.screenshot({ path: join(shots, 'failed-real-case.png') });
  });
});

const agents = ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'curl/8.14.1', 'kube-probe/1.34'];
const statusOf = (order: number): number => [200, 200, 301, 404, 200, 502][order % 6]!;
const agentOf = (order: number): string => agents[order % agents.length]!;
const addressOf = (order: number): string => `198.51.100.${1 + (order % 250)}`;
const failed = (order: number): boolean => statusOf(order) >= 400;

/** Lines in nginx's format `combined`, each with an order of its own. */
const lineOf = (order: number): string =>
  `${addressOf(order)} - - [22/Nov/2026:10:15:${String(order % 60).padStart(2, '0')} +0100] "GET /orders/${order}?page=2 HTTP/1.1" ${statusOf(order)} ${order * 7} "-" "${agentOf(order)}"`;

/** By a real client: util-linux's logger over TCP, as nginx's own syslog would. */
async function send(first: number, count = batch): Promise<void> {
  const file = join(folder, `access-${first}.log`);
  writeFileSync(file, Array.from({ length: count }, (_, index) => `${lineOf(first + index)}\n`).join(''));
  await sendWithLogger(file, port, 'tcp');
}

interface Written {
  readonly path: string;
  readonly status: number;
  readonly alert?: string;
}

/** The lines that are there whole. */
const written = (name: string): Written[] => {
  const path = writtenFile(join(house.acequia.dataDirectory, 'files'), name);
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Written)
    : [];
};

const arrived = (count: number) =>
  eventually(`${count} events in both files`, () =>
    written('alerts.ndjson').length + written('rest.ndjson').length >= count ? true : undefined,
  );

const panel = () => page.getByRole('complementary', { name: 'Selected step' });
const dock = () => page.getByRole('region', { name: 'Events of the pipeline' });
const publishing = () => page.getByRole('dialog', { name: 'Publish Orders' });

async function addStep(name: string, port?: string): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Find a step' });
  await search.fill(name);
  await search.press('Enter');
  if (port !== undefined) await page.getByRole('menuitem', { name: new RegExp(`^${port}`) }).click();
  await panel().getByRole('heading', { name }).first().waitFor();
}

const selectStep = (name: string) =>
  page
    .getByRole('group', { name: new RegExp(`^${name}`) })
    .first()
    .click();

async function pipelineId(): Promise<string> {
  return (await house.api.call<{ id: string; name: string }[]>('GET', '/pipelines')).find(({ name }) => name === 'Orders')!.id;
}

const runs = (version: string) =>
  eventually(`v${version} on its worker`, async () => {
    const found = await house.api.call<{ runningVersion: string | null; start: unknown }>('GET', `/pipelines/${await pipelineId()}`);
    return found.runningVersion === version && found.start === null ? true : undefined;
  });

test('access logs: a parser from samples, a fork, a message, two files, a test, a shadow run, a change, and back', async () => {
  await send(0);
  await eventually('lines to propose a parser from', async () => {
    const { events } = await house.api.call<{ events: number }>('POST', '/labels/matches', { listenerId });
    return events >= 100 ? true : undefined;
  });
  await page.goto(`${house.url}/pipelines/create`);
  await page.getByLabel('Name', { exact: true }).fill('Orders');
  await page.getByRole('button', { name: 'Create and open' }).click();
  await page.waitForURL('**/pipelines/PL_**');
  await page.getByRole('button', { name: /Web proxy All events/ }).press('Enter');

  await addStep('Parser');
  await panel().getByRole('combobox', { name: 'Field', exact: true }).fill('message');
  await panel().getByRole('button', { name: 'Propose from samples' }).click();
  await panel()
    .getByText(/Reads 100 of 100 lines of message/)
    .waitFor(long);
  await panel()
    .getByRole('button', { name: /^Use Web access log/ })
    .click();
  await addStep('Conditional');
  await panel().getByRole('button', { name: 'Add', exact: true }).click();
  await panel().getByLabel('Name', { exact: true }).fill('failed');
  await panel().getByRole('radio', { name: 'Code' }).click();
  await typeCode(panel().getByRole('textbox', { name: 'Condition' }), '${status} >= 400');
  await addStep('Message builder', 'failed');
  await panel().getByRole('combobox', { name: 'Format', exact: true }).click();
  await page.getByRole('option', { name: 'Template', exact: true }).click();
  await panel().getByLabel('Destination', { exact: true }).fill('alert');
  await typeCode(panel().getByRole('textbox', { name: 'Template' }), '${client_ip} ${path} ${status}');
  await addStep('Alerts');
  await typeCode(panel().getByLabel('Path', { exact: true }), 'alerts.ndjson');
  await selectStep('Conditional');
  await addStep('Archive', 'default');
  await typeCode(panel().getByLabel('Path', { exact: true }), 'rest.ndjson');
  await page.getByText('Ready to publish').first().waitFor();

  await page.getByRole('link', { name: 'Test', exact: true }).click();
  await dock().getByRole('textbox', { name: 'Maximum number of events' }).fill('6');
  await dock().getByRole('button', { name: 'Start', exact: true }).click();
  await dock().getByText('Waiting for events of All events · Web proxy').waitFor(long);
  await send(10_000, 6);
  await dock().getByText('All events have arrived').waitFor(long);
  await dock().getByRole('button', { name: 'Save as test' }).click();
  await dock().getByRole('textbox', { name: 'Name', exact: true }).fill('Six orders');
  await dock().getByRole('button', { name: 'Save and run' }).click();
  await dock().getByText('The test passed').waitFor(long);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await publishing().getByText('The test passed').waitFor(long);
  await publishing()
    .getByRole('button', { name: /^Publish v1\.0\.0/ })
    .click();
  await publishing().waitFor({ state: 'detached', ...long });
  await runs('1.0.0');
  await send(1000);
  await arrived(batch);

  await selectStep('Message builder');
  await typeCode(panel().getByRole('textbox', { name: 'Template' }), '${client_ip} ${path} ${status} ${user_agent}');
  await page.getByRole('link', { name: 'Test', exact: true }).click();
  await dock().getByRole('tab', { name: 'Shadow run' }).click();
  await dock().getByRole('button', { name: 'Start shadow run' }).click();
  await dock().getByText('Done', { exact: true }).waitFor(long);
  await dock()
    .getByRole('row', { name: /^Changed alert/ })
    .first()
    .waitFor();
  expect(await surveyPage(page)).toEqual([]);
  await page.screenshot({ path: join(shots, 'shadow.png') });

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await publishing().getByText('1 of 1 failed').waitFor(long);
  await publishing().getByRole('checkbox', { name: 'Publish anyway' }).click();
  await publishing().getByRole('textbox', { name: 'Reason' }).fill('the operators want the agent');
  expect(await surveyPage(page)).toEqual([]);
  await page.screenshot({ path: join(shots, 'publish-anyway.png') });
  await publishing()
    .getByRole('button', { name: /^Publish v1\.1\.0/ })
    .click();
  await toast(page, 'v1.1.0 is published').waitFor(long);
  await runs('1.1.0');
  await send(2000);
  await arrived(2 * batch);

  await page.goto(`${house.url}/pipelines/${await pipelineId()}/Main?history=1.0.0`);
  await page
    .getByRole('dialog', { name: 'Version history' })
    .getByRole('button', { name: /^Roll back to v1\.0\.0/ })
    .click();
  await toast(page, 'v1.0.0 starts').waitFor(long);
  await runs('1.0.0');
  await send(3000);
  await arrived(3 * batch);

  const orders = [1000, 2000, 3000].flatMap((first) => Array.from({ length: batch }, (_, index) => first + index));
  const pathOf = (order: number): string => `/orders/${order}`;
  const message = (order: number): string =>
    `${addressOf(order)} ${pathOf(order)} ${statusOf(order)}${order >= 2000 && order < 3000 ? ` ${agentOf(order)}` : ''}`;
  expect(
    written('alerts.ndjson')
      .map(({ alert }) => alert)
      .toSorted(),
  ).toEqual(orders.filter(failed).map(message).toSorted());
  const rest = orders.filter((order) => !failed(order));
  expect(
    written('rest.ndjson')
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(rest.map(pathOf).toSorted());
  expect(written('rest.ndjson').every(({ status, alert }) => status < 400 && alert === undefined)).toBe(true);

  expect(tab.complaints).toEqual([]);
}, 600_000);
