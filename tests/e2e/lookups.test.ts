import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startAcequia, type Acequia } from './harness/acequia.ts';
import { haveSession, launchBrowser, logIn, openPage } from './harness/browser.ts';
import { freePort } from '@acequia/testkit/free-port';
import { startHttpPeer, type HttpPeer } from './harness/http-peer.ts';
import { readPage, settled, surveyOtherTheme, surveyPage } from './harness/survey.ts';
import { uploadTable } from './harness/tables.ts';
import { insertViewer, viewer } from './harness/viewer.ts';
import { actionNode, datasinkNode, documentOf, labelNode, openWorkbench, type Workbench } from './harness/workbench.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-lookups-'));
let acequia: Acequia;
let bench: Workbench;
let peer: HttpPeer;
let intakeUrl: string;
let lookup: string;
let pipeline: string;
let browser: Browser;

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  bench = await openWorkbench(acequia);
  peer = await startHttpPeer();
  const port = await freePort();
  intakeUrl = `http://127.0.0.1:${port}/`;
  const listener = await bench.listener('http', { bind: '127.0.0.1', port });
  const sink = await bench.datasink('http', { baseUrl: peer.url });
  const input = { name: 'sites', description: '', tags: [], format: 'csv', separator: null, keyColumn: 'network' };
  lookup = (await bench.api.call<{ id: string }>('POST', '/lookups', input)).id;
  await upload(['network,si', 'te,twin\n10.0.0.0/8,north,north\n']);
  browser = await launchBrowser();
  pipeline = await bench.pipeline(
    documentOf(
      [
        labelNode('in', listener),
        actionNode('site', 'lookup', { lookup, key: '${src}', match: 'cidr' }),
        datasinkNode('out', sink, 'http', { url: '/in', maxWait: '50ms' }),
      ],
      ['in>site', 'site>out'],
    ),
  );
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  await peer?.close();
  rmSync(folder, { recursive: true, force: true });
});

const upload = (parts: readonly string[]) => uploadTable(bench.api, lookup, parts);

interface Arrived {
  readonly n: number;
  readonly site?: string;
  readonly twin?: string;
}

let sent = 0;
const arrived = (): Arrived[] => peer.lines.map((line) => JSON.parse(line) as Arrived);

async function send(addresses: readonly string[]): Promise<void> {
  const body = addresses.map((src) => JSON.stringify({ n: (sent += 1), src })).join('\n');
  const response = await fetch(intakeUrl, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body });
  expect(response.status).toBe(200);
}

/** Sends one event and gives the site it arrives with; nulls are left out by the data sink. */
async function siteOf(src: string): Promise<unknown> {
  await send([src]);
  const n = sent;
  return (await eventually('the event', () => arrived().find((event) => event.n === n))).site;
}

test('a table is used by the worker, and a new version while events flow', async () => {
  expect(await siteOf('10.1.2.3')).toBe('north');
  expect(await siteOf('192.0.2.1')).toBeUndefined();
  await bench.deployed(() => upload(['network,site,twin\n10.0.0.0/8,south,south\n']));
  expect(await siteOf('10.1.2.3')).toBe('south');
});

test('no event sees half a table while versions follow each other', async () => {
  const before = sent;
  const addresses = Array.from({ length: 200 }, (_, n) => `10.${n % 64}.0.${n}`);
  let swapping = true;
  const flow = (async () => {
    while (swapping) await send(addresses);
  })();
  for (const name of ['v1', 'v2', 'v3', 'v4']) {
    const rows = Array.from({ length: 64 }, (_, n) => `10.${n}.0.0/16,${name},${name}\n`).join('');
    await bench.deployed(() => upload([`network,site,twin\n${rows}`]));
  }
  swapping = false;
  await flow;
  const last = sent;
  const during = await eventually('every event', () => {
    const events = arrived().filter(({ n }) => n > before);
    return new Set(events.map(({ n }) => n)).size === last - before ? events : undefined;
  });
  expect(during.filter(({ site, twin }) => site === undefined || site !== twin)).toEqual([]);
  expect(new Set(during.map(({ site }) => site)).size).toBeGreaterThan(1);
});

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** Chooses a file and waits until its rows are shown: its last cell in the last row, where no file before had it. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(fileOf(name, text));
  const [last = ''] = text.trim().split(/[\n;]/).slice(-1);
  const rows = page.getByRole('region', { name: 'First rows' }).getByRole('row');
  await rows.last().getByRole('cell', { name: last, exact: true }).waitFor();
}

/** What is wrong with the page, in both themes and at both widths. */
async function survey(page: Page): Promise<string[]> {
  const faults = [...(await surveyPage(page)), ...(await surveyOtherTheme(page))];
  await page.setViewportSize({ width: 1024, height: 768 });
  await settled(page);
  faults.push(...(await readPage(page)));
  await page.setViewportSize({ width: 1440, height: 900 });
  return faults;
}

