import { minuteMs, secondMs, systemClock } from '@acequia/base';
import { contract, type OperationMeta, type OperationName } from '@acequia/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, operationNames, ownerPassword, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';
import { enrol, readAuthenticator, type Authenticator } from './test-authenticator.ts';

let server: TestApp;
let lateMs = 0;
/** In the middle of a step; time moves only when a test moves it. */
const startMs = 1_800_000_015_000;
const now = () => startMs + lateMs;
/** A step in which no code was used yet. */
const nextStep = () => void (lateMs += 30 * secondMs);

beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, now } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.database.gate.execute('delete from login_attempts');
  nextStep();
  nextStep();
  nextStep();
});

const emailOf = async (browser: Browser) => (await browser.call('auth:session', {})).user.Email;
/** A user with an authenticator, and a browser in which the password alone was given. */
async function halfway(): Promise<{
  readonly browser: Browser;
  readonly user: Browser;
  readonly email: string;
  readonly app: Authenticator;
}> {
  const user = await server.user('owner');
  const email = await emailOf(user);
  const app = await enrol(user, now());
  nextStep();
  const browser = server.browser();
  expect((await browser.call('auth:login', { email, password: ownerPassword })).step).toBe('totp');
  return { browser, user, email, app };
}
const metaOf = (name: OperationName): OperationMeta => {
  const [noun = '', verb = ''] = name.split(':');
  return (contract as unknown as Record<string, Record<string, { '~orpc': { meta: OperationMeta } }>>)[noun]![verb]!['~orpc'].meta;
};

describe('a login with a second factor', () => {
  test('goes on with the code of the app, in a session of another cookie; the half one is dead', async () => {
    const { browser, app } = await halfway();
    const half = browser.cookie;
    expect((await browser.call('auth:status', {})).step).toBe('totp');
    const session = await browser.call('auth:verifyMfa', { totpCode: Number(app.codeAt(now())) });
    expect(session).toMatchObject({ step: null, user: { AccessMap: { Roles: ['owner'] } } });
    expect(browser.cookie).not.toBe(half);
    const thief = server.browser();
    thief.cookie = half;
    expect(await thief.refusal('auth:verifyMfa', { totpCode: Number(app.codeAt(now())) })).toBe('AUTH.EXPIRED');
    expect((await browser.call('auth:session', {})).step).toBeNull();
    expect(await browser.refusal('auth:verifyMfa', { totpCode: 1 })).toBe('AUTH.REQUIRED');
  });

  test('tells a half session neither role nor parts of the product', async () => {
    const { browser, email } = await halfway();
    const session = await browser.call('auth:login', { email, password: ownerPassword });
    expect(session).toMatchObject({ features: [], user: { AccessMap: { Roles: [], Permissions: [] } } });
  });

  test('a code as a string, a number, one step early and one step late are right', async () => {
    const { email, app } = await halfway();
    for (const [drift, as] of [
      [-1, Number],
      [0, String],
      [1, Number],
    ] as const) {
      nextStep();
      nextStep();
      nextStep();
      const browser = server.browser();
      await browser.call('auth:login', { email, password: ownerPassword });
      await browser.call('auth:verifyMfa', { totpCode: as(app.codeAt(now() + drift * 30 * secondMs)) });
    }
  });

  test('a code whose zeros the number lost is right', async () => {
    const { browser, email, app } = await halfway();
    for (let tries = 0; tries < 500 && !app.codeAt(now()).startsWith('0'); tries += 1) nextStep();
    expect(app.codeAt(now())).toMatch(/^0/);
    const { user } = await browser.call('auth:login', { email, password: ownerPassword });
    expect(user.AccessMap.Roles).toEqual([]);
    await browser.call('auth:verifyMfa', { totpCode: Number(app.codeAt(now())) });
  });

  test('the step must come within ten minutes', async () => {
    const { browser, app } = await halfway();
    lateMs += 10 * minuteMs;
    expect(await browser.refusal('auth:verifyMfa', { totpCode: Number(app.codeAt(now())) })).toBe('AUTH.EXPIRED');
  });

  test('a page is not shown to a half session, nor is the reference of the API', async () => {
    const { browser } = await halfway();
    expect((await browser.fetch('/api/openapi.json')).status).toBe(401);
    expect((await browser.fetch('/api/docs')).headers.get('location')).toContain('/login');
  });
});

