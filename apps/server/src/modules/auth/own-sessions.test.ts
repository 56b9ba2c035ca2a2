import { minuteMs, systemClock } from '@acequia/base';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, ownerPassword, testSessionLimits, type Browser, type TestApp } from '../../test-app.ts';
import { recentLoginMs } from './recent-login.service.ts';
import { readCookieValue } from './session-renewal.ts';

let lateMs = 0;
let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, now: () => systemClock.now() + lateMs } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  lateMs = 0;
  await server.db.database.gate.execute('delete from login_attempts');
});

const idOf = (browser: Browser): string => readCookieValue(browser.cookie.split('=')[1] ?? '')!.id;
const change = (browser: Browser, set: ReturnType<typeof sql>) =>
  server.db.database.gate.execute(sql`update sessions set ${set} where id = ${idOf(browser)}`);
const emailOf = async (browser: Browser) => (await browser.call('auth:session', {})).user.Email;

/** The same person in another browser. */
async function elsewhere(user: Browser): Promise<Browser> {
  const other = server.browser();
  await other.call('auth:login', { email: await emailOf(user), password: ownerPassword });
  return other;
}

/** The same person in a tenant of somebody else, in a browser of its own. */
async function abroad(user: Browser): Promise<Browser> {
  const host = await server.user('owner');
  const [invite] = await host.call('users:invite', { emails: [await emailOf(user)], role: 'viewer' });
  const guest = await elsewhere(user);
  await guest.call('auth:acceptInvite', { token: invite!.link!.split('#token=')[1]! });
  return guest;
}

/** What the session of one browser is called in the list of another. */
async function nameIn(user: Browser, other: Browser): Promise<string> {
  const own = (await other.call('auth:getSessions', {})).find(({ present }) => present)!;
  expect((await user.call('auth:getSessions', {})).map(({ id }) => id)).toContain(own.id);
  return own.id;
}

test('the own sessions of all tenants are listed, the present one first, and none of anybody else', async () => {
  const user = await server.user('owner');
  await server.user('viewer', user.tenantId);
  const [second, guest] = [await elsewhere(user), await abroad(user)];
  await change(second, sql`seen_at = seen_at + 60000, via = 'saml'`);
  const list = await user.call('auth:getSessions', {});
  const home = (await user.call('auth:session', {})).tenant.name;
  const away = (await guest.call('auth:session', {})).tenant.name;
  expect(list.map(({ present, tenantName, via, ip }) => [present, tenantName, via, ip])).toEqual([
    [true, home, 'password', '127.0.0.1'],
    [false, home, 'saml', '127.0.0.1'],
    [false, away, 'password', '127.0.0.1'],
  ]);
});

test('a session is listed with the browser and device it was first used from', async () => {
  const user = await server.user('viewer');
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const ask = (userAgent: string) =>
    fetch(`${server.url}/api/v1/auth/session`, { headers: { cookie: second.cookie, 'x-acequia': 'test', 'user-agent': userAgent } });
  const second = await elsewhere(user);
  await change(second, sql`user_agent = null`);
  expect((await ask(firefox + 'x'.repeat(5000))).status).toBe(200);
  expect((await ask('curl/8.5.0')).status).toBe(200);
  const others = (await user.call('auth:getSessions', {})).filter(({ present }) => !present);
  expect(others.map(({ browser, system }) => [browser, system])).toEqual([['Firefox', 'Windows']]);
});

test('what is listed does not tell the id that cookies hold, and stays the same', async () => {
  const user = await server.user('viewer');
  const list = await user.call('auth:getSessions', {});
  expect(JSON.stringify(list)).not.toContain(idOf(user));
  expect(list[0]!.id).toMatch(/^[\w-]{43}$/);
  expect(await user.refusal('auth:endSession', { id: idOf(user) })).toBe('ACQ-NOT-FOUND');
  expect(await user.call('auth:getSessions', {})).toEqual(list);
});

