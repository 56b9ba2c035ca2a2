import { minuteMs, systemClock } from '@acequia/base';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestInbox, type TestInbox } from '../../mail/test-inbox.ts';
import { createTestApp, ownerPassword, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';
import { enrol } from './test-authenticator.ts';

let server: TestApp;
let inbox: TestInbox;
let lateMs = 0;
const now = () => 1_800_000_015_000 + lateMs;
let user: Browser;
let email: string;

beforeAll(async () => {
  inbox = await startTestInbox();
  server = await createTestApp({
    clock: { ...systemClock, now },
    mail: { smtpUrl: inbox.url, from: 'Acequia <a@example.com>', publicUrl: 'https://console.example.com' },
  });
});
afterAll(async () => {
  await server.stop();
  await inbox.close();
});
beforeEach(async () => {
  await server.db.database.gate.execute('delete from login_attempts');
  user = await server.user('owner');
  email = (await user.call('auth:session', {})).user.Email;
  await enrol(user, now());
  await server.app.afterAnswer.settled();
});

const stepOfLogin = async () => (await server.browser().call('auth:login', { email, password: ownerPassword })).step;
const lastMail = () => inbox.mails.at(-1)!.text;
const operatorLink = (address: string) =>
  fetch(`${server.url}/operator/user/reset-mfa-link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: address }),
  });
const ask = (address: string) => server.browser().call('auth:forgotMfa', { email: address });
const freshToken = async (address = email) => {
  await ask(address);
  await server.app.afterAnswer.settled();
  return inbox.linkFor(address).split('#token=')[1]!;
};

describe('asking for a reset of the second factor', () => {
  test('gives the same answer for an account with one, without one, and for none', async () => {
    const plain = await server.user('viewer');
    const before = inbox.mails.length;
    const answers = [];
    for (const address of [email, (await plain.call('auth:session', {})).user.Email, 'nobody@example.com']) {
      const response = await server.browser().fetch('/rpc/auth/forgotMfa', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-acequia': 'test' },
        body: JSON.stringify({ json: { email: address } }),
      });
      const { date: _date, ...headers } = Object.fromEntries(response.headers);
      answers.push({ status: response.status, body: await response.text(), headers });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await server.app.afterAnswer.settled();
    expect(inbox.mails).toHaveLength(before + 1);
    expect(lastMail()).toContain('https://console.example.com/reset-mfa#token=');
  });

  test('does not flood an account with mails, and one address of the network may not ask without end', async () => {
    const before = inbox.mails.length;
    await Promise.all(Array.from({ length: 12 }, () => ask(email)));
    await server.app.afterAnswer.settled();
    expect(inbox.mails.length - before).toBeLessThanOrEqual(3);
    const codes = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => ask(`p${n}@example.com`)));
    expect(codes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(5);
  });

  test('an operator prints a link without mail, for an account with a second factor alone', async () => {
    const answer = await operatorLink(email.toUpperCase());
    const { path } = (await answer.json()) as { readonly path: string };
    expect(path).toMatch(/^\/reset-mfa#token=[\w-]{43}$/);
    await server.browser().call('auth:resetMfa', { token: path.split('#token=')[1]!, password: ownerPassword });
    expect(await stepOfLogin()).toBeNull();
    expect((await operatorLink(email)).status).toBe(404);
    expect((await operatorLink('nobody@example.com')).status).toBe(404);
  });
});

describe('a link that takes the second factor off', () => {
  test('works once, with the password, ends every session, logs nobody in, and the user is told', async () => {
    const token = await freshToken();
    const visitor = server.browser();
    await visitor.call('auth:resetMfa', { token, password: ownerPassword });
    expect(visitor.cookie).toBe('');
    expect(await user.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
    expect(await server.browser().refusal('auth:resetMfa', { token, password: ownerPassword })).toBe('AUTH.RESET_LINK');
    expect(await stepOfLogin()).toBeNull();
    await server.app.afterAnswer.settled();
    expect(lastMail()).toContain('was removed from');
  });

  test('does nothing without the password, whose guesses are counted as at the login', async () => {
    const token = await freshToken();
    for (let guess = 0; guess < 6; guess += 1)
      expect(await server.browser().refusal('auth:resetMfa', { token, password: 'wrong' })).toBe('WEB-11012');
    expect(await server.browser().refusal('auth:resetMfa', { token, password: ownerPassword })).toBe('WEB-11012');
    await server.db.database.gate.execute('delete from login_attempts');
    expect(await stepOfLogin()).toBe('totp');
    await server.browser().call('auth:resetMfa', { token, password: ownerPassword });
  });

  test('shown many times at once it works once', async () => {
    const token = await freshToken();
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => server.browser().call('auth:resetMfa', { token, password: ownerPassword })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('lasts 30 minutes, a newer one ends it, and another address of the account voids it', async () => {
    const first = await freshToken();
    const second = await freshToken();
    const reset = (token: string) => server.browser().refusal('auth:resetMfa', { token, password: ownerPassword });
    expect(await reset(first)).toBe('AUTH.RESET_LINK');
    await server.db.database.gate.execute(`update users set email = 'moved@example.com' where email = '${email}'`);
    expect(await reset(second)).toBe('AUTH.RESET_LINK');
    await server.db.database.gate.execute(`update users set email = '${email}' where email = 'moved@example.com'`);
    lateMs += 30 * minuteMs;
    expect(await reset(second)).toBe('AUTH.RESET_LINK');
    expect(await reset('x')).toBe('AUTH.RESET_LINK');
  });

  test('is not the link of a password, nor the other way round (CVE-2026-18963)', async () => {
    const token = await freshToken();
    const newPassword = 'Riego-lento-2031';
    expect(await server.browser().refusal('auth:resetPassword', { token, newPassword, confirmNewPassword: newPassword })).toBe(
      'AUTH.RESET_LINK',
    );
    await server.browser().call('auth:forgotPassword', { email });
    await server.app.afterAnswer.settled();
    const other = inbox.linkFor(email).split('#token=')[1]!;
    expect(await server.browser().refusal('auth:resetMfa', { token: other, password: ownerPassword })).toBe('AUTH.RESET_LINK');
    await server.browser().call('auth:resetPassword', { token: other, newPassword, confirmNewPassword: newPassword });
    expect((await server.browser().call('auth:login', { email, password: newPassword })).step).toBe('totp');
  });

  test('leaves a row in the activity log of the tenants of the user', async () => {
    await server.browser().call('auth:resetMfa', { token: await freshToken(), password: ownerPassword });
    const { rows } = await server.db.database.gate.execute(
      `select tenant_id, via from activity where entity = 'users' and object_name = '${email}' order by seq`,
    );
    expect(rows).toHaveLength(2);
    expect(rows.at(-1)).toMatchObject({ tenant_id: user.tenantId });
  });
});

describe('the user is told', () => {
  test('of a factor turned on, a used recovery code, new codes, and a factor turned off', async () => {
    const member = await server.user('viewer');
    const app = await enrol(member, now());
    await server.app.afterAnswer.settled();
    expect(lastMail()).toContain('was turned on');
    lateMs += minuteMs;
    await member.call('auth:renewRecoveryCodes', { totpCode: Number(app.codeAt(now())) });
    await server.app.afterAnswer.settled();
    expect(lastMail()).toContain('New recovery codes');
    lateMs += minuteMs;
    await member.call('auth:updatePreferences', { language: 'es' });
    await member.call('auth:deactivateTotpMfa', { totpCode: Number(app.codeAt(now())) });
    await server.app.afterAnswer.settled();
    expect(lastMail()).toContain('Se ha desactivado');
    const { recoveryCodes } = await enrol(member, now());
    await member.call('auth:deactivateTotpMfa', { recoveryCode: recoveryCodes[0]! });
    await server.app.afterAnswer.settled();
    expect(
      inbox.mails
        .slice(-2)
        .map(({ text }) => text.includes('código de recuperación'))
        .includes(true),
    ).toBe(true);
  });
});
