import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let ana: Browser;
let other: Browser;
beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
  other = await server.user('owner');
});
afterAll(() => server.stop());

/** More than the system has connections. */
const many = 24;

test('signs of life of a member whose row a transaction holds do not wait, so that no tenant’s session check does', async () => {
  const holder = new Client(server.db.owner);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from memberships where tenant_id = $1 for update', [ana.tenantId]);
  const touches = await Promise.all(Array.from({ length: many }, () => ana.call('auth:touch', {})));
  expect(touches.every(({ expiresAt }) => expiresAt > Date.now())).toBe(true);
  expect((await other.call('auth:session', {}))?.user.TenantId).toBe(other.tenantId);
  await holder.query('rollback');
  await holder.end();
});

test('invitations and signs of life of one member at once all succeed, and other tenants are answered meanwhile', async () => {
  const calls = Array.from({ length: many }, (_none, index) => [
    ana.call('users:invite', { emails: [`guest${index}@example.com`], role: 'viewer' }),
    ana.call('auth:touch', {}),
    other.call('auth:session', {}),
  ]).flat();
  const outcomes = await Promise.allSettled<unknown>(calls);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  const { rows } = await new Promise<{ rows: readonly { readonly spent: number }[] }>((resolve, reject) => {
    const owner = new Client(server.db.owner);
    owner
      .connect()
      .then(() => owner.query<{ spent: number }>('select spent from tenant_budgets where tenant_id = $1', [ana.tenantId]))
      .then(resolve, reject)
      .finally(() => void owner.end());
  });
  expect(rows).toEqual([{ spent: many }]);
});