test('sessions that are over, and logins that miss a step, are not listed', async () => {
  const user = await server.user('viewer');
  const [idle, half] = [await elsewhere(user), await elsewhere(user)];
  await change(idle, sql`seen_at = seen_at - ${testSessionLimits.idleMs}`);
  await change(half, sql`step = 'totp'`);
  expect(await user.call('auth:getSessions', {})).toHaveLength(1);
});

test('an ended session is refused, its streams close at once, the others go on, and the log tells', async () => {
  const user = await server.user('owner');
  const [other, third] = [await elsewhere(user), await elsewhere(user)];
  const events = await other.call('auth:onIdentityProviderTokenChange', {});
  const numbers = await other.call('pipelines:watchStatus', {});
  await events.next();
  const closed = (async () => {
    for await (const each of numbers) void each;
  })().catch((error: { readonly code?: string }) => error.code);
  await user.call('auth:endSession', { id: await nameIn(user, other) });
  expect((await events.next()).value).toEqual({ event: 'notLogged', session: null, reason: 'ended' });
  expect(await closed).toBe('AUTH.EXPIRED');
  expect(await other.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
  await third.call('auth:session', {});
  const log = await user.call('activity:getUserActivity', { from: 0, to: 4e12, page: 1 });
  expect(log.data[0]?.event).toEqual({ operation: 'stop', entity: 'session', name: await emailOf(user) });
});

test('somebody else’s session is not found, whatever the role, and lives on', async () => {
  const owner = await server.user('owner');
  const viewer = await server.user('viewer', owner.tenantId);
  const id = await nameIn(viewer, viewer);
  expect(await owner.refusal('auth:endSession', { id })).toBe('ACQ-NOT-FOUND');
  await owner.call('auth:endOtherSessions', {});
  await viewer.call('auth:session', {});
});

test('the present session is not ended this way: one logs out', async () => {
  const user = await server.user('viewer');
  expect(await user.refusal('auth:endSession', { id: await nameIn(user, user) })).toBe('WEB-00022');
  await user.call('auth:session', {});
});

test('all others end, in every tenant and also half-open ones; the present one goes on', async () => {
  const user = await server.user('owner');
  const others = [await elsewhere(user), await abroad(user), await elsewhere(user)];
  await change(others[2]!, sql`step = 'totp'`);
  await user.call('auth:endOtherSessions', {});
  for (const other of others) expect(await other.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
  expect(await user.call('auth:getSessions', {})).toHaveLength(1);
});

test.each(['openid', 'saml'])('a session that began with %s neither sees nor ends those of other tenants', async (via) => {
  const user = await server.user('owner');
  const [inside, guest] = [await elsewhere(user), await abroad(user)];
  const abroadName = await nameIn(user, guest);
  await change(user, sql`via = ${via}`);
  expect((await user.call('auth:getSessions', {})).map(({ id }) => id)).not.toContain(abroadName);
  expect(await user.refusal('auth:endSession', { id: abroadName })).toBe('ACQ-NOT-FOUND');
  await user.call('auth:endOtherSessions', {});
  expect(await inside.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
  await guest.call('auth:session', {});
});

test.each([['auth:getSessions'], ['auth:endOtherSessions'], ['auth:endSession']] as const)(
  'a login that misses a step may not call %s',
  async (name) => {
    const user = await server.user('owner');
    await change(user, sql`step = 'totp'`);
    expect(await user.refusal(name, { id: 'x' })).toBe('AUTH.MFA_STEP');
  },
);

test('a login of a while ago sees the list, and ends nothing before the password was given again', async () => {
  const user = await server.user('owner');
  const other = await elsewhere(user);
  const id = await nameIn(user, other);
  lateMs = recentLoginMs + minuteMs;
  expect(await user.refusal('auth:endSession', { id })).toBe('WEB-11011');
  expect(await user.refusal('auth:endOtherSessions', {})).toBe('WEB-11011');
  await other.call('auth:session', {});
  expect(await user.call('auth:getSessions', {})).toHaveLength(2);
  await user.call('auth:reauthenticateWithCredential', { email: await emailOf(user), password: ownerPassword });
  await user.call('auth:endSession', { id });
  expect(await other.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
});