describe('a half session', () => {
  const guarded = operationNames.filter((name) => metaOf(name).permission !== 'public');
  const own: Readonly<Record<string, readonly string[]>> = {
    totp: ['auth:verifyMfa', 'auth:removeToken', 'auth:onIdentityProviderTokenChange'],
    activation: ['auth:getTotpSecret', 'auth:activateTotpMfa', 'auth:removeToken', 'auth:onIdentityProviderTokenChange'],
  };

  test.each(['totp', 'activation'] as const)('before its %s step may call nothing else, of all operations', async (step) => {
    const { browser } = await halfway();
    await server.db.database.gate.execute(`update sessions set step = '${step}' where step = 'totp'`);
    const refused: OperationName[] = [];
    for (const name of guarded) {
      if (own[step]!.includes(name)) continue;
      expect([name, await browser.refusal(name, {} as never)]).toEqual([name, 'AUTH.MFA_STEP']);
      refused.push(name);
    }
    expect(refused).toHaveLength(guarded.length - own[step]!.length);
  });

  test('of one step does not do the other', async () => {
    const { browser } = await halfway();
    expect(await browser.refusal('auth:getTotpSecret', {})).toBe('AUTH.MFA_STEP');
    expect(await browser.refusal('auth:activateTotpMfa', { totpCode: 1 })).toBe('AUTH.MFA_STEP');
  });

  test('can be left', async () => {
    const { browser } = await halfway();
    const { cookie } = browser;
    await browser.call('auth:removeToken', {});
    browser.cookie = cookie;
    expect(await browser.refusal('auth:verifyMfa', { totpCode: 1 })).toBe('AUTH.EXPIRED');
  });
});

