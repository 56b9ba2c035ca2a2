import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProvider, type TestProvider } from '../../apps/server/src/modules/auth-openid/test-provider.ts';
import { startAcequia, type Acequia } from './harness/acequia.ts';
import { Api, owner } from './harness/api.ts';
import { haveSession, launchBrowser, openPage } from './harness/browser.ts';
import { inEmbeddedDatabase } from './harness/embedded-database.ts';
import { settled, surveyPage } from './harness/survey.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-openid-'));
const security = '/home?section=tenant&option=tenant_authentication';
const slug = 'north-edge';
let acequia: Acequia;
let provider: TestProvider;
let api: Api;
let browser: Browser;

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  provider = await startTestProvider(`${acequia.url}/sso/${slug}/openid/callback`);
  provider.people.set('ana', { email: owner.email, verified: true, name: 'Ana', surname: 'Ríos' });
  provider.people.set('bea', { email: 'bea@example.com', verified: true, name: 'Bea', surname: 'Sol' });
  provider.people.set('eve', { email: 'eve@example.com', verified: true, name: 'Eve', surname: 'Luz' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await provider?.stop();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What is wrong with the page as it stands. */
const faultsOf = async (page: Page): Promise<string[]> => {
  await settled(page);
  return surveyPage(page);
};

/** The provider's own pages: who one is, then consent. */
async function passProvider(page: Page, subject: string): Promise<void> {
  await page.waitForURL(`${provider.issuer}/**`);
  await page.locator('input[name=login]').fill(subject);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' });
  await page.locator('button[type=submit]').click();
}

const words = {
  en: { sso: 'Log in with single sign-on', organization: 'Organization', go: 'Continue' },
  es: { sso: 'Usar el inicio de sesión único', organization: 'Organización', go: 'Continuar' },
} as const;

/** From the login page to the provider. */
async function leaveForProvider(page: Page, language: keyof typeof words, check = false): Promise<void> {
  const word = words[language];
  await page.goto(`${acequia.url}/login`);
  await page.getByRole('button', { name: word.sso }).click();
  const field = page.getByRole('textbox', { name: word.organization });
  await field.waitFor();
  if (check) {
    await field.fill('');
    await page.getByRole('button', { name: word.go }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    expect(await faultsOf(page)).toEqual([]);
  }
  await field.fill('North Edge');
  await page.getByRole('button', { name: word.go }).click();
}

test('the owner configures the provider, logs out, and comes back through it', async () => {
  const { page, context, complaints } = await openPage(browser);
  await haveSession(page, acequia.url);
  await page.goto(acequia.url + security);
  await page.getByRole('button', { name: 'Configure' }).click();
  const dialog = page.getByRole('dialog', { name: 'Configure single sign-on' });
  await dialog.getByText(`${acequia.url}/sso/${slug}/openid/callback`).waitFor();
  const save = dialog.getByRole('button', { name: 'Save and turn on' });
  await save.click();
  await dialog.getByText('Enter the client secret.').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  const issuer = dialog.getByRole('textbox', { name: 'Issuer' });
  await issuer.fill('10.1.2.3');
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill(provider.clientId);
  expect(await issuer.inputValue()).toBe('https://10.1.2.3');
  await issuer.fill(`${provider.issuer}/`);
  await dialog.getByLabel('Client secret').fill(provider.clientSecret);
  await save.click();
  await dialog.getByText(`The provider calls itself ${provider.issuer}.`, { exact: false }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await issuer.fill(provider.issuer);
  await save.click();
  await page.getByText('Single sign-on is on').waitFor();
  await page.getByText('On, with OpenID Connect').waitFor();
  expect(await page.getByRole('switch', { name: 'Require it of all members' }).isDisabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints.filter((line) => !line.includes('422'))).toEqual([]);
  await context.close();

  const back = await openPage(browser);
  await leaveForProvider(back.page, 'en', true);
  await passProvider(back.page, 'ana');
  await back.page.waitForURL(`${acequia.url}/home`);
  await back.page.getByRole('button', { name: 'Account of Ana Ríos' }).waitFor();
  await keepsWhatWasTyped(back.page);
  expect(back.complaints.filter((line) => line.startsWith('CSP'))).toEqual([]);
  await back.context.close();
});

/** A change long after the login: the provider confirms in a window of its own, and the form goes on with what was typed. */
async function keepsWhatWasTyped(page: Page): Promise<void> {
  await inEmbeddedDatabase(acequia.dataDirectory, (client) => client.query('update sessions set authenticated_at = 0'));
  await page.goto(acequia.url + security);
  await page.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Configure single sign-on' });
  await dialog.getByLabel('Client secret').fill(provider.clientSecret);
  await dialog.getByRole('switch', { name: 'This provider verifies email addresses' }).click();
  await dialog.getByText('is logged in as that person', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Save and turn on' }).click();
  const again = page.getByRole('dialog', { name: 'Confirm your identity' });
  const small = page.waitForEvent('popup');
  await again.getByRole('button', { name: 'Continue with the identity provider' }).click();
  const popup = await small;
  await popup.waitForURL(`${provider.issuer}/**`);
  await again.getByText('Your entries on this page stay.', { exact: false }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const gone = popup.waitForEvent('close');
  await passProvider(popup, 'ana');
  await gone;
  await page.getByText('Single sign-on is on').waitFor();
  await dialog.waitFor({ state: 'detached' });
}

test('invited and unknown people by the implicit flow, and the reset, in Spanish', async () => {
  await api.call('PATCH', '/auth/preferences', { language: 'es', theme: 'light' });
  await api.login();
  const config = await api.call<{ id: string }>('GET', '/auth/openid');
  await api.call('PUT', '/auth/openid', { ...config, responseType: 'id_token' });
  await api.call('POST', '/users', { emails: ['bea@example.com'], role: 'viewer' });

  const stranger = await openPage(browser, { locale: 'es-ES' });
  await leaveForProvider(stranger.page, 'es', true);
  await passProvider(stranger.page, 'eve');
  await stranger.page.waitForURL(`${acequia.url}/login?**`);
  await stranger.page.getByText('No tienes acceso a esta organización.', { exact: false }).waitFor();
  expect(await faultsOf(stranger.page)).toEqual([]);
  await stranger.context.close();

  const guest = await openPage(browser, { locale: 'es-ES' });
  await leaveForProvider(guest.page, 'es');
  await passProvider(guest.page, 'bea');
  await guest.page.waitForURL(`${acequia.url}/home`);
  await guest.page.getByRole('button', { name: 'Cuenta de Bea Sol' }).waitFor();

  const { page, context, complaints } = await openPage(browser, { locale: 'es-ES' });
  await haveSession(page, acequia.url);
  await page.goto(acequia.url + security);
  await page.getByRole('button', { name: 'Restablecer' }).click();
  const confirm = page.getByRole('dialog', { name: '¿Restablecer el inicio de sesión único?' });
  expect(await faultsOf(page)).toEqual([]);
  await confirm.getByRole('button', { name: 'Restablecer' }).click();
  await page.getByText('El inicio de sesión único está desactivado').waitFor();
  await page.getByText('Sin configurar').waitFor();
  expect(complaints).toEqual([]);
  await context.close();

  await guest.page.waitForURL(`${acequia.url}/login**`);
  await guest.page.goto(`${acequia.url}/sso/${slug}`);
  await guest.page.getByText('Esta organización no tiene inicio de sesión único.', { exact: false }).waitFor();
  await guest.context.close();
});
