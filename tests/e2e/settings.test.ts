import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { startAcequia } from './harness/acequia.ts';
import { freePort } from '@acequia/testkit/free-port';
import { Api, owner } from './harness/api.ts';
import { haveSession } from './harness/browser.ts';
import { createListener } from './harness/content.ts';
import { inEmbeddedDatabase } from './harness/embedded-database.ts';
import { looks, useHouse, type Look } from './harness/house.ts';
import { hasKeys } from './harness/keyboard.ts';
import { settled, surveyPage } from './harness/survey.ts';
import { insertViewer, viewer } from './harness/viewer.ts';

const house = useHouse('settings');
beforeAll(() => insertViewer(house.acequia.dataDirectory));

async function enter(look: Look, email = owner.email) {
  await house.prefer(look);
  const opened = await house.open(look);
  await haveSession(opened.page, house.url, email);
  return opened;
}

async function openSettings(page: Page, section: string, option: string): Promise<void> {
  await page.goto(`${house.url}/home?section=${section}&option=${option}`);
  await settled(page);
}

const heading = (page: Page) => page.getByRole('dialog').locator('header h2').innerText();

describe('the settings', () => {
  test('an unknown section or option opens the preferences; closing leaves the page as it was', async () => {
    const { page, context, complaints } = await enter(looks[0]);
    for (const [section, option] of [
      ['nonsense', 'nonsense'],
      ['tenant', 'nonsense'],
      ['tenant', ''],
    ] as const) {
      await openSettings(page, section, option);
      expect([section, option, await heading(page)]).toEqual([section, option, 'Preferences']);
    }
    await page.goto(`${house.url}/listeners?q=edge`);
    await settled(page);
    const gear = page.getByRole('link', { name: 'Settings' });
    await gear.click();
    await page.getByRole('dialog').getByRole('link', { name: 'Activity log' }).click();
    await page.waitForURL(/section=tenant&option=activity_log/);
    await settled(page);
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '?q=edge');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hasKeys(gear);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a viewer has no secrets and no keys, also not by their address', async () => {
    const { page, context } = await enter(looks[0], viewer.email);
    await openSettings(page, 'organization_settings', 'secrets_management');
    expect(await heading(page)).toBe('Preferences');
    const entries = await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts();
    expect(entries).toEqual(expect.arrayContaining(['Preferences', 'Payment method', 'Activity log']));
    expect(entries).not.toEqual(expect.arrayContaining(['Secrets management']));
    expect(entries).not.toEqual(expect.arrayContaining(['API Keys']));
    await context.close();
  });
});

