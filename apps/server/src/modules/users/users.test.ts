import { dayMs, hourMs, systemClock } from '@acequia/base';
import type { TenantUser } from '@acequia/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestInbox, type TestInbox } from '../../mail/test-inbox.ts';
import { createTestApp, ownerPassword, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let inbox: TestInbox;
let lateMs = 0;
let owner: Browser;
let admin: Browser;
let viewer: Browser;
beforeAll(async () => {
  inbox = await startTestInbox();
  server = await createTestApp({
    clock: { ...systemClock, now: () => systemClock.now() + lateMs },
    mail: { smtpUrl: inbox.url, from: 'Acequia <a@example.com>', publicUrl: 'https://console.example.com' },
  });
  owner = await server.user('owner');
  admin = await server.user('admin', owner.tenantId);
  viewer = await server.user('viewer', owner.tenantId);
});
afterAll(async () => {
  await server.stop();
  await inbox.close();
});
beforeEach(() => server.db.database.gate.execute('delete from login_attempts'));

const idOf = async (browser: Browser) => (await browser.call('auth:session', {})).user.UID;
const byEmail = async (email: string): Promise<TenantUser | undefined> =>
  (await owner.call('users:list', {})).find((user) => user.email === email);
const tokenFor = (email: string) => inbox.linkFor(email).split('#token=')[1]!;
const person = { name: 'Bea', surname: 'Sol', company: 'Sol', password: 'Riego-lento-2031', language: 'es', agreed: true } as const;

describe('an invitation', () => {
  test('goes out by mail, stands in the list as pending, and makes a member with the role it names', async () => {
    const outcome = await admin.call('users:invite', { emails: ['Bea@Example.com'], role: 'admin' });
    expect(outcome).toEqual([{ id: expect.stringMatching(/^IV_/), email: 'bea@example.com', outcome: 'sent', link: null }]);
    expect(await byEmail('bea@example.com')).toMatchObject({
      roles: [{ id: 'admin', name: 'admin' }],
      tenants: [{ id: owner.tenantId, status: 'PENDING' }],
    });
    const visitor = server.browser();
    const token = tokenFor('bea@example.com');
    expect(await visitor.call('auth:findInvite', { token })).toMatchObject({
      email: 'bea@example.com',
      role: 'admin',
      accountExists: false,
    });
    const session = await visitor.call('auth:welcome', { token, ...person });
    expect(session).toMatchObject({ user: { TenantId: owner.tenantId, AccessMap: { Roles: ['admin'] } }, preferences: { language: 'es' } });
    expect(await byEmail('bea@example.com')).toMatchObject({ name: 'Bea', tenants: [{ status: 'ACCEPTED' }], invitedAt: null });
    expect(await server.browser().refusal('auth:welcome', { token, ...person })).toBe('AUTH.INVITE');
    expect(await admin.call('users:invite', { emails: ['bea@example.com'], role: 'viewer' })).toEqual([
      { id: null, email: 'bea@example.com', outcome: 'member', link: null },
    ]);
  });

  test('is used once, however many show it at the same moment', async () => {
    await owner.call('users:invite', { emails: ['race@example.com'], role: 'viewer' });
    const token = tokenFor('race@example.com');
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => server.browser().call('auth:welcome', { token, ...person })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('sent again, withdrawn, or 7 days old, the link before is dead', async () => {
    await owner.call('users:invite', { emails: ['late@example.com'], role: 'viewer' });
    const first = tokenFor('late@example.com');
    const { id } = (await byEmail('late@example.com'))!;
    await owner.call('users:reinvite', { ids: [id] });
    const second = tokenFor('late@example.com');
    expect(await server.browser().refusal('auth:findInvite', { token: first })).toBe('AUTH.INVITE');
    lateMs += 7 * dayMs;
    expect(await server.browser().refusal('auth:findInvite', { token: second })).toBe('AUTH.INVITE');
    lateMs -= 7 * dayMs;
    await owner.call('users:remove', { ids: [id] });
    expect(await server.browser().refusal('auth:findInvite', { token: second })).toBe('AUTH.INVITE');
    expect(await owner.refusal('users:reinvite', { ids: [id] })).toBe('ACQ-NOT-FOUND');
  });

  test('is not for another account (CVE-2022-39306), and stays usable for the right one', async () => {
    const other = await server.user('owner');
    const email = (await other.call('auth:session', {})).user.Email;
    await owner.call('users:invite', { emails: [email], role: 'viewer' });
    const token = tokenFor(email);
    expect(await viewer.refusal('auth:acceptInvite', { token })).toBe('AUTH.INVITE_OTHER');
    expect(await server.browser().refusal('auth:welcome', { token, ...person })).toBe('AUTH.INVITE_ACCOUNT');
    const session = await other.call('auth:acceptInvite', { token });
    expect(session.user).toMatchObject({ TenantId: owner.tenantId, AccessMap: { Roles: ['viewer'] } });
    expect(await other.refusal('auth:acceptInvite', { token })).toBe('AUTH.INVITE');
  });

  test('dies with the rights of who sent it', async () => {
    const second = await server.user('owner', owner.tenantId);
    await second.call('users:invite', { emails: ['rank@example.com'], role: 'owner' });
    const token = tokenFor('rank@example.com');
    await owner.call('users:updateRole', { ids: [await idOf(second)], role: 'admin' });
    expect(await server.browser().refusal('auth:welcome', { token, ...person })).toBe('AUTH.INVITE');
    await owner.call('users:remove', { ids: [await idOf(second)] });
    expect(await server.browser().refusal('auth:findInvite', { token })).toBe('AUTH.INVITE');
  });

  test('its account is not made with a weak password or without the license', async () => {
    await owner.call('users:invite', { emails: ['weak@example.com'], role: 'viewer' });
    const token = tokenFor('weak@example.com');
    const visitor = server.browser();
    expect(await visitor.refusal('auth:welcome', { token, ...person, password: 'short' })).toBe('AUTH.PASSWORD_RULES');
    expect(await visitor.refusal('auth:welcome', { token, ...person, password: 'Password2026!' })).toBe('AUTH.PASSWORD_COMMON');
    expect(await visitor.refusal('auth:welcome', { token, ...person, agreed: false as true })).toBe('WEB-00022');
    expect(await visitor.refusal('auth:welcome', { token, ...person, name: ' ' })).toBe('WEB-00032');
    await visitor.call('auth:welcome', { token, ...person });
  });

  test('the token is in no table, answer or log row as it is', async () => {
    await owner.call('users:invite', { emails: ['hidden@example.com'], role: 'viewer' });
    const token = tokenFor('hidden@example.com');
    const rows = await server.db.database.gate.execute(
      "select encode(token_hash, 'escape') as hash, invitations::text as whole from invitations",
    );
    expect(JSON.stringify(rows.rows)).not.toContain(token);
    expect(JSON.stringify(await owner.call('users:list', {}))).not.toContain(token);
  });

  test('an address that is none is refused, and no mail goes out', async () => {
    const before = inbox.mails.length;
    for (const email of ['not an address', 'a@b.cc,c@d.ee', 'a@b.cc\r\nBcc: c@d.ee'])
      expect(await owner.refusal('users:invite', { emails: ['fine@example.com', email], role: 'viewer' })).toBe('WEB-00022');
    expect(inbox.mails).toHaveLength(before);
  });

  test('no more than 50 in an hour leave a tenant, also when asked for at once', async () => {
    const many = await server.user('owner');
    const batch = (n: number) => Array.from({ length: 20 }, (_, index) => `p${n}-${index}@example.com`);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        many.call('users:invite', { emails: batch(n), role: 'viewer' }).then(
          () => 'sent',
          (error: { readonly code: string }) => error.code,
        ),
      ),
    );
    expect(answers.sort()).toEqual(['ACQ-TOO-MANY', 'ACQ-TOO-MANY', 'sent', 'sent']);
    lateMs += hourMs / 2;
    await many.call('auth:touch', {});
    lateMs += hourMs / 2;
    await many.call('users:invite', { emails: batch(5), role: 'viewer' });
    lateMs -= hourMs;
  });
});

describe('ranks', () => {
  test('an admin neither invites, promotes, demotes nor removes an owner (CVE-2024-24830)', async () => {
    const ids = [await idOf(owner)];
    expect(await admin.refusal('users:invite', { emails: ['boss@example.com'], role: 'owner' })).toBe('WEB-00027');
    expect(await admin.refusal('users:updateRole', { ids: [await idOf(viewer)], role: 'owner' })).toBe('WEB-00027');
    expect(await admin.refusal('users:updateRole', { ids, role: 'viewer' })).toBe('WEB-00027');
    expect(await admin.refusal('users:remove', { ids })).toBe('WEB-00027');
    expect(await admin.refusal('users:endSessions', { ids })).toBe('WEB-00027');
    await owner.call('users:invite', { emails: ['boss@example.com'], role: 'owner' });
    const invite = (await byEmail('boss@example.com'))!;
    expect(await admin.refusal('users:invite', { emails: ['boss@example.com'], role: 'viewer' })).toBe('WEB-00027');
    expect(await admin.refusal('users:reinvite', { ids: [invite.id] })).toBe('WEB-00027');
    expect(await admin.refusal('users:remove', { ids: [invite.id] })).toBe('WEB-00027');
  });

  test.each(['owner', 'admin'] as const)('no %s acts on oneself, also not among others', async (role) => {
    const actor = role === 'owner' ? owner : admin;
    const ids = [await idOf(viewer), await idOf(actor)];
    expect(await actor.refusal('users:updateRole', { ids, role: 'viewer' })).toBe('WEB-00027');
    expect(await actor.refusal('users:remove', { ids })).toBe('WEB-00027');
    expect(await actor.refusal('users:endSessions', { ids })).toBe('WEB-00027');
    expect((await viewer.call('auth:session', {})).user.AccessMap.Roles).toEqual(['viewer']);
  });

  test('two owners who demote each other at once leave one owner', async () => {
    for (let round = 0; round < 8; round += 1) {
      const one = await server.user('owner');
      const two = await server.user('owner', one.tenantId);
      const [a, b] = [await idOf(one), await idOf(two)];
      await Promise.allSettled([
        one.call('users:updateRole', { ids: [b], role: 'viewer' }),
        two.call('users:updateRole', { ids: [a], role: 'viewer' }),
      ]);
      const owners = (await one.call('users:list', {})).filter(({ roles }) => roles[0]?.id === 'owner');
      expect(owners).toHaveLength(1);
      await server.db.database.gate.execute('delete from login_attempts');
    }
  });

  test('a new role counts at once, without a new login', async () => {
    const user = await server.user('viewer', owner.tenantId);
    expect(await user.refusal('secrets:list', {})).toBe('WEB-00027');
    await owner.call('users:updateRole', { ids: [await idOf(user)], role: 'admin' });
    expect(await user.call('secrets:list', {})).toEqual([]);
  });
});

describe('sessions that an administrator ends', () => {
  test('are all of these members in this tenant, with their streams, and none elsewhere; they may log in again', async () => {
    const guest = await server.user('owner');
    const home = guest.tenantId;
    await guest.call('tenants:setDefault', { id: home });
    const email = (await guest.call('auth:session', {})).user.Email;
    await owner.call('users:invite', { emails: [email], role: 'viewer' });
    await guest.call('auth:acceptInvite', { token: tokenFor(email) });
    const elsewhere = server.browser();
    await elsewhere.call('auth:login', { email, password: ownerPassword });
    const stream = await guest.call('auth:onIdentityProviderTokenChange', {});
    await stream.next();
    await admin.call('users:endSessions', { ids: [await idOf(elsewhere)] });
    expect((await stream.next()).value).toMatchObject({ event: 'notLogged' });
    expect(await guest.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
    expect((await elsewhere.call('auth:session', {})).user.TenantId).toBe(home);
    expect((await elsewhere.call('auth:changeTenant', { tenantId: owner.tenantId })).user.TenantId).toBe(owner.tenantId);
  });

  test('are none when one of those named is an invitation or not there', async () => {
    const guest = await server.user('viewer', owner.tenantId);
    await owner.call('users:invite', { emails: ['nobody-yet@example.com'], role: 'viewer' });
    const invite = (await byEmail('nobody-yet@example.com'))!;
    for (const other of [invite.id, '00000000-0000-4000-8000-000000000000'])
      expect(await owner.refusal('users:endSessions', { ids: [await idOf(guest), other] })).toBe('ACQ-NOT-FOUND');
    await guest.call('auth:session', {});
  });

  test('nobody is found who is not there', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'IV_none', 'x'])
      expect(await owner.refusal('users:find', { id })).toBe('ACQ-NOT-FOUND');
  });

  test('stand in the activity log with whose they were', async () => {
    const guest = await server.user('viewer', owner.tenantId);
    const { Email, UID } = (await guest.call('auth:session', {})).user;
    await admin.call('users:endSessions', { ids: [UID] });
    const { data } = await owner.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12 });
    expect(data[0]?.event).toEqual({ operation: 'stop', entity: 'session', name: Email });
  });
});

