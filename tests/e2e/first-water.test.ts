import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, startAcequia, type Acequia } from './harness/acequia.ts';
import { freePort } from '@acequia/testkit/free-port';
import { Api } from './harness/api.ts';
import { fillLogin, launchBrowser, openPage, setUp, typeCode, type WatchedPage } from './harness/browser.ts';
import { startHttpPeer, type HttpPeer } from './harness/http-peer.ts';
import { settled } from './harness/survey.ts';
import { postWithCurl, sendWithLogger, sendWithRsyslog } from './harness/senders.ts';
import { writtenFile } from './harness/written-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-water-'));
const shots = join(import.meta.dirname, '../../.cache/screenshots');
mkdirSync(shots, { recursive: true });

let acequia: Acequia;
let browser: Browser;
let tab: WatchedPage;
let page: Page;
let evenPeer: HttpPeer;
let jsonPeer: HttpPeer;
let syslogPort: number;
let httpPort: number;
const api = () => new Api(acequia.url);

beforeAll(async () => {
  [evenPeer, jsonPeer, browser, syslogPort, httpPort] = await Promise.all([
    startHttpPeer(),
    startHttpPeer(),
    launchBrowser(),
    freePort(),
    freePort(),
  ]);
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  tab = await openPage(browser);
  page = tab.page;
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  await Promise.all([evenPeer?.close(), jsonPeer?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    await page.screenshot({ path: join(shots, `failed-${task.name.slice(0, 20).replaceAll(/\W+/g, '-')}.png`) });
  });
});

const go = (path: string) => page.goto(acequia.url + path);
const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);

async function createListener(type: string, name: string, port: number): Promise<void> {
  await go(`/listeners/create?type=${type}`);
  if (type === 'http') await choose('Authentication', 'None');
  await fill('Name', name);
  await fill('Port', String(port));
  await page.getByRole('button', { name: 'Create listener' }).click();
  await page.getByText('The port is open').waitFor();
}

async function createDatasink(type: string, name: string, more: () => Promise<void> = async () => undefined): Promise<void> {
  await go(`/datasinks/create?type=${type}`);
  await fill('Name', name);
  await more();
  await page.getByRole('button', { name: 'Create data sink' }).click();
  await page.waitForURL('**/datasinks/DS_**');
}

/** Adds an entry of the palette by keyboard, after the selected step. */
async function addStep(name: string, port?: string): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Find a step' });
  await search.fill(name);
  await search.press('Enter');
  if (port !== undefined) await page.getByRole('menuitem', { name: new RegExp(`^${port}`) }).click();
  await page.getByRole('complementary', { name: 'Selected step' }).getByRole('heading', { name }).first().waitFor();
}

const selectStep = (name: string) =>
  page
    .getByRole('group', { name: new RegExp(`^(Label )?${name}`) })
    .first()
    .click();

async function choose(label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}

async function publish(): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish v/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const fileLines = (name: string): string[] => {
  const path = writtenFile(join(acequia.dataDirectory, 'files'), name);
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').filter(Boolean) : [];
};

const filesBelow = () => readdirSync(join(acequia.dataDirectory, 'files'), { recursive: true, encoding: 'utf8' });

