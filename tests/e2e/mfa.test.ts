import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { Api, owner } from './harness/api.ts';
import { authenticatorOf, type Authenticator } from './harness/authenticator.ts';
import { fillLogin, haveSession, logIn } from './harness/browser.ts';
import { looks, useHouse } from './harness/house.ts';
import { surveyPage } from './harness/survey.ts';
import { admin, insertAdmin, insertIntoStrictNeighbour, insertNeighbour, insertViewer, viewer } from './harness/viewer.ts';

const house = useHouse('mfa', { mail: true });

const words = {
  en: {
    key: 'Key',
    setUp: 'Set up',
    activate: 'Activate',
    wrong: /invalid or has expired/,
    codes: 'Recovery codes',
    kept: 'I saved the codes',
    on: 'Two-factor authentication enabled successfully',
    off: 'Two-factor authentication disabled successfully',
    submit: 'Log in',
    useRecovery: 'Use a recovery code',
    recoveryCode: 'Recovery code',
    turnOff: 'Turn off',
    needTenant: 'The organization you are switching to requires two-factor authentication.',
    cancel: 'Cancel',
    here: (name: string) => new RegExp(`Organization ${name}`),
  },
  es: {
    key: 'Clave',
    setUp: 'Configurar',
    activate: 'Activar',
    wrong: /no es válido o ha caducado/,
    codes: 'Códigos de recuperación',
    kept: 'He guardado los códigos',
    on: 'Autenticación en dos pasos activada',
    off: 'Autenticación en dos pasos desactivada',
    submit: 'Iniciar sesión',
    useRecovery: 'Usar un código de recuperación',
    recoveryCode: 'Código de recuperación',
    turnOff: 'Desactivar',
    needTenant: 'La organización a la que cambias exige la autenticación en dos pasos.',
    cancel: 'Cancelar',
    here: (name: string) => new RegExp(`Organización ${name}`),
  },
} as const;
type Words = (typeof words)['en' | 'es'];

/** For what follows a sentence: the page may still be calling the server. */
const patient = { timeout: 20_000 };
const preferences = '/home?section=your_preferences&option=email_password';
const security = '/home?section=tenant&option=tenant_authentication';
const codeField = (page: Page) => page.locator('input[autocomplete=one-time-code]');
/** The browser notes an answer that refuses; all else it complains of is a fault. */
const besidesRefusals = (complaints: readonly string[]) => complaints.filter((text) => !/status of 40[13]/.test(text));
const password = async (page: Page, email: string) => {
  await page.goto(`${house.url}/login`);
  await fillLogin(page, email);
};
/** From the dialog with the key to its end; a wrong code first, which is cleared. */
async function activate(page: Page, word: Words): Promise<{ readonly app: Authenticator; readonly codes: readonly string[] }> {
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: word.activate }) });
  await dialog.locator('svg[width="90"][height="90"]').waitFor();
  const app = authenticatorOf(await dialog.getByLabel(word.key, { exact: true }).innerText());
  expect(await dialog.getByRole('button', { name: word.activate }).isDisabled()).toBe(true);
  expect(await surveyPage(page)).toEqual([]);
  await codeField(page).fill(app.wrongCode());
  await page.keyboard.press('Enter');
  await dialog.getByText(word.wrong).waitFor();
  await expect.poll(() => codeField(page).inputValue(), patient).toBe('');
  await codeField(page).fill(await app.nextCode());
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: word.codes });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  expect(await surveyPage(page)).toEqual([]);
  await page.getByRole('button', { name: word.kept }).click();
  return { app, codes };
}

