import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestInbox, type TestInbox } from '../../apps/server/src/mail/test-inbox.ts';
import { eventually, freePort, startAcequia, type Acequia } from './harness/acequia.ts';
import { Api, owner } from './harness/api.ts';
import { authenticatorOf, type Authenticator } from './harness/authenticator.ts';
import { launchBrowser, logIn, openPage } from './harness/browser.ts';
import { settled, surveyPage } from './harness/survey.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-mfa-'));
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

const words = {
  en: {
    key: 'Key',
    setUp: 'Set up',
    activate: 'Activate',
    wrong: /invalid or has expired/,
    codes: 'Recovery codes',
    kept: 'I have kept them',
    on: 'Two-factor authentication enabled successfully',
    off: 'Two-factor authentication disabled successfully',
    submit: 'Log in',
    useRecovery: 'Use a recovery code',
    recoveryCode: 'Recovery code',
    turnOff: 'Turn off',
  },
  es: {
    key: 'Clave',
    setUp: 'Configurar',
    activate: 'Activar',
    wrong: /no es válido o ha caducado/,
    codes: 'Códigos de recuperación',
    kept: 'Ya los he guardado',
    on: 'Autenticación en dos pasos activada',
    off: 'Autenticación en dos pasos desactivada',
    submit: 'Entrar',
    useRecovery: 'Usar un código de recuperación',
    recoveryCode: 'Código de recuperación',
    turnOff: 'Desactivar',
  },
} as const;
const looks = [
  { theme: 'dark', language: 'en', locale: 'en-GB' },
  { theme: 'light', language: 'es', locale: 'es-ES' },
] as const;
type Words = (typeof words)['en' | 'es'];

const preferences = '/home?section=your_preferences&option=email_password';
const security = '/home?section=tenant&option=tenant_authentication';
const codeField = (page: Page) => page.locator('input[autocomplete=one-time-code]');
const faultsOf = async (page: Page): Promise<string[]> => {
  await settled(page);
  return surveyPage(page);
};
/** The browser notes an answer that refuses; all else it complains of is a fault. */
const besidesRefusals = (complaints: readonly string[]) => complaints.filter((text) => !text.includes('status of 401'));
const password = async (page: Page, email: string) => {
  await page.goto(`${acequia.url}/login`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[autocomplete=current-password]').fill(owner.password);
  await page.keyboard.press('Enter');
};
/** From the dialog with the key to its end; a wrong code first, which is cleared. */
async function activate(page: Page, word: Words): Promise<{ readonly app: Authenticator; readonly codes: readonly string[] }> {
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: word.activate }) });
  expect(await dialog.locator('svg[width="90"][height="90"]').count()).toBe(1);
  const app = authenticatorOf(await dialog.getByLabel(word.key, { exact: true }).innerText());
  expect(await dialog.getByRole('button', { name: word.activate }).isDisabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await codeField(page).fill(app.wrongCode());
  await page.keyboard.press('Enter');
  await dialog.getByText(word.wrong).waitFor();
  expect(await codeField(page).inputValue()).toBe('');
  await codeField(page).fill(await app.nextCode());
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: word.codes });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: word.kept }).click();
  return { app, codes };
}

