import { systemClock } from '@acequia/base';
import { asc, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { activity } from '../../db/schema/index.ts';
import { createTestApp, ownerPassword, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';
import { refusedRowMs } from './session-activity.ts';

let lateMs = 0;
let server: TestApp;
let owner: Browser;
let email: string;

beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, now: () => systemClock.now() + lateMs } });
  owner = await server.user('owner');
  email = (await owner.call('auth:session', {})).user.Email;
});
afterAll(() => server.stop());
beforeEach(() => server.db.database.gate.execute('delete from login_attempts'));

/** Rows since the last look, but those of the test's own logins. */
async function rowsAfter(seq: number, tenantId = owner.tenantId) {
  await server.app.afterAnswer.settled();
  const rows = await server.db.database.withTenant(tenantId, (tx) =>
    tx.select().from(activity).where(ne(activity.objectName, '')).orderBy(asc(activity.seq)),
  );
  return rows.filter((row) => row.seq > seq);
}
const lastSeq = async (tenantId = owner.tenantId) => (await rowsAfter(0, tenantId)).at(-1)?.seq ?? 0;
const told = (rows: Awaited<ReturnType<typeof rowsAfter>>) =>
  rows.map(({ entity, operation, objectName, refusedCode }) => [entity, operation, objectName, refusedCode]);
const wrong = () => server.browser().refusal('auth:login', { email, password: 'wrong' });

test('a log-in and a log-out stand in the log', async () => {
  const before = await lastSeq();
  const visitor = server.browser();
  await visitor.call('auth:login', { email, password: ownerPassword });
  await visitor.call('auth:removeToken', {});
  expect(told(await rowsAfter(before))).toEqual([
    ['session', 'start', email, null],
    ['session', 'stop', email, null],
  ]);
});

test('wrong passwords are one row in ten minutes, with the address they came from, and none for an account that does not exist', async () => {
  const before = await lastSeq();
  for (let n = 0; n < 4; n += 1) {
    expect(await wrong()).toBe('AUTH.CREDENTIALS');
    await server.app.afterAnswer.settled();
  }
  expect(await server.browser().refusal('auth:login', { email: 'nobody@example.com', password: 'x' })).toBe('AUTH.CREDENTIALS');
  const rows = await rowsAfter(before);
  expect(told(rows)).toEqual([['session', 'start', email, 'AUTH.CREDENTIALS']]);
  expect(rows[0]?.ip).toBe('127.0.0.1');
  lateMs += refusedRowMs + 1;
  await wrong();
  expect(told(await rowsAfter(before))).toHaveLength(2);
  lateMs = 0;
});

test('a storm of wrong passwords writes no more rows than are evaluated', async () => {
  lateMs = 3 * refusedRowMs;
  const before = await lastSeq();
  await Promise.all(Array.from({ length: 30 }, wrong));
  const rows = told(await rowsAfter(before));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(5);
  lateMs = 0;
});

test.each([
  ['tenant/features', () => ({ slug: owner.tenantId, features: ['api-keys'] }), ['tenant', 'update', 'features: api-keys', null]],
  ['tenant/trial', () => ({ slug: owner.tenantId, action: 'remove' }), ['tenant', 'update', 'trial: remove', null]],
  ['user/reset-link', () => ({ email: email.toUpperCase() }), ['users', 'update', 'user1@example.com', null]],
  ['keys/rotate', () => ({}), ['secret', 'update', 'keys', null]],
] as const)('the operator’s %s stands in the log, as the operator’s', async (command, body, row) => {
  const before = await lastSeq();
  const answer = await fetch(`${server.url}/operator/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body()),
  });
  expect(answer.status).toBe(200);
  const rows = await rowsAfter(before);
  expect(told(rows)).toEqual([row]);
  expect(rows[0]).toMatchObject({ name: 'Operator', via: 'command', ip: '127.0.0.1' });
});

test('a new tenant begins its log with the operator who made it', async () => {
  const answer = await fetch(`${server.url}/operator/tenant/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Huerta', owner: 'h@example.com' }),
  });
  const { id } = (await answer.json()) as { readonly id: string };
  expect(told(await rowsAfter(0, id))).toEqual([['tenant', 'create', 'Huerta', null]]);
});
