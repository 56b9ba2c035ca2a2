import { dayMs, hourMs, minuteMs, secondMs, systemClock, type Clock } from '@acequia/base';
import type { ShadowAnswer } from '@acequia/contract/fleet';
import { egressOfTenant } from '@acequia/pipeline';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { shippedCatalogue } from '../../catalogue/catalogue.ts';
import { createTestApp, ownerPassword, testCluster, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';
import { enrolTestWorker, type TestWorker } from '../../test-worker.ts';

vi.setConfig({ testTimeout: 60_000 });

/** What waits is woken at once. */
const clock: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal) };
const side = { outcomes: { delivered: 2 }, datasinks: {}, bytesOut: 10, errors: [], usPerEvent: 1.5 };
const result = { events: 2, bytesIn: 20, cut: false, missedBlocks: 0, clockMs: 1, lookups: [], differing: 0, differences: [] };
const tried: ShadowAnswer = {
  did: 'shadow',
  state: 'done',
  progress: { blocks: 1, blocksDone: 1, events: 2 },
  reason: null,
  result: { ...result, running: side, draft: side },
};

let server: TestApp;
let owner: Browser;
let worker: TestWorker;
beforeAll(async () => {
  server = await createTestApp({ clock, catalogue: shippedCatalogue, egressRules: null });
  owner = await server.firstOwner();
  worker = await enrolTestWorker(server.url, await server.app.gateway.enrolment.issue(testCluster));
  await worker.connect();
  worker.answerTraces(() => tried);
});
afterAll(async () => {
  worker.close();
  await server.stop();
});
beforeEach(() => owner.call('tenants:removeDemo', {}));

const lists = ['listeners:list', 'datasinks:list', 'pipelines:list', 'lookups:list'] as const;
const counts = (user: Browser) => Promise.all(lists.map(async (name) => (await user.call(name, {})).length));

/** The owner in the demo, in a browser of its own. */
async function visitDemo(): Promise<Browser> {
  const { tenantId } = await owner.call('tenants:createDemo', {});
  const visitor = server.browser();
  await visitor.call('auth:login', { email: 'ana@example.com', password: ownerPassword });
  await visitor.call('auth:changeTenant', { tenantId });
  return visitor;
}

/** As the owner of the database, in a connection of its own. */
async function asDatabaseOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(server.db.owner);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Resolves once a statement like this waits for a lock. */
const isWaiting = (statement: string) =>
  vi.waitFor(
    () =>
      asDatabaseOwner(async (watcher) => {
        const { rows } = await watcher.query(
          `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
          [statement],
        );
        expect(rows).not.toEqual([]);
      }),
    { timeout: 20_000 },
  );

/** Rows that name the tenant as theirs, by table; of tables that have some. */
const rowsOf = (tenantId: string): Promise<Record<string, number>> =>
  asDatabaseOwner(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'`,
    );
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ n: string }>(`select count(*) as n from "${name}" where tenant_id = $1`, [tenantId]);
      if (Number(rows[0]!.n) > 0) found[name] = Number(rows[0]!.n);
    }
    return found;
  });

/** Tables with rows of tenants that go neither with the tenant nor with anything that does. */
const tablesThatStay = (): Promise<string[]> =>
  asDatabaseOwner(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `with recursive going(id) as (
         select 'public.tenants'::regclass
         union select f.conrelid::regclass from pg_constraint f join going on f.confrelid = going.id where f.contype = 'f' and f.confdeltype = 'c')
       select t.relname as name from pg_class t join pg_attribute c on c.attrelid = t.oid
       where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and c.attname = 'tenant_id'
         and t.oid not in (select id from going)
       order by 1`,
    );
    return rows.map(({ name }) => name);
  });

/** Rows of each table; without what says what people did, and what waits for an hour to be told to other processes. */
function rowCounts(): Promise<Record<string, number>> {
  const apart = ['activity', 'dispatch', 'sessions', 'worker_nonces', 'login_attempts'];
  return asDatabaseOwner(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const found: Record<string, number> = {};
    for (const { name } of tables.filter((each) => !apart.includes(each.name)))
      found[name] = Number((await client.query<{ n: string }>(`select count(*) as n from "${name}"`)).rows[0]!.n);
    return found;
  });
}