describe('a code', () => {
  test('is not reusable: not in its own step, nor in the ones beside it (CVE-2021-43177)', async () => {
    const { browser, email, app } = await halfway();
    const code = app.codeAt(now());
    await browser.call('auth:verifyMfa', { totpCode: Number(code) });
    for (const later of [0, 1]) {
      lateMs += later * 30 * secondMs;
      const again = server.browser();
      await again.call('auth:login', { email, password: ownerPassword });
      expect(await again.refusal('auth:verifyMfa', { totpCode: Number(code) })).toBe('WEB-11009');
      const before = app.codeAt(now() - 30 * secondMs);
      expect(await again.refusal('auth:verifyMfa', { totpCode: Number(before) })).toBe('WEB-11009');
    }
  });

  test('of an enrolment does not open the next login', async () => {
    const user = await server.user('owner');
    const email = await emailOf(user);
    const app = await enrol(user, now());
    const browser = server.browser();
    await browser.call('auth:login', { email, password: ownerPassword });
    expect(await browser.refusal('auth:verifyMfa', { totpCode: Number(app.codeAt(now())) })).toBe('WEB-11009');
  });

  test('shown by many at once opens one session', async () => {
    const { email, app } = await halfway();
    const browsers = [];
    for (let n = 0; n < 5; n += 1) {
      const browser = server.browser();
      await browser.call('auth:login', { email, password: ownerPassword });
      browsers.push(browser);
    }
    const totpCode = Number(app.codeAt(now()));
    const results = await Promise.allSettled(browsers.map((browser) => browser.call('auth:verifyMfa', { totpCode })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is counted before it is looked at: of many guesses at once few are evaluated, and the right one waits with them', async () => {
    const { browser, app } = await halfway();
    const right = Number(app.codeAt(now()));
    const wrong = (right + 1) % 1_000_000;
    const answers = await Promise.all(Array.from({ length: 30 }, () => browser.refusal('auth:verifyMfa', { totpCode: wrong })));
    expect(new Set(answers)).toEqual(new Set(['WEB-11009']));
    expect(await browser.refusal('auth:verifyMfa', { totpCode: right })).toBe('WEB-11009');
    const rows = await server.db.database.gate.execute<{ failures: number }>(
      "select failures from login_attempts where subject like 'mfa:%'",
    );
    expect(rows.rows.map(({ failures }) => failures)).toEqual([5]);
    lateMs += 5 * minuteMs + secondMs;
    nextStep();
    await browser.call('auth:verifyMfa', { totpCode: Number(app.codeAt(now())) });
  });

  test('fails are counted for the account, not for the session or its cookie (CVE-2026-78655)', async () => {
    const { email, app } = await halfway();
    for (let n = 0; n < 5; n += 1) {
      const browser = server.browser();
      await browser.call('auth:login', { email, password: ownerPassword });
      expect(await browser.refusal('auth:verifyMfa', { totpCode: (Number(app.codeAt(now())) + 1) % 1_000_000 })).toBe('WEB-11009');
    }
    const browser = server.browser();
    await browser.call('auth:login', { email, password: ownerPassword });
    expect(await browser.refusal('auth:verifyMfa', { totpCode: Number(app.codeAt(now())) })).toBe('WEB-11009');
  });

  test.each([[{ totpCode: -1 }], [{ totpCode: 1_000_000 }], [{ totpCode: '12 345' }], [{ totpCode: [1] }], [{}], [{ recoveryCode: '' }]])(
    '%j is no code',
    async (input) => {
      const { browser } = await halfway();
      expect(await browser.refusal('auth:verifyMfa', input as never)).toBe('WEB-00022');
    },
  );

  test('does not open when the stored secret cannot be read: an error is a refusal (CVE-2026-0723)', async () => {
    const { browser, app, user } = await halfway();
    const { UID } = (await user.call('auth:session', {})).user;
    await server.db.database.gate.execute(`update totp_factors set sealed_secret = '\\x00' where user_id = '${UID}'`);
    expect(await browser.refusal('auth:verifyMfa', { totpCode: Number(app.codeAt(now())) })).toBe('WEB-00000');
    expect(await browser.refusal('auth:session', {})).toBe('AUTH.MFA_STEP');
    await server.db.database.gate.execute(`delete from totp_factors where user_id = '${UID}'`);
  });
});

describe('a recovery code', () => {
  test('opens once, also when many show it at once', async () => {
    const { email, app } = await halfway();
    const recoveryCode = app.recoveryCodes[3]!;
    const browsers = [];
    for (let n = 0; n < 5; n += 1) {
      const browser = server.browser();
      await browser.call('auth:login', { email, password: ownerPassword });
      browsers.push(browser);
    }
    const results = await Promise.allSettled(browsers.map((browser) => browser.call('auth:verifyMfa', { recoveryCode })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const again = server.browser();
    await again.call('auth:login', { email, password: ownerPassword });
    expect(await again.refusal('auth:verifyMfa', { recoveryCode })).toBe('WEB-11009');
    const session = await again.call('auth:verifyMfa', { recoveryCode: app.recoveryCodes[4]!.toUpperCase().replaceAll('-', '') });
    expect(session.step).toBeNull();
    expect(await again.call('auth:getMfa', {})).toEqual({ enabled: true, recoveryCodesLeft: 8, required: false });
  });

  test('of others opens nothing, and new ones void those before', async () => {
    const { browser, user, app } = await halfway();
    const other = await halfway();
    expect(await browser.refusal('auth:verifyMfa', { recoveryCode: other.app.recoveryCodes[0]! })).toBe('WEB-11009');
    const { recoveryCodes } = await user.call('auth:renewRecoveryCodes', { totpCode: Number(app.codeAt(now())) });
    expect(await browser.refusal('auth:verifyMfa', { recoveryCode: app.recoveryCodes[0]! })).toBe('WEB-11009');
    await browser.call('auth:verifyMfa', { recoveryCode: recoveryCodes[0]! });
  });
});

describe('turning it on and off', () => {
  test('the first code of the shown secret turns it on; other sessions end, this one goes on with another cookie', async () => {
    const user = await server.user('viewer');
    const elsewhere = server.browser();
    await elsewhere.call('auth:login', { email: await emailOf(user), password: ownerPassword });
    const { key, url } = await user.call('auth:getTotpSecret', {});
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(await user.call('auth:getTotpSecret', {})).toEqual({ key, url });
    const codeAt = readAuthenticator(url);
    expect(await user.refusal('auth:activateTotpMfa', { totpCode: (Number(codeAt(now())) + 1) % 1_000_000 })).toBe('WEB-11009');
    const before = user.cookie;
    await user.call('auth:activateTotpMfa', { totpCode: Number(codeAt(now())) });
    expect(user.cookie).not.toBe(before);
    expect(await elsewhere.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
    expect((await user.call('auth:getMfa', {})).enabled).toBe(true);
    nextStep();
    expect(await user.refusal('auth:activateTotpMfa', { totpCode: Number(codeAt(now())) })).toBe('WEB-11009');
  });

  test('of two windows that confirm at once one gets codes', async () => {
    const user = await server.user('viewer');
    const codeAt = readAuthenticator((await user.call('auth:getTotpSecret', {})).url);
    const totpCode = Number(codeAt(now()));
    const results = await Promise.allSettled([1, 2].map(() => user.call('auth:activateTotpMfa', { totpCode })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('needs a recent login: after ten minutes the password is asked for again, and a wrong one does not help', async () => {
    const { user, app } = await halfway();
    const email = await emailOf(user);
    lateMs += 10 * minuteMs;
    expect(await user.refusal('auth:getTotpSecret', {})).toBe('WEB-11011');
    expect(await user.refusal('auth:activateTotpMfa', { totpCode: 1 })).toBe('WEB-11011');
    expect(await user.refusal('auth:deactivateTotpMfa', { totpCode: 1 })).toBe('WEB-11011');
    expect(await user.refusal('auth:renewRecoveryCodes', { totpCode: 1 })).toBe('WEB-11011');
    const settings = [{ settingType: 'MFA' as const, value: { enabled: true as const } }];
    expect(await user.refusal('tenants:activateTenantMfa', { id: user.tenantId, settings })).toBe('WEB-11011');
    expect(await user.refusal('auth:reauthenticateWithCredential', { email, password: 'wrong' })).toBe('WEB-11012');
    expect(await user.refusal('auth:reauthenticateWithCredential', { email: 'x@example.com', password: ownerPassword })).toBe('WEB-11012');
    expect(await user.refusal('auth:getTotpSecret', {})).toBe('WEB-11011');
    const before = user.cookie;
    await user.call('auth:reauthenticateWithCredential', { email, password: ownerPassword });
    expect(user.cookie).not.toBe(before);
    await user.call('auth:getTotpSecret', {});
    await user.call('auth:deactivateTotpMfa', { totpCode: Number(app.codeAt(now())) });
  });

  test('the password of a re-authentication is not guessed faster than at the login', async () => {
    const user = await server.user('viewer');
    const email = await emailOf(user);
    for (let guess = 0; guess < 6; guess += 1)
      expect(await user.refusal('auth:reauthenticateWithCredential', { email, password: 'wrong' })).toBe('WEB-11012');
    expect(await user.refusal('auth:reauthenticateWithCredential', { email, password: ownerPassword })).toBe('WEB-11012');
  });

  test('is turned off with a code alone, and then a login needs none; without a factor there is nothing to turn off', async () => {
    const { user, email, app } = await halfway();
    expect(await user.refusal('auth:deactivateTotpMfa', { totpCode: (Number(app.codeAt(now())) + 1) % 1_000_000 })).toBe('WEB-11009');
    await user.call('auth:deactivateTotpMfa', { recoveryCode: app.recoveryCodes[0]! });
    expect((await server.browser().call('auth:login', { email, password: ownerPassword })).step).toBeNull();
    expect(await user.refusal('auth:deactivateTotpMfa', { totpCode: 1 })).toBe('ACQ-NOT-FOUND');
    expect(await user.refusal('auth:renewRecoveryCodes', { totpCode: 1 })).toBe('ACQ-NOT-FOUND');
  });

  test('moves to another authenticator; the one before is void', async () => {
    const { user, email, app } = await halfway();
    const next = await enrol(user, now());
    nextStep();
    const browser = server.browser();
    await browser.call('auth:login', { email, password: ownerPassword });
    expect(await browser.refusal('auth:verifyMfa', { totpCode: Number(app.codeAt(now())) })).toBe('WEB-11009');
    expect(await browser.refusal('auth:verifyMfa', { recoveryCode: app.recoveryCodes[0]! })).toBe('WEB-11009');
    await browser.call('auth:verifyMfa', { totpCode: Number(next.codeAt(now())) });
  });

  test('each change stands in the activity log, a refused one with its code', async () => {
    const { user, app, email } = await halfway();
    await user.refusal('auth:deactivateTotpMfa', { totpCode: (Number(app.codeAt(now())) + 1) % 1_000_000 });
    await user.call('auth:deactivateTotpMfa', { totpCode: Number(app.codeAt(now())) });
    const { rows } = await server.db.database.gate.execute<{ refused_code: string | null }>(
      `select refused_code from activity where entity = 'users' and operation = 'update' and object_name = '${email}' order by seq`,
    );
    expect(rows.map((row) => row.refused_code)).toEqual([null, 'WEB-11009', null]);
  });

  test('survives a new key of the deployment', async () => {
    const { browser, app, user } = await halfway();
    const { key } = await user.call('auth:getTotpSecret', {});
    const rotated = await fetch(`${server.url}/operator/keys/rotate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(rotated.status).toBe(200);
    expect((await user.call('auth:getTotpSecret', {})).key).toBe(key);
    await browser.call('auth:verifyMfa', { totpCode: Number(app.codeAt(now())) });
  });

  test('a login that stops at its second step is one row, however many guesses; one that passes it is another', async () => {
    const { browser, app, email } = await halfway();
    const wrong = (Number(app.codeAt(now())) + 1) % 1_000_000;
    for (let guess = 0; guess < 3; guess += 1) await browser.refusal('auth:verifyMfa', { totpCode: wrong });
    await browser.call('auth:verifyMfa', { totpCode: Number(app.codeAt(now())) });
    const { rows } = await server.db.database.gate.execute<{ refused_code: string | null }>(
      `select refused_code from activity where entity = 'session' and object_name = '${email}' order by seq`,
    );
    expect(rows.map((row) => row.refused_code)).toEqual([null, 'WEB-11009', null]);
  });

  test('secrets and recovery codes are not readable in the table', async () => {
    const { app, user } = await halfway();
    const { key } = await user.call('auth:getTotpSecret', {});
    const { rows } = await server.db.database.gate.execute(
      'select (select json_agg(f) from totp_factors f) f, (select json_agg(e) from totp_enrolments e) e, (select json_agg(r) from recovery_codes r) r',
    );
    const text = JSON.stringify(rows);
    expect(text).toContain('sealed_secret');
    for (const secret of [key, ...app.recoveryCodes, ...app.recoveryCodes.map((code) => Buffer.from(code).toString('hex'))])
      expect(text).not.toContain(secret);
  });
});

describe('a tenant that requires it', () => {
  const settings = <E extends boolean>(enabled: E) => [{ settingType: 'MFA' as const, value: { enabled } }];
  async function strictTenant() {
    const owner = await server.user('owner');
    const member = await server.user('viewer', owner.tenantId);
    const app = await enrol(owner, now());
    await owner.call('tenants:activateTenantMfa', { id: owner.tenantId, settings: settings(true) });
    return { owner, app, inside: member, memberEmail: await emailOf(member) };
  }

  test('is not made by someone who would lock themselves out', async () => {
    const owner = await server.user('owner');
    expect(await owner.refusal('tenants:activateTenantMfa', { id: owner.tenantId, settings: settings(true) })).toBe('AUTH.MFA_NEEDED');
    expect((await owner.call('tenants:find', { id: owner.tenantId })).settings[0]).toEqual(settings(false)[0]);
  });

  test('makes a member set up a factor at the next login, and lets nobody in before', async () => {
    const { memberEmail: email } = await strictTenant();
    const member = server.browser();
    const session = await member.call('auth:login', { email, password: ownerPassword });
    expect(session.step).toBe('activation');
    expect(await member.refusal('auth:verifyMfa', { totpCode: 1 })).toBe('AUTH.MFA_STEP');
    const half = member.cookie;
    const app = await enrol(member, now());
    expect(app.recoveryCodes).toHaveLength(10);
    expect(member.cookie).not.toBe(half);
    expect((await member.call('auth:session', {})).step).toBeNull();
    expect(await member.call('auth:getMfa', {})).toEqual({ enabled: true, recoveryCodesLeft: 10, required: true });
    expect(await member.refusal('auth:deactivateTotpMfa', { totpCode: Number(app.codeAt(now())) })).toBe('AUTH.MFA_KEPT');
    await member.call('auth:removeToken', {});
    expect((await member.call('auth:login', { email, password: ownerPassword })).step).toBe('totp');
  });

  test('does not end who is inside, and once it is no longer required a login needs none', async () => {
    const { owner, inside, memberEmail } = await strictTenant();
    expect((await inside.call('auth:session', {})).step).toBeNull();
    await owner.call('tenants:updateTenantSettings', { id: owner.tenantId, settings: settings(false) });
    expect((await server.browser().call('auth:login', { email: memberEmail, password: ownerPassword })).step).toBeNull();
  });

  test('is entered from another tenant only with a factor; who is refused stays where they were', async () => {
    const { owner } = await strictTenant();
    const guest = await server.user('owner');
    const email = await emailOf(guest);
    const [invite] = await owner.call('users:invite', { emails: [email], role: 'viewer' });
    const home = guest.tenantId;
    await guest.call('tenants:setDefault', { id: home });
    const joined = await guest.call('auth:acceptInvite', { token: invite!.link!.split('#token=')[1]! });
    expect(joined).toMatchObject({ step: 'activation', tenant: { id: owner.tenantId } });
    await guest.call('auth:removeToken', {});
    expect((await guest.call('auth:login', { email, password: ownerPassword })).step).toBeNull();
    expect(guest.tenantId).toBe(home);
    expect(await guest.refusal('auth:changeTenant', { tenantId: owner.tenantId })).toBe('AUTH.MFA_NEEDED');
    expect((await guest.call('auth:session', {})).tenant.id).toBe(home);
    await enrol(guest, now());
    const { step, tenant } = await guest.call('auth:changeTenant', { tenantId: owner.tenantId });
    expect([step, tenant.id]).toEqual([null, owner.tenantId]);
  });

  test('changing the tenant does not make an old login a recent one', async () => {
    const { owner, app } = await strictTenant();
    lateMs += 10 * minuteMs;
    await owner.call('auth:changeTenant', { tenantId: owner.tenantId });
    expect(await owner.refusal('auth:renewRecoveryCodes', { totpCode: Number(app.codeAt(now())) })).toBe('WEB-11011');
  });
});
