import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestInbox, type TestInbox } from '../../apps/server/src/mail/test-inbox.ts';
import { eventually, freePort, projectRoot, startAcequia, type Acequia } from './harness/acequia.ts';
import { Api, owner } from './harness/api.ts';
import { launchBrowser, logIn, openPage, type WatchedPage } from './harness/browser.ts';
import { settled, surveyPage } from './harness/survey.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-people-'));
const newPassword = 'Riego-lento-2031';
let inbox: TestInbox;
let acequia: Acequia;
let api: Api;
let browser: Browser;

beforeAll(async () => {
  inbox = await startTestInbox();
  const port = await freePort();
  acequia = await startAcequia({
    dataDirectory: join(folder, 'data'),
    port,
    env: {
      ACEQUIA_SMTP_URL: inbox.url,
      ACEQUIA_MAIL_FROM: 'Acequia <acequia@example.com>',
      ACEQUIA_PUBLIC_URL: `http://127.0.0.1:${port}`,
    },
  });
  api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  await inbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

const users = '/home?section=tenant&option=control_access_users';
const looks = [
  { theme: 'dark', language: 'en', locale: 'en-GB' },
  { theme: 'light', language: 'es', locale: 'es-ES' },
] as const;
const look = (context: BrowserContext, { theme, language }: (typeof looks)[number]) =>
  context.addCookies([{ name: 'acequia-look', value: `${theme}.standard.${language}`, url: acequia.url }]);
const open = (locale = 'en-GB'): Promise<WatchedPage> => openPage(browser, { locale });
const linkFor = async (email: string) => {
  await eventually(`a mail for ${email}`, () => (inbox.mails.some(({ to }) => to.includes(email)) ? true : undefined));
  return acequia.url + inbox.linkFor(email);
};
const acequiaCommand = async (...words: string[]): Promise<string[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(projectRoot, 'apps/cli/bin/acequia.mjs'), ...words], {
    env: { ...process.env, ACEQUIA_URL: acequia.url, ACEQUIA_DATA: acequia.dataDirectory },
  });
  return stdout.trim().split('\n');
};
/** Into every field for a new password. */
const fillPasswords = async (page: Page, password: string): Promise<void> => {
  const fields = page.locator('input[autocomplete=new-password]');
  await fields.first().waitFor();
  for (const field of await fields.all()) await field.fill(password);
};
/** What is wrong with the page as it stands. */
const faultsOf = async (page: Page): Promise<string[]> => {
  await settled(page);
  return surveyPage(page);
};

