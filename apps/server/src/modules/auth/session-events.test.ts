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

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, sleep }, trials: true });
});
afterAll(() => server.stop());
beforeEach(() => server.db.database.gate.execute('delete from login_attempts'));

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

test('loggedIn comes at once with who it is, notLogged when they log out, and then the end', async () => {
  const user = await server.user('admin');
  const events = await listen(user);
  expect(await events.next()).toMatchObject({ event: 'loggedIn', session: { user: { AccessMap: { Roles: ['admin'] } }, step: null } });
  await user.call('auth:removeToken', {});
  expect(await events.next()).toEqual({ event: 'notLogged', session: null, reason: 'ended' });
  expect(await events.next()).toBe('end');
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

test('nobody without a session hears anything', async () => {
  expect(await server.browser().refusal('auth:onIdentityProviderTokenChange', {})).toBe('AUTH.REQUIRED');
});