describe('one’s own second factor', () => {
  test.each(looks)('set up, used with a code and with a recovery code, and turned off, in $language, $theme', async (each) => {
    const word = words[each.language];
    await api.login();
    await api.call('PATCH', '/auth/preferences', { theme: each.theme, language: each.language });
    const first = await openPage(browser, { locale: each.locale });
    await first.context.addCookies([{ name: 'acequia-look', value: `${each.theme}.standard.${each.language}`, url: acequia.url }]);
    await logIn(first.page, acequia.url);
    await first.page.goto(acequia.url + preferences);
    await first.page.getByRole('button', { name: word.setUp, exact: true }).click();
    await codeField(first.page).waitFor();
    const { app, codes } = await activate(first.page, word);
    await first.page.getByText(word.on).waitFor();
    expect(await faultsOf(first.page)).toEqual([]);
    expect(besidesRefusals(first.complaints)).toEqual([]);
    await first.context.close();

    const { page, context, complaints } = await openPage(browser, { locale: each.locale });
    await context.addCookies([{ name: 'acequia-look', value: `${each.theme}.standard.${each.language}`, url: acequia.url }]);
    await password(page, owner.email);
    await codeField(page).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(`${acequia.url}/home`, { waitUntil: 'commit' });
    await page.waitForURL(/\/login/);
    await codeField(page).fill(app.wrongCode());
    await page.keyboard.press('Enter');
    await page.getByText(word.wrong).waitFor();
    expect(await codeField(page).inputValue()).toBe('');
    await codeField(page).fill(await app.nextCode());
    await page.getByRole('button', { name: word.submit }).click();
    await page.waitForURL(`${acequia.url}/home`);
    await page.goto('about:blank');
    await context.clearCookies({ name: '__Host-sid' });

    await password(page, owner.email);
    await page.getByRole('button', { name: word.useRecovery }).click();
    await page.getByRole('textbox', { name: word.recoveryCode }).fill(codes[0]!.toUpperCase());
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${acequia.url}/home`);
    await page.goto(acequia.url + preferences);
    await page.getByRole('button', { name: word.turnOff }).click();
    await codeField(page).fill(codes[1]!);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText(word.off).waitFor();
    await page.getByRole('button', { name: word.setUp, exact: true }).waitFor();
    expect(besidesRefusals(complaints)).toEqual([]);
    await context.close();
  });
});

describe('an organization that requires it', () => {
  const guest = 'bea@example.com';

  test('its owner turns it on; a member sets one up at the log-in, takes it off by mail, and must set one up again', async () => {
    await api.login();
    await api.call('PATCH', '/auth/preferences', { theme: 'dark', language: 'en' });
    await api.call('POST', '/users', { emails: [guest], role: 'viewer' });
    await eventually('the invitation', () => (inbox.mails.some(({ to }) => to.includes(guest)) ? true : undefined));
    const joined = { name: 'Bea', surname: 'Sol', company: '', password: owner.password, language: 'es', agreed: true };
    await new Api(acequia.url).call('POST', '/auth/welcome', { token: inbox.linkFor(guest).split('#token=')[1], ...joined });

    const word = words.en;
    const first = await openPage(browser);
    await logIn(first.page, acequia.url);
    await first.page.goto(acequia.url + security);
    const toggle = first.page.getByRole('switch', { name: 'Require it of everybody' });
    await toggle.click();
    await codeField(first.page).waitFor();
    await activate(first.page, word);
    await first.page.getByText(word.on).waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    expect(await faultsOf(first.page)).toEqual([]);

    const { page, context, complaints } = await openPage(browser, { locale: 'es-ES' });
    await password(page, guest);
    await codeField(page).waitFor();
    await page.keyboard.press('Escape');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Configurarlo' }).click();
    await codeField(page).waitFor();
    await activate(page, words.es);
    await page.waitForURL(`${acequia.url}/home`);
    await page.goto('about:blank');
    await context.clearCookies({ name: '__Host-sid' });

    await password(page, guest);
    await page.getByRole('link', { name: 'No tengo ninguno de los dos' }).click();
    await page.locator('input[type=email]').fill(guest);
    expect(await faultsOf(page)).toEqual([]);
    const before = inbox.mails.length;
    await page.keyboard.press('Enter');
    await page.getByText(guest).waitFor();
    const mailed = await eventually('the mail', () =>
      inbox.mails.slice(before).some(({ text }) => text.includes('/reset-mfa#')) ? inbox.linkFor(guest) : undefined,
    );
    await page.goto('about:blank');
    await page.goto(acequia.url + mailed);
    await page.locator('input[autocomplete=current-password]').fill(owner.password);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'La autenticación en dos pasos está desactivada' }).waitFor();
    await password(page, guest);
    await page.getByRole('button', { name: words.es.activate }).waitFor();
    expect(besidesRefusals(complaints)).toEqual([]);
    await context.close();

    await toggle.click();
    await first.page.getByText(word.off).waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('false');
    expect(besidesRefusals(first.complaints)).toEqual([]);
    await first.context.close();
  });
});
