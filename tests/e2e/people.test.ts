import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { owner } from './harness/api.ts';
import { fillLogin, haveSession, logIn } from './harness/browser.ts';
import { looks, useHouse } from './harness/house.ts';
import { settled, surveyPage } from './harness/survey.ts';

const newPassword = 'Riego-lento-2031';
const house = useHouse('people', { mail: true });
const users = '/home?section=tenant&option=control_access_users';
/** Into every field for a new password. */
const fillPasswords = async (page: Page, password: string): Promise<void> => {
  const fields = page.locator('input[autocomplete=new-password]');
  await fields.first().waitFor();
  for (const field of await fields.all()) await field.fill(password);
};
/** Through the login page, from wherever it leads back to. */
const logInAs = async (page: Page, email: string, password: string): Promise<void> => {
  await page.goto(`${house.url}/login`);
  await fillLogin(page, email, password);
  await page.waitForURL(`${house.url}/home`);
};

describe('inviting', () => {
  const words = {
    en: {
      add: 'Add users',
      emails: 'Email addresses',
      send: /^Send 3 invites$/,
      sent: 'Invites sent',
      accept: 'Accepted',
      create: 'Create account',
    },
    es: {
      add: 'Añadir usuarios',
      emails: 'Direcciones de correo',
      send: /^Enviar 3 invitaciones$/,
      sent: 'Invitaciones enviadas',
      accept: 'Aceptada',
      create: 'Crear la cuenta',
    },
  } as const;

  test.each(looks)('from the dialog over the mail to the home page, in $language, $theme', async (each) => {
    const word = words[each.language];
    const email = `bea.${each.language}@example.com`;
    await house.prefer(each);
    const { page, context, complaints } = await house.open(each);
    await haveSession(page, house.url);
    await page.goto(house.url + users);
    await page.getByRole('button', { name: word.add }).click();
    const field = page.getByRole('textbox', { name: word.emails });
    await field.fill('jonas@northwind');
    await field.press('Enter');
    await page
      .getByText(each.language === 'en' ? 'Please, enter a valid email address' : 'escribe una dirección de correo válida')
      .waitFor();
    expect(await surveyPage(page)).toEqual([]);
    await page.keyboard.press('Backspace');
    await field.fill(`${email}, other.${each.language}@example.com, third.${each.language}@example.com`);
    await field.press('Enter');
    await page.getByRole('button', { name: word.send }).click();
    await page.getByText(word.sent).waitFor();
    await page.getByRole('row', { name: new RegExp(email) }).waitFor();
    expect(await surveyPage(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();

    const guest = await house.open(each);
    await guest.page.goto(await house.linkFor(email));
    await guest.page.waitForURL(`${house.url}/welcome`);
    await guest.page.getByRole('button', { name: word.create }).click();
    await guest.page.locator('[aria-invalid=true]').first().waitFor();
    expect(await surveyPage(guest.page)).toEqual([]);
    await guest.page.locator('input[autocomplete=given-name]').fill('Bea');
    await guest.page.locator('input[autocomplete=family-name]').fill('Sol');
    await guest.page.locator('input[autocomplete=new-password]').fill(newPassword);
    await guest.page.getByRole('checkbox').click();
    await guest.page.getByRole('button', { name: word.create }).click();
    await guest.page.waitForURL(`${house.url}/home`);
    expect(await guest.page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain('token');
    expect(await guest.page.locator('html').getAttribute('lang')).toBe(each.language);
    expect(guest.complaints).toEqual([]);
    await guest.context.close();
  });

  test('a used link and one that never was say whom to ask, and nothing of the tenant', async () => {
    const { page, context } = await house.open();
    for (const link of [await house.linkFor('bea.en@example.com'), `${house.url}/join#token=nonsense`, `${house.url}/join`]) {
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByText('Contact the tenant admin or check your email for a newer invitation.').waitFor();
      expect(await page.locator('body').innerText()).not.toContain('North Edge');
      expect(await surveyPage(page)).toEqual([]);
    }
    await context.close();
  });
});

describe('a forgotten password', () => {
  test.each(looks)('from the login page over the mail back to it, in $language, $theme', async (each) => {
    const email = `bea.${each.language}@example.com`;
    const { page, context, complaints } = await house.open(each);
    await page.goto(`${house.url}/login`);
    expect(await surveyPage(page)).toEqual([]);
    await page.locator('a[href="/forgot"]').click();
    await page.locator('input[type=email]').fill(email);
    expect(await surveyPage(page)).toEqual([]);
    const before = house.inbox.mails.length;
    await page.keyboard.press('Enter');
    await page.getByText(email).waitFor();
    expect(await surveyPage(page)).toEqual([]);
    const link = await house.linkFor(email, before);
    await page.goto(link);
    const next = `${newPassword}${each.language}`;
    await fillPasswords(page, next);
    expect(await surveyPage(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.locator('a[href="/login"]').click();
    await logInAs(page, email, next);
    expect(complaints).toEqual([]);
    await page.goto('about:blank');
    await context.clearCookies();
    // That the link was used is said before a password is typed.
    await page.goto(link);
    await page.locator('main a[href="/forgot"]').waitFor();
    expect(await page.locator('input[autocomplete=new-password]').count()).toBe(0);
    expect(await surveyPage(page)).toEqual([]);
    await context.close();
  });

  test('without mail the operator prints a link that works', async () => {
    const { stdout } = await house.command('user', 'reset-link', 'bea.en@example.com');
    expect(stdout).toMatch(/^http\S+\/reset#token=[\w-]{43}\n$/);
    const { page, context } = await house.open();
    await page.goto(stdout.trim());
    await fillPasswords(page, `${newPassword}en`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor();
    await context.close();
  });
});

describe('users', () => {
  const words = {
    en: {
      admin: 'Admin',
      roleDone: 'Role successfully modified',
      again: 'Invite again',
      sent: 'Invite sent',
      secrets: 'Secrets management',
      preferences: 'Preferences',
      remove: 'Remove',
      selected: (count: number) => `${count} selected`,
      removeTwo: 'Remove 2 users?',
      removedTwo: '2 users removed',
      search: 'Search by name or email',
      actions: /^Actions for Bea/,
      removed: 'User removed',
    },
    es: {
      admin: 'Administrador',
      roleDone: 'Rol modificado',
      again: 'Invitar otra vez',
      sent: 'Invitación enviada',
      secrets: 'Gestión de secretos',
      preferences: 'Preferencias',
      remove: 'Eliminar',
      selected: (count: number) => `${count} seleccionados`,
      removeTwo: '¿Eliminar a 2 usuarios?',
      removedTwo: '2 usuarios eliminados',
      search: 'Buscar por nombre o correo',
      actions: /^Acciones de Bea/,
      removed: 'Usuario eliminado',
    },
  } as const;

  test.each(looks)('a new role gives new pages without a new login; who is removed is logged out, in $language, $theme', async (each) => {
    const word = words[each.language];
    const email = `bea.${each.language}@example.com`;
    await house.prefer(each);
    const { page, context, complaints } = await house.open(each);
    await haveSession(page, house.url);
    await page.goto(house.url + users);
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    const guest = await house.open(each);
    await logInAs(guest.page, email, `${newPassword}${each.language}`);
    await guest.page.goto(`${house.url}/home?section=your_preferences&option=email_password`);
    const secrets = guest.page.getByRole('link', { name: word.secrets });
    await guest.page.getByRole('link', { name: word.preferences }).waitFor();
    expect(await secrets.count()).toBe(0);
    await row(email).getByRole('combobox').click();
    await page.getByRole('option', { name: word.admin }).click();
    await page.getByText(word.roleDone).waitFor();
    await secrets.waitFor();

    await row(`other.${each.language}`).getByRole('button', { name: word.again }).click();
    await page.getByText(word.sent, { exact: true }).waitFor();
    await row(`other.${each.language}`).getByRole('checkbox').click();
    await row(`third.${each.language}`).getByRole('checkbox').click();
    const removeChosen = page.getByRole('button', { name: word.remove, exact: true });
    await removeChosen.waitFor();
    await row(owner.email).getByRole('checkbox').click();
    await page.getByText(word.selected(3)).waitFor();
    expect(await removeChosen.count()).toBe(0);
    await row(owner.email).getByRole('checkbox').click();
    expect(await surveyPage(page)).toEqual([]);
    await removeChosen.click();
    await page.getByRole('dialog', { name: word.removeTwo }).getByRole('button', { name: word.remove, exact: true }).click();
    await page.getByText(word.removedTwo).waitFor();
    await row(`(other|third).${each.language}`).first().waitFor({ state: 'detached' });
    expect(await row(owner.email).getByRole('combobox').count()).toBe(0);
    expect(await row(owner.email).getByRole('button').count()).toBe(0);
    await page.getByRole('searchbox', { name: word.search }).fill(`BEA.${each.language}`);
    await row(owner.email).waitFor({ state: 'detached' });
    await row(email).getByRole('button', { name: word.actions }).click();
    await page.getByRole('menuitem', { name: word.remove }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: word.remove, exact: true }).click();
    await page.getByText(word.removed, { exact: true }).waitFor();
    await guest.page.waitForURL(/\/login/);
    await guest.context.close();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('addresses', () => {
  test('who is logged in goes on from the pages of the logged-out, and only from those', async () => {
    const { page, context } = await house.open();
    await page.goto(`${house.url}/`);
    await page.waitForURL(`${house.url}/login`);
    await settled(page);
    await page.goto(`${house.url}/listeners?view=table`, { waitUntil: 'commit' });
    await page.waitForURL(/\/login\?/);
    await fillLogin(page);
    await page.waitForURL(`${house.url}/listeners?view=table`);
    for (const path of ['/', '/login', '/forgot', '/reset', '/reset-mfa', '/welcome']) {
      await page.goto(house.url + path, { waitUntil: 'commit' });
      await page.waitForURL(`${house.url}/home`);
      await settled(page);
      expect([path, page.url()]).toEqual([path, `${house.url}/home`]);
    }
    for (const next of ['//evil.example', '/\\evil.example', '/%09/evil.example', 'https://evil.example']) {
      await page.goto(`${house.url}/login?next=${next}`);
      await settled(page);
      expect(new URL(page.url()).host).toBe(new URL(house.url).host);
    }
    for (const path of ['/version', '/join']) {
      await page.goto(house.url + path);
      await settled(page);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await context.close();
  });
});

describe('several tenants', () => {
  const words = {
    en: {
      made: 'South Fields',
      slug: 'south-fields',
      join: 'Join South Fields',
      logIn: 'Log in to accept',
      accept: 'Accept the invitation',
      here: (name: string) => new RegExp(`Organization ${name}`),
      begin: (name: string) => `Start in ${name} when I log in`,
      search: 'Search by name',
      defaultFailed: 'Failed to set default tenant, please try again',
    },
    es: {
      made: 'Huerta Baja',
      slug: 'huerta-baja',
      join: 'Únete a Huerta Baja',
      logIn: 'Iniciar sesión para aceptar',
      accept: 'Aceptar la invitación',
      here: (name: string) => new RegExp(`Organización ${name}`),
      begin: (name: string) => `Empezar en ${name} al iniciar sesión`,
      search: 'Buscar por nombre',
      defaultFailed: 'No se pudo fijar la organización por defecto, inténtalo de nuevo',
    },
  } as const;
  const first = 'North Edge';

  test.each(looks)(
    'one is made, joined, found, changed to and made the default, and another tab follows, in $language, $theme',
    async (each) => {
      const word = words[each.language];
      await house.prefer(each);
      const before = house.inbox.mails.length;
      await house.command('installation', 'egress', '--none');
      const made = await house.command('tenant', 'create', word.made, '--owner', owner.email);
      expect(made).toEqual({ code: 0, stdout: `Created ${word.slug}.\nAn invitation was sent to ${owner.email}.\n` });
      const { page, context, complaints } = await house.open(each);
      await page.goto(await house.linkFor(owner.email, before));
      await page.getByRole('heading', { name: word.join }).waitFor();
      expect(await surveyPage(page)).toEqual([]);
      await page.getByRole('button', { name: word.logIn }).click();
      await fillLogin(page);
      await page.waitForURL(`${house.url}/join`);
      expect(await surveyPage(page)).toEqual([]);
      await page.getByRole('button', { name: word.accept }).click();
      await page.waitForURL(`${house.url}/home`);
      const inMade = page.getByRole('button', { name: word.here(word.made) });
      await inMade.waitFor();

      const second = await context.newPage();
      await second.goto(`${house.url}/listeners`);
      await second.getByRole('heading').first().waitFor();
      await inMade.click();
      const found = page.getByRole('button', { name: new RegExp(`${first}.*north-edge`) });
      await found.waitFor();
      expect(await surveyPage(page)).toEqual([]);
      await page.getByRole('button', { name: word.begin(word.made) }).click();
      await page.getByRole('button', { name: word.begin(first) }).waitFor();
      await page.getByRole('searchbox', { name: word.search }).fill('north');
      await page.getByRole('button', { name: new RegExp(word.slug) }).waitFor({ state: 'detached' });
      await found.click();
      await page.getByRole('button', { name: word.here(first) }).waitFor();
      await second.waitForURL(`${house.url}/home`);
      await second.getByRole('button', { name: word.here(first) }).waitFor();
      // What was asked in the session before and is answered after it has ended is refused, and the page goes by the new one.
      expect(complaints.filter((line) => !line.includes('401'))).toEqual([]);
      await context.close();

      const fresh = await house.open(each);
      await logIn(fresh.page, house.url);
      await fresh.page.route('**/rpc/tenants/setDefault', (route) => route.abort());
      await fresh.page.getByRole('button', { name: word.here(word.made) }).click();
      await fresh.page.getByRole('button', { name: word.begin(first) }).click();
      await fresh.page.getByText(word.defaultFailed).waitFor();
      await fresh.page.getByRole('button', { name: word.begin(first) }).waitFor();
      await fresh.context.close();
    },
  );
});