test('is a tenant of its own, with all there is to see; the one it is made for stays as it was', async () => {
  const demo = await visitDemo();
  expect(await counts(demo)).toEqual([3, 4, 4, 1]);
  expect(await counts(owner)).toEqual([0, 0, 0, 0]);
  expect((await demo.call('auth:session', {})).tenant).toMatchObject({ name: 'Demo', demoOf: owner.tenantId });
  expect((await owner.call('auth:session', {})).tenant.demoOf).toBeUndefined();
  const pipelines = await demo.call('pipelines:list', {});
  expect(pipelines.map(({ runningVersion }) => runningVersion).sort()).toEqual(['1.0.0', '1.0.0', '1.0.0', '1.1.0']);
  const tried = pipelines.find(({ runningVersion }) => runningVersion === '1.1.0')!;
  expect((await demo.call('pipelines:listVersions', { id: tried.id })).map(({ version }) => version)).toContain('Main');
});

test('has a day behind it that adds up and joins what comes, and counts nowhere else', async () => {
  const demo = await visitDemo();
  await server.app.afterAnswer.settled();
  const now = Date.now();
  const range = { from: now - dayMs, to: now };
  for (const [scope, lines] of [
    ['listener', 3],
    ['pipeline', 4],
    ['datasink', 4],
  ] as const) {
    const { series } = await demo.call('metrics:series', { scope, measure: 'eventsIn', ids: [], ...range, points: 24 });
    expect(Object.keys(series)).toHaveLength(lines);
    // The border cuts the first step and the last.
    for (const counts of Object.values(series)) expect(Math.min(...counts.slice(1, -1))).toBeGreaterThan(0);
  }
  const minutes = {
    scope: 'listener' as const,
    measure: 'eventsIn' as const,
    ids: [],
    from: now - hourMs,
    to: now,
    points: 60,
    stepMs: minuteMs,
  };
  const { series } = await demo.call('metrics:series', minutes);
  // The newest minute of the recording: nothing has been counted since the demo was made.
  const newest = (counts: readonly number[]) => counts.findLast((count) => count > 0) ?? 0;
  const perSecond = Object.values(series).reduce((sum, counts) => sum + newest(counts) / (minuteMs / secondMs), 0);
  // What the listeners make at this time of day: a quarter less than 500 events/s at 04:00, a quarter more at 16:00.
  const made = 500 - 125 * Math.cos((2 * Math.PI * (now - 4 * hourMs)) / dayMs);
  expect(perSecond / made).toBeCloseTo(1, 1);
  const used = await owner.call('usage:listeners', range);
  expect(used.rows).toEqual([]);
  expect(used.days.every(({ events }) => events === 0)).toBe(true);
});

test('there is one; the same user finds it again, and so does a colleague, with the own role', async () => {
  const first = await owner.call('tenants:createDemo', {});
  expect(await owner.call('tenants:createDemo', {})).toEqual(first);
  const admin = await server.user('admin', owner.tenantId);
  expect(await admin.call('tenants:createDemo', {})).toEqual(first);
  const tenants = await admin.call('tenants:list', {});
  expect(tenants.map(({ demoOf }) => demoOf)).toEqual([undefined, owner.tenantId]);
  const { user } = await admin.call('auth:changeTenant', first);
  expect(user.AccessMap.Roles).toEqual(['admin']);
  expect(await admin.refusal('tenants:createDemo', {})).toBe('ACQ-IN-DEMO');
});

test('in the demo itself it is not removed, and whoever asks for that is told where it is', async () => {
  const demo = await visitDemo();
  expect(await demo.refusal('tenants:removeDemo', {})).toBe('ACQ-IN-DEMO');
  expect(await counts(demo)).toEqual([3, 4, 4, 1]);
  expect(await owner.call('tenants:list', {})).toHaveLength(2);
});

test('a colleague who is removed or gets another role is so in the demo, too', async () => {
  const { tenantId } = await owner.call('tenants:createDemo', {});
  const admin = await server.user('admin', owner.tenantId);
  await admin.call('tenants:createDemo', {});
  const { user } = await admin.call('auth:changeTenant', { tenantId });
  const ids = [user.UID];
  await owner.call('users:updateRole', { ids, role: 'viewer' });
  expect((await admin.call('auth:session', {})).user.AccessMap.Roles).toEqual(['viewer']);
  expect(await admin.refusal('tenants:createDemo', {})).toBe('WEB-00027');
  await owner.call('users:remove', { ids });
  expect(await admin.refusal('listeners:list', {})).toBe('AUTH.EXPIRED');
  expect(await admin.refusal('auth:changeTenant', { tenantId })).toBe('AUTH.EXPIRED');
});

