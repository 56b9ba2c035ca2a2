import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, ownerPassword, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let user: Browser;
let home: string;
let second: { readonly id: string; readonly slug: string; readonly invite: { readonly link: string } };
const operator = (command: string, body: unknown, token = testOperatorToken) =>
  fetch(`${server.url}/operator/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const email = async (browser: Browser) => (await browser.call('auth:session', {})).user.Email;

beforeAll(async () => {
  server = await createTestApp();
  user = await server.user('owner');
  home = user.tenantId;
  const answer = await operator('tenant/create', { name: 'Huerta Peña', owner: await email(user) });
  second = (await answer.json()) as typeof second;
  await user.call('auth:acceptInvite', { token: second.invite.link.split('#token=')[1]! });
  await user.call('auth:changeTenant', { tenantId: home });
});
afterAll(() => server.stop());
beforeEach(() => server.db.database.gate.execute('delete from login_attempts'));

describe('the operator', () => {
  test('makes a tenant with an owner to come; without mail the link is told to the operator', async () => {
    expect(second).toMatchObject({ slug: 'huerta-pena', invite: { outcome: 'link' } });
    const clusters = await server.db.database.gate.execute(`select from tenant_clusters where tenant_id = '${second.id}'`);
    expect(clusters.rowCount).toBe(1);
  });

  test('gets no second tenant of the same slug, and none half-made', async () => {
    const again = await operator('tenant/create', { name: 'huerta peña!', owner: 'x@example.com' });
    expect([again.status, await again.json()]).toEqual([409, { code: 'WEB-00031', fields: { name: 'taken' } }]);
    const invites = await server.db.database.gate.execute("select from invitations where email = 'x@example.com'");
    expect(invites.rowCount).toBe(0);
  });

  test('prints a reset link that works', async () => {
    const other = await server.user('viewer');
    const address = await email(other);
    const { path } = (await (await operator('user/reset-link', { email: address.toUpperCase() })).json()) as { readonly path: string };
    const newPassword = 'Riego-lento-2031';
    await server.browser().call('auth:resetPassword', { token: path.split('#token=')[1]!, newPassword, confirmNewPassword: newPassword });
    await server.browser().call('auth:login', { email: address, password: newPassword });
    expect((await operator('user/reset-link', { email: 'nobody@example.com' })).status).toBe(404);
  });

  test.each(['', 'x', `${testOperatorToken}x`])('is nobody who shows %j, nor a session', async (token) => {
    expect((await operator('user/reset-link', { email: await email(user) }, token)).status).toBe(404);
    const answer = await user.fetch('/operator/user/reset-link', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(404);
  });

  test.each([
    ['user/reset-link', {}],
    ['user/reset-link', { email: ['a@b.cc'] }],
    ['tenant/create', { name: ' ', owner: 'a@b.cc' }],
  ])('%s with %j is refused with a code', async (command, body) => {
    const answer = await operator(command, body);
    expect([answer.status, await answer.json()]).toEqual([400, { code: 'WEB-00022', fields: expect.anything() }]);
  });

  test('does not reach what an object inherits', async () => {
    for (const command of ['constructor/constructor', '__proto__/x', 'toString/x']) expect((await operator(command, {})).status).toBe(404);
  });
});

describe('several tenants', () => {
  test('the user sees those of the own memberships, with members and the default', async () => {
    const list = await user.call('tenants:list', {});
    expect(list.map(({ id, members }) => ({ id, members })).sort((a, b) => a.members - b.members)).toHaveLength(2);
    expect(list.filter((tenant) => tenant.default)).toHaveLength(1);
    expect(list.every(({ members }) => members === 1)).toBe(true);
  });

  test.each(['home', 'second'] as const)('a login begins in the default tenant: %s', async (which) => {
    const id = which === 'home' ? home : second.id;
    await user.call('tenants:setDefault', { id });
    const fresh = server.browser();
    await fresh.call('auth:login', { email: await email(user), password: ownerPassword });
    expect(fresh.tenantId).toBe(id);
    expect((await fresh.call('tenants:find', { id })).default).toBe(true);
    expect((await user.call('tenants:list', {})).find((tenant) => tenant.default)?.id).toBe(id);
  });

  test('changing needs no login, gives a new session, ends the one before, and shows nothing of the other tenant', async () => {
    await user.call('secrets:create', { name: 'only here', description: 'd', tags: [], value: 'v', expirationDate: 4_000_000_000_000 });
    const before = user.cookie;
    const session = await user.call('auth:changeTenant', { tenantId: second.id });
    expect(session.tenant).toMatchObject({ id: second.id, slug: 'huerta-pena' });
    expect(user.cookie).not.toBe(before);
    const thief = server.browser();
    thief.cookie = before;
    expect(await thief.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
    expect(await user.call('secrets:list', {})).toEqual([]);
    expect(await user.refusal('tenants:find', { id: home })).toBe('ACQ-NOT-FOUND');
    await user.call('auth:changeTenant', { tenantId: home });
    expect((await user.call('secrets:list', {})).map(({ name }) => name)).toEqual(['only here']);
  });

  test('no tenant of others can be entered or made the default', async () => {
    const stranger = await server.user('owner');
    for (const id of [stranger.tenantId, 'not-a-tenant', '']) {
      expect(await user.refusal('auth:changeTenant', { tenantId: id })).toBe('ACQ-NOT-FOUND');
      expect(await user.refusal('tenants:setDefault', { id: id === '' ? 'x' : id })).toBe('ACQ-NOT-FOUND');
    }
  });
});
