import { inspect } from 'node:util';
import { silentLog, systemClock, type Log } from '@acequia/base';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, ownerPassword, type TestApp } from '../../test-app.ts';

let server: TestApp;
/** Time stands still: nobody has waited long enough, unless a test says so. */
let nowMs = systemClock.now();
const lines: string[] = [];
const note = (fields: object, text: string) => void lines.push(`${inspect(fields, { depth: 9, maxStringLength: null })} ${text}`);
const log: Log = { ...silentLog, error: note, warn: note, info: note, debug: note };
beforeAll(async () => {
  server = await createTestApp({ log, clock: { ...systemClock, now: () => nowMs }, callLimit: { perSecond: 1e6, burst: 1e6 } });
});
afterAll(() => server.stop());
beforeEach(() => server.db.database.gate.execute('delete from login_attempts'));

const emailOf = async (role: 'owner' | 'viewer') => (await (await server.user(role)).call('auth:session', {})).user.Email;
const guess = async (email: string, password: string, headers: Record<string, string> = {}, path = '/rpc/auth/login') => {
  const response = await server.browser().fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-acequia': 'test', ...headers },
    body: JSON.stringify(path.startsWith('/rpc') ? { json: { email, password } } : { email, password }),
  });
  return { status: response.status, cookie: response.headers.get('set-cookie') };
};
const countedFor = async (subject: string): Promise<number> => {
  const { rows } = await server.db.database.gate.execute<{ failures: number }>(
    `select failures from login_attempts where subject = '${subject}'`,
  );
  return rows[0]?.failures ?? 0;
};

test('200 guesses at once are not 200 guesses: five are looked at, and the right one waits with them (CVE-2026-93346)', async () => {
  const email = await emailOf('owner');
  await server.db.database.gate.execute('delete from login_attempts');
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => guess(email, `wrong ${n}`)));
  expect(answers.every(({ status, cookie }) => (status === 401 || status === 429) && cookie === null)).toBe(true);
  expect(await countedFor(`account:${email}`)).toBe(5);
  expect((await guess(email, ownerPassword)).cookie).toBeNull();
});

test('other headers, capitals, spaces and doors are the same account and the same address (CVE-2026-43914)', async () => {
  const email = await emailOf('viewer');
  await server.db.database.gate.execute('delete from login_attempts');
  const spellings = [email, email.toUpperCase(), ` ${email}`, `${email} `, email.replace('u', 'U')];
  for (let n = 0; n < 12; n += 1) {
    const address = `203.0.113.${n}`;
    const headers = {
      'x-forwarded-for': address,
      'x-real-ip': address,
      forwarded: `for=${address}`,
      'user-agent': `guess ${n}`,
      'cf-connecting-ip': address,
    };
    const answer = await guess(spellings[n % spellings.length]!, 'wrong', headers, n % 2 === 0 ? '/rpc/auth/login' : '/api/v1/auth/login');
    expect(answer.status).toBe(n < 5 ? 401 : 429);
  }
  // What holds a control character is no address.
  expect((await guess(`\t${email}`, 'wrong')).status).toBe(400);
  const { rows } = await server.db.database.gate.execute<{ subject: string }>('select subject from login_attempts order by 1');
  expect(rows.map(({ subject }) => subject)).toEqual([`account:${email}`, 'ip:127.0.0.1']);
  expect((await guess(email, ownerPassword, { 'x-forwarded-for': '198.51.100.9' })).cookie).toBeNull();
});

test('a lock of the login is a lock of every door that takes the password (CVE-2026-9798)', async () => {
  const inside = await server.user('viewer');
  const { Email: email, UID: userId } = (await inside.call('auth:session', {})).user;
  await server.db.database.gate.execute('delete from login_attempts');
  for (let n = 0; n < 6; n += 1) await guess(email, 'wrong');
  expect(await inside.refusal('auth:reauthenticateWithCredential', { email, password: ownerPassword })).toBe('WEB-11012');
  const next = 'Riego-lento-2031';
  expect(
    await inside.refusal('auth:updatePassword', { email, userId, oldPassword: ownerPassword, newPassword: next, confirmNewPassword: next }),
  ).toMatch(/^WEB-|^AUTH\./);
  await server.db.database.gate.execute('delete from login_attempts');
  expect((await guess(email, next)).cookie).toBeNull();
  expect((await guess(email, ownerPassword)).cookie).not.toBeNull();
});

