import { systemClock } from '@acequia/base';
import { contract, type OperationMeta } from '@acequia/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, ownerPassword, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let owner: Browser;
let lateMs = 0;
beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, now: () => systemClock.now() + lateMs } });
  owner = await server.user('owner');
});
afterAll(() => server.stop());

let count = 0;
const make = (role: 'owner' | 'admin' | 'viewer', more: { expiration?: number | null; addresses?: string[] } = {}, by = owner) =>
  by.call('authToken:create', { name: `key ${(count += 1)}`, description: '', expiration: null, role, ...more });

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
}
async function send(token: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  const text = await response.text();
  const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined;
  return { status: response.status, code, text };
}

test('without keys the list is empty, and no failed request', async () => {
  const other = await server.user('owner');
  expect(await other.call('authToken:getAll', {})).toEqual([]);
});

describe('a key', () => {
  test('is shown once: no other answer, no row and no log of the database holds it', async () => {
    const { token, authToken } = await make('viewer');
    expect(
      JSON.stringify([await owner.call('authToken:getAll', {}), await owner.call('authToken:find', { id: authToken.id })]),
    ).not.toContain(token);
    const rows = await server.db.database.gate.execute(`select encode(token_hash, 'escape') || mask as text from auth_tokens`);
    expect(JSON.stringify(rows.rows)).not.toContain(token.slice(8, 44));
    expect(authToken.tokenMask).toBe(`${token.slice(0, 12)}…`);
  });

  test('is made by a recent login alone, as it outlasts the session: somebody who finds an open browser gets none', async () => {
    const admin = await server.user('admin', owner.tenantId);
    const { user } = await admin.call('auth:session', {});
    lateMs = 11 * 60_000;
    const input = { name: 'found open', description: '', expiration: null, role: 'viewer' as const };
    expect(await admin.refusal('authToken:create', input)).toBe('WEB-11011');
    await admin.call('auth:reauthenticateWithCredential', { email: user.Email, password: ownerPassword });
    expect((await admin.call('authToken:create', input)).token).toMatch(/^acq_key_/);
    lateMs = 0;
  });

  test('works without a cookie and without our header; a mistyped, unknown or foreign one does not', async () => {
    const { token } = await make('viewer');
    expect((await send(token, '/listeners')).status).toBe(200);
    const mistyped = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
    for (const wrong of [mistyped, 'x', 'acq_key_', '']) {
      const answer = await send(wrong, '/listeners');
      expect([wrong, answer.status]).toEqual([wrong, 401]);
    }
    expect(
      (await fetch(`${server.url}/rpc/listeners/list`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(403);
  });

  test('is never more than its role, and stays what it is when who made it becomes a viewer: the list and the answers agree', async () => {
    const admin = await server.user('admin', owner.tenantId);
    expect(await admin.refusal('authToken:create', { name: 'up', description: '', expiration: null, role: 'owner' })).toBe('WEB-00027');
    const body = JSON.stringify({ name: 'p', description: '', tags: [] });
    const viewerKey = await make('viewer');
    expect(await send(viewerKey.token, '/pipelines', { method: 'POST', body })).toMatchObject({ status: 403, code: 'WEB-00027' });
    const adminKey = await make('admin', {}, admin);
    expect((await send(adminKey.token, '/pipelines', { method: 'POST', body })).status).toBe(200);
    await server.db.database.gate.execute(`update memberships set role = 'viewer' where role = 'admin'`);
    const again = JSON.stringify({ name: 'p again', description: '', tags: [] });
    expect((await send(adminKey.token, '/pipelines', { method: 'POST', body: again })).status).toBe(200);
    expect(await owner.call('authToken:find', { id: adminKey.authToken.id })).toMatchObject({ role: 'admin' });
  });

  test('an admin does not remove a key that may do more', async () => {
    const admin = await server.user('admin', owner.tenantId);
    const { authToken } = await make('owner');
    expect(await admin.refusal('authToken:deleteById', { id: authToken.id })).toBe('WEB-00027');
  });

  test('does not reach what concerns a person', async () => {
    const { token } = await make('owner');
    const one = JSON.stringify({ name: 'another', description: '', expiration: null, role: 'viewer' });
    expect(await send(token, '/auth-tokens', { method: 'POST', body: one })).toMatchObject({ status: 403, code: 'AUTH.SESSION_ONLY' });
    const password = JSON.stringify({
      email: 'user1@example.com',
      userId: 'x',
      oldPassword: ownerPassword,
      newPassword: 'Otra-clave-2026',
      confirmNewPassword: 'Otra-clave-2026',
    });
    expect(await send(token, '/auth/password', { method: 'PUT', body: password })).toMatchObject({
      status: 403,
      code: 'AUTH.SESSION_ONLY',
    });
  });

  test('stops at once when it is removed, and with it what was exchanged for it and the streams it holds', async () => {
    const { token, authToken } = await make('viewer');
    const short = JSON.parse((await send(token, '/auth-tokens/exchange', { method: 'POST', body: '{"lifetimeSeconds":60}' })).text) as {
      token: string;
    };
    expect((await send(short.token, '/listeners')).status).toBe(200);
    const stream = await fetch(`${server.url}/api/v1/metrics/live`, { headers: { authorization: `Bearer ${token}` } });
    const reading = stream.text();
    await owner.call('authToken:deleteById', { id: authToken.id });
    for (const dead of [token, short.token]) expect(await send(dead, '/listeners')).toMatchObject({ status: 401, code: 'AUTH.KEY' });
    expect(await reading).toContain('AUTH.KEY');
  });

  test('an exchanged token ends by itself, gives no other one, and lives 30 to 3,600 s', async () => {
    const { token } = await make('viewer');
    const exchange = (by: string, seconds: number) =>
      send(by, '/auth-tokens/exchange', { method: 'POST', body: JSON.stringify({ lifetimeSeconds: seconds }) });
    for (const seconds of [29, 3601]) expect((await exchange(token, seconds)).code).toBe('WEB-00022');
    const short = JSON.parse((await exchange(token, 30)).text) as { token: string };
    expect(short.token).toMatch(/^acq_tmp_/);
    expect(await exchange(short.token, 30)).toMatchObject({ status: 401, code: 'AUTH.KEY' });
    lateMs += 31_000;
    expect(await send(short.token, '/listeners')).toMatchObject({ code: 'AUTH.KEY' });
    expect((await send(token, '/listeners')).status).toBe(200);
    expect(await owner.refusal('authToken:exchange', { lifetimeSeconds: 60 })).toBe('AUTH.KEY');
  });

  test('expires, and may not be made in the past', async () => {
    const soon = Math.floor((systemClock.now() + lateMs) / 1000) + 100;
    const { token } = await make('viewer', { expiration: soon });
    expect((await send(token, '/listeners')).status).toBe(200);
    lateMs += 101_000;
    expect(await send(token, '/listeners')).toMatchObject({ code: 'AUTH.KEY' });
    expect(await owner.refusal('authToken:create', { name: 'old', description: '', expiration: 1, role: 'viewer' })).toBe('WEB-00022');
  });

  test('is held to its addresses, which must be addresses', async () => {
    const away = await make('viewer', { addresses: ['203.0.113.0/24'] });
    expect(await send(away.token, '/listeners')).toMatchObject({ code: 'AUTH.KEY' });
    const here = await make('viewer', { addresses: ['127.0.0.0/8', '::1'] });
    expect((await send(here.token, '/listeners')).status).toBe(200);
    const wrong = { name: 'wrong', description: '', expiration: null, role: 'viewer' as const, addresses: ['127.0.0.1/99'] };
    expect(await owner.refusal('authToken:create', wrong)).toBe('WEB-00022');
  });

  test('is known by its last use, at most a minute late', async () => {
    const { token, authToken } = await make('viewer');
    const used = async () => (await owner.call('authToken:find', { id: authToken.id })).lastUsed;
    expect(await used()).toBeNull();
    await send(token, '/listeners');
    const first = await used();
    expect(first).toBeGreaterThan(0);
    await send(token, '/listeners');
    expect(await used()).toBe(first);
    lateMs += 61_000;
    await send(token, '/listeners');
    expect(await used()).toBeGreaterThan(first!);
  });

  test('stays and works when who made it is removed, with their name, until somebody removes it', async () => {
    const admin = await server.user('admin', owner.tenantId);
    const { token, authToken } = await make('viewer', {}, admin);
    const { user } = await admin.call('auth:session', {});
    await owner.call('users:remove', { ids: [user.UID] });
    expect(await send(token, '/listeners')).toMatchObject({ status: 200 });
    expect(await owner.call('authToken:find', { id: authToken.id })).toMatchObject({ role: 'viewer', owner: 'admin Test' });
    await owner.call('authToken:deleteById', { id: authToken.id });
    expect(await send(token, '/listeners')).toMatchObject({ code: 'AUTH.KEY' });
  });

  test('stands in the activity log by its name', async () => {
    const { token, authToken } = await make('admin');
    await send(token, '/pipelines', { method: 'POST', body: JSON.stringify({ name: 'by key', description: '', tags: [] }) });
    const { text } = await owner.call('activity:export', { from: 0, to: 4e12, format: 'json' });
    expect(text).toContain(`"via":"key ${authToken.name}"`);
  });

  test('the same name twice is WEB-00035, none is WEB-00032, another tenant does not find it', async () => {
    const { authToken } = await make('viewer');
    const input = { name: authToken.name, description: '', expiration: null, role: 'viewer' as const };
    expect(await owner.refusal('authToken:create', input)).toBe('WEB-00035');
    expect(await owner.refusal('authToken:create', { ...input, name: ' ' })).toBe('WEB-00032');
    const other = await server.user('owner');
    expect(await other.refusal('authToken:find', { id: authToken.id })).toBe('ACQ-NOT-FOUND');
    expect(await other.refusal('authToken:deleteById', { id: authToken.id })).toBe('ACQ-NOT-FOUND');
  });

  test('a tenant without API keys has none, and one it had does not work', async () => {
    const { token } = await make('viewer');
    const features = async (slug: string, wanted: string[]) =>
      (
        await fetch(`${server.url}/operator/tenant/features`, {
          method: 'POST',
          headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ slug, features: wanted }),
        })
      ).status;
    expect(await features('nobody', [])).toBe(404);
    expect(await features(owner.tenantId, ['everything'])).toBe(400);
    expect(await features(owner.tenantId, ['alerts'])).toBe(200);
    expect(await owner.refusal('authToken:getAll', {})).toBe('ACQ-FEATURE-OFF');
    expect(await owner.refusal('authToken:find', { id: 'x' })).toBe('ACQ-FEATURE-OFF');
    expect(await owner.refusal('authToken:create', { name: 'k', description: '', expiration: null, role: 'viewer' })).toBe(
      'ACQ-FEATURE-OFF',
    );
    expect(await owner.refusal('authToken:deleteById', { id: 'x' })).toBe('ACQ-FEATURE-OFF');
    expect(await owner.refusal('authToken:exchange', {})).toBe('ACQ-FEATURE-OFF');
    expect(await send(token, '/listeners')).toMatchObject({ code: 'AUTH.KEY' });
    expect(await features(owner.tenantId, ['alerts', 'engine-alerts', 'api-keys'])).toBe(200);
  });
});

/** Every operation a key may call, with a key of each role: refused by the role exactly where the role says so. */
describe('a key of each role', () => {
  const operations = Object.entries(contract).flatMap(([noun, verbs]) =>
    Object.entries(
      verbs as Record<string, { readonly '~orpc': { readonly meta: OperationMeta; readonly route: { method?: string; path?: string } } }>,
    ).map(([verb, { '~orpc': made }]) => ({ name: `${noun}:${verb}`, ...made })),
  );
  const callable = operations.filter(({ meta }) => meta.permission !== 'public' && meta.stream !== true);

  test.each(['viewer', 'admin', 'owner'] as const)('%s', async (role) => {
    const { token } = await make(role);
    const me = await send(token, '/auth/session');
    const { user } = JSON.parse(me.text) as { user: { AccessMap: { Permissions: string[] } } };
    for (const { name, meta, route } of callable) {
      const path = (route.path ?? '').replaceAll(/\{\w+\}/g, 'none');
      const method = route.method ?? 'POST';
      const answer = await send(token, path, { method, ...(method === 'GET' ? {} : { body: '{}' }) });
      const expected = !meta.keys
        ? 'AUTH.SESSION_ONLY'
        : meta.permission !== 'session' && !user.AccessMap.Permissions.includes(meta.permission)
          ? 'WEB-00027'
          : undefined;
      const refused = answer.code === 'AUTH.SESSION_ONLY' || answer.code === 'WEB-00027' ? answer.code : undefined;
      expect([name, refused, answer.status < 500]).toEqual([name, expected, true]);
      expect([name, answer.code]).not.toEqual([name, 'AUTH.KEY']);
    }
  });
});
