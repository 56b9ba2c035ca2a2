import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, testRoles, testServers, type TestDatabase } from './test-database.ts';

const tenants = { a: '00000000-0000-4000-8000-00000000000a', b: '00000000-0000-4000-8000-00000000000b' } as const;
const user = '00000000-0000-4000-8000-0000000000ff';

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly columns: string[];
  readonly target: string;
}

describe.each(testServers)('tenant isolation on %s', (server) => {
  let db: TestDatabase;
  let owner: Client;
  beforeAll(async () => {
    db = await createTestDatabase(server);
    owner = new Client(db.owner);
    await owner.connect();
    await owner.query(`insert into users values ('${user}', 'u@example.com', 'U', '', '{}', 0)`);
    await owner.query(`insert into clusters values ('CL_1', 'c', 'h', 1, 65535, '{}', 0)`);
    for (const [key, id] of Object.entries(tenants)) {
      await owner.query(`insert into tenants values ('${id}', '${key}', '${key}', 0)`);
      await owner.query(`insert into memberships values ('${id}', '${user}', 'owner')`);
      await owner.query(`insert into tenant_clusters values ('${id}', 'CL_1')`);
      for (const table of await tenantTables(owner)) await insertSample(owner, table, id, key);
    }
  });
  afterAll(async () => {
    await owner.end();
    await db.drop();
  });

  test('the app role is no owner, no superuser and may not bypass policies', async () => {
    const { rows } = await owner.query('select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = any($1)', [
      [testRoles.app, testRoles.gate],
    ]);
    expect(rows).toEqual([1, 2].map(() => ({ rolsuper: false, rolbypassrls: false, rolcreaterole: false })));
    const owned = await owner.query('select from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = any($1)', [
      [testRoles.app, testRoles.gate],
    ]);
    expect(owned.rowCount).toBe(0);
  });

  test('row-level security is enabled and forced on every table', async () => {
    const { rows } = await owner.query<{ relname: string }>(
      "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity) and relname <> 'migrations'",
    );
    expect(rows).toEqual([]);
  });

  test('every tenant table has tenant_id in a unique key', async () => {
    for (const table of await tenantTables(owner)) {
      const { rowCount } = await owner.query(
        "select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey) where i.indrelid = $1::regclass and i.indisunique and a.attname = 'tenant_id'",
        [table],
      );
      expect([table, rowCount]).not.toEqual([table, 0]);
    }
  });

  test('policies alone: with app checks off a tenant sees, changes and deletes only its own rows', async () => {
    for (const table of await tenantTables(owner)) {
      const seen = await db.database.withTenant(tenants.a, (tx) => tx.execute<{ tenant_id: string }>(`select tenant_id from ${table}`));
      expect([table, new Set(seen.rows.map((row) => row.tenant_id))]).toEqual([table, new Set([tenants.a])]);
      const foreign = `where tenant_id = '${tenants.b}'`;
      const touched = db.database.withTenant(tenants.a, (tx) => tx.execute(`delete from ${table} ${foreign}`));
      if (kept.includes(table)) await expect(touched).rejects.toMatchObject({ cause: { code: '42501' } });
      else expect([table, (await touched).rowCount]).toEqual([table, 0]);
    }
  });

  test('without a tenant nothing is seen', async () => {
    for (const table of await tenantTables(owner)) {
      const result = await db.database.withTenant('', (tx) => tx.execute(`select from ${table}`));
      expect([table, result.rowCount]).toEqual([table, 0]);
    }
  });

  test('a row for another tenant is refused in every table', async () => {
    for (const table of await tenantTables(owner)) {
      const forged = db.database.withTenant(tenants.a, (tx) =>
        tx.execute(
          `insert into ${table} overriding system value select * from jsonb_populate_record(null::${table}, '${JSON.stringify(sampleOf(table, tenants.b, 'forged'))}')`,
        ),
      );
      await expect(forged, table).rejects.toMatchObject({ cause: { code: '42501' } });
    }
  });

  test('statistics of the planner tell neither role what stands in a table (CVE-2025-8713)', async () => {
    await owner.query('analyze');
    const known = await owner.query("select from pg_stats where schemaname = 'public' and tablename = 'secrets'");
    expect(known.rowCount).toBeGreaterThan(0);
    const told = "select tablename from pg_stats where schemaname = 'public'";
    expect((await db.database.withTenant(tenants.a, (tx) => tx.execute(told))).rows).toEqual([]);
    expect((await db.database.gate.execute(told)).rows).toEqual([]);
    await expect(db.database.gate.execute('select from pg_statistic')).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  test('composite keys alone: with policies off no row can refer to another tenant’s row', async () => {
    const keys = await foreignKeys(owner);
    expect(keys.length).toBeGreaterThan(8);
    for (const key of keys) {
      if (!(await tenantTables(owner)).includes(key.target) && key.target !== 'tenant_clusters') continue;
      expect([key.name, key.columns]).toEqual([key.name, expect.arrayContaining(['tenant_id'])]);
      const column = key.columns.find((each) => each !== 'tenant_id')!;
      const forged = owner.query(
        `insert into ${key.table} overriding system value select * from jsonb_populate_record(null::${key.table}, $1)`,
        [JSON.stringify({ ...sampleOf(key.table, tenants.a, 'x'), [column]: column === 'cluster_id' ? 'CL_none' : idOf(key.target, 'b') })],
      );
      await expect(forged, key.name).rejects.toMatchObject({ code: '23503' });
    }
  });
});

/** Rows the app role may add and not take away. */
const kept = ['activity', 'saml_assertions'];

async function tenantTables(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ tablename: string }>("select tablename from pg_policies where policyname = 'tenant' order by 1");
  const order = [
    'tenant_keys',
    'secrets',
    'auth_tokens',
    'lookups',
    'lookup_versions',
    'listeners',
    'datasinks',
    'pipelines',
    'versions',
    'replays',
    'alerts',
  ];
  return rows.map((row) => row.tablename).sort((a, b) => ((order.indexOf(a) + 99) % 99) - ((order.indexOf(b) + 99) % 99));
}

async function foreignKeys(owner: Client): Promise<ForeignKey[]> {
  const { rows } = await owner.query<{ table: string; name: string; columns: string; target: string }>(`
    select c.conrelid::regclass::text as table, c.conname as name, c.confrelid::regclass::text as target,
      (select string_agg(a.attname, ',') from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
    from pg_constraint c where c.contype = 'f'`);
  return rows.map((row) => ({ ...row, columns: row.columns.split(',') }));
}

const idOf = (table: string, key: string) => `${table}_${key}`;

/** A row of any tenant table; ids carry the tenant's letter. */
function sampleOf(table: string, tenantId: string, key: string): Record<string, unknown> {
  const own = tenantId === tenants.a ? 'a' : 'b';
  return {
    tenant_id: tenantId,
    id: table === 'activity' ? (key === 'a' ? 1 : key === 'b' ? 2 : 3) : idOf(table, key),
    name: key,
    name_key: key,
    description: '',
    tags: '{}',
    component: 'c',
    version: key,
    config: {},
    state: ['replays', 'shadow_runs', 'health_parts'].includes(table) ? 'running' : 'pending',
    revision: 1,
    invited_by: null,
    invited_at: 0,
    created_at: 0,
    updated_at: 0,
    created_by: user,
    made_by: 'U',
    updated_by: user,
    active: true,
    expires_at: 0,
    value_version: 1,
    sealed_value: '\\x00',
    sealed_key: '\\x00',
    cluster_id: 'CL_1',
    applied: false,
    listener_id: idOf('listeners', own),
    datasink_id: idOf('datasinks', own),
    secret_id: idOf('secrets', own),
    pipeline_id: idOf('pipelines', own),
    version_id: idOf('versions', own),
    protocol: 'tcp',
    port: 1000 + (key.codePointAt(0) ?? 0),
    condition: {},
    replay_id: idOf('replays', own),
    from_ms: 0,
    to_ms: 0,
    decode: 'current',
    keys: 'same',
    events_per_second: 1,
    lookup_id: idOf('lookups', own),
    lookup_version_id: idOf('lookup_versions', own),
    format: 'csv',
    key_column: 'k',
    last_number: 0,
    turn: key.codePointAt(0),
    activated_at: 0,
    activated_by: user,
    number: key.codePointAt(0),
    part: key.codePointAt(0),
    columns: '{}',
    types: '{}',
    refreshed: false,
    checked_bytes: 0,
    takes: 0,
    url: '',
    every_ms: 1,
    credentials: {},
    next_at: 0,
    set_by: user,
    row_count: 0,
    byte_count: 0,
    sha256: '',
    content: '\\x00',
    version_name: '',
    status: 'draft',
    document: {},
    listener_component: 'c',
    datasink_component: 'c',
    kind:
      table === 'version_references' || table === 'removed_objects'
        ? 'listener'
        : table === 'preview_samples'
          ? 'raw'
          : table === 'health_parts'
            ? 'listener'
            : null,
    object_id: 'o',
    at: 0,
    user_id: user,
    surname: '',
    email: '',
    entity: '',
    operation: '',
    object_name: '',
    provider: 'openid',
    issuer: 'https://provider.example',
    subject: key,
    last_used_at: 0,
    state_hash: `\\x${Buffer.from(key).toString('hex')}`,
    browser_hash: '\\x00',
    target: '/home',
    facts: {},
    client_id: 'c',
    response_type: 'code',
    secret_version: 0,
    saved_role: 'owner',
    idp_entity_id: 'https://provider.example',
    sso_url: 'https://provider.example/sso',
    certificates: '{}',
    name_id_format: 'persistent',
    assertion_id: key,
    ends_at: 0,
    ip: '',
    via: 'session',
    seq: 0,
    hash: '\\x00',
    reader: user,
    hour: key.codePointAt(0),
    addresses: '{}',
    mask: '',
    token_hash: `\\x${Buffer.from(`${tenantId}${key}`).toString('hex')}`,
    role: 'viewer',
    key_id: idOf('auth_tokens', own),
    worker_id: 'w',
    generation: 0,
    scope: 'listener',
    node: '',
    report: table === 'replay_workers' ? {} : 0,
    counts: {},
    written_at: 0,
    source: {},
    texts: [],
    masked: '{}',
    test: {},
    against_version: '',
    verifies_addresses: false,
    stopping: false,
    since: 0,
    spent: 0,
    waiting_events: 0,
    waiting_bytes: 0,
    kept_bytes: 0,
    undelivered_bytes: 0,
    limit_bytes: 0,
    code: 'DISK_LOW',
    topic: key,
    priority: 'low',
    source_type: 'unknown',
    source_id: '',
    fields: {},
    raises: 0,
    places: 1,
    first_at: 0,
    last_at: 0,
    emails: '{}',
    language: 'en',
    webhook_url: '',
    key_version: 0,
    least_priority: 'low',
    alert_id: idOf('alerts', own),
    channel: 'email',
    event: 'raised',
    attempts: 0,
    heard_at: 0,
    count: 0,
    progress: {},
  };
}

async function insertSample(owner: Client, table: string, tenantId: string, key: string): Promise<void> {
  await owner.query(`insert into ${table} overriding system value select * from jsonb_populate_record(null::${table}, $1)`, [
    JSON.stringify(sampleOf(table, tenantId, key)),
  ]);
}