test('a session somebody else chose does not become the session of who logs in (GHSA-3xf8-g8gr-g7rh)', async () => {
  const email = await emailOf('viewer');
  const planted = `__Host-sid=${'f'.repeat(64)}`;
  const victim = server.browser();
  victim.cookie = planted;
  await victim.call('auth:login', { email, password: ownerPassword });
  expect(victim.cookie).not.toBe(planted);
  const thief = server.browser();
  thief.cookie = planted;
  expect(await thief.refusal('auth:session', {})).toMatch(/^AUTH\.(EXPIRED|REQUIRED)$/);
});

test('neither session, password nor secret is in a log that tells everything, also of statements that failed (CVE-2021-37759)', async () => {
  const email = await emailOf('owner');
  const browser = server.browser();
  await browser.call('auth:login', { email, password: ownerPassword });
  await browser.refusal('auth:login', { email, password: `${ownerPassword}x` });
  const session = browser.cookie.split('=')[1]!;
  const value = 'agua-de-la-acequia-mayor';
  const operator = new Client(server.db.owner);
  await operator.connect();
  await operator.query('alter table secrets rename to secrets_away');
  await browser.refusal('secrets:create', { name: 's', description: 'd', tags: [], value, expirationDate: 4_000_000_000_000 });
  await operator.query('alter table sessions rename to sessions_away');
  await browser.refusal('auth:session', {});
  await operator.query('alter table credentials rename to credentials_away');
  await server.browser().refusal('auth:login', { email, password: ownerPassword });
  for (const table of ['secrets', 'sessions', 'credentials']) await operator.query(`alter table ${table}_away rename to ${table}`);
  await operator.end();
  await browser.fetch(`/nothing?${session}`);
  const told = lines.join('\n');
  for (const table of ['secrets', 'sessions', 'credentials']) expect(told).toContain(table);
  for (const hidden of [session, ownerPassword, value]) expect(told).not.toContain(hidden);
});