const words = {
  en: {
    change: 'Change password',
    old: 'Current password',
    new: 'New password',
    again: 'Repeat the new password',
    save: 'Save password',
    cancel: 'Cancel',
    wrong: 'This is not your current password.',
    changed: 'Password changed',
    sessions: 'Sessions',
    endOthers: 'End all other sessions',
    othersEnded: 'All other sessions ended',
    newSecret: 'Create secret',
    createSecret: 'Create secret',
    name: /^Name/,
    description: /^Description/,
    value: /^Value/,
    exists: 'This name already exists',
    secretCreated: 'Secret created',
    active: 'Active',
    inactive: 'Inactive',
    newValue: 'New value',
    saveSecret: 'Save',
    secretSaved: 'Secret saved',
    remove: 'Remove',
    used: /The secret is in use and cannot be removed/,
    unused: 'The secret will no longer be available.',
    secretRemoved: 'Secret removed',
    createKey: 'Create API key',
    copyKey: 'Copy key',
    keyCopied: 'API Key copied',
    done: 'I have copied it',
    removeOf: (name: string) => `Remove ${name}`,
    removeKey: 'Remove key',
    keyRemoved: 'API Key removed',
    keyKept: 'The API key was not removed',
    firstKey: 'Create your first API key',
    operation: /^Operation/,
    delete: 'delete',
    entity: /^Entity/,
    secret: 'secret',
    users: /^Users/,
    findUser: 'Find a user',
    time: /^Time/,
    previousYear: 'Previous year',
    sevenDays: 'Last 7 days',
    clearFilters: 'Clear filters',
    exporting: 'Export',
    csv: 'As CSV',
    json: 'As JSON lines',
  },
  es: {
    change: 'Cambiar la contraseña',
    old: 'Contraseña actual',
    new: 'Contraseña nueva',
    again: 'Repite la contraseña nueva',
    save: 'Guardar la contraseña',
    cancel: 'Cancelar',
    wrong: 'Esta no es tu contraseña actual.',
    changed: 'Contraseña cambiada',
    sessions: 'Sesiones',
    endOthers: 'Cerrar las demás sesiones',
    othersEnded: 'Todas las demás sesiones se han cerrado',
    newSecret: 'Crear secreto',
    createSecret: 'Crear secreto',
    name: /^Nombre/,
    description: /^Descripción/,
    value: /^Valor/,
    exists: 'Este nombre ya existe',
    secretCreated: 'Secreto creado',
    active: 'Activo',
    inactive: 'Inactivo',
    newValue: 'Valor nuevo',
    saveSecret: 'Guardar',
    secretSaved: 'Secreto guardado',
    remove: 'Eliminar',
    used: /El secreto está en uso y no se puede eliminar/,
    unused: 'El secreto dejará de estar disponible.',
    secretRemoved: 'Secreto eliminado',
    createKey: 'Crear clave de API',
    copyKey: 'Copiar la clave',
    keyCopied: 'Clave de API copiada',
    done: 'Ya la he copiado',
    removeOf: (name: string) => `Eliminar ${name}`,
    removeKey: 'Eliminar la clave',
    keyRemoved: 'Clave de API eliminada',
    keyKept: 'No se ha eliminado la clave de API',
    firstKey: 'Crea tu primera clave de API',
    operation: /^Operación/,
    delete: 'eliminar',
    entity: /^Entidad/,
    secret: 'secreto',
    users: /^Usuarios/,
    findUser: 'Buscar usuario',
    time: /^Periodo/,
    previousYear: 'Año pasado',
    sevenDays: 'Últimos 7 días',
    clearFilters: 'Quitar los filtros',
    exporting: 'Exportar',
    csv: 'Como CSV',
    json: 'Como líneas JSON',
  },
} as const;

