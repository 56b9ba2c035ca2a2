import { systemClock, type Clock } from '@acequia/base';
import type { OperationOutput } from '@acequia/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { memberships, tenants } from '../../db/schema/index.ts';
import { createTestApp, ownerPassword, type Browser, type TestApp } from '../../test-app.ts';

/** Sleeps of the server end when the test says so, or with their signal. */
const sleepers = new Set<() => void>();
const sleep: Clock['sleep'] = (_ms, signal) =>
  new Promise((resolve) => {
    const wake = () => {
      sleepers.delete(wake);
      resolve();
    };
    sleepers.add(wake);
    signal?.addEventListener('abort', wake, { once: true });
  });
const timePasses = () => sleepers.forEach((wake) => wake());
/** How far the clock of the server is ahead. */
let aheadMs = 0;
const now = () => Date.now() + aheadMs;

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, now, sleep }, trials: true });
});
afterAll(() => server.stop());
beforeEach(async () => {
  aheadMs = 0;
  await server.db.database.gate.execute('delete from login_attempts');
});

type Told = OperationOutput<'auth:onIdentityProviderTokenChange'> extends AsyncIterable<infer T> ? T : never;
interface Listening {
  readonly next: () => Promise<Told | 'end'>;
  readonly close: () => Promise<unknown> | undefined;
}

