import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from './harness/acequia.ts';
import { owner } from './harness/api.ts';
import { haveSession, logIn } from './harness/browser.ts';
import { createDatasink, createListener, createPipeline } from './harness/content.ts';
import { card } from './harness/editor.ts';
import { freePort } from '@acequia/testkit/free-port';
import { looks, useHouse } from './harness/house.ts';
import { readPage, settled, surveyOtherTheme, surveyPage } from './harness/survey.ts';
import { datasinkNode, documentOf, labelNode } from './harness/workbench.ts';

const house = useHouse('marketplace');
const narrow = { width: 1024, height: 768 };
const wide = { width: 1440, height: 900 };

test('a template is sought, looked at, imported with own ends, and opens as a draft', async () => {
  const listener = await createListener(house.api, 'Edge firewalls', 'syslog', {
    bind: '127.0.0.1',
    transport: 'tcp',
    port: await freePort(),
  });
  const { page, complaints } = await house.open();
  await logIn(page, house.url);
  await page.getByRole('link', { name: 'Marketplace' }).click();
  await page.getByRole('heading', { name: 'Firewall reduction' }).waitFor();
  await settled(page);
  expect([...(await surveyPage(page)), ...(await surveyOtherTheme(page))]).toEqual([]);
  await page.getByRole('button', { name: 'reduction', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('syslog');
  await page.getByRole('heading', { name: 'Requests counted by the minute' }).waitFor();
  await page.getByRole('heading', { name: 'Syslog to HTTP' }).waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('nothing is called so');
  await page.getByRole('button', { name: 'Clear filters' }).click();

  await page.getByRole('link', { name: 'Firewall reduction' }).click();
  await card(page, 'Parser Key–value pairs').waitFor();
  await settled(page);
  expect([...(await surveyPage(page)), ...(await surveyOtherTheme(page))]).toEqual([]);
  await page.getByRole('radio', { name: 'Log' }).click();
  await page.getByRole('region', { name: 'Out' }).getByText('connections=3').first().waitFor();
  await page.getByRole('region', { name: 'In' }).getByText('action=accept').first().waitFor();
  await page.waitForURL(/preview=logs/);
  await settled(page);
  expect(await surveyPage(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Fields' }).click();
  await page.getByRole('cell', { name: 'window_start' }).waitFor();

  await page.getByRole('button', { name: 'Import pipeline' }).click();
  const dialog = page.getByRole('dialog', { name: /^Import/ });
  await dialog.getByText('You have no Syslog data sink yet.').waitFor();
  await settled(page);
  expect(await surveyPage(page)).toEqual([]);
  const sink = await createDatasink(house.api, 'Central SIEM', 'syslog', { protocol: 'udp', host: '192.0.2.10', port: 514 });
  await dialog.getByRole('combobox', { name: /^SIEM/ }).click();
  await page.getByRole('option', { name: 'Central SIEM' }).click();
  await dialog.getByRole('combobox', { name: /^Listener/ }).click();
  await page.getByRole('option', { name: 'Edge firewalls' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Firewalls of Vega');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.waitForURL(/\/pipelines\/PL_/);
  await page
    .getByRole('heading', { name: 'Firewalls of Vega' })
    .or(page.getByRole('button', { name: 'Firewalls of Vega' }))
    .first()
    .waitFor();
  const id = /PL_[0-9a-f]+/.exec(page.url())![0];
  const made = await house.api.call<{ listenerIds: string[]; datasinkIds: string[]; state: string }>('GET', `/pipelines/${id}`);
  expect(made).toMatchObject({ listenerIds: [listener.id], datasinkIds: [sink.id], state: 'draft' });

  await page.goto(`${house.url}/marketplace/TM_gone`);
  await page.waitForURL(`${house.url}/marketplace`);
  await page.getByRole('alert').getByText('This template does not exist').waitFor();
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
  await page.context().close();
});

/** A line as a person pastes it into a shell, with `acequia` on the path. */
const shell = promisify(execFile);
const paste = async (line: string, env: Readonly<Record<string, string>>): Promise<unknown> => {
  const command = `acequia() { node "$ACEQUIA_COMMAND" "$@"; }; ${line}`;
  const { stdout } = await shell('sh', ['-c', command], {
    env: { ...process.env, ...env, ACEQUIA_COMMAND: join(projectRoot, 'apps/cli/bin/acequia.mjs') },
  });
  return JSON.parse(stdout);
};

test('what is copied from a menu runs in a shell: curl with an API key, the command with an account', async () => {
  const sink = await createDatasink(house.api, 'Copied from here', 'null', {});
  const { token } = await house.api.call<{ token: string }>('POST', '/auth-tokens', {
    name: 'shell',
    description: '',
    expiration: null,
    role: 'viewer',
  });
  await house.prefer(looks[0]);
  const { page } = await house.open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: house.url });
  await haveSession(page, house.url);
  await page.goto(`${house.url}/datasinks/${sink.id}`);
  const copied = async (entry: string, said: string) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Actions of Copied from here' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await page.getByText(said, { exact: true }).first().waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const curl = await copied('Copy as curl', 'curl command copied');
  expect(await paste(curl, { ACEQUIA_KEY: token })).toMatchObject({ id: sink.id, name: 'Copied from here' });
  const command = await copied('Copy as CLI', 'Command copied');
  const account = { ACEQUIA_EMAIL: owner.email, ACEQUIA_PASSWORD: owner.password };
  expect(await paste(command, account)).toMatchObject({ id: sink.id, name: 'Copied from here' });
  await page.context().close();
});

test('an own pipeline becomes a template with its sample events, in Spanish, and reads well when narrow', async () => {
  const listener = await createListener(house.api, 'Entrada', 'http', { bind: '127.0.0.1', port: await freePort(), format: 'json' });
  const sink = await createDatasink(house.api, 'Contar', 'null', {});
  const document = documentOf([labelNode('in', listener.id), datasinkNode('out', sink.id, 'null', {})], ['in>out']);
  const { id } = await createPipeline(house.api, 'Pedidos tal cual', document);
  const sample = (texts: readonly string[], name: string) =>
    house.api.call('POST', `/pipelines/${id}/samples`, { pipelineId: id, name, kind: 'events', texts, masked: [] });
  await sample(['{"order":5521,"buyer":"buyer-17"}'], 'un pedido');
  await sample(['{"order":5521,"password":"not-for-others"}'], 'con clave');
  await house.prefer(looks[1]);
  const { page } = await house.open(looks[1]);
  await page.setViewportSize(narrow);
  await haveSession(page, house.url);
  await page.goto(`${house.url}/marketplace`);
  await page.getByRole('heading', { name: 'Reducción de un firewall' }).waitFor();
  await settled(page);
  expect(await readPage(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publicar una plantilla' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar una plantilla' });
  await dialog.getByRole('combobox', { name: 'Pipeline' }).click();
  await page.getByRole('option', { name: 'Pedidos tal cual' }).click();
  await dialog.getByRole('combobox', { name: 'Eventos grabados' }).click();
  await page.getByRole('option', { name: 'Muestra: con clave' }).click();
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
  await dialog.getByRole('alert').getByText('ACQ-TEMPLATE-CREDENTIAL').waitFor();
  await dialog.getByRole('combobox', { name: 'Eventos grabados' }).click();
  await page.getByRole('option', { name: 'Muestra: un pedido' }).click();
  await dialog.getByRole('button', { name: 'Publicar', exact: true }).click();
  await page.waitForURL(/\/marketplace\/TM_/);
  await page.getByRole('radio', { name: 'Registro' }).click();
  await page.getByRole('region', { name: 'Sale' }).getByText('buyer-17').waitFor();
  await settled(page);
  expect(await readPage(page)).toEqual([]);
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'Eliminar plantilla' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await page.waitForURL(`${house.url}/marketplace`);
  await page.context().close();
});