describe('one’s own second factor', () => {
  test.each(looks)('set up, used with a code and with a recovery code, and turned off, in $language, $theme', async (each) => {
    const word = words[each.language];
    await house.api.login();
    await house.prefer(each);
    const first = await house.open(each);
    await haveSession(first.page, house.url);
    await first.page.goto(house.url + preferences);
    await first.page.getByRole('button', { name: word.setUp, exact: true }).click();
    await codeField(first.page).waitFor();
    const { app, codes } = await activate(first.page, word);
    await first.page.getByText(word.on).waitFor();
    expect(await surveyPage(first.page)).toEqual([]);
    expect(besidesRefusals(first.complaints)).toEqual([]);
    await first.context.close();

    const { page, context, complaints } = await house.open(each);
    await password(page, owner.email);
    await codeField(page).waitFor();
    expect(await surveyPage(page)).toEqual([]);
    await page.goto(`${house.url}/home`, { waitUntil: 'commit' });
    await page.waitForURL(/\/login/);
    await codeField(page).fill(app.wrongCode());
    await page.keyboard.press('Enter');
    await page.getByText(word.wrong).waitFor();
    await expect.poll(() => codeField(page).inputValue(), patient).toBe('');
    await codeField(page).fill(await app.nextCode());
    await page.getByRole('button', { name: word.submit }).click();
    await page.waitForURL(`${house.url}/home`);
    await page.goto('about:blank');
    await context.clearCookies({ name: '__Host-sid' });

    await password(page, owner.email);
    await page.getByRole('button', { name: word.useRecovery }).click();
    await page.getByRole('textbox', { name: word.recoveryCode }).fill(codes[0]!.toUpperCase());
    expect(await surveyPage(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${house.url}/home`);
    await page.goto(house.url + preferences);
    await page.getByRole('button', { name: word.turnOff }).click();
    await codeField(page).fill(codes[1]!);
    expect(await surveyPage(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText(word.off).waitFor();
    await page.getByRole('button', { name: word.setUp, exact: true }).waitFor();
    expect(besidesRefusals(complaints)).toEqual([]);
    await context.close();
  });
});

describe('going to an organization that requires it', () => {
  const people = { en: viewer.email, es: admin.email } as const;
  beforeAll(async () => {
    const { dataDirectory } = house.acequia;
    await insertViewer(dataDirectory);
    await insertAdmin(dataDirectory);
    await insertNeighbour(dataDirectory);
    await insertIntoStrictNeighbour(dataDirectory, Object.values(people));
  });

  test.each(looks)('who gives up stays where they were; who sets one up is there, in $language, $theme', async (each) => {
    const word = words[each.language];
    const email = people[each.language];
    const own = new Api(house.url);
    await own.login(email);
    await own.call('PATCH', '/auth/preferences', { theme: each.theme, language: each.language });
    const { page, context, complaints } = await house.open(each);
    await logIn(page, house.url, email);
    await page.getByRole('button', { name: word.here('North Edge') }).click();
    const there = page.getByRole('button', { name: /next-door/ });
    await there.click();
    await page.getByText(word.needTenant).waitFor();
    await page.getByRole('button', { name: word.cancel }).click();
    await page.getByText(word.needTenant).waitFor({ state: 'detached' });
    expect((await own.call<{ tenant: { slug: string } }>('GET', '/auth/session')).tenant.slug).toBe('north-edge');
    await page.getByRole('button', { name: word.here('North Edge') }).waitFor();
    await there.click();
    await page.getByText(word.needTenant).waitFor();
    await activate(page, word);
    await page.getByRole('button', { name: word.here('Next Door') }).waitFor();
    expect(await surveyPage(page)).toEqual([]);
    expect(besidesRefusals(complaints)).toEqual([]);
    await context.close();
  });
});

describe('an organization that requires it', () => {
  const guest = 'bea@example.com';

  test('its owner turns it on; a member sets one up at the log-in, takes it off by mail, and must set one up again', async () => {
    await house.api.login();
    await house.prefer(looks[0]);
    await house.api.call('POST', '/users', { emails: [guest], role: 'viewer' });
    const joined = { name: 'Bea', surname: 'Sol', company: '', password: owner.password, language: 'es', agreed: true };
    await new Api(house.url).call('POST', '/auth/welcome', { token: (await house.linkFor(guest)).split('#token=')[1], ...joined });

    const word = words.en;
    const first = await house.open();
    await haveSession(first.page, house.url);
    await first.page.goto(house.url + security);
    const toggle = first.page.getByRole('switch', { name: 'Require it of all members' });
    await toggle.click();
    await codeField(first.page).waitFor();
    await activate(first.page, word);
    await first.page.getByText(word.on).waitFor();
    await expect.poll(() => toggle.getAttribute('aria-checked'), patient).toBe('true');
    expect(await surveyPage(first.page)).toEqual([]);

    const { page, context, complaints } = await house.open(looks[1]);
    await password(page, guest);
    await codeField(page).waitFor();
    await page.keyboard.press('Escape');
    expect(await surveyPage(page)).toEqual([]);
    await page.getByRole('button', { name: 'Configurarla' }).click();
    await codeField(page).waitFor();
    await activate(page, words.es);
    await page.waitForURL(`${house.url}/home`);
    await page.goto('about:blank');
    await context.clearCookies({ name: '__Host-sid' });

    await password(page, guest);
    await page.getByRole('link', { name: 'No tengo ninguno de los dos' }).click();
    await page.locator('input[type=email]').fill(guest);
    expect(await surveyPage(page)).toEqual([]);
    const before = house.inbox.mails.length;
    await page.keyboard.press('Enter');
    await page.getByText(guest).waitFor();
    const mailed = await house.linkFor(guest, before);
    expect(mailed).toContain('/reset-mfa#');
    await page.goto('about:blank');
    await page.goto(mailed);
    await page.locator('input[autocomplete=current-password]').fill(owner.password);
    expect(await surveyPage(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'La autenticación en dos pasos está desactivada' }).waitFor();
    await password(page, guest);
    await page.getByRole('button', { name: words.es.activate }).waitFor();
    expect(besidesRefusals(complaints)).toEqual([]);
    await context.close();

    await toggle.click();
    await first.page.getByText(word.off).waitFor();
    await expect.poll(() => toggle.getAttribute('aria-checked'), patient).toBe('false');
    expect(besidesRefusals(first.complaints)).toEqual([]);
    await first.context.close();
  });
});