async function listen(browser: Browser): Promise<Listening> {
  const events = await browser.call('auth:onIdentityProviderTokenChange', {});
  return {
    next: async () => {
      const step = await events.next();
      return step.done === true ? 'end' : step.value;
    },
    close: () => events.return?.(undefined as never),
  };
}
/** The next event, however often time has to pass until it comes: the server may be about to sleep when it does. */
async function heard(events: Listening): Promise<Told | 'end'> {
  let waiting = true;
  const next = events.next().finally(() => (waiting = false));
  while (waiting) {
    timePasses();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return next;
}
const setStep = (browser: Browser, step: 'totp' | 'activation' | null) =>
  server.db.database.gate.execute(sql`update sessions set step = ${step} where tenant_id = ${browser.tenantId}`);

test('loggedIn comes at once with who it is, notLogged when they log out in another window, and then the end', async () => {
  const user = await server.user('admin');
  const events = await listen(user);
  expect(await events.next()).toMatchObject({ event: 'loggedIn', session: { user: { AccessMap: { Roles: ['admin'] } }, step: null } });
  await user.call('auth:removeToken', {});
  expect(await events.next()).toEqual({ event: 'notLogged', session: null, reason: 'left' });
  expect(await events.next()).toBe('end');
});

const minuteMs = 60_000;
const moveBack = (user: Browser, column: 'seen_at' | 'created_at', ms: number) =>
  server.db.database.gate.execute(
    sql`update sessions set ${sql.identifier(column)} = ${sql.identifier(column)} - ${ms} where tenant_id = ${user.tenantId}`,
  );

test.each([
  ['nobody did anything for too long', 'seen_at', 24 * 60 * minuteMs],
  ['it has lasted as long as one may', 'created_at', 13 * 60 * minuteMs],
] as const)('a session whose time is over, because %s, ends for that reason', async (_why, column, ms) => {
  const user = await server.user('viewer');
  const events = await listen(user);
  await events.next();
  await moveBack(user, column, ms);
  expect(await heard(events)).toEqual({ event: 'notLogged', session: null, reason: 'time' });
  expect(await events.next()).toBe('end');
});

test('a session whose time is over ends for that reason too when a request finds it first', async () => {
  const user = await server.user('viewer');
  const events = await listen(user);
  await events.next();
  aheadMs = 13 * 60 * minuteMs;
  expect(await user.refusal('auth:keepAlive', {})).toBe('AUTH.EXPIRED');
  expect(await events.next()).toEqual({ event: 'notLogged', session: null, reason: 'time' });
});

test('a session that somebody ends is not said to have run out of time', async () => {
  const owner = await server.user('owner');
  const events = await listen(owner);
  await events.next();
  const { user } = await owner.call('auth:session', {});
  await owner.call('users:endSessions', { ids: [user.UID] }).catch(() => undefined);
  await server.db.database.gate.execute(sql`delete from sessions where tenant_id = ${owner.tenantId}`);
  expect(await heard(events)).toEqual({ event: 'notLogged', session: null, reason: 'ended' });
});

test('other rights are told without a new login; what stays the same is not told again', async () => {
  const user = await server.user('admin');
  const events = await listen(user);
  await events.next();
  timePasses();
  await server.db.database.gate.update(memberships).set({ role: 'viewer' }).where(eq(memberships.tenantId, user.tenantId));
  expect(await heard(events)).toMatchObject({ event: 'loggedIn', session: { user: { AccessMap: { Roles: ['viewer'] } } } });
  await events.close();
});

test('the end of a trial is told', async () => {
  const user = await server.user('owner');
  const events = await listen(user);
  expect(await events.next()).toMatchObject({ session: { trialEndsAt: null } });
  const endsAt = Date.now() - 1;
  await server.db.database.gate.update(tenants).set({ trialEndsAt: endsAt }).where(eq(tenants.id, user.tenantId));
  const told = await heard(events);
  expect(told).toMatchObject({ event: 'loggedIn', session: { trialEndsAt: endsAt } });
  expect(told !== 'end' && told.session?.user.AccessMap.Permissions).not.toContain('pipeline:create');
  await events.close();
});

test('a login that misses a step says which: mfaTriggered, tenantMfaActivation', async () => {
  const user = await server.user('viewer');
  for (const [step, event] of [
    ['totp', 'mfaTriggered'],
    ['activation', 'tenantMfaActivation'],
  ] as const) {
    await setStep(user, step);
    const events = await listen(user);
    expect(await events.next()).toMatchObject({ event, session: { step, user: { AccessMap: { Roles: [], Permissions: [] } } } });
    await events.close();
  }
});

test('changeTenant is told to the windows of the session before, with the one it goes on in', async () => {
  const owner = await server.user('owner');
  const guest = await server.user('viewer');
  const { Email: email } = (await guest.call('auth:session', {})).user;
  const [invite] = await owner.call('users:invite', { emails: [email], role: 'viewer' });
  const home = guest.tenantId;
  await guest.call('auth:acceptInvite', { token: invite!.link!.split('#token=')[1]! });
  const events = await listen(guest);
  await events.next();
  await guest.call('auth:changeTenant', { tenantId: home });
  expect(await events.next()).toMatchObject({ event: 'changeTenant', session: { tenant: { id: home } } });
  expect(await events.next()).toBe('end');
});

test('a new login in the place of a session is loggedIn, not the end', async () => {
  const user = await server.user('viewer');
  const { Email: email } = (await user.call('auth:session', {})).user;
  const events = await listen(user);
  await events.next();
  await user.call('auth:login', { email, password: ownerPassword });
  expect(await events.next()).toMatchObject({ event: 'loggedIn', session: { user: { Email: email } } });
});

test('other streams of the session end with the reason too, so that whichever ends first gives the true one', async () => {
  const codeOf = async (ending: (user: Browser) => Promise<unknown>) => {
    const user = await server.user('admin');
    const stream = await user.call('pipelines:watchStatus', {});
    const end = (async () => {
      for await (const _item of stream);
    })().catch((error: { code: string; data: { fields: object } }) => [error.code, error.data.fields]);
    await ending(user);
    return end;
  };
  const { Email: email } = (await (await server.user('viewer')).call('auth:session', {})).user;
  expect(await codeOf((user) => user.call('auth:removeToken', {}))).toEqual(['AUTH.EXPIRED', { reason: 'left' }]);
  expect(await codeOf((user) => user.call('auth:login', { email, password: ownerPassword }))).toEqual([
    'AUTH.EXPIRED',
    { reason: 'moved' },
  ]);
  const late = async (user: Browser) => {
    aheadMs = 13 * 60 * minuteMs;
    return user.refusal('auth:keepAlive', {});
  };
  expect(await codeOf(late)).toEqual(['AUTH.EXPIRED', { reason: 'time' }]);
});

test('nobody without a session hears anything', async () => {
  expect(await server.browser().refusal('auth:onIdentityProviderTokenChange', {})).toBe('AUTH.REQUIRED');
});
