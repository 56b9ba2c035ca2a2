import { systemClock } from '@acequia/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, ownerPassword, type TestApp } from '../../test-app.ts';

let server: TestApp;
/** How far the server's clock has been moved. */
let lateMs = 0;
/** Where it stands still, if it does. */
let stoppedAt: number | undefined;
beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, now: () => (stoppedAt ?? systemClock.now()) + lateMs } });
});
afterAll(() => server.stop());

const owner = { email: 'Ana@Example.com', password: ownerPassword, name: 'Ana', surname: 'Vega', tenantName: 'Vega' };

describe('first run', () => {
  test('no owner with a wrong code, a weak or a common password', async () => {
    const visitor = server.browser();
    const setupCode = (await server.app.auth.issueSetupCode())!;
    expect(await visitor.call('auth:status', {})).toEqual({ ownerExists: false, mail: false, step: null });
    expect(await visitor.refusal('auth:createOwner', { ...owner, setupCode: 'wrong' })).toBe('AUTH.SETUP_CODE');
    expect(await visitor.refusal('auth:createOwner', { ...owner, setupCode, password: 'short' })).toBe('AUTH.PASSWORD_RULES');
    expect(await visitor.refusal('auth:createOwner', { ...owner, setupCode, password: 'Password2026!' })).toBe('AUTH.PASSWORD_COMMON');
    expect(await visitor.refusal('auth:session', {})).toBe('AUTH.REQUIRED');
  });

  test('of two owners at once one wins, and the code is spent', async () => {
    const setupCode = (await server.app.auth.issueSetupCode())!;
    const results = await Promise.allSettled(
      [1, 2].map((n) => server.browser().call('auth:createOwner', { ...owner, email: `ana${n}@example.com`, setupCode, language: 'es' })),
    );
    const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(opened.map(({ preferences }) => preferences.language)).toEqual(['es']);
    expect(await server.browser().refusal('auth:createOwner', { ...owner, setupCode })).toBe('AUTH.SETUP_DONE');
    expect(await server.app.auth.issueSetupCode()).toBeUndefined();
    expect(await server.browser().call('auth:status', {})).toEqual({ ownerExists: true, mail: false, step: null });
  });
});