describe('removing', () => {
  test('ends the sessions in this tenant and none elsewhere; the account stays', async () => {
    const guest = await server.user('owner');
    const home = guest.tenantId;
    await guest.call('tenants:setDefault', { id: home });
    const email = (await guest.call('auth:session', {})).user.Email;
    await owner.call('users:invite', { emails: [email], role: 'viewer' });
    await guest.call('auth:acceptInvite', { token: tokenFor(email) });
    const elsewhere = server.browser();
    await elsewhere.call('auth:login', { email, password: ownerPassword });
    expect(elsewhere.tenantId).toBe(home);
    const stream = await guest.call('auth:onIdentityProviderTokenChange', {});
    await stream.next();
    await owner.call('users:remove', { ids: [await idOf(elsewhere)] });
    expect(await guest.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
    expect((await elsewhere.call('auth:session', {})).user.TenantId).toBe(home);
    expect(await elsewhere.refusal('auth:changeTenant', { tenantId: owner.tenantId })).toBe('ACQ-NOT-FOUND');
  });

  test('all or none: with one that is not there, nobody goes', async () => {
    const guest = await server.user('viewer', owner.tenantId);
    const ids = [await idOf(guest), '00000000-0000-4000-8000-000000000000'];
    expect(await owner.refusal('users:remove', { ids })).toBe('ACQ-NOT-FOUND');
    await guest.call('auth:session', {});
  });

  test('stands in the activity log with who and whom, and a refusal with its code', async () => {
    const guest = await server.user('viewer', owner.tenantId);
    const { Email, UID } = (await guest.call('auth:session', {})).user;
    await admin.call('users:updateRole', { ids: [UID], role: 'admin' });
    await admin.call('users:remove', { ids: [UID] });
    await admin.refusal('users:remove', { ids: [await idOf(owner)] });
    const { data } = await owner.call('activity:getUserActivity', { page: 1, from: 0, to: 4e12 });
    expect(data.slice(0, 3).map(({ event }) => event)).toEqual([
      expect.objectContaining({ operation: 'delete (WEB-00027)', entity: 'users' }),
      { operation: 'delete', entity: 'users', name: Email },
      { operation: 'update', entity: 'role', name: Email },
    ]);
  });
});