describe('inviting', () => {
  const words = {
    en: {
      add: 'Add users',
      emails: 'Email addresses',
      send: /^Send 2 invites$/,
      sent: 'Invites sent',
      accept: 'Accepted',
      create: 'Create account',
    },
    es: {
      add: 'Añadir usuarios',
      emails: 'Direcciones de correo',
      send: /^Enviar 2 invitaciones$/,
      sent: 'Invitaciones enviadas',
      accept: 'Aceptada',
      create: 'Crear la cuenta',
    },
  } as const;

  test.each(looks)('from the dialog over the mail to the home page, in $language, $theme', async (each) => {
    const word = words[each.language];
    const email = `bea.${each.language}@example.com`;
    await api.call('PATCH', '/auth/preferences', { theme: each.theme, language: each.language });
    const { page, context, complaints } = await open(each.locale);
    await logIn(page, acequia.url);
    await page.goto(acequia.url + users);
    await page.getByRole('button', { name: word.add }).click();
    const field = page.getByRole('textbox', { name: word.emails });
    await field.fill('jonas@northwind');
    await field.press('Enter');
    await page
      .getByText(each.language === 'en' ? 'Please, enter a valid email address' : 'escribe una dirección de correo válida')
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Backspace');
    await field.fill(`${email}, other.${each.language}@example.com`);
    await field.press('Enter');
    await page.getByRole('button', { name: word.send }).click();
    await page.getByText(word.sent).waitFor();
    await page.getByRole('row', { name: new RegExp(email) }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();

    const guest = await open(each.locale);
    await look(guest.context, each);
    await guest.page.goto(await linkFor(email));
    await guest.page.waitForURL(`${acequia.url}/welcome`);
    await guest.page.getByRole('button', { name: word.create }).click();
    await guest.page.locator('[aria-invalid=true]').first().waitFor();
    expect(await faultsOf(guest.page)).toEqual([]);
    await guest.page.locator('input[autocomplete=given-name]').fill('Bea');
    await guest.page.locator('input[autocomplete=family-name]').fill('Sol');
    await guest.page.locator('input[autocomplete=new-password]').fill(newPassword);
    await guest.page.getByRole('checkbox').click();
    await guest.page.getByRole('button', { name: word.create }).click();
    await guest.page.waitForURL(`${acequia.url}/home`);
    expect(await guest.page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain('token');
    expect(await guest.page.locator('html').getAttribute('lang')).toBe(each.language);
    expect(guest.complaints).toEqual([]);
    await guest.context.close();
  });

  test('a used link and one that never was say whom to ask, and nothing of the tenant', async () => {
    const { page, context } = await open();
    for (const link of [await linkFor('bea.en@example.com'), `${acequia.url}/join#token=nonsense`, `${acequia.url}/join`]) {
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByText('Contact the tenant admin or check your email for a newer invitation.').waitFor();
      expect(await page.locator('body').innerText()).not.toContain('North Edge');
      expect(await faultsOf(page)).toEqual([]);
    }
    await context.close();
  });
});

describe('users', () => {
  beforeAll(() => api.call('PATCH', '/auth/preferences', { theme: 'dark', language: 'en' }));

  test('role, invitation again and removal, one and many; nothing is offered on oneself', async () => {
    const { page, context, complaints } = await open();
    await logIn(page, acequia.url);
    await page.goto(acequia.url + users);
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await row('bea.en').getByRole('combobox').click();
    await page.getByRole('option', { name: 'Admin' }).click();
    await page.getByText('Role successfully modified').waitFor();
    await row('other.en').getByRole('button', { name: 'Invite again' }).click();
    await page.getByText('Invite sent', { exact: true }).waitFor();
    expect(await row(owner.email).getByRole('combobox').count()).toBe(0);
    expect(await row(owner.email).getByRole('button').count()).toBe(0);
    await row('other.en').getByRole('checkbox').click();
    await row('other.es').getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
    await row(owner.email).getByRole('checkbox').click();
    await page.getByText('3 selected').waitFor();
    expect(await page.getByRole('button', { name: 'Remove', exact: true }).count()).toBe(0);
    await row(owner.email).getByRole('checkbox').click();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog', { name: 'Remove 2 users?' }).getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('2 users removed').waitFor();
    await row('other').first().waitFor({ state: 'detached' });
    expect(await row('other').count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('BEA');
    await page.getByRole('row', { name: /bea.es/ }).waitFor();
    expect(await row(owner.email).count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('who is promoted gets the new pages without a new login; who is removed is logged out', async () => {
    const guest = await open('es-ES');
    await logInAs(guest.page, 'bea.es@example.com', newPassword);
    await guest.page.goto(`${acequia.url}/home?section=your_preferences&option=email_password`);
    const secrets = guest.page.getByRole('link', { name: 'Gestión de secretos' });
    await guest.page.getByRole('link', { name: 'Preferencias' }).waitFor();
    expect(await secrets.count()).toBe(0);
    const { id } = (await api.call<{ id: string; email: string }[]>('GET', '/users')).find(({ email }) => email === 'bea.es@example.com')!;
    await api.call('POST', '/users/role', { ids: [id], role: 'admin' });
    await secrets.waitFor();
    await api.call('POST', '/users/remove', { ids: [id] });
    await guest.page.waitForURL(/\/login/);
    await guest.context.close();
  });
});

describe('a forgotten password', () => {
  test.each(looks)('from the login page over the mail back to it, in $language, $theme', async (each) => {
    const { page, context, complaints } = await open(each.locale);
    await look(context, each);
    await page.goto(`${acequia.url}/login`);
    expect(await faultsOf(page)).toEqual([]);
    await page.locator('a[href="/forgot"]').click();
    await page.locator('input[type=email]').fill('bea.en@example.com');
    expect(await faultsOf(page)).toEqual([]);
    const before = inbox.mails.length;
    await page.keyboard.press('Enter');
    await page.getByText('bea.en@example.com').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await eventually('the mail', () => (inbox.mails.length > before ? true : undefined));
    const link = acequia.url + inbox.linkFor('bea.en@example.com');
    await page.goto(link);
    const next = `${newPassword}${each.language}`;
    await fillPasswords(page, next);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.locator('a[href="/login"]').click();
    await logInAs(page, 'bea.en@example.com', next);
    expect(complaints).toEqual([]);
    await page.goto('about:blank');
    await context.clearCookies();
    await page.goto(link);
    await fillPasswords(page, `${next}x`);
    await page.keyboard.press('Enter');
    await page.locator('main a[href="/forgot"]').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  test('without mail the operator prints a link that works', async () => {
    const lines = await acequiaCommand('user', 'reset-link', 'bea.en@example.com');
    expect(lines).toEqual([expect.stringMatching(/^http\S+\/reset#token=[\w-]{43}$/)]);
    const { page, context } = await open();
    await page.goto(lines[0]!);
    await fillPasswords(page, newPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
    await context.close();
  });
});

async function logInAs(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${acequia.url}/login`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${acequia.url}/home`);
}

describe('addresses', () => {
  test('who is logged in goes on from the pages of the logged-out, and only from those', async () => {
    const { page, context } = await open();
    await page.goto(`${acequia.url}/`);
    expect(page.url()).toBe(`${acequia.url}/login`);
    await page.goto(`${acequia.url}/listeners?view=table`, { waitUntil: 'commit' });
    await page.waitForURL(/\/login\?/);
    await page.locator('input[type=email]').fill(owner.email);
    await page.locator('input[autocomplete=current-password]').fill(owner.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${acequia.url}/listeners?view=table`);
    for (const path of ['/', '/login', '/forgot', '/reset', '/reset-mfa', '/welcome']) {
      await page.goto(acequia.url + path);
      expect([path, page.url()]).toEqual([path, `${acequia.url}/home`]);
    }
    for (const next of ['//evil.example', '/\\evil.example', '/%09/evil.example', 'https://evil.example']) {
      await page.goto(`${acequia.url}/login?next=${next}`);
      expect(new URL(page.url()).host).toBe(new URL(acequia.url).host);
    }
    for (const path of ['/version', '/join']) {
      await page.goto(acequia.url + path);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await context.close();
  });
});

describe('several tenants', () => {
  test('the operator makes one, the owner joins, changes, searches and chooses the default; another tab follows', async () => {
    const made = await acequiaCommand('tenant', 'create', 'South Fields', '--owner', owner.email);
    expect(made).toEqual(['Made south-fields.', `An invitation was sent to ${owner.email}.`]);
    const { page, context, complaints } = await open();
    await page.goto(await linkFor(owner.email));
    await page.getByRole('heading', { name: 'Join South Fields' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Log in to accept' }).click();
    await page.locator('input[type=email]').fill(owner.email);
    await page.locator('input[autocomplete=current-password]').fill(owner.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${acequia.url}/join`);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Accept the invitation' }).click();
    await page.waitForURL(`${acequia.url}/home`);
    await page.getByRole('button', { name: /Organization South Fields/ }).waitFor();

    const second = await context.newPage();
    await second.goto(`${acequia.url}/listeners`);
    await second.getByRole('heading').first().waitFor();
    await page.getByRole('button', { name: /Organization South Fields/ }).click();
    await page.getByRole('button', { name: /North Edge/ }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Begin logins in South Fields' }).click();
    await page.getByRole('button', { name: 'Begin logins in North Edge' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('north');
    await page
      .getByRole('button', { name: /^NE|North Edge.*member/ })
      .first()
      .click();
    await page.getByRole('button', { name: /Organization North Edge/ }).waitFor();
    await second.waitForURL(`${acequia.url}/home`);
    await second.getByRole('button', { name: /Organization North Edge/ }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();

    const fresh = await open();
    await logIn(fresh.page, acequia.url);
    await fresh.page.getByRole('button', { name: /Organization South Fields/ }).waitFor();
    await fresh.page.route('**/rpc/tenants/setDefault', (route) => route.abort());
    await fresh.page.getByRole('button', { name: /Organization South Fields/ }).click();
    await fresh.page.getByRole('button', { name: 'Begin logins in North Edge' }).click();
    await fresh.page.getByText('Failed to set default tenant, please try again').waitFor();
    await fresh.page.getByRole('button', { name: 'Begin logins in North Edge' }).waitFor();
    await fresh.context.close();
  });
});
