import { minuteMs, secondMs, systemClock } from '@acequia/base';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TenantAudit } from '../modules/activity/audit.ts';
import { enrol, readAuthenticator } from '../modules/auth/test-authenticator.ts';
import { createTestApp, ownerPassword, testOperatorToken, type Browser, type TestApp } from '../test-app.ts';

let server: TestApp;
let owner: Client;
/** An owner of the installation. */
let ana: Browser;
let lateMs = 0;
const now = () => 1_800_000_015_000 + lateMs;
beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, now } });
  ana = await server.firstOwner();
  owner = new Client(server.db.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});
const emptyLog = () => owner.query('drop trigger if exists full_log on activity; drop function if exists full_log');
afterEach(emptyLog);

/** From now on no row of the log can be written, as with a full disk. */
const fillLog = () =>
  owner.query(`create function full_log() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
    create trigger full_log before insert on activity for each row execute function full_log()`);
/** What the changes below change. */
const state = async () => {
  const { rows } = await owner.query(`select
    (select jsonb_agg(to_jsonb(c) order by user_id) from credentials c) as credentials,
    (select jsonb_agg(id order by id) from sessions) as sessions,
    (select jsonb_agg(to_jsonb(f) - 'last_step' order by user_id) from totp_factors f) as factors,
    (select jsonb_agg(user_id order by user_id) from recovery_codes) as codes,
    (select jsonb_agg(egress_rules) from installation) as rules`);
  return rows[0] as object;
};
const rowsOfLog = async () => (await owner.query('select from activity')).rowCount ?? 0;
const operator = (command: string, body: unknown) =>
  fetch(`${server.url}/operator/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const tokenOf = async (command: string, email: string) => {
  const { path } = (await (await operator(command, { email })).json()) as { readonly path: string };
  return path.split('token=')[1]!;
};

const next = 'Otra-clave-2031';
/** Each makes ready; what it returns tries the change. */
const changes: Record<string, () => Promise<{ readonly attempt: () => Promise<unknown> }>> = {
  'a new password': async () => {
    const user = await server.user('owner');
    const { Email: email, UID: userId } = (await user.call('auth:session', {})).user;
    await server.browser().call('auth:login', { email, password: ownerPassword });
    const input = { email, userId, oldPassword: ownerPassword, newPassword: next, confirmNewPassword: next };
    return { attempt: () => user.call('auth:updatePassword', input) };
  },
  'a new password by a link': async () => {
    const { Email: email } = (await (await server.user('owner')).call('auth:session', {})).user;
    const token = await tokenOf('user/reset-link', email);
    return { attempt: () => server.browser().call('auth:resetPassword', { token, newPassword: next, confirmNewPassword: next }) };
  },
  'a second factor': async () => {
    const user = await server.user('owner');
    const { Email: email } = (await user.call('auth:session', {})).user;
    await server.browser().call('auth:login', { email, password: ownerPassword });
    const codeAt = readAuthenticator((await user.call('auth:getTotpSecret', {})).url);
    return { attempt: () => user.call('auth:activateTotpMfa', { totpCode: codeAt(now()) }) };
  },
  'no second factor any more': async () => {
    const user = await server.user('owner');
    const { codeAt } = await enrol(user, now());
    return {
      attempt: () => {
        lateMs += 30 * secondMs;
        return user.call('auth:deactivateTotpMfa', { totpCode: codeAt(now()) });
      },
    };
  },
  'no second factor any more, by a link': async () => {
    const user = await server.user('owner');
    const { Email: email } = (await user.call('auth:session', {})).user;
    await enrol(user, now());
    const token = await tokenOf('user/reset-mfa-link', email);
    return { attempt: () => server.browser().call('auth:resetMfa', { token, password: ownerPassword }) };
  },
  'the end of another session': async () => {
    const user = await server.user('owner');
    const { Email: email } = (await user.call('auth:session', {})).user;
    await server.browser().call('auth:login', { email, password: ownerPassword });
    const { id } = (await user.call('auth:getSessions', {})).find(({ present }) => !present)!;
    return { attempt: () => user.call('auth:endSession', { id }) };
  },
  'the end of all other sessions': async () => {
    const user = await server.user('owner');
    const { Email: email } = (await user.call('auth:session', {})).user;
    await server.browser().call('auth:login', { email, password: ownerPassword });
    return { attempt: () => user.call('auth:endOtherSessions', {}) };
  },
  'what organizations may call': async () => {
    const rules = [{ address: '10.0.0.7', port: null, tenantId: null }];
    return { attempt: () => ana.call('installation:updateEgress', { loopback: false, rules }) };
  },
  'what organizations may call, by the operator': async () => ({
    attempt: async () => {
      const rules = [{ address: '10.1.1.1', port: null, tenantId: null }];
      const answer = await operator('installation/update-egress', { loopback: true, rules });
      if (!answer.ok) throw new Error(await answer.text());
    },
  }),
};

describe('a change and its row of the log stand or fall together', () => {
  test.each(Object.keys(changes))('%s', async (name) => {
    lateMs += minuteMs;
    const { attempt } = await changes[name]!();
    const [before, written] = [await state(), await rowsOfLog()];
    await fillLog();
    await expect(attempt()).rejects.toThrow();
    await emptyLog();
    expect(await state()).toEqual(before);
    await attempt();
    expect(await state()).not.toEqual(before);
    expect(await rowsOfLog()).toBeGreaterThan(written);
  });

  test('the chain of the log is whole after them', async () => {
    const { tenants } = (await (await operator('audit/verify', {})).json()) as { readonly tenants: readonly TenantAudit[] };
    expect(tenants.length).toBeGreaterThan(1);
    expect(tenants.filter(({ broken }) => broken !== null)).toEqual([]);
  });
});