describe.each(looks)('in $language, $theme', (each) => {
  const { language } = each;
  const t = words[language];

  test('a password is changed, a wrong one is told beside its field, and cancelling forgets what was typed', async () => {
    const { page, context, complaints } = await enter(each);
    await openSettings(page, 'your_preferences', 'email_password');
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: t.save }) });
    const field = (label: string) => form.getByLabel(label, { exact: true });
    const fill = async (old: string) => {
      await field(t.old).fill(old);
      await field(t.new).fill(owner.password);
      await field(t.again).fill(owner.password);
    };
    expect(await form.count()).toBe(0);
    await page.getByRole('button', { name: t.change }).click();
    await fill('Wrong-password-1');
    await expect.poll(() => form.locator('.ui-c-success').count(), { timeout: 20_000 }).toBe(5);
    await field(t.new).fill('short');
    await expect.poll(() => form.locator('.ui-c-success').count(), { timeout: 20_000 }).toBe(1);
    await form.getByRole('button', { name: t.cancel }).click();
    const opener = page.getByRole('button', { name: t.change });
    await page.waitForFunction(() => document.activeElement?.tagName === 'BUTTON');
    await opener.click();
    expect(await field(t.new).inputValue()).toBe('');
    await fill('Wrong-password-1');
    await form.getByRole('button', { name: t.save }).click();
    await form.getByText(t.wrong).waitFor();
    expect(await surveyPage(page)).toEqual([]);
    await fill(owner.password);
    await form.getByRole('button', { name: t.save }).click();
    await page.getByText(t.changed).waitFor();
    await form.waitFor({ state: 'detached' });
    await page.reload();
    await settled(page);
    expect(page.url()).toContain('/home');
    await house.api.login();
    await openSettings(page, 'your_preferences', 'email_password');
    const sessions = page.getByRole('region', { name: t.sessions });
    await sessions.getByRole('row').nth(2).waitFor();
    expect(await sessions.getByRole('row').count()).toBe(3);
    expect(await surveyPage(page)).toEqual([]);
    const endOthers = page.getByRole('button', { name: t.endOthers });
    await endOthers.click();
    await page.getByRole('dialog').filter({ hasNot: sessions }).getByRole('button', { name: t.endOthers }).click();
    await page.getByText(t.othersEnded).waitFor();
    expect((await house.api.refusal('GET', '/auth/session')).code).toBe('AUTH.EXPIRED');
    await house.api.login();
    expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
    await context.close();
  });

  test('a secret is made, changed, switched off, kept while it is used, and removed', async () => {
    const { page, context } = await enter(each);
    await openSettings(page, 'organization_settings', 'secrets_management');
    const name = `token of ${language}`;
    const canary = `canary-${language}-5f1d`;
    const make = async () => {
      await page.getByRole('button', { name: t.newSecret }).first().click();
      const dialog = page.getByRole('dialog').last();
      await dialog.getByRole('textbox', { name: t.name }).fill(name);
      await dialog.getByRole('textbox', { name: t.description }).fill('Of the web servers');
      await dialog.locator('textarea').fill(canary);
      await dialog.getByRole('button', { name: t.createSecret }).click();
      return dialog;
    };
    await make();
    await page.getByText(t.secretCreated).first().waitFor();
    const again = await make();
    await again.getByText(t.exists).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name }).click();
    await page.waitForURL(/item=SE_/);
    await settled(page);
    expect(await surveyPage(page)).toEqual([]);
    const id = /item=(SE_\w+)/.exec(page.url())![1]!;
    await page.getByLabel(t.newValue).fill(`${canary}-2`);
    await page.getByRole('button', { name: t.saveSecret, exact: true }).click();
    await page.getByText(t.secretSaved).first().waitFor();
    await page.getByRole('switch', { name: t.active }).click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^(Deactivate|Desactivar)$/ })
      .click();
    await page.getByRole('dialog').getByText(t.inactive, { exact: true }).waitFor();
    expect(await page.content()).not.toContain(canary);
    const auth = { auth: 'bearer', tokens: [{ name: 'web', token: id }] };
    const listener = await createListener(house.api, `door of ${language}`, 'http', { port: await freePort(), ...auth });
    await page.reload();
    await settled(page);
    await page.getByRole('button', { name: t.remove, exact: true }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByText(t.used).waitFor();
    await dialog.getByRole('link', { name: listener.name }).waitFor();
    expect(await dialog.getByRole('button', { name: t.remove, exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await house.api.call('DELETE', `/listeners/${listener.id}`, { confirmUsed: true });
    await page.reload();
    await settled(page);
    await page.getByRole('button', { name: t.remove, exact: true }).click();
    await page.getByText(t.unused).waitFor();
    await page.getByRole('dialog').last().getByRole('button', { name: t.remove, exact: true }).click();
    await page.getByText(t.secretRemoved).first().waitFor();
    await page.waitForURL((url) => !url.search.includes('item='));
    expect(house.acequia.output()).not.toContain(canary);
    await context.close();
  });

  test('a key is shown once, works, comes back when its removal fails, and stops when it is removed', async () => {
    const { page, context } = await enter(each);
    await openSettings(page, 'tenant', 'tokens_management');
    await page.getByText(t.firstKey).waitFor();
    await page.getByRole('button', { name: t.createKey }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('button', { name: t.createKey }).click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await dialog.getByRole('textbox', { name: t.name }).fill('Collector');
    await dialog.getByRole('button', { name: t.createKey }).click();
    await page.getByRole('button', { name: t.copyKey }).click();
    await page.getByText(t.keyCopied).waitFor();
    const key = await page.evaluate(() => navigator.clipboard.readText());
    expect(key).toMatch(/^acq_key_\w{36}_\w{6}$/);
    const call = () => fetch(`${house.url}/api/v1/listeners`, { headers: { authorization: `Bearer ${key}` } });
    expect((await call()).status).toBe(200);
    await page.getByRole('button', { name: t.done }).click();
    await page.reload();
    await settled(page);
    expect(await page.content()).not.toContain(key);
    expect(await surveyPage(page)).toEqual([]);
    const remove = async () => {
      await page.getByRole('button', { name: t.removeOf('Collector') }).click();
      await page.getByRole('button', { name: t.removeKey }).click();
    };
    await page.route('**/rpc/authToken/deleteById', (route) => route.abort());
    await remove();
    await page.getByText(t.keyKept).waitFor();
    await page.getByRole('button', { name: t.removeOf('Collector') }).waitFor();
    expect((await call()).status).toBe(200);
    await page.unroute('**/rpc/authToken/deleteById');
    await remove();
    await page.getByText(t.keyRemoved).waitFor();
    await page.getByText(t.firstKey).waitFor();
    expect((await call()).status).toBe(401);
    await context.close();
  });

  test('the log is filtered by what, who and when, and its files hold what it shows', async () => {
    const { page, context } = await enter(each);
    await openSettings(page, 'tenant', 'activity_log');
    const choose = async (filter: RegExp, value: string) => {
      await page.getByRole('button', { name: filter }).click();
      await page.getByRole('checkbox', { name: value, exact: true }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: new RegExp(`${filter.source}.*${value}`) }).waitFor();
      await settled(page);
    };
    await choose(t.operation, t.delete);
    const rows = page.getByRole('dialog').locator('tbody tr');
    const kinds = rows.locator('td:nth-child(3)');
    const others = async () => {
      const texts = await kinds.allInnerTexts();
      return texts.length === 0 ? ['no row'] : texts.filter((text) => !text.startsWith(t.delete));
    };
    await expect.poll(others, { timeout: 20_000 }).toEqual([]);
    const names = await rows.locator('td:nth-child(4)').allInnerTexts();
    expect(names).toEqual(expect.arrayContaining([`token of ${language}`, 'Collector']));
    expect(await surveyPage(page)).toEqual([]);
    const exported = async (name: string) => {
      await page.getByRole('button', { name: t.exporting }).click();
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
      return readFileSync(await file.path(), 'utf8')
        .trim()
        .split(/\r?\n/);
    };
    const lines = await exported(t.csv);
    expect(lines).toHaveLength(names.length + 1);
    expect(lines.slice(1).every((line) => line.includes(',delete,'))).toBe(true);

    await choose(t.entity, t.secret);
    await rows.filter({ hasText: 'Collector' }).first().waitFor({ state: 'detached' });
    await rows
      .filter({ hasText: `token of ${language}` })
      .first()
      .waitFor();
    const json = (await exported(t.json)).map((line) => JSON.parse(line) as { operation: string; entity: string });
    expect(json).toHaveLength(await rows.count());
    expect(json.every(({ operation, entity }) => operation === 'delete' && entity === 'secret')).toBe(true);

    await page.getByRole('button', { name: t.users }).click();
    await page.getByRole('searchbox', { name: t.findUser }).fill('ana');
    await page.getByRole('checkbox', { name: 'Ana Ríos' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: t.findUser }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: new RegExp(`${t.users.source}.*Ana Ríos`) }).waitFor();
    await rows
      .filter({ hasText: `token of ${language}` })
      .first()
      .waitFor();
    await page.getByRole('button', { name: t.time }).click();
    await page.getByRole('button', { name: t.previousYear }).click();
    await page.getByRole('button', { name: t.clearFilters }).waitFor();
    expect(await surveyPage(page)).toEqual([]);
    await page.getByRole('button', { name: t.time }).click();
    await page.getByRole('button', { name: t.sevenDays }).click();
    await rows
      .filter({ hasText: `token of ${language}` })
      .first()
      .waitFor();
    await context.close();
  });
});