test('a login that fails after its password was right forgets no guess, and leaves no session', async () => {
  const email = await emailOf('owner');
  await server.db.database.gate.execute('delete from login_attempts');
  await guess(email, 'wrong');
  const owner = new Client(server.db.owner);
  await owner.connect();
  try {
    const sessions = async () => (await owner.query('select from sessions')).rowCount;
    const before = await sessions();
    await owner.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
      create trigger refuse before update on memberships for each row execute function refuse()`);
    const answer = await guess(email, ownerPassword);
    expect([answer.status, answer.cookie]).toEqual([500, null]);
    expect([await countedFor(`account:${email}`), await sessions()]).toEqual([2, before]);
  } finally {
    await owner.query('drop trigger if exists refuse on memberships; drop function if exists refuse');
    await owner.end();
  }
  expect((await guess(email, ownerPassword)).status).toBe(200);
  expect(await countedFor(`account:${email}`)).toBe(0);
});

test('an address over its limit locks nobody out of their account', async () => {
  const email = await emailOf('owner');
  await server.db.database.gate.execute('delete from login_attempts');
  for (let n = 0; n < 50; n += 1) await guess(`nobody-${n}@example.com`, 'wrong');
  expect((await guess(email, 'wrong')).status).toBe(429);
  expect(await countedFor(`account:${email}`)).toBe(0);
});

/** What a browser keeps of a right login, beside its session. */
async function deviceOf(email: string): Promise<string> {
  const response = await server.browser().fetch('/rpc/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-acequia': 'test' },
    body: JSON.stringify({ json: { email, password: ownerPassword } }),
  });
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith('__Host-device='));
  expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=34560000$/);
  return cookie!.split(';')[0]!;
}
const lock = async (email: string) => {
  for (let n = 0; n < 6; n += 1) await guess(email, `wrong ${n}`);
};

test('right logins do not count against their address: a whole office logs in from one', async () => {
  const email = await emailOf('viewer');
  await server.db.database.gate.execute('delete from login_attempts');
  const statuses = new Set<number>();
  for (let n = 0; n < 55; n += 1) statuses.add((await guess(email, ownerPassword)).status);
  expect([...statuses]).toEqual([200]);
});

test('the wrong logins of an address are forgotten after five minutes, though somebody logs in there all the time', async () => {
  const email = await emailOf('viewer');
  await server.db.database.gate.execute('delete from login_attempts');
  const wrong = (from: number, count: number) =>
    Promise.all(Array.from({ length: count }, async (_, n) => (await guess(`nobody-${from + n}@example.com`, 'wrong')).status));
  await wrong(0, 45);
  for (let n = 0; n < 3; n += 1) {
    nowMs += 2 * 60_000;
    expect((await guess(email, ownerPassword)).status).toBe(200);
  }
  expect(new Set(await wrong(45, 20))).toEqual(new Set([401]));
});

test('guesses from elsewhere do not keep a device out that has logged in to the account before', async () => {
  const email = await emailOf('owner');
  const cookie = await deviceOf(email);
  await lock(email);
  expect((await guess(email, ownerPassword)).cookie).toBeNull();
  expect((await guess(email, 'wrong', { cookie })).status).toBe(401);
  expect((await guess(` ${email.toUpperCase()}`, ownerPassword, { cookie })).status).toBe(200);
  // Its login forgives nobody else their guesses.
  expect((await guess(email, ownerPassword)).cookie).toBeNull();
});

test('with the cookie of a device no more guesses are looked at than without, and it holds nobody else', async () => {
  const email = await emailOf('owner');
  const cookie = await deviceOf(email);
  await server.db.database.gate.execute('delete from login_attempts');
  await Promise.all(Array.from({ length: 40 }, (_, n) => guess(email, `wrong ${n}`, { cookie })));
  const device = cookie.slice('__Host-device='.length).slice(0, 22);
  expect([await countedFor(`device:${device}`), await countedFor(`account:${email}`)]).toEqual([5, 0]);
  expect((await guess(email, ownerPassword, { cookie })).cookie).toBeNull();
  expect((await guess(email, ownerPassword)).status).toBe(200);
});

test('the cookie of a device proves nothing else, and counts for its own account alone', async () => {
  const [email, other] = [await emailOf('owner'), await emailOf('viewer')];
  const cookie = await deviceOf(email);
  const [name = '', value = ''] = cookie.split('=');
  expect((await guess(email, '', { cookie })).cookie).toBeNull();
  const asked = await server.browser().fetch('/api/v1/auth/session', { headers: { cookie: `${cookie}; __Host-sid=${value}` } });
  expect(asked.status).toBe(401);
  await lock(other);
  await lock(email);
  expect((await guess(other, ownerPassword, { cookie })).cookie).toBeNull();
  const swapped = value.startsWith('A') ? 'B' : 'A';
  for (const forged of [swapped + value.slice(1), value.slice(0, -2), `${value}A`, value.slice(0, 22) + 'A'.repeat(43), ''])
    expect((await guess(email, ownerPassword, { cookie: `${name}=${forged}` })).cookie).toBeNull();
});

test('guesses from elsewhere do not stop who is inside from showing their password on a known device', async () => {
  const inside = await server.user('viewer');
  const { Email: email } = (await inside.call('auth:session', {})).user;
  inside.cookie = `${inside.cookie}; ${await deviceOf(email)}`;
  await lock(email);
  await inside.call('auth:reauthenticateWithCredential', { email, password: ownerPassword });
});