interface Totals {
  readonly listeners: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly pipelines: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly datasinks: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

async function totals(session: Api): Promise<Totals> {
  const now = Date.now();
  return session.call('GET', `/metrics/totals?from=${now - 86_400_000}&to=${now + 60_000}`);
}

const idByName = async (session: Api, noun: 'listeners' | 'pipelines' | 'datasinks', name: string): Promise<string> =>
  (await session.call<{ id: string; name: string }[]>('GET', `/${noun}`)).find((thing) => thing.name === name)!.id;

test('a new owner builds listeners, datasinks and a pipeline in the browser, and publishes', async () => {
  await setUp(page, acequia.url, acequia.setupCode);

  await createListener('syslog', 'edge', syslogPort);
  await createListener('http', 'apps', httpPort);
  await createDatasink('file', 'archive', async () => {
    const f = page.getByRole('textbox', { name: 'Folder' });
    if (await f.count()) await f.fill('files');
  });
  await createDatasink('http', 'collector', () => fill('Base URL', evenPeer.url));

  await go('/pipelines/create');
  await fill('Name', 'First water');
  await page.getByRole('button', { name: 'Create and open' }).click();
  await page.waitForURL('**/pipelines/PL_**');
  await page.getByRole('searchbox', { name: 'Find a step' }).waitFor();
  await page.getByRole('button', { name: /edge All events/ }).press('Enter');
  await addStep('Parser');
  await choose('Field', /^message/);
  await choose('Format', 'Key–value');
  await addStep('Conditional');
  const panel = page.getByRole('complementary', { name: 'Selected step' });
  await panel.getByRole('button', { name: 'Add', exact: true }).click();
  await panel.getByLabel('Name', { exact: true }).fill('even');
  await panel.getByRole('radio', { name: 'Code' }).click();
  await typeCode(panel.getByRole('textbox', { name: 'Condition' }), '${kind} == "even"');
  await addStep('archive', 'even');
  await typeCode(panel.getByLabel('Path', { exact: true }), 'even.ndjson');
  await selectStep('Conditional');
  await addStep('collector', 'default');
  await typeCode(panel.getByLabel('URL', { exact: true }), `${evenPeer.url}/odd`);
  await choose('How events are combined', 'One per line');
  await panel.getByRole('combobox', { name: 'Content type' }).filter({ hasText: 'application/x-ndjson' }).waitFor();
  await page.getByText('Ready to publish').first().waitFor();
  await page.screenshot({ path: join(shots, 'editor.png') });
  await publish();
  await page.getByText('v1.0.0').first().waitFor();
  expect(tab.complaints).toEqual([]);
});

test('20,000 events of real clients arrive once: on disk, at the peer and on screen', async () => {
  const session = api();
  await session.login();
  const [edge, apps, archive, collector, water] = await Promise.all([
    idByName(session, 'listeners', 'edge'),
    idByName(session, 'listeners', 'apps'),
    idByName(session, 'datasinks', 'archive'),
    idByName(session, 'datasinks', 'collector'),
    idByName(session, 'pipelines', 'First water'),
  ]);
  const json = await publishJsonPipeline(session, apps, archive, collector);

  const send = mkFolder('send');
  const tcp = writeLines(join(send, 'tcp.log'), 0, 4000);
  const forwarded = writeLines(join(send, 'rsyslog.log'), 4000, 3000);
  const udp = writeLines(join(send, 'udp.log'), 7000, 3000);
  const arrived = async () => (await totals(session)).listeners[edge]?.['received'] ?? 0;
  await sendWithLogger(tcp, syslogPort, 'tcp');
  await sendWithRsyslog(forwarded, syslogPort, join(send, 'rsyslog'), async () => {
    await eventually('rsyslog’s lines', async () => ((await arrived()) >= 7000 ? true : undefined));
  });
  await sendWithLogger(udp, syslogPort, 'udp');
  const bodies = writeBodies(send, 0, 100, 100);
  expect(new Set(await postWithCurl(`http://127.0.0.1:${httpPort}/`, bodies))).toEqual(new Set([200]));

  const kernelDrops = await udpDrops(syslogPort);
  const expected = 10_000 - kernelDrops;
  const done = await eventually(
    'all outcomes',
    async () => {
      const sums = await totals(session);
      const received = (listener: string) => sums.listeners[listener]?.['received'] ?? 0;
      const delivered = (pipeline: string) => sums.pipelines[pipeline]?.['delivered'] ?? 0;
      const all = received(edge) >= expected && delivered(water) >= expected && received(apps) >= 10_000 && delivered(json) >= 20_000;
      return all ? sums : undefined;
    },
    120_000,
  );

  expect(done.listeners[edge]).toMatchObject({ received: expected, decoded: expected, rejected: 0, empty: 0 });
  expect(done.listeners[apps]).toMatchObject({ received: 10_000, decoded: 10_000, rejected: 0 });
  expect(done.pipelines[water]).toMatchObject({ entered: expected, delivered: expected, rejected: 0, dropped: 0, inFlight: 0 });
  const even = fileLines('even.ndjson').map((line) => (JSON.parse(line) as { seq: string }).seq);
  const odd = evenPeer.lines.map((line) => (JSON.parse(line) as { seq: string }).seq);
  expect(even.length + odd.length, `in the file ${even.length}, at the peer ${odd.length}, files: ${filesBelow().join(', ')}`).toBe(
    expected,
  );
  expect(new Set([...even, ...odd]).size).toBe(expected);
  expect(even.every((seq) => Number(seq) % 2 === 0) && odd.every((seq) => Number(seq) % 2 === 1)).toBe(true);
  expect(seen(jsonPeer.lines)).toEqual(range(10_000));
  expect(seen(fileLines('json.ndjson'))).toEqual(range(10_000));
  await screenShows(session, water);
}, 600_000);

test('the worker is killed in the middle and during a publication: what got a 2xx is delivered, nothing is invented', async () => {
  const session = api();
  await session.login();
  const pipeline = await idByName(session, 'pipelines', 'JSON');
  const send = mkFolder('kill');
  const bodies = writeBodies(send, 10_000, 100, 100);
  const accepted = new Set<number>();
  for (const [index, body] of bodies.entries()) {
    if (index === 30) process.kill(acequia.childPid('apps/worker')!, 'SIGKILL');
    if (index === 60) {
      const draft = await session.call<{ revision: number; document: unknown }>('GET', `/pipelines/${pipeline}/versions/Main`);
      const saved = await session.call<{ revision: number }>('PUT', `/pipelines/${pipeline}/draft`, {
        revision: draft.revision,
        document: draft.document,
      });
      const clusters = await session.call<{ id: string }[]>('GET', '/clusters');
      await session.call('POST', `/pipelines/${pipeline}/publish`, {
        revision: saved.revision,
        kind: 'minor',
        versionName: 'second',
        clusterIds: [clusters[0]!.id],
      });
      process.kill(acequia.childPid('apps/worker')!, 'SIGKILL');
    }
    const answer = await eventually(`an answer to body ${index}`, async () => {
      const [status] = await postWithCurl(`http://127.0.0.1:${httpPort}/`, [body]).catch(() => [0]);
      return status === 200 ? status : undefined;
    });
    if (answer === 200) for (let i = 0; i < 100; i += 1) accepted.add(10_000 + index * 100 + i);
  }
  expect(accepted.size).toBe(10_000);
  await eventually(
    'all accepted events at the peer',
    () => {
      const arrived = new Set(jsonPeer.lines.map((line) => (JSON.parse(line) as { seq: number }).seq));
      return [...accepted].every((seq) => arrived.has(seq)) ? true : undefined;
    },
    120_000,
  );
  const arrived = new Set(jsonPeer.lines.map((line) => (JSON.parse(line) as { seq: number }).seq));
  expect([...arrived].filter((seq) => seq >= 20_000)).toEqual([]);
  const sums = await eventually(
    'a settled ledger',
    async () => {
      const { pipelines } = await totals(session);
      const counts = pipelines[pipeline]!;
      return counts['inFlight'] === 0 && counts['entered']! >= 20_000 ? counts : undefined;
    },
    120_000,
  );
  const { entered, created, delivered, filtered, merged, rejected, dropped, expired } = sums as Record<string, number>;
  expect(entered! + created!).toBe(delivered! + filtered! + merged! + rejected! + dropped! + expired!);
  await screenShows(session, pipeline);
}, 600_000);

test('in Spanish and in the light theme, at 1440 and 1024', async () => {
  for (const width of [1440, 1024]) {
    const { page: other, complaints } = await openPage(browser, { width, locale: 'es-ES' });
    await other.goto(`${acequia.url}/login`);
    await other.getByRole('heading', { name: 'Inicia sesión' }).waitFor();
    await other.screenshot({ path: join(shots, `login-es-${width}.png`) });
    await fillLogin(other);
    await other.waitForURL('**/home');
    await other.evaluate(async () => {
      const call = (path: string, body: unknown) =>
        fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-acequia': 'console' },
          body: JSON.stringify({ json: body }),
        });
      await call('/rpc/auth/updatePreferences', { theme: 'light', language: 'es' });
    });
    for (const path of ['/home', '/listeners', '/pipelines', '/datasinks']) {
      await other.goto(acequia.url + path);
      await other.getByRole('navigation').first().waitFor();
      await settled(other);
      expect(await other.evaluate(() => [document.documentElement.dataset['theme'], document.documentElement.lang])).toEqual([
        'light',
        'es',
      ]);
      await other.screenshot({ path: join(shots, `${path.slice(1)}-es-light-${width}.png`) });
    }
    expect(complaints).toEqual([]);
    await other.context().close();
  }
});

