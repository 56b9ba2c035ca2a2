import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { activity } from '../../db/schema/index.ts';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';
import { enrol } from '../auth/test-authenticator.ts';
import { writeSsoState } from './tenant-settings.service.ts';

let server: TestApp;
let owner: Browser;
const mfa = <E extends boolean>(enabled: E) => [{ settingType: 'MFA' as const, value: { enabled } }];
const turnOn = (id = owner.tenantId) => owner.call('tenants:activateTenantMfa', { id, settings: mfa(true) });
const turnOff = (id = owner.tenantId) => owner.call('tenants:updateTenantSettings', { id, settings: mfa(false) });
const writeSso = (sso: 'unconfigured' | 'openid' | 'saml', tenantId = owner.tenantId) =>
  server.db.database.withTenant(tenantId, (tx) => writeSsoState({ tx, tenantId, userId: '', now: 1, subject: () => undefined }, sso));

beforeAll(async () => {
  server = await createTestApp();
  owner = await server.user('owner');
  await enrol(owner);
});
afterAll(() => server.stop());

test('the settings are a list with a type and a value each', async () => {
  const before = await owner.call('tenants:find', { id: owner.tenantId });
  expect(before.settings).toEqual([
    { settingType: 'MFA', value: { enabled: false } },
    { settingType: 'SSO', value: { enabled: false, state: 'unconfigured' } },
    { settingType: 'CONTENT', value: { enabled: true } },
  ]);
  const { settings } = await turnOn();
  expect(settings[0]).toEqual({ settingType: 'MFA', value: { enabled: true } });
  expect((await turnOff()).settings).toEqual(before.settings);
});

test('a second factor and single sign-on are never on together, whichever comes first', async () => {
  await writeSso('openid');
  await expect(turnOn()).rejects.toMatchObject({ code: 'AUTH.SSO_ON' });
  expect((await owner.call('tenants:find', { id: owner.tenantId })).settings[1]).toEqual({
    settingType: 'SSO',
    value: { enabled: true, state: 'openid' },
  });
  await writeSso('unconfigured');
  await turnOn();
  await expect(writeSso('saml')).rejects.toMatchObject({ code: 'AUTH.MFA_ON' });
  await writeSso('unconfigured');
  await turnOff();
});

test('of both turned on at the same time one is refused', async () => {
  const [required, configured] = await Promise.allSettled([turnOn(), writeSso('saml')]);
  expect([required.status, configured.status].sort()).toEqual(['fulfilled', 'rejected']);
  await writeSso('unconfigured');
  await turnOff();
});

test('each change stands in the activity log, and so does a refused one', async () => {
  await turnOn();
  await owner.refusal('tenants:updateTenantSettings', { id: crypto.randomUUID(), settings: mfa(false) });
  const rows = await server.db.database.withTenant(owner.tenantId, (tx) => tx.select().from(activity).orderBy(desc(activity.seq)).limit(2));
  expect(rows.map(({ entity, operation, objectName, refusedCode }) => [entity, operation, objectName, refusedCode])).toEqual([
    ['tenant', 'update', expect.any(String), 'ACQ-NOT-FOUND'],
    ['tenant', 'update', 'MFA on', null],
  ]);
  await turnOff();
});

test('neither way is gone long after the login', async () => {
  const other = await server.user('owner');
  await server.db.database.gate.execute(`update sessions set authenticated_at = 0 where tenant_id = '${other.tenantId}'`);
  const id = other.tenantId;
  expect(await other.refusal('tenants:updateTenantSettings', { id, settings: mfa(false) })).toBe('WEB-11011');
  expect(await other.refusal('tenants:activateTenantMfa', { id, settings: mfa(true) })).toBe('WEB-11011');
});

test('does not reach another tenant, nor a viewer, nor a key', async () => {
  const other = await server.user('owner');
  expect(await other.refusal('tenants:activateTenantMfa', { id: owner.tenantId, settings: mfa(true) })).toBe('ACQ-NOT-FOUND');
  const viewer = await server.user('viewer', owner.tenantId);
  expect(await viewer.refusal('tenants:activateTenantMfa', { id: owner.tenantId, settings: mfa(true) })).toBe('WEB-00027');
  const { token } = await owner.call('authToken:create', { name: 'k', description: '', expiration: null, role: 'owner' });
  const answer = await fetch(`${server.url}/api/v1/tenants/${owner.tenantId}/mfa`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ settings: mfa(true) }),
  });
  expect([answer.status, ((await answer.json()) as { readonly code: string }).code]).toEqual([403, 'AUTH.SESSION_ONLY']);
});

test('the app role changes nothing of a tenant but its settings', async () => {
  for (const column of ["name = 'x'", 'trial_ends_at = null', "features = '{}'"]) {
    const forged = server.db.database.withTenant(owner.tenantId, (tx) => tx.execute(`update tenants set ${column}`));
    await expect(forged).rejects.toMatchObject({ cause: { code: '42501' } });
  }
});
