import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';
import { createTestDatabase, testKek, testRoles, type TestDatabase } from './test-database.ts';

/** Databases of earlier versions, with data in them. */
let db: TestDatabase;
const opened: Client[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => {
  for (const client of opened) {
    const { database } = client;
    await client.end();
    await query(db.owner.database!, `drop database ${database} with (force)`);
  }
  await db.drop();
});

async function query(database: string, sql: string): Promise<void> {
  const client = new Client({ ...db.owner, database });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** An empty database with the migrations before one. */
async function before(id: string): Promise<Client> {
  const database = `acequia_upgrade_${randomBytes(6).toString('hex')}`;
  await query(db.owner.database!, `create database ${database}`);
  const connection = { ...db.owner, database };
  await migrate(
    connection,
    testRoles,
    testKek,
    readMigrations().filter((migration) => migration.id < id),
  );
  const client = new Client(connection);
  await client.connect();
  opened.push(client);
  return client;
}
const upgrade = (client: Client) => migrate({ ...db.owner, database: client.database! }, testRoles, testKek);

describe('where organizations may send', () => {
  async function installed(tenants: number, mode: string): Promise<Client> {
    const client = await before('0035');
    await client.query("insert into installation (fleet_key_sealed, fleet_public_key, kek_check) values ('', '', '')");
    await client.query(
      `insert into clusters (id, name, host, port_from, port_to, file_roots, egress_mode, egress_allowed, created_at)
       values ('CL_1', 'local', 'h', 1, 2, '{}', $1, '{}', 0)`,
      [mode],
    );
    for (let at = 0; at < tenants; at += 1)
      await client.query("insert into tenants (id, slug, name, created_at) values ($1, $2, 't', $3)", [randomUUID(), `t${at}`, at]);
    await upgrade(client);
    return client;
  }
  const rules = async (client: Client) =>
    (await client.query<{ egress_rules: { address: string }[] | null }>('select egress_rules from installation')).rows[0]!.egress_rules;
  const operators = async (client: Client) => (await client.query('select from tenants where operator')).rowCount;

  test('stays open to the only organization, whose owners run the installation', async () => {
    const client = await installed(1, 'open');
    expect([await rules(client), await operators(client)]).toEqual([null, 1]);
  });
  test('of several organizations stays the private networks, but no longer the machine itself; nobody becomes the operator by age', async () => {
    const client = await installed(2, 'open');
    const addresses = (await rules(client))?.map(({ address }) => address);
    expect(addresses).toEqual(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']);
    expect(await operators(client)).toBe(0);
  });
  test('of several organizations that reached public addresses alone gets no wider', async () => {
    expect(await rules(await installed(2, 'public-only'))).toBeNull();
  });
});

test('secrets whose names differ in capitals alone go on, each under its name; keys stay with the name of who made them', async () => {
  const client = await before('0036');
  const tenant = randomUUID();
  const user = randomUUID();
  await client.query("insert into tenants (id, slug, name, created_at) values ($1, 't', 't', 0)", [tenant]);
  await client.query(
    "insert into users (id, email, name, surname, preferences, created_at) values ($1, 'a@b.cc', 'Ana', 'Vega', '{}', 0)",
    [user],
  );
  await client.query("insert into memberships (tenant_id, user_id, role) values ($1, $2, 'admin')", [tenant, user]);
  for (const [at, name] of ['Token', 'TOKEN', 'token', 'other'].entries())
    await client.query(
      `insert into secrets (tenant_id, id, name, description, tags, active, expires_at, value_version, sealed_value, created_at, updated_at, created_by, updated_by)
       values ($1, $2, $3, '', '{}', true, 9, 1, '', $4, 0, $5, $5)`,
      [tenant, `SE_${at}`, name, at, user],
    );
  await client.query(
    `insert into auth_tokens (tenant_id, id, user_id, name, description, role, addresses, token_hash, mask, created_at)
     values ($1, 'AT_1', $2, 'ci', '', 'admin', '{}', 'h', 'm', 0)`,
    [tenant, user],
  );
  await upgrade(client);
  const { rows } = await client.query<{ name: string; name_key: string }>('select name, name_key from secrets order by id');
  expect(rows.map(({ name }) => name)).toEqual(['Token', 'TOKEN', 'token', 'other']);
  expect(rows.map(({ name_key }) => name_key)).toEqual(['token', 'token SE_1', 'token SE_2', 'other']);
  await client.query('delete from memberships');
  expect((await client.query('select made_by, role from auth_tokens')).rows).toEqual([{ made_by: 'Ana Vega', role: 'admin' }]);
});

test('what is left of tenants that are gone goes as well; what others have stays, and goes with them', async () => {
  const client = await before('0049');
  const [there, gone] = [randomUUID(), randomUUID()];
  await client.query("insert into tenants (id, slug, name, created_at) values ($1, 't', 't', 0)", [there]);
  for (const tenant of [there, gone])
    await client.query(
      `insert into templates (tenant_id, id, name, description, tags, document, listener_component, datasink_component, created_at, created_by)
       values ($1, 'TP_1', 't', '', '{}', '{}', 'http', 'file', 0, $1)`,
      [tenant],
    );
  const owners = async () =>
    (await client.query<{ tenant_id: string }>('select tenant_id from templates')).rows.map((row) => row.tenant_id);
  await upgrade(client);
  expect(await owners()).toEqual([there]);
  await client.query('delete from tenants');
  expect(await owners()).toEqual([]);
});
