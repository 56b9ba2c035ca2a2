import { secondMs, systemClock } from '@acequia/base';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestInbox, type TestInbox } from '../../mail/test-inbox.ts';
import { createTestApp, ownerPassword, type Browser, type TestApp } from '../../test-app.ts';
import { enrol, type Authenticator } from './test-authenticator.ts';

const newPassword = 'Riego-lento-2031';
let server: TestApp;
let inbox: TestInbox;
let at = 1_800_000_015_000;

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
  at += 120 * secondMs;
  await server.db.database.gate.execute('delete from login_attempts');
});

const refusedWith = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { readonly code?: string }) => error.code ?? String(error),
  );
const person = { name: 'Bea', surname: 'Sol', company: '', password: newPassword, language: 'en', agreed: true } as const;

describe('a token of one way opens no other (CVE-2026-18963)', () => {
  const tokens: Record<string, string> = {};
  let email: string;
  let member: Browser;
  beforeAll(async () => {
    member = await server.user('owner');
    email = (await member.call('auth:session', {})).user.Email;
    await enrol(member, at);
    const mailed = async (address: string, ask: () => Promise<unknown>) => {
      await ask();
      await server.app.afterAnswer.settled();
      return inbox.linkFor(address).split('#token=')[1]!;
    };
    const visitor = server.browser();
    tokens['a new password'] = await mailed(email, () => visitor.call('auth:forgotPassword', { email }));
    tokens['no second factor'] = await mailed(email, () => visitor.call('auth:forgotMfa', { email }));
    tokens['an invitation'] = await mailed('new@example.com', () =>
      member.call('users:invite', { emails: ['new@example.com'], role: 'viewer' }),
    );
    tokens['a session'] = member.cookie.split('=')[1]!.slice(0, 64);
    tokens['an API key'] = (
      await member.call('authToken:create', { name: 'k', description: '', expiration: null, role: 'owner' })
    ).token.slice(0, 64);
    tokens['nothing'] = 'x'.repeat(43);
  });

  const doors: readonly (readonly [string, string, (token: string) => Promise<unknown>])[] = [
    [
      'auth:resetPassword',
      'a new password',
      (token) => server.browser().call('auth:resetPassword', { token, newPassword, confirmNewPassword: newPassword }),
    ],
    ['auth:resetMfa', 'no second factor', (token) => server.browser().call('auth:resetMfa', { token, password: ownerPassword })],
    ['auth:findInvite', 'an invitation', (token) => server.browser().call('auth:findInvite', { token })],
    ['auth:acceptInvite', 'an invitation', (token) => member.call('auth:acceptInvite', { token })],
    ['auth:welcome', 'an invitation', (token) => server.browser().call('auth:welcome', { token, ...person })],
  ];

  test.each(doors)('%s takes that of %s alone', async (_name, own, knock) => {
    for (const [kind, token] of Object.entries(tokens)) {
      if (kind === own) continue;
      expect([kind, await refusedWith(knock(token))]).toEqual([kind, expect.stringMatching(/^AUTH\.(RESET_LINK|INVITE)$/)]);
      await server.db.database.gate.execute('delete from login_attempts');
    }
  });
});

/** Every order of any of these, each at most once. */
function ordersOf<T>(steps: readonly T[]): readonly (readonly T[])[] {
  return [[], ...steps.flatMap((step) => ordersOf(steps.filter((other) => other !== step)).map((rest) => [step, ...rest]))];
}

describe('steps left out or taken in another order', () => {
  test('lead into no session: of all orders of password, code and recovery code one that begins with the password does', async () => {
    const member = await server.user('viewer');
    const email = (await member.call('auth:session', {})).user.Email;
    let app: Authenticator = await enrol(member, at);
    let codes = [...app.recoveryCodes];
    const steps = {
      password: (browser: Browser) => browser.call('auth:login', { email, password: ownerPassword }),
      code: (browser: Browser) => browser.call('auth:verifyMfa', { totpCode: app.codeAt(at) }),
      'recovery code': (browser: Browser) => browser.call('auth:verifyMfa', { recoveryCode: codes[0]! }),
    };
    for (const order of ordersOf(Object.keys(steps) as (keyof typeof steps)[])) {
      at += 120 * secondMs;
      await server.db.database.gate.execute('delete from login_attempts');
      const browser = server.browser();
      for (const step of order) {
        const end = await refusedWith(steps[step](browser));
        if (end === 'done' && step === 'recovery code') codes = codes.slice(1);
      }
      const inside = await refusedWith(browser.call('tenants:list', {}));
      const proofs = order.slice(order.indexOf('password') + 1);
      const whole = order.includes('password') && proofs.length > 0;
      expect([order, inside === 'done']).toEqual([order, whole]);
      if (codes.length < 3) {
        await server.db.database.gate.execute('delete from totp_factors');
        const fresh = server.browser();
        await fresh.call('auth:login', { email, password: ownerPassword });
        app = await enrol(fresh, at);
        codes = [...app.recoveryCodes];
      }
    }
  });

  test('set no password: without the link of the mail, with one that was used, or with the one before', async () => {
    const member = await server.user('viewer');
    const email = (await member.call('auth:session', {})).user.Email;
    const ask = async () => {
      await server.browser().call('auth:forgotPassword', { email });
      await server.app.afterAnswer.settled();
      return inbox.linkFor(email).split('#token=')[1]!;
    };
    const set = (token: string) =>
      refusedWith(server.browser().call('auth:resetPassword', { token, newPassword, confirmNewPassword: newPassword }));
    const opens = (password: string) => refusedWith(server.browser().call('auth:login', { email, password }));
    expect([await set(''), await set(email), await opens(newPassword)]).toEqual(['AUTH.RESET_LINK', 'AUTH.RESET_LINK', 'AUTH.CREDENTIALS']);
    const [first, second] = [await ask(), await ask()];
    expect([await set(first), await opens(ownerPassword)]).toEqual(['AUTH.RESET_LINK', 'done']);
    expect([await set(second), await set(second), await opens(ownerPassword)]).toEqual(['done', 'AUTH.RESET_LINK', 'AUTH.CREDENTIALS']);
  });

  test('turn no second factor on: a code of a secret that was not shown, or of one that a newer set-up replaced', async () => {
    const member = await server.user('viewer');
    const other = await server.user('viewer');
    const { key } = await other.call('auth:getTotpSecret', {});
    expect(key).not.toBe('');
    expect(await refusedWith(member.call('auth:activateTotpMfa', { totpCode: 123_456 }))).toBe('WEB-11009');
    const app = await enrol(member, at);
    at += 120 * secondMs;
    expect(await refusedWith(member.call('auth:activateTotpMfa', { totpCode: app.codeAt(at) }))).toBe('WEB-11009');
    expect((await member.call('auth:getMfa', {})).enabled).toBe(true);
  });
});
