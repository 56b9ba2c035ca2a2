import { randomBytes } from 'node:crypto';
import { minuteMs, silentLog, systemClock, type Log } from '@acequia/base';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { memberships, users } from '../../db/schema/index.ts';
import { noMailer } from '../../mail/mailer.ts';
import { startTestInbox, type TestInbox } from '../../mail/test-inbox.ts';
import { createTestApp, ownerPassword, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';
import { createAfterAnswer } from './after-answer.ts';
import { defaultPreferences } from './auth.service.ts';
import { createRecovery } from './recovery.service.ts';

let server: TestApp;
let inbox: TestInbox;
let lateMs = 0;
let owner: Browser;
let email: string;
const lines: string[] = [];
const note = (fields: object, text: string) => void lines.push(`${JSON.stringify(fields)} ${text}`);
const log: Log = { ...silentLog, error: note, warn: note, info: note, debug: note };
beforeAll(async () => {
  inbox = await startTestInbox();
  server = await createTestApp({
    clock: { ...systemClock, now: () => systemClock.now() + lateMs },
    log,
    mail: { smtpUrl: inbox.url, from: 'Acequia <a@example.com>', publicUrl: 'https://console.example.com' },
  });
  owner = await server.user('owner');
  email = (await owner.call('auth:session', {})).user.Email;
});
afterAll(async () => {
  await server.stop();
  await inbox.close();
});
beforeEach(() => server.db.database.gate.execute('delete from login_attempts'));

const next = 'Riego-lento-2031';
const ask = async (address: string, headers: Record<string, string> = {}) => {
  const response = await server.browser().fetch('/rpc/auth/forgotPassword', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-acequia': 'test', ...headers },
    body: JSON.stringify({ json: { email: address } }),
  });
  const { date: _date, ...told } = Object.fromEntries(response.headers);
  return { status: response.status, body: await response.text(), told };
};
const freshToken = async () => {
  await ask(email);
  await server.app.afterAnswer.settled();
  return inbox.linkFor(email).split('#token=')[1]!;
};
const reset = (token: string, newPassword = next, confirmNewPassword = newPassword) =>
  server.browser().refusal('auth:resetPassword', { token, newPassword, confirmNewPassword });

describe('forgotten', () => {
  test('a known and an unknown address get the same answer, to the last header (CVE-2022-39307)', async () => {
    const before = inbox.mails.length;
    expect(await ask(email)).toEqual(await ask('nobody@example.com'));
    await server.app.afterAnswer.settled();
    expect(inbox.mails).toHaveLength(before + 1);
  });

  test('a known and an unknown address cost the same work before the answer, each time', async () => {
    const { gate } = server.db.database;
    let statements: string[] = [];
    const counted = new Proxy(gate, {
      get: (target, name: keyof typeof gate) => {
        const made = target[name] as (...args: readonly unknown[]) => unknown;
        return (...args: readonly unknown[]) => {
          statements.push(name);
          return made.apply(target, [...args]);
        };
      },
    });
    const afterAnswer = createAfterAnswer(silentLog);
    const recovery = createRecovery({
      database: { ...server.db.database, gate: counted },
      sessions: undefined as never,
      passwords: undefined as never,
      mailer: { ...noMailer, offered: true },
      clock: systemClock,
      random: { bytes: (n) => randomBytes(n) },
      afterAnswer,
      holdMs: 0,
    });
    const costOf = async (address: string) => {
      await gate.execute('delete from login_attempts');
      statements = [];
      await recovery.forgot(address, '192.0.2.7');
      const cost = statements.join(' ');
      await afterAnswer.settled();
      return cost;
    };
    const costs = new Set<string>();
    for (let n = 0; n < 40; n += 1) {
      costs.add(await costOf(email));
      costs.add(await costOf(`nobody${n}@example.com`));
    }
    expect([...costs]).toEqual([expect.stringContaining('execute execute')]);
  });

  test('nothing about the account is looked at before the answer: it comes while the account cannot be read', async () => {
    const { gate } = server.db.database;
    const lock = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const held = gate.transaction(async (tx) => {
      await tx.execute('lock table users in access exclusive mode');
      locked.resolve();
      await lock.promise;
    });
    await locked.promise;
    expect((await ask(email)).status).toBe(200);
    lock.resolve();
    await held;
    await server.app.afterAnswer.settled();
  });

  test('an account of single sign-on alone gets no mail while a provider decides who comes in, and its first password once that is over', async () => {
    const stranded = 'stranded@example.com';
    const { gate } = server.db.database;
    const id = crypto.randomUUID();
    await gate.insert(users).values({ id, email: stranded, name: 'S', surname: '', preferences: defaultPreferences, createdAt: 0 });
    await gate.insert(memberships).values({ tenantId: owner.tenantId, userId: id, role: 'viewer' });
    const before = inbox.mails.length;
    await gate.execute(`update tenants set sso = 'openid' where id = '${owner.tenantId}'`);
    await ask(stranded);
    await server.app.afterAnswer.settled();
    expect(inbox.mails).toHaveLength(before);
    await gate.execute(`update tenants set sso = 'unconfigured' where id = '${owner.tenantId}'`);
    await ask(stranded);
    await server.app.afterAnswer.settled();
    expect(inbox.mails).toHaveLength(before + 1);
    const answer = await fetch(`${server.url}/operator/user/reset-link`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: stranded }),
    });
    const { path } = (await answer.json()) as { readonly path: string };
    const token = path.split('#token=')[1]!;
    await server.browser().call('auth:findReset', { token });
    await server.browser().call('auth:resetPassword', { token, newPassword: next, confirmNewPassword: next });
    expect(await server.browser().refusal('auth:findReset', { token })).toBe('AUTH.RESET_LINK');
    const back = server.browser();
    await back.call('auth:login', { email: stranded, password: next });
    expect(await back.call('auth:session', {})).toMatchObject({ via: 'password', hasPassword: true });
    const mails = inbox.mails.length;
    const again = 'Riego-lento-2031';
    const change = { email: stranded, userId: id, oldPassword: next, newPassword: again, confirmNewPassword: again };
    await back.call('auth:updatePassword', change);
    await server.app.afterAnswer.settled();
    expect(inbox.mails).toHaveLength(mails + 1);
  });

  test('the link begins with the configured address, whatever the request names', async () => {
    await ask(email, { 'x-forwarded-host': 'evil.example' });
    await server.app.afterAnswer.settled();
    expect(inbox.mails.at(-1)!.text).toContain('https://console.example.com/reset#token=');
    expect(inbox.mails.at(-1)!.text).not.toContain('evil');
  });

  test.each([[['a@b.cc', 'c@d.ee']], [{ email: 'a@b.cc' }], ['a@b.cc,c@d.ee'], ['a@b.cc\nc@d.ee']])(
    '%j is no address (CVE-2023-7028)',
    async (address) => {
      const before = inbox.mails.length;
      expect(await server.browser().refusal('auth:forgotPassword', { email: address as string })).toBe('WEB-00022');
      await server.app.afterAnswer.settled();
      expect(inbox.mails).toHaveLength(before);
    },
  );

  test('an account is not flooded with mails, and who asks does not learn of it', async () => {
    const before = inbox.mails.length;
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(email)));
    await server.app.afterAnswer.settled();
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(inbox.mails.length - before).toBeLessThanOrEqual(3);
  });

  test('one address of the network may not ask without end', async () => {
    const codes = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(`p${n}@example.com`)));
    expect(codes.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
  });
});

