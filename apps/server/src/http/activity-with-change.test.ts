import { minuteMs, secondMs, systemClock } from '@acequia/base';
import { contract, type OperationMeta, type OperationName } from '@acequia/contract';
import { may } from '@acequia/domain';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TenantAudit } from '../modules/activity/audit.ts';
import { enrol, readAuthenticator } from '../modules/auth/test-authenticator.ts';
import { signInWithIdentity } from '../modules/sso/sign-in.ts';
import { createOperatorCommands, type OperatorCommandsDeps } from '../operator/operator-commands.ts';
import { createTestApp, operationNames, ownerPassword, testOperatorToken, type Browser, type TestApp } from '../test-app.ts';
import { enrolTestWorker } from '../test-worker.ts';
import { furnish, validInputs, type Ids } from './test-inputs.ts';

let server: TestApp;
let owner: Client;
/** An owner of an organization that has one of everything. */
let ben: Browser;
let ids: Ids;
let lateMs = 0;
/** After so long an address may try again. */
const addressWindowMs = 6 * minuteMs;
const now = () => 1_800_000_015_000 + lateMs;
beforeAll(async () => {
  server = await createTestApp({ clock: { ...systemClock, now } });
  await server.firstOwner();
  owner = new Client(server.db.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.stop();
});
const emptyLog = (client = owner) => client.query('drop trigger if exists full_log on activity; drop function if exists full_log');
afterEach(() => emptyLog());

/** From now on no row of the log can be written, as with a full disk. */
const fillLog = (client = owner) =>
  client.query(`create function full_log() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
    create trigger full_log before insert on activity for each row execute function full_log()`);
/**
 * What the log does not tell of: counters of attempts, flows that any answer of a provider uses up, signs of life, renewed cookies; and
 * news for other servers, which are swept up meanwhile.
 */
const untold = {
  tables: ['login_attempts', 'sso_flows', 'dispatch'],
  columns: ['seen_at', 'user_agent', 'last_seen_at', 'last_step', 'secret_hash', 'previous_hash', 'seed', 'renewed_at', 'replaced_at'],
};
/** Every row of the database, as digests by table. */
const state = async (client = owner): Promise<Record<string, string>> => {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> all($1)",
    [untold.tables],
  );
  const digests: Record<string, string> = {};
  for (const { name } of rows) {
    const digest = await client.query<{ digest: string }>(
      `select coalesce(md5(string_agg(line, ',' order by line)), '') as digest from (select (to_jsonb(t) - $1::text[])::text as line from "${name}" t) lines`,
      [untold.columns],
    );
    digests[name] = digest.rows[0]!.digest;
  }
  return digests;
};
/** Without those of reading event content: the first in an hour has one more. */
const rowsOfLog = async () => (await owner.query("select from activity where entity <> 'content'")).rowCount ?? 0;
const operator = (command: string, body: unknown) =>
  fetch(`${server.url}/operator/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
/** Throws what the operator is told. */
const command = async (name: string, body: unknown): Promise<unknown> => {
  const answer = await operator(name, body);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
};
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
    const ana = server.browser();
    await ana.call('auth:login', { email: 'ana@example.com', password: ownerPassword });
    const rules = [{ address: '10.0.0.7', port: null, tenantId: null }];
    return { attempt: () => ana.call('installation:updateEgress', { loopback: false, rules }) };
  },
  'a login': async () => {
    const { Email: email } = (await (await server.user('owner')).call('auth:session', {})).user;
    return { attempt: () => server.browser().call('auth:login', { email, password: ownerPassword }) };
  },
  'a login with its second step': async () => {
    const user = await server.user('owner');
    const { Email: email } = (await user.call('auth:session', {})).user;
    const { codeAt } = await enrol(user, now());
    const other = server.browser();
    await other.call('auth:login', { email, password: ownerPassword });
    return {
      attempt: () => {
        lateMs += 30 * secondMs;
        return other.call('auth:verifyMfa', { totpCode: codeAt(now()) });
      },
    };
  },
  'a log-out': async () => {
    const user = await server.user('owner');
    return { attempt: () => user.call('auth:removeToken', {}) };
  },
  'another organization': async () => {
    const [user, other] = [await server.user('owner'), await server.user('owner')];
    const { Email: email } = (await user.call('auth:session', {})).user;
    await user.call('auth:acceptInvite', { token: await invite(other, email) });
    const first = await user.call('auth:session', {});
    const tenantId =
      first.user.TenantId === other.tenantId
        ? (await user.call('tenants:list', {})).find(({ id }) => id !== other.tenantId)!.id
        : other.tenantId;
    return { attempt: () => user.call('auth:changeTenant', { tenantId }) };
  },
  'a new account by an invitation': async () => {
    const token = await invite(await server.user('owner'), newAddress());
    const person = { name: 'Eva', surname: 'Soto', company: '', password: next, language: 'en', agreed: true } as const;
    return { attempt: () => server.browser().call('auth:welcome', { token, ...person }) };
  },
  'an invitation that an account accepts': async () => {
    const user = await server.user('owner');
    const { Email: email } = (await user.call('auth:session', {})).user;
    const token = await invite(await server.user('owner'), email);
    return { attempt: () => user.call('auth:acceptInvite', { token }) };
  },
  'the first entry of a member by single sign-on': async () => {
    const user = await server.user('owner');
    const { Email: email } = (await user.call('auth:session', {})).user;
    return { attempt: () => enterBySso(user.tenantId, email) };
  },
  'the first entry of somebody invited by single sign-on': async () => {
    const user = await server.user('owner');
    const email = newAddress();
    await invite(user, email);
    return { attempt: () => enterBySso(user.tenantId, email) };
  },
};

let addresses = 0;
const newCluster = () => ({ name: newAddress(), host: 'cluster.example', ports: { from: 2000, to: 3000 }, fileRoots: [] });
const newAddress = () => `new${(addresses += 1)}@example.com`;
const invite = async (by: Browser, email: string): Promise<string> =>
  (await by.call('users:invite', { emails: [email], role: 'admin' }))[0]!.link!.split('token=')[1]!;
const enterBySso = async (tenantId: string, email: string) => {
  const { rows } = await owner.query<{ id: string; slug: string; name: string }>('select id, slug, name from tenants where id = $1', [
    tenantId,
  ]);
  const identity = { issuer: 'https://idp.example', subject: email, email, name: 'Eva', surname: 'Soto', savedRole: 'owner' } as const;
  const deps = { database: server.db.database, open: server.app.auth.open, clock: { ...systemClock, now }, trials: false };
  return signInWithIdentity(deps, { tenant: rows[0]!, provider: 'openid', identity, ip: '127.0.0.1', language: 'en' });
};

/** An input of each operator command that changes something. */
const commands: Record<string, () => Promise<unknown>> = {
  'user/reset-link': async () => ({ email: await addressOf(await server.user('owner')) }),
  'user/reset-mfa-link': async () => {
    const user = await server.user('owner');
    await enrol(user, now());
    return { email: await addressOf(user) };
  },
  'keys/rotate': () => Promise.resolve({}),
  'cluster/create': () => Promise.resolve(newCluster()),
  'cluster/enrol': () => Promise.resolve({ name: 'test' }),
  'cluster/remove': async () => {
    const wish = newCluster();
    await command('cluster/create', wish);
    return { name: wish.name };
  },
  'cluster/remove-worker': async () => {
    const wish = newCluster();
    const { token } = (await command('cluster/create', wish)) as { readonly token: string };
    await enrolTestWorker(server.url, token, 'gone');
    return { name: wish.name, worker: 'gone' };
  },
  'installation/update-egress': () =>
    Promise.resolve({ loopback: true, rules: [{ address: `10.1.1.${(addresses += 1)}`, port: null, tenantId: null }] }),
  'installation/operator': async () => ({ slug: (await server.user('owner')).tenantId, operator: true }),
  'tenant/features': async () => ({ slug: (await server.user('owner')).tenantId, features: ['alerts'] }),
  'tenant/trial': async () => ({ slug: (await server.user('owner')).tenantId, action: 'extend', days: 3 }),
  'tenant/create': () => Promise.resolve({ name: newAddress(), owner: newAddress() }),
};
const changeNothing = ['audit/verify', 'installation/egress'];
const addressOf = async (user: Browser) => (await user.call('auth:session', {})).user.Email;

const metaOf = (name: OperationName): OperationMeta => {
  const [noun = '', verb = ''] = name.split(':');
  return (contract as unknown as Record<string, Record<string, { '~orpc': { meta: OperationMeta } }>>)[noun]![verb]!['~orpc'].meta;
};
/** What the sample inputs cannot do on this server: the refusal leaves a row. */
const impossible: Partial<Record<OperationName, string>> = {
  'authOpenID:updateConfig': 'ACQ-NOT-FOUND',
  'authSaml:updateConfig': 'ACQ-NOT-FOUND',
  'tenants:activateTenantMfa': 'AUTH.MFA_NEEDED',
  'tenants:createDemo': 'ACQ-COMPONENT-MISSING',
  'getStarted:setUp': 'ACQ-COMPONENT-MISSING',
  'shadowRuns:start': 'ACQ-SHADOW-NOTHING',
  'shadowRuns:stop': 'ACQ-NOT-FOUND',
  'deadLetters:edit': 'ACQ-NOT-FOUND',
  'alerts:acknowledge': 'ACQ-NOT-FOUND',
  'alerts:snooze': 'ACQ-NOT-FOUND',
  'lookups:activateVersion': 'ACQ-CONFIG',
  'assistant:ask': 'ACQ-FEATURE-OFF',
  'pipelineTests:remove': 'ACQ-NOT-FOUND',
  'marketplace:deleteTemplate': 'WEB-00015',
};
/** The samples, about a pipeline that is published. */
const inputOf = async (name: OperationName): Promise<unknown> => {
  const input = validInputs(ids)[name];
  if (!aboutPublished.includes(name)) return input;
  const { id } = (await ben.call('pipelines:list', {})).find(({ name: title }) => title.startsWith('replayed'))!;
  const { revision } = await ben.call('pipelines:getVersion', { id, version: 'Main' });
  return { ...(input as object), revision, ...(name.startsWith('pipelines:') ? { id } : { pipelineId: id }) };
};
const aboutPublished: readonly OperationName[] = [
  'pipelines:publishVersion',
  'pipelines:restoreVersion',
  'pipelines:startVersion',
  'pipelines:stopVersion',
  'shadowRuns:start',
  'replays:start',
  'marketplace:createTemplate',
];
/** What goes on after the answer has ended: the check of a file, the fetch of another. */
const quiet = () =>
  vi.waitFor(async () => {
    const { rowCount } = await owner.query(
      `select from lookup_versions where status = 'processing' and sealed_at is not null
        union all select from lookup_refreshes where next_at <= ${now()} or fault is null`,
    );
    expect(rowCount).toBe(0);
  }, 10_000);
/** Operations that leave a row, but for those that would end the session or the account that calls: the changes above are these. */
const recorded = operationNames.filter((name) => {
  const { activity, permission } = metaOf(name);
  return (
    activity !== undefined && !name.startsWith('auth:') && permission !== 'public' && permission !== 'session' && may('owner', permission)
  );
});
/** What others still need is taken away last, the parts of a thing before it. */
const takesAway = (name: OperationName) => /:(remove|delete)/.test(name);
const inOrder = [...recorded.filter((name) => !takesAway(name)), ...recorded.filter(takesAway).reverse()];

describe('a change and its row of the log stand or fall together', () => {
  test.each(Object.keys(changes))('%s', async (name) => {
    lateMs += addressWindowMs;
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

  test('the first owner', async () => {
    const empty = await createTestApp();
    const client = new Client(empty.db.owner);
    await client.connect();
    const setupCode = (await empty.app.auth.issueSetupCode())!;
    const person = { email: 'ana@example.com', password: ownerPassword, name: 'Ana', surname: 'Vega', tenantName: 'Vega' };
    const before = await state(client);
    await fillLog(client);
    await expect(empty.browser().call('auth:createOwner', { setupCode, ...person })).rejects.toThrow();
    await emptyLog(client);
    expect(await state(client)).toEqual(before);
    await empty.browser().call('auth:createOwner', { setupCode, ...person });
    const { rows } = await client.query('select entity, operation, via from activity order by seq');
    expect(rows).toEqual([
      { entity: 'tenant', operation: 'create', via: 'session' },
      { entity: 'session', operation: 'start', via: 'session' },
    ]);
    await client.end();
    await empty.stop();
  });

  test('every command of operators that changes something is tried', () => {
    const names = Object.keys(createOperatorCommands({} as OperatorCommandsDeps));
    expect([...Object.keys(commands), ...changeNothing].sort()).toEqual(names.sort());
  });

  test.each(Object.keys(commands))('the operator’s %s', async (name) => {
    lateMs += addressWindowMs;
    const input = await commands[name]!();
    const [before, written] = [await state(), await rowsOfLog()];
    await fillLog();
    await expect(command(name, input)).rejects.toThrow();
    await emptyLog();
    expect(await state()).toEqual(before);
    await command(name, input);
    expect(await state()).not.toEqual(before);
    expect(await rowsOfLog()).toBeGreaterThan(written);
  });

  test('an organization has one of everything', async () => {
    lateMs += addressWindowMs;
    ben = await server.user('owner');
    ids = await furnish(server, ben, 24_000);
    await ben.call('auth:reauthenticateWithCredential', { email: await addressOf(ben), password: ownerPassword });
  });

  test.each(inOrder)('%s', async (name) => {
    await quiet();
    const input = await inputOf(name);
    const [before, written] = [await state(), await rowsOfLog()];
    await fillLog();
    await expect(ben.call(name, input as never)).rejects.toThrow();
    await emptyLog();
    expect(await state()).toEqual(before);
    const refusal = await ben.call(name, input as never).then(
      () => undefined,
      (error: unknown) => (error as { readonly code: string }).code,
    );
    expect(refusal).toBe(impossible[name]);
    expect(await rowsOfLog()).toBe(written + 1);
  });

  test('the chain of the log is whole after them', async () => {
    const { tenants } = (await (await operator('audit/verify', {})).json()) as { readonly tenants: readonly TenantAudit[] };
    expect(tenants.length).toBeGreaterThan(1);
    expect(tenants.filter(({ broken }) => broken !== null)).toEqual([]);
  });
});