describe('login', () => {
  test('the cookie is opaque, __Host-, HttpOnly, Secure, and never in a body', async () => {
    const user = await server.user('owner');
    const response = await user.fetch('/rpc/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-acequia': 'test' },
      body: JSON.stringify({ json: { email: 'user1@example.com', password: ownerPassword } }),
    });
    const [cookie = '', ...others] = response.headers.getSetCookie();
    expect(others.map((each) => each.split('=')[0])).toEqual(['__Host-device']);
    expect(cookie).toMatch(/^__Host-sid=[A-Za-z0-9_-]{64}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(await response.text()).not.toContain(cookie.slice(11, 75));
  });

  test('a new login ends the session the browser had', async () => {
    const user = await server.user('owner');
    const before = user.cookie;
    await user.call('auth:login', { email: 'user2@example.com', password: ownerPassword });
    expect(user.cookie).not.toBe(before);
    const thief = server.browser();
    thief.cookie = before;
    expect(await thief.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
  });

  test('wrong password and unknown user get the same answer; after many guesses at once even the right password is told to wait, and so is an address without an account', async () => {
    await server.user('viewer');
    const guess = (email: string, password: string) => server.browser().refusal('auth:login', { email, password });
    // The first wait is one second, which a busy machine may spend on the guesses.
    stoppedAt = systemClock.now();
    expect(await guess('nobody@example.com', 'x')).toBe('AUTH.CREDENTIALS');
    const answers = new Set(await Promise.all(Array.from({ length: 30 }, () => guess('user3@example.com', 'wrong'))));
    expect([...answers].every((code) => code === 'AUTH.CREDENTIALS' || code === 'ACQ-TOO-MANY')).toBe(true);
    expect(await guess('user3@example.com', ownerPassword)).toBe('ACQ-TOO-MANY');
    await Promise.all(Array.from({ length: 8 }, () => guess('nobody@example.com', 'x')));
    expect(await guess('nobody@example.com', 'x')).toBe('ACQ-TOO-MANY');
    stoppedAt = undefined;
  });

  test('logout kills the session on the server', async () => {
    await server.db.database.gate.execute('delete from login_attempts');
    const user = await server.user('viewer');
    const cookie = user.cookie;
    await user.call('auth:removeToken', {});
    const thief = server.browser();
    thief.cookie = cookie;
    expect(await thief.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
  });

  test('preferences are kept with the user', async () => {
    const user = await server.user('viewer');
    await user.call('auth:updatePreferences', {
      theme: 'light',
      language: 'es',
      timeZone: 'utc',
      editor: { panelPx: 512, dockOpen: false },
    });
    expect((await user.call('auth:session', {})).preferences).toEqual({
      theme: 'light',
      tableDensity: 'standard',
      language: 'es',
      timeZone: 'utc',
      shortcuts: true,
      tables: {},
      editor: { panelPx: 512, dockOpen: false },
    });
  });

  test('a stream ends when the session ends', async () => {
    const user = await server.user('viewer');
    const events = await user.call('auth:onIdentityProviderTokenChange', {});
    expect((await events.next()).value).toMatchObject({ event: 'loggedIn' });
    await user.call('auth:removeToken', {});
    const next = await events.next().then(
      (step) => step.value as { event: string },
      (error: { code: string }) => error.code,
    );
    expect(['AUTH.EXPIRED', { event: 'notLogged', session: null, reason: 'left' }]).toContainEqual(next);
  });
});

describe('a session in use', () => {
  const headers = { 'content-type': 'application/json', 'x-acequia': 'test' };
  const ask = (browser: { fetch: (path: string, init: RequestInit) => Promise<Response> }, path: string) =>
    browser.fetch(path, { method: 'POST', headers, body: '{"json":{}}' });

  test('its cookie is renewed after 10 minutes, with all attributes, by any operation and by a stream; an answer carries one at most', async () => {
    await server.db.database.gate.execute('delete from login_attempts');
    const user = await server.user('viewer');
    const first = user.cookie;
    expect((await ask(user, '/rpc/auth/keepAlive')).headers.getSetCookie()).toEqual([]);
    lateMs += 10 * 60_000;
    const renewal = (await ask(user, '/rpc/auth/keepAlive')).headers.getSetCookie();
    expect(renewal).toEqual([expect.stringMatching(/^__Host-sid=[\w-]{64}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)]);
    expect(user.cookie).not.toBe(first);
    expect((await ask(user, '/rpc/auth/keepAlive')).headers.getSetCookie()).toEqual([]);
    lateMs += 10 * 60_000;
    const second = user.cookie;
    const events = await user.call('auth:onIdentityProviderTokenChange', {});
    await events.next();
    expect(user.cookie).not.toBe(second);
    await events.return?.();
    lateMs += 10 * 60_000;
    const left = (await ask(user, '/rpc/auth/removeToken')).headers.getSetCookie();
    expect(left).toEqual([expect.stringMatching(/^__Host-sid=; .*Max-Age=0$/)]);
  });

  test('log-out makes the browser forget what it cached, but neither drafts nor cookies of others', async () => {
    const user = await server.user('viewer');
    expect((await ask(user, '/rpc/auth/keepAlive')).headers.get('clear-site-data')).toBeNull();
    expect((await ask(user, '/rpc/auth/removeToken')).headers.get('clear-site-data')).toBe('"cache"');
  });
});

describe('a session nobody uses', () => {
  test('ends after an hour whatever the keep-alive says; a sign of life moves the end, twelve hours do not move', async () => {
    await server.db.database.gate.execute('delete from login_attempts');
    const user = await server.user('viewer');
    const minutes = (n: number) => (lateMs += n * 60_000);
    for (let n = 0; n < 2; n += 1) {
      minutes(25);
      await user.call('auth:keepAlive', {});
    }
    await user.call('auth:touch', {});
    minutes(50);
    await user.call('auth:keepAlive', {});
    minutes(11);
    expect(await user.refusal('auth:keepAlive', {})).toBe('AUTH.EXPIRED');
    const busy = await server.user('viewer');
    for (let n = 0; n < 13; n += 1) {
      minutes(54);
      await busy.call('auth:touch', {});
    }
    minutes(30);
    expect(await busy.refusal('auth:touch', {})).toBe('AUTH.EXPIRED');
  });
});

describe('another site', () => {
  const body = JSON.stringify({ json: { email: 'a@b.c', password: 'x' } });
  const post = (headers: Record<string, string>) => server.browser().fetch('/rpc/auth/login', { method: 'POST', headers, body });
  test.each([
    ['no own header', { 'content-type': 'application/json' }],
    ['text/plain', { 'content-type': 'text/plain', 'x-acequia': '1' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded', 'x-acequia': '1' }],
    ['foreign origin', { 'content-type': 'application/json', 'x-acequia': '1', origin: 'https://evil.example' }],
    ['cross-site fetch', { 'content-type': 'application/json', 'x-acequia': '1', 'sec-fetch-site': 'cross-site' }],
  ])('%s is refused', async (_name, headers) => {
    const response = await post(headers);
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('ACQ-CROSS-SITE')]);
  });
});
