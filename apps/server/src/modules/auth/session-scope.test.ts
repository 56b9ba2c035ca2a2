import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let user: Browser;
beforeAll(async () => {
  server = await createTestApp();
  user = await server.user('owner');
  await server.db.database.gate.execute(sql`update sessions set via = 'openid' where tenant_id = ${user.tenantId}`);
});
afterAll(() => server.stop());

test.each([
  ['auth:getTotpSecret', {}],
  ['auth:activateTotpMfa', { totpCode: '123456' }],
  ['auth:deactivateTotpMfa', { totpCode: '123456' }],
  ['auth:renewRecoveryCodes', { totpCode: '123456' }],
  ['auth:acceptInvite', { token: 'x' }],
  ['auth:changeTenant', { tenantId: 'x' }],
] as const)('a session of one tenant’s provider does not reach the account beyond that tenant: %s', async (name, input) => {
  expect(await user.refusal(name, input as never)).toBe('AUTH.SSO_SCOPE');
});
