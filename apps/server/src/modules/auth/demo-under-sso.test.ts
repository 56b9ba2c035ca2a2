import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shippedCatalogue } from '../../catalogue/catalogue.ts';
import { sessions, tenants } from '../../db/schema/index.ts';
import { findSessionsVia } from '../sso/sso.store.ts';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let owner: Browser;
let home: string;
let demo: { readonly tenantId: string };
const gate = () => server.db.database.gate;
const providerIs = (sso: 'openid' | 'saml' | 'unconfigured') => gate().update(tenants).set({ sso }).where(eq(tenants.id, home));
const go = (tenantId: string) => owner.call('auth:changeTenant', { tenantId });
const refusal = (tenantId: string) => owner.refusal('auth:changeTenant', { tenantId });

beforeAll(async () => {
  server = await createTestApp({ catalogue: shippedCatalogue });
  owner = await server.firstOwner();
  home = owner.tenantId;
  demo = await owner.call('tenants:createDemo', {});
});
afterAll(() => server.stop());
beforeEach(async () => {
  await providerIs('openid');
  await gate().update(sessions).set({ via: 'openid' });
});

test('a session of single sign-on enters the demo of its organization and comes back, and stays one', async () => {
  expect(await go(demo.tenantId)).toMatchObject({ via: 'openid', tenant: { demoOf: home } });
  await providerIs('unconfigured');
  expect(await refusal(home)).toBe('AUTH.SSO_SCOPE');
  await providerIs('saml');
  expect(await refusal(home)).toBe('AUTH.SSO_SCOPE');
  await providerIs('openid');
  expect(await go(home)).toMatchObject({ via: 'openid', tenant: { id: home } });
});

test('it enters no other organization of its user, from there or from the demo, nor another one’s demo', async () => {
  const other = await server.user('owner');
  const othersDemo = await other.call('tenants:createDemo', {});
  await gate().update(sessions).set({ via: 'openid' });
  for (const here of [demo.tenantId, home]) {
    await go(here);
    expect([await refusal(other.tenantId), await refusal(othersDemo.tenantId)]).toEqual(['AUTH.SSO_SCOPE', 'AUTH.SSO_SCOPE']);
  }
});

test('the end of single sign-on ends its sessions in the demo, too', async () => {
  await go(demo.tenantId);
  const inDemo = await gate().select({ id: sessions.id }).from(sessions).where(eq(sessions.tenantId, demo.tenantId));
  expect(inDemo).toHaveLength(1);
  expect(await findSessionsVia(gate(), home, 'openid')).toContain(inDemo[0]!.id);
  expect(await findSessionsVia(gate(), home, 'saml')).toEqual([]);
});