test('in the browser: made from a file, refused with line and column, renewed, looked into, taken away', async () => {
  const { page, complaints } = await openPage(browser);
  await logIn(page, acequia.url);
  await page.getByRole('link', { name: 'Enrichments', exact: true }).click();
  await page.getByRole('link', { name: 'sites' }).waitFor();
  expect(await survey(page)).toEqual([]);
  await page.getByRole('link', { name: 'New enrichment' }).click();
  expect(await survey(page)).toEqual([]);
  await page.getByRole('link', { name: 'CSV file' }).click();

  await choose(page, 'owners.csv', '\uFEFFhost;owner\nweb;ana\n"db";eva\nweb;leo\n');
  await expect.poll(() => page.getByLabel('Name').inputValue(), { timeout: 20_000 }).toBe('owners');
  expect(await survey(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create enrichment' }).click();
  await page.locator('#content').getByText('Line 4, column 1: web is on line 2 already.').waitFor();
  expect(await bench.api.call<{ name: string }[]>('GET', '/lookups')).toHaveLength(1);
  await choose(page, 'owners.csv', 'host;owner\nweb;ana\n"db";eva\n');
  await page.getByRole('button', { name: 'Create enrichment' }).click();
  await page.waitForURL(/\/enrichments\/LK_[^/]+\/edit$/);
  await page.getByRole('link', { name: 'Version 1', exact: true }).waitFor();
  expect(await survey(page)).toEqual([]);

  await page.getByRole('link', { name: 'New version' }).click();
  // Said as soon as the file is chosen; nothing of it is uploaded.
  await page.locator('input[type=file]').setInputFiles(fileOf('owners.csv', 'host;team\nweb;core\n'));
  await page
    .getByText(/owner is not in the file|A column of an earlier version is missing/)
    .first()
    .waitFor();
  await choose(page, 'owners.csv', 'host;owner;team\nweb;ana;core\ndb;Eva;data\n');
  await page.getByRole('button', { name: 'Upload and activate' }).click();
  await page.waitForURL(/\/edit$/);

  await page.getByRole('link', { name: 'Version 2', exact: true }).click();
  await page.waitForURL(/\/2\/versionDetail$/);
  await page.getByRole('searchbox', { name: 'Search in all rows' }).fill('eva');
  await page.getByRole('cell', { name: 'data' }).waitFor();
  await page.getByRole('cell', { name: 'core' }).waitFor({ state: 'hidden' });
  expect(await survey(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('owners-2.csv');
  expect(complaints).toEqual([]);
});

test('deleting a used table lists the pipelines and pauses them with the reason', async () => {
  const { name } = await bench.api.call<{ name: string }>('GET', `/pipelines/${pipeline}`);
  const { page, complaints } = await openPage(browser);
  await haveSession(page, acequia.url);
  await page.goto(`${acequia.url}/enrichments/${lookup}/edit`);
  await page.getByRole('link', { name: 'site: follows the active version' }).waitFor();
  await page.getByRole('button', { name: 'Actions of sites' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name }).waitFor();
  await dialog.getByRole('button', { name: 'Stop and delete' }).click();
  await page.waitForURL(`${acequia.url}/enrichments`);
  const [version] = await bench.api.call<{ status: string; reason: { code: string } }[]>('GET', `/pipelines/${pipeline}/versions`);
  expect(version).toMatchObject({ status: 'stopped', reason: { code: 'LOOKUP_REMOVED' } });
  expect(complaints).toEqual([]);
});

test('a viewer looks and changes nothing; the pages are read in Spanish', async () => {
  await insertViewer(acequia.dataDirectory);
  const [owners] = await bench.api.call<{ id: string }[]>('GET', '/lookups');
  const { page } = await openPage(browser, { locale: 'es-ES' });
  await page.context().addCookies([{ name: 'acequia-look', value: 'light.standard.es', url: acequia.url }]);
  await haveSession(page, acequia.url, viewer.email);
  await page.goto(`${acequia.url}/enrichments/create/type`);
  await page.getByText(/permission|permiso/).waitFor();
  await page.goto(`${acequia.url}/enrichments/${owners!.id}/edit`);
  await page.getByRole('link', { name: /Versi[oó]n 2/, exact: true }).waitFor();
  expect(await page.getByRole('link', { name: /New version|Nueva versión/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /Save changes|Guardar cambios/ }).count()).toBe(0);
  expect(await survey(page)).toEqual([]);
});

/** A page of the owner in Spanish, with whatever language they prefer until then. */
async function openInSpanish(path: string) {
  await bench.api.call('PATCH', '/auth/preferences', { theme: 'light', language: 'es' });
  const watched = await openPage(browser, { locale: 'es-ES' });
  await haveSession(watched.page, acequia.url);
  await watched.page.goto(acequia.url + path);
  return watched;
}

const tableOf = async (name: string): Promise<{ readonly id: string }> =>
  (await bench.api.call<{ id: string; name: string }[]>('GET', '/lookups')).find((table) => table.name === name)!;
const numbersOf = async (id: string): Promise<number[]> =>
  (await bench.api.call<{ number: number; status: string }[]>('GET', `/lookups/${id}/versions`))
    .filter(({ status }) => status !== 'deleted')
    .map(({ number }) => number);

test('in Spanish: JSON lines become a table and come back byte by byte; a large upload shows how far it is and is given up', async () => {
  const { page, complaints } = await openInSpanish('/enrichments/create/type');
  await page.getByRole('link', { name: 'Archivo JSON por líneas' }).click();
  const text = '{"host":"web","owner":"Ana","risk":1}\n{"host":"db","owner":"Eva","risk":2.50}\n';
  const file = { name: 'equipos.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('region', { name: 'Primeras filas' }).getByRole('cell', { name: 'Eva', exact: true }).waitFor();
  expect(await survey(page)).toEqual([]);
  await page.getByRole('button', { name: 'Crear enriquecimiento' }).click();
  await page.waitForURL(/\/edit$/);
  await page.getByRole('link', { name: 'Versión 1', exact: true }).click();
  await page.getByRole('cell', { name: 'Eva', exact: true }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar' }).click();
  const came = await download;
  expect([came.suggestedFilename(), readFileSync(await came.path(), 'utf8')]).toEqual(['equipos-1.jsonl', text]);

  const { id } = await tableOf('equipos');
  const rows = Array.from({ length: 60_000 }, (_, n) => `{"host":"h${n}","owner":"Ana","risk":${n % 10}}\n`).join('');
  let waiting = () => {};
  const released = new Promise<void>((resolve) => (waiting = resolve));
  let parts = 0;
  await page.route('**/rpc/lookups/putPart', async (route) => {
    parts += 1;
    if (parts > 2) await released;
    await route.continue().catch(() => undefined);
  });
  await page.goto(`${acequia.url}/enrichments/${id}/edit/createNewVersion`);
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(rows) });
  await page.getByRole('button', { name: 'Subir y activar' }).click();
  await page.getByText(/^Subiendo 1[.,]05 MB de 2[.,]\d+ MB$/).waitFor();
  expect(await readPage(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancelar la subida' }).click();
  await page.getByText('Subida cancelada').waitFor();
  waiting();
  await eventually('nothing of the upload', async () => ((await numbersOf(id)).length === 1 ? true : undefined));
  await page.unroute('**/rpc/lookups/putPart');
  await page.getByRole('button', { name: 'Subir y activar' }).click();
  await page.waitForURL(/\/edit$/);
  const versions = await bench.api.call<object[]>('GET', `/lookups/${id}/versions`);
  expect(versions).toContainEqual(expect.objectContaining({ status: 'active', rows: 60_000 }));
  expect(complaints).toEqual([]);
});

test('in Spanish: a table follows an address, asked on its schedule and at once', async () => {
  let body = 'red,sede\n10.0.0.0/8,Norte\n';
  const source = createServer((_request, response) => response.writeHead(200).end(body));
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(source.address() as AddressInfo).port}`;
  const { page, complaints } = await openInSpanish('/enrichments/create?type=url');
  await page.getByLabel('Dirección del archivo').fill(`http://${host}/sedes.csv`);
  await page.getByRole('combobox', { name: 'Cada cuánto' }).click();
  await page.getByRole('option', { name: 'Cada 5 minutos' }).click();
  await page.getByLabel('Columna de la clave').fill('red');
  await page.getByLabel('Nombre').fill('sedes');
  expect(await survey(page)).toEqual([]);
  await page.getByRole('button', { name: 'Crear enriquecimiento' }).click();
  await page.waitForURL(/\/edit$/);
  await page.getByText(`Cada 5 minutos desde ${host}`).waitFor();
  const { id } = await tableOf('sedes');
  await eventually('the first version', async () => {
    const versions = await bench.api.call<{ status: string }[]>('GET', `/lookups/${id}/versions`);
    return versions.some(({ status }) => status === 'active') ? true : undefined;
  });
  body += '172.16.0.0/12,Sur\n';
  await page.getByRole('button', { name: 'Actualizar ahora' }).click();
  await page.getByRole('link', { name: 'Versión 2', exact: true }).click();
  await page.getByRole('cell', { name: 'Sur', exact: true }).waitFor();
  expect(complaints).toEqual([]);
  source.closeAllConnections();
  source.close();
});