/** A pipeline over the JSON listener that delivers every event twice: to a file and to a peer. Gives its id once a worker runs it. */
async function publishJsonPipeline(session: Api, listenerId: string, archive: string, collector: string): Promise<string> {
  const at = { position: { x: 0, y: 0 }, name: '', comment: '' };
  const document = {
    format: 1,
    nodes: [
      { id: 'in', kind: 'label', listenerId, labelId: 'all', ...at },
      {
        id: 'file',
        kind: 'datasink',
        datasinkId: archive,
        component: 'file',
        version: '1.0.0',
        config: { path: 'json.ndjson' },
        ...at,
        position: { x: -200, y: 200 },
      },
      {
        id: 'peer',
        kind: 'datasink',
        datasinkId: collector,
        component: 'http',
        version: '1.0.0',
        config: { url: `${jsonPeer.url}/json` },
        ...at,
        position: { x: 200, y: 200 },
      },
    ],
    links: [
      { id: 'l1', from: { node: 'in', port: 'default' }, to: { node: 'file' } },
      { id: 'l2', from: { node: 'in', port: 'default' }, to: { node: 'peer' } },
    ],
  };
  const pipeline = await session.call<{ id: string }>('POST', '/pipelines', { name: 'JSON', description: '', tags: [], document });
  const clusters = await session.call<{ id: string }[]>('GET', '/clusters');
  const draft = await session.call<{ revision: number }>('GET', `/pipelines/${pipeline.id}/versions/Main`);
  await session.call('POST', `/pipelines/${pipeline.id}/publish`, {
    revision: draft.revision,
    kind: 'major',
    versionName: 'first',
    clusterIds: [clusters[0]!.id],
  });
  await eventually('the pipeline to run', async () => {
    const { state, start } = await session.call<{ state: string; start: unknown }>('GET', `/pipelines/${pipeline.id}`);
    return state === 'running' && start === null ? true : undefined;
  });
  return pipeline.id;
}

