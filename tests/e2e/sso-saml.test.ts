import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../packages/base/src/index.ts';
import { serviceProviderOf } from '../../apps/server/src/modules/auth-saml/service-provider.ts';
import { startTestIdentityProvider, type TestIdentityProvider } from '../../apps/server/src/modules/auth-saml/test-identity-provider.ts';
import { createProviderKey } from '../../apps/server/src/modules/auth-saml/test-provider-key.ts';
import { startAcequia, type Acequia } from './harness/acequia.ts';
import { Api } from './harness/api.ts';
import { haveSession, launchBrowser, openPage } from './harness/browser.ts';
import { settled, surveyPage } from './harness/survey.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-saml-'));
const slug = 'north-edge';
let acequia: Acequia;
let api: Api;
let provider: TestIdentityProvider;
let browser: Browser;

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  provider = await startTestIdentityProvider(() => serviceProviderOf(acequia.url, slug), systemClock);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await provider?.close();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const words = {
  en: {
    configure: 'Configure',
    change: 'Change',
    entityId: 'Entity ID',
    signOnUrl: 'Sign-on URL',
    firstCertificate: /^Certificate 1/,
    secondCertificate: /^Certificate 2/,
    add: 'Add certificate',
    save: 'Save and turn on',
    needed: ['Entity ID cannot be empty', 'Sign-on URL cannot be empty', 'Add the first certificate'],
    expired: /^This certificate has expired/,
    remove: 'Remove certificate 2',
    valid: 'Valid',
    on: 'On, with SAML',
    single: 'Log in with single sign-on',
    organization: 'Organization',
    go: 'Continue',
    stranger: 'You don’t have access to this organization. Ask one of its admins for an invitation.',
    reset: 'Reset',
    off: 'Not configured',
    isOff: 'There is no single sign-on for this organization',
  },
  es: {
    configure: 'Configurar',
    change: 'Cambiar',
    entityId: 'ID de entidad',
    signOnUrl: 'URL de inicio de sesión',
    firstCertificate: /^Certificado 1/,
    secondCertificate: /^Certificado 2/,
    add: 'Añadir certificado',
    save: 'Guardar y activar',
    needed: ['El ID de entidad no puede estar vacío', 'La URL de inicio de sesión no puede estar vacía', 'Añade el primer certificado'],
    expired: /^Este certificado ha caducado/,
    remove: 'Quitar el certificado 2',
    valid: 'Válido',
    on: 'Activo, con SAML',
    single: 'Usar el inicio de sesión único',
    organization: 'Organización',
    go: 'Continuar',
    stranger: 'No tienes acceso a esta organización. Pide una invitación a uno de sus administradores.',
    reset: 'Restablecer',
    off: 'Sin configurar',
    isOff: 'Esta organización no tiene inicio de sesión único',
  },
} as const;
const looks = [
  { theme: 'dark', language: 'en', locale: 'en-GB', width: 1440 },
  { theme: 'light', language: 'es', locale: 'es-ES', width: 1024 },
] as const;
type Words = (typeof words)['en' | 'es'];

const security = '/home?section=tenant&option=tenant_authentication';
const faultsOf = async (page: Page): Promise<string[]> => {
  await settled(page);
  return surveyPage(page);
};
const look = (context: BrowserContext, { theme, language }: (typeof looks)[number]) =>
  context.addCookies([{ name: 'acequia-look', value: `${theme}.standard.${language}`, url: acequia.url }]);

/** From the login page through the provider's button. */
async function signIn(page: Page, word: Words): Promise<void> {
  await page.goto(`${acequia.url}/login`);
  await page.getByRole('button', { name: word.single }).click();
  await page.getByRole('textbox', { name: word.organization }).fill(slug);
  await page.getByRole('button', { name: word.go }).click();
  await page.getByRole('button', { name: `Continue as ${provider.user.email}` }).click();
}

/** The form filled as it should be; the first time what is missing is named. */
async function configure(page: Page, word: Words): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  await dialog.getByRole('tab', { name: 'SAML' }).click();
  await dialog.getByText(`${acequia.url}/sso/${slug}/saml/acs`).waitFor();
  const first = dialog.getByRole('textbox', { name: word.firstCertificate });
  if ((await first.count()) === 0) return;
  await dialog.getByRole('button', { name: word.save }).click();
  for (const text of word.needed) await dialog.getByText(text).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: word.entityId }).fill(provider.entityId);
  await dialog.getByRole('textbox', { name: word.signOnUrl }).fill(provider.ssoUrl);
  await first.fill(provider.key.certificate);
}

describe('single sign-on with SAML', () => {
  test.each(looks)('from the dialog over the login page and the provider to the home page, in $language, $theme', async (each) => {
    const word = words[each.language];
    await api.call('PATCH', '/auth/preferences', { theme: each.theme, language: each.language });
    const { page, context, complaints } = await openPage(browser, each);
    await haveSession(page, acequia.url);
    await page.goto(acequia.url + security);
    await page.getByRole('button', { name: word.configure, exact: true }).click();
    await configure(page, word);

    const dialog = page.getByRole('dialog').last();
    await dialog.getByRole('button', { name: word.add }).click();
    const now = systemClock.now();
    const expired = createProviderKey(now, { endsAt: now - 86_400_000 }).certificate;
    await dialog.getByRole('textbox', { name: word.secondCertificate }).fill(expired);
    await dialog.getByRole('button', { name: word.save }).click();
    await dialog.getByText(word.expired).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: word.remove }).click();
    await dialog.getByRole('button', { name: word.save }).click();
    await page.getByText(word.on).waitFor();

    await page.getByRole('button', { name: word.change, exact: true }).click();
    await page.getByText('CN=idp.example.com').waitFor();
    await page.getByText(word.valid, { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');

    const email = `jonas.${each.language}@example.com`;
    await api.call('POST', '/users', { emails: [email], role: 'viewer' });
    provider.user = { nameId: email, email, givenName: 'Jonas', surname: 'Weiß' };
    const guest = await openPage(browser, each);
    await look(guest.context, each);
    await signIn(guest.page, word);
    await guest.page.waitForURL(`${acequia.url}/home`);
    expect(await faultsOf(guest.page)).toEqual([]);

    const stranger = await openPage(browser, each);
    await look(stranger.context, each);
    provider.user = { nameId: 'nobody', email: 'nobody@example.com', givenName: 'No', surname: 'Body' };
    await signIn(stranger.page, word);
    await stranger.page.getByText(word.stranger).waitFor();
    expect(await faultsOf(stranger.page)).toEqual([]);

    await page.getByRole('button', { name: word.reset, exact: true }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: word.reset, exact: true }).click();
    await page.getByText(word.off).waitFor();
    await guest.page.waitForURL(/\/login/);
    await stranger.page.goto(`${acequia.url}/sso/${slug}`);
    await stranger.page.getByText(word.isOff).waitFor();
    expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')]);
    expect([...guest.complaints.filter((text) => !text.includes('401')), ...stranger.complaints]).toEqual([]);
    await Promise.all([context, guest.context, stranger.context].map((one) => one.close()));
  });
});
