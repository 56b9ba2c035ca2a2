import { hourMs, minuteMs, systemClock } from '@acequia/base';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestInbox, type TestInbox } from '../../mail/test-inbox.ts';
import { createTestApp, ownerPassword, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';
import { heldUntil } from './reset-hold.ts';
import { enrol } from './test-authenticator.ts';

const password = 'Riego-lento-2031';
let server: TestApp;
let inbox: TestInbox;
let at = 1_800_000_015_000;
let member: Browser;
let email: string;

beforeAll(async () => {
  inbox = await startTestInbox();
  server = await createTestApp({
    clock: { ...systemClock, now: () => at },
    mail: { smtpUrl: inbox.url, from: 'Acequia <a@example.com>', publicUrl: 'https://console.example.com' },
  });
});
afterAll(async () => {
  await server.stop();
  await inbox.close();
});
beforeEach(async () => {
  at += 100 * hourMs;
  member = await server.user('viewer');
  email = (await member.call('auth:session', {})).user.Email;
  await enrol(member, at);
});

const lastMail = () => inbox.mails.at(-1)!.text;
const settled = () => server.app.afterAnswer.settled();
async function mailed(operation: 'auth:forgotPassword' | 'auth:forgotMfa'): Promise<string> {
  await server.browser().call(operation, { email });
  await settled();
  return inbox.linkFor(email).split('#token=')[1]!;
}
async function printed(command: 'reset-link' | 'reset-mfa-link'): Promise<string> {
  const answer = await fetch(`${server.url}/operator/user/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  return ((await answer.json()) as { readonly path: string }).path.split('#token=')[1]!;
}
const setPassword = async (token: string) => {
  await server.browser().call('auth:resetPassword', { token, newPassword: password, confirmNewPassword: password });
  await settled();
};
const stepOfLogin = async () => (await server.browser().call('auth:login', { email, password })).step;
const rowsOf = async () => {
  const { rows } = await server.db.database.gate.execute(
    `select refused_code from activity where entity = 'users' and operation = 'update' and object_name = '${email}' order by seq`,
  );
  return rows.map(({ refused_code: code }) => code);
};

describe('who holds the mailbox alone', () => {
  test('does not get password and second factor at once: the link of before the new password is held back as well', async () => {
    const early = await mailed('auth:forgotMfa');
    await setPassword(await mailed('auth:forgotPassword'));
    expect(await server.browser().refusal('auth:resetMfa', { token: early, password: 'wrong' })).toBe('WEB-11012');
    const held = server.browser().call('auth:resetMfa', { token: early, password });
    await expect(held).rejects.toMatchObject({ code: 'AUTH.RESET_HOLD', data: { fields: { until: at + 24 * hourMs } } });
    expect(await stepOfLogin()).toBe('totp');
  });

  test('is sent no link while it lasts, and is told until when; the answer is the one of always', async () => {
    await setPassword(await mailed('auth:forgotPassword'));
    expect(lastMail()).toContain('No email can turn it off');
    const until = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at + 24 * hourMs);
    expect(lastMail()).toContain(`${until} UTC`);
    const links = inbox.mails.filter(({ text }) => text.includes('/reset-mfa#token=')).length;
    expect(await server.browser().call('auth:forgotMfa', { email })).toEqual({});
    await settled();
    expect(lastMail()).toContain(`an email can’t turn off two-factor authentication until ${until} UTC`);
    expect(inbox.mails.filter(({ text }) => text.includes('/reset-mfa#token='))).toHaveLength(links);
  });

  test('leaves rows: the new password, and one for the refused tries', async () => {
    const early = await mailed('auth:forgotMfa');
    const before = (await rowsOf()).length;
    await setPassword(await mailed('auth:forgotPassword'));
    for (let round = 0; round < 3; round += 1)
      expect(await server.browser().refusal('auth:resetMfa', { token: early, password })).toBe('AUTH.RESET_HOLD');
    expect((await rowsOf()).slice(before)).toEqual([null, 'AUTH.RESET_HOLD']);
  });

  test('waits 24 hours, to the millisecond', async () => {
    await setPassword(await mailed('auth:forgotPassword'));
    at += 24 * hourMs - 1;
    const links = inbox.mails.length;
    await server.browser().call('auth:forgotMfa', { email });
    await settled();
    expect(inbox.mails.slice(links).some(({ text }) => text.includes('#token='))).toBe(false);
    at += 1;
    await server.browser().call('auth:resetMfa', { token: await mailed('auth:forgotMfa'), password });
    expect(await stepOfLogin()).toBeNull();
  });
});

describe('is not held back', () => {
  test('who lost the authenticator and has the password', async () => {
    await server.browser().call('auth:resetMfa', { token: await mailed('auth:forgotMfa'), password: ownerPassword });
    await setPassword(await mailed('auth:forgotPassword'));
    expect(lastMail()).not.toContain('No email can turn it off');
    expect(await stepOfLogin()).toBeNull();
  });

  test('a link of an operator, after whatever reset', async () => {
    await setPassword(await mailed('auth:forgotPassword'));
    await server.browser().call('auth:resetMfa', { token: await printed('reset-mfa-link'), password });
    expect(await stepOfLogin()).toBeNull();
  });

  test('a password that an operator let somebody set', async () => {
    await setPassword(await printed('reset-link'));
    await server.browser().call('auth:resetMfa', { token: await mailed('auth:forgotMfa'), password });
    expect(await stepOfLogin()).toBeNull();
  });

  test('who has changed the password since, with the present one and the second factor', async () => {
    await setPassword(await mailed('auth:forgotPassword'));
    at += minuteMs;
    await server.db.database.gate.execute('delete from totp_factors');
    const inside = server.browser();
    const { user } = await inside.call('auth:login', { email, password });
    const next = 'Compuerta-alta-2032';
    await inside.call('auth:updatePassword', {
      email,
      userId: user.UID,
      oldPassword: password,
      newPassword: next,
      confirmNewPassword: next,
    });
    await enrol(inside, at);
    await server.browser().call('auth:resetMfa', { token: await mailed('auth:forgotMfa'), password: next });
    expect((await server.browser().call('auth:login', { email, password: next })).step).toBeNull();
  });
});

test.each([
  [null, 24 * hourMs, undefined],
  [1000, 0, undefined],
  [1000, 500, undefined],
  [1000, 501, 1501],
])('set by mail at %s and held for %s, at 1500: until %s', (mailedAt, holdMs, until) => {
  expect(heldUntil(mailedAt, holdMs, 1500)).toBe(until);
});