/** The account in a pipeline's details shows the ledger's number of delivered events, written in full. */
async function screenShows(session: Api, pipelineId: string): Promise<void> {
  await go(`/pipelines?tab=${pipelineId}`);
  const shown = async () => {
    const delivered = (await totals(session)).pipelines[pipelineId]?.['delivered'] ?? 0;
    const written = `${new Intl.NumberFormat('en').format(delivered)} delivered`;
    return page.locator('[data-account] [data-term="delivered"]').filter({ hasText: written }).count();
  };
  await expect.poll(shown).toBeGreaterThan(0);
}

function mkFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function writeLines(path: string, from: number, count: number): string {
  const lines = Array.from({ length: count }, (_, i) => `seq=${from + i} kind=${(from + i) % 2 === 0 ? 'even' : 'odd'}`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

function writeBodies(directory: string, from: number, bodies: number, events: number): string[] {
  return Array.from({ length: bodies }, (_, body) => {
    const path = join(directory, `body-${body}.ndjson`);
    writeFileSync(
      path,
      Array.from({ length: events }, (_event, i) => JSON.stringify({ seq: from + body * events + i, app: 'water' })).join('\n'),
    );
    return path;
  });
}

const seen = (lines: readonly string[]): number[] => lines.map((line) => (JSON.parse(line) as { seq: number }).seq).sort((a, b) => a - b);
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Datagrams the kernel dropped at a port (proc(5), /proc/net/udp). */
async function udpDrops(port: number): Promise<number> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return ['/proc/net/udp', '/proc/net/udp6']
    .flatMap((path) => readFileSync(path, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(`:${hex}`))
    .reduce((sum, columns) => sum + Number(columns.at(-1)), 0);
}