test('who is a member of it, and how they log in, is decided in the organization', async () => {
  const demo = await visitDemo();
  const { user } = await demo.call('auth:session', {});
  const decidedAtHome = ['user:create', 'user:update', 'user:delete', 'tenant:update'];
  expect(user.AccessMap.Permissions.filter((permission) => decidedAtHome.includes(permission))).toEqual([]);
  expect(user.AccessMap.Permissions).toContain('user:read');
  const permitted = (await owner.call('auth:session', {})).user.AccessMap.Permissions;
  expect(permitted).toEqual(expect.arrayContaining(decidedAtHome));
  expect(await demo.refusal('users:invite', { emails: ['stranger@example.com'], role: 'viewer' })).toBe('WEB-00027');
  expect(await demo.refusal('users:updateRole', { ids: [user.UID], role: 'viewer' })).toBe('WEB-00027');
  expect(await demo.refusal('users:remove', { ids: [user.UID] })).toBe('WEB-00027');
  const settings = [{ settingType: 'MFA' as const, value: { enabled: true as const } }];
  expect(await demo.refusal('tenants:activateTenantMfa', { id: user.TenantId, settings })).toBe('WEB-00027');
  expect(await demo.call('users:list', {})).toHaveLength(1);
  // Whoever set up a provider there could enter the organization as any of its members.
  for (const change of [`sso = 'saml'`, 'mfa_required = true']) {
    const changed = asDatabaseOwner((client) => client.query(`update tenants set ${change} where id = $1`, [user.TenantId]));
    await expect(changed).rejects.toThrow('demo_logs_in_at_home');
  }
});

test('goes with everything it made, in every table that has rows of tenants', async () => {
  // What other processes are told waits there for an hour.
  const passing = 'dispatch';
  expect(await tablesThatStay()).toEqual([passing]);
  const before = await rowCounts();
  const demo = await visitDemo();
  const { tenantId } = await owner.call('tenants:createDemo', {});
  await server.app.afterAnswer.settled();
  const made = await rowsOf(tenantId);
  for (const table of [
    'listeners',
    'datasinks',
    'pipelines',
    'versions',
    'lookups',
    'lookup_parts',
    'ledger_minutes',
    'activity',
    'sessions',
  ])
    expect([table, made[table] ?? 0]).not.toEqual([table, 0]);
  await owner.call('tenants:removeDemo', {});
  const { [passing]: _passing, ...left } = await rowsOf(tenantId);
  expect(left).toEqual({});
  expect(await rowCounts()).toEqual(before);
  expect(await demo.refusal('listeners:list', {})).toBe('AUTH.EXPIRED');
  expect(await owner.call('tenants:list', {})).toHaveLength(1);
});

test('is in the language of who adds it, down to the names of its steps', async () => {
  await owner.call('auth:updatePreferences', { language: 'es' });
  const demo = await visitDemo();
  await owner.call('auth:updatePreferences', { language: 'en' });
  const named = await Promise.all(lists.map((name) => demo.call(name, {})));
  const names = named.flat().map(({ name, description }) => `${name}: ${description}`);
  expect(names).toContainEqual('Mesa de alertas: Falla a propósito un minuto de cada tres. Los eventos esperan y después se entregan.');
  expect(names.filter((text) => /\b(the|and|of|events)\b/i.test(text))).toEqual([]);
  const steps = await Promise.all(
    (await demo.call('pipelines:list', {})).map(
      async ({ id }) => (await demo.call('pipelines:getVersion', { id, version: 'Main' })).document.nodes,
    ),
  );
  const shown = steps.flat().map(({ name }) => name);
  expect(shown).toContain('Enmascarar correos');
  expect(shown.filter((text) => /\b(Drop|Keep|Mask|Parse|Look)\b/.test(text))).toEqual([]);
});

test('two who remove it at once both succeed', async () => {
  await owner.call('tenants:createDemo', {});
  await Promise.all(Array.from({ length: 4 }, () => owner.call('tenants:removeDemo', {})));
  expect(await owner.call('tenants:list', {})).toHaveLength(1);
});

