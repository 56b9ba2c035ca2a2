import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestInbox, type TestInbox } from '../../mail/test-inbox.ts';
import { createTestApp, ownerPassword, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let inbox: TestInbox;
beforeAll(async () => {
  inbox = await startTestInbox();
  server = await createTestApp({
    mail: { smtpUrl: inbox.url, from: 'Acequia <a@example.com>', publicUrl: 'https://console.example.com' },
  });
});
afterAll(async () => {
  await server.stop();
  await inbox.close();
});

const next = 'Otra-clave-2031';
async function change(user: Browser, part: object = {}) {
  const { user: me } = await user.call('auth:session', {});
  return { email: me.Email, userId: me.UID, oldPassword: ownerPassword, newPassword: next, confirmNewPassword: next, ...part };
}

test('another password than the present one, a weak, a common or a mistyped new one changes nothing', async () => {
  const user = await server.user('viewer');
  for (const [part, code] of [
    [{ oldPassword: 'wrong' }, 'WEB-11012'],
    [{ oldPassword: '' }, 'WEB-00022'],
    [{ confirmNewPassword: `${next}x` }, 'AUTH.PASSWORD_CONFIRM'],
    [{ newPassword: 'short', confirmNewPassword: 'short' }, 'AUTH.PASSWORD_RULES'],
    [{ newPassword: 'Password2026!', confirmNewPassword: 'Password2026!' }, 'AUTH.PASSWORD_COMMON'],
  ] as const)
    expect([code, await user.refusal('auth:updatePassword', await change(user, part))]).toEqual([code, code]);
  const { user: me } = await user.call('auth:session', {});
  await server.browser().call('auth:login', { email: me.Email, password: ownerPassword });
});

test('nobody changes the password of somebody else by naming them', async () => {
  const [user, victim] = [await server.user('owner'), await server.user('owner')];
  const { user: them } = await victim.call('auth:session', {});
  expect(await user.refusal('auth:updatePassword', await change(user, { userId: them.UID }))).toBe('ACQ-NOT-FOUND');
  expect(await user.refusal('auth:updatePassword', await change(user, { email: them.Email }))).toBe('ACQ-NOT-FOUND');
});

test('sessions do not survive a changed password, but for the one that changed it; its cookie is another', async () => {
  const user = await server.user('owner');
  const input = await change(user);
  const elsewhere = server.browser();
  await elsewhere.call('auth:login', { email: input.email, password: ownerPassword });
  const before = user.cookie;
  await user.call('auth:updatePassword', input);
  expect(await elsewhere.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
  expect(user.cookie).not.toBe(before);
  expect((await user.call('auth:session', {})).user.Email).toBe(input.email);
  expect(await server.browser().refusal('auth:login', { email: input.email, password: ownerPassword })).toBe('AUTH.CREDENTIALS');
  await server.browser().call('auth:login', { email: input.email, password: next });
  const log = await user.call('activity:getUserActivity', { from: 0, to: 4e12, page: 1 });
  expect(log.data.map(({ event }) => event)).toContainEqual({ operation: 'update', entity: 'users', name: input.email });
});

test('the present password is not guessed faster than at the login', async () => {
  const user = await server.user('viewer');
  const wrong = await change(user, { oldPassword: 'wrong' });
  for (let guess = 0; guess < 6; guess += 1) expect(await user.refusal('auth:updatePassword', wrong)).toBe('WEB-11012');
  expect(await user.refusal('auth:updatePassword', await change(user))).toBe('WEB-11012');
});

test.each([
  ['en', 'in your preferences. Your other sessions were ended', 'link'],
  ['es', 'en tus preferencias. Se han cerrado tus demás sesiones', 'enlace'],
] as const)(
  'a changed password is told to its account by mail as what it was, in %s; a refused one is not',
  async (language, told, other) => {
    const user = await server.user('viewer');
    await user.call('auth:updatePreferences', { language });
    const input = await change(user);
    const mailsOf = async () => {
      await server.app.afterAnswer.settled();
      return inbox.mails.filter(({ to }) => to.includes(input.email));
    };
    expect(await user.refusal('auth:updatePassword', { ...input, oldPassword: 'wrong' })).toBe('WEB-11012');
    expect(await mailsOf()).toEqual([]);
    await user.call('auth:updatePassword', input);
    const mails = await mailsOf();
    expect(mails.map(({ to }) => to)).toEqual([[input.email]]);
    expect(mails[0]!.text).toContain(told);
    expect(mails[0]!.text).not.toContain(other);
  },
);