describe('a reset link', () => {
  test('works once, ends every session, logs nobody in, and the user is told', async () => {
    const other = server.browser();
    await other.call('auth:login', { email, password: ownerPassword });
    const token = await freshToken();
    const visitor = server.browser();
    await visitor.call('auth:resetPassword', { token, newPassword: next, confirmNewPassword: next });
    expect(visitor.cookie).toBe('');
    expect(await other.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
    expect(await owner.refusal('auth:session', {})).toBe('AUTH.EXPIRED');
    expect(await reset(token)).toBe('AUTH.RESET_LINK');
    expect(await server.browser().refusal('auth:login', { email, password: ownerPassword })).toBe('AUTH.CREDENTIALS');
    await server.browser().call('auth:login', { email, password: next });
    await server.app.afterAnswer.settled();
    expect(inbox.mails.at(-1)!.text).toContain('password was changed');
  });

  test('shown many times at once it sets one password', async () => {
    const token = await freshToken();
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) =>
        server.browser().call('auth:resetPassword', { token, newPassword: `${next}-${n}`, confirmNewPassword: `${next}-${n}` }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('lasts 30 minutes, and a newer one ends it', async () => {
    const first = await freshToken();
    const second = await freshToken();
    expect(await reset(first)).toBe('AUTH.RESET_LINK');
    lateMs += 30 * minuteMs;
    expect(await reset(second)).toBe('AUTH.RESET_LINK');
    lateMs -= 30 * minuteMs;
    expect(await reset('x')).toBe('AUTH.RESET_LINK');
  });

  test('is not used up by a password that is refused', async () => {
    const token = await freshToken();
    expect(await reset(token, 'short')).toBe('AUTH.PASSWORD_RULES');
    expect(await reset(token, 'Password2026!')).toBe('AUTH.PASSWORD_COMMON');
    expect(await reset(token, next, `${next}x`)).toBe('AUTH.PASSWORD_CONFIRM');
    await server.browser().call('auth:resetPassword', { token, newPassword: next, confirmNewPassword: next });
  });

  test('is void once the account has another address', async () => {
    const token = await freshToken();
    await server.db.database.gate.execute(`update users set email = 'moved@example.com' where email = '${email}'`);
    expect(await reset(token)).toBe('AUTH.RESET_LINK');
    await server.db.database.gate.execute(`update users set email = '${email}' where email = 'moved@example.com'`);
  });

  test('is nowhere in the log', () => {
    const tokens = inbox.mails.flatMap(({ text }) => [...text.matchAll(/#token=([\w-]+)/g)].map((match) => match[1]!));
    expect(tokens.length).toBeGreaterThan(5);
    for (const token of tokens) expect(lines.join('\n')).not.toContain(token);
  });
});