test('no reference between parts of a tenant can keep it from being removed', () =>
  asDatabaseOwner(async (client) => {
    const { rows } = await client.query(
      `with recursive going(id) as (
         select 'public.tenants'::regclass
         union select f.conrelid::regclass from pg_constraint f join going on f.confrelid = going.id where f.contype = 'f' and f.confdeltype = 'c')
       select conname from pg_constraint
       where contype = 'f' and confrelid in (select id from going) and confdeltype in ('a', 'r') and not condeferrable`,
    );
    expect(rows).toEqual([]);
  }));

test('what is made in it while it is removed is refused as everything is from then on', async () => {
  const demo = await visitDemo();
  const { tenantId } = await owner.call('tenants:createDemo', {});
  await server.app.afterAnswer.settled();
  await demo.call('secrets:list', {});
  const secret = { name: 'late', description: 'Late one', tags: [], value: 'x', expirationDate: Date.now() + dayMs };
  await asDatabaseOwner(async (client) => {
    for (const table of ['pipelines', 'listeners', 'datasinks', 'lookups', 'secrets'])
      await client.query(`delete from ${table} where tenant_id = $1`, [tenantId]);
    await client.query('begin');
    await client.query('delete from tenants where id = $1', [tenantId]);
    const refusal = demo.refusal('secrets:create', secret);
    await isWaiting('insert into%');
    await client.query('commit');
    expect(await refusal).toBe('AUTH.EXPIRED');
  });
  expect(await demo.refusal('secrets:create', secret)).toBe('AUTH.EXPIRED');
});

test('calls nobody, whatever the rules say, and counts as no organization', async () => {
  const { tenantId } = await owner.call('tenants:createDemo', {});
  const { deployment } = await worker.message('deployment', ({ deployment: { listeners } }) =>
    listeners.some((listener) => listener.tenantId === tenantId),
  );
  const { egress } = deployment.cluster;
  expect(egressOfTenant(egress, tenantId)).toMatchObject({ mode: 'list', allowed: [] });
  expect(egressOfTenant(egress, owner.tenantId)).toMatchObject({ mode: 'open', loopback: true });
  const { tenants, ...rules } = await owner.call('installation:getEgress', {});
  expect(rules).toMatchObject({ private: 'open', rules: null });
  expect(tenants.map(({ id }) => id)).toEqual([owner.tenantId]);
  const toDemo = { address: '10.0.0.0/8', port: null, tenantId };
  expect(await owner.refusal('installation:updateEgress', { loopback: true, rules: [toDemo] })).toBe('ACQ-NOT-FOUND');
  // A second organization is asked for rules as before.
  const answer = await fetch(`${server.url}/operator/tenant/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Second', owner: 'b@example.com' }),
  });
  expect(await answer.json()).toMatchObject({ code: 'ACQ-EGRESS-RULES' });
});

test('a table of the demo can be read soon after', async () => {
  const demo = await visitDemo();
  await vi.waitFor(
    async () => expect(await demo.call('lookups:list', {})).toMatchObject([{ name: 'Network services', active: { rows: 8 } }]),
    { timeout: 20_000 },
  );
});

test('the draft of its first pipeline has been tried on what came in', async () => {
  const demo = await visitDemo();
  const pipeline = (await demo.call('pipelines:list', {})).find(({ tags }) => tags.includes('shadow-run'))!;
  const { revision } = await demo.call('pipelines:getVersion', { id: pipeline.id, version: 'Main' });
  await vi.waitFor(
    async () => expect(await demo.call('shadowRuns:list', { pipelineId: pipeline.id })).toMatchObject([{ state: 'done', revision }]),
    { timeout: 20_000 },
  );
});

test('without a cluster there is none, and nothing stays of the attempt', async () => {
  const bare = await createTestApp({ catalogue: shippedCatalogue });
  const client = new Client(bare.db.owner);
  try {
    const user = await bare.firstOwner();
    await client.connect();
    await client.query('delete from clusters');
    expect(await user.refusal('tenants:createDemo', {})).toBe('ACQ-NO-CLUSTER');
    expect(await user.call('tenants:list', {})).toHaveLength(1);
  } finally {
    await client.end();
    await bare.stop();
  }
});