describe('an operator', () => {
  test('replaces the key of a running server: secrets still open for the workers, also after a start', async () => {
    const before = readFileSync(join(house.acequia.dataDirectory, 'keys/kek'), 'utf8');
    const secret = await house.api.call<{ id: string }>('POST', '/secrets', {
      name: 'kept',
      description: 'd',
      tags: [],
      value: 'opened-by-workers',
      expirationDate: Date.now() + 86_400_000,
    });
    const rotation = await house.command('keys', 'rotate');
    expect(rotation).toMatchObject({ code: 0, stdout: expect.stringContaining('The key was replaced') as string });
    expect(readFileSync(join(house.acequia.dataDirectory, 'keys/kek'), 'utf8')).not.toBe(before);
    await house.acequia.stop();
    house.acequia = await startAcequia({ dataDirectory: house.acequia.dataDirectory, port: await freePort() });
    house.api = new Api(house.url);
    await house.api.login();
    const port = await freePort();
    await createListener(house.api, 'door', 'http', { port, auth: 'bearer', tokens: [{ name: 'web', token: secret.id }] });
    const send = (token: string) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: 'x' });
    expect((await send('opened-by-workers')).ok).toBe(true);
    expect((await send('something-else')).ok).toBe(false);
  });

  test('finds a row of the activity log that somebody changed in the database', async () => {
    expect(await house.command('audit', 'verify')).toMatchObject({ code: 0 });
    await inEmbeddedDatabase(house.acequia.dataDirectory, (client) => client.query(`update activity set name = 'Somebody' where seq = 3`));
    expect(await house.command('audit', 'verify')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('row 3 was changed') as string,
    });
  });
});
