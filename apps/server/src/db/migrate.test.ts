import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';
import * as schema from './schema/index.ts';
import { createTestDatabase, testKek, testRoles, testServers, type TestDatabase } from './test-database.ts';

describe.each(testServers)('migrations on %s', (server) => {
  let db: TestDatabase;
  let owner: Client;
  beforeAll(async () => {
    db = await createTestDatabase(server);
    owner = new Client(db.owner);
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await db.drop();
  });
  const extra = (id: string, sql: string) => [...readMigrations(), { id, sql }];

  test('two servers at once apply each migration exactly once', async () => {
    const next = extra('9001-once', 'create table once (id int); insert into once values (1)');
    await Promise.all([1, 2, 3].map(() => migrate(db.owner, testRoles, testKek, next)));
    expect((await owner.query('select * from once')).rowCount).toBe(1);
    await owner.query("drop table once; delete from migrations where id = '9001-once'");
  });

  test('one that fails in the middle leaves nothing behind and can be repeated', async () => {
    const broken = extra('9002-broken', 'create table half (id int); select 1 / 0');
    await expect(migrate(db.owner, testRoles, testKek, broken)).rejects.toThrow();
    expect((await owner.query("select from pg_tables where tablename = 'half'")).rowCount).toBe(0);
    await migrate(db.owner, testRoles, testKek, extra('9002-broken', 'create table half (id int); drop table half'));
    await owner.query("delete from migrations where id = '9002-broken'");
  });

  test('a database of a newer program, or of another text, is refused with both named', async () => {
    await owner.query("insert into migrations (id, checksum) values ('9999-future', 'x')");
    await expect(migrate(db.owner, testRoles, testKek)).rejects.toThrow(new RegExp(`9999-future.*${readMigrations().at(-1)!.id}`));
    await owner.query("delete from migrations where id = '9999-future'");
    const [first, ...rest] = readMigrations();
    await expect(migrate(db.owner, testRoles, testKek, [{ ...first!, sql: `${first!.sql} ` }, ...rest])).rejects.toThrow(
      /0001-first-water/,
    );
  });

  test('0034: a stored date beyond the calendar becomes the nearest one that is known, and no other is taken any more', async () => {
    const tenant = '00000000-0000-4000-8000-000000000034';
    await owner.query('alter table secrets drop constraint secrets_expires_at_bounds');
    await owner.query('alter table auth_tokens drop constraint auth_tokens_expires_at_bounds');
    await owner.query(`insert into tenants (id, slug, name, created_at) values ('${tenant}', 'dates', 'Dates', 0)`);
    const insert = (id: string, at: string) =>
      owner.query(
        `insert into secrets (tenant_id, id, name, name_key, description, tags, active, expires_at, value_version, sealed_value, created_at, updated_at, created_by, updated_by)
         values ('${tenant}', $1, $1, $1, '', '{}', true, $2, 1, '', 0, 0, '${tenant}', '${tenant}')`,
        [id, at],
      );
    for (const [id, at] of Object.entries({ early: '-8640000000000001', late: '8640000000000001', usual: '4000000000000' }))
      await insert(id, at);
    await owner.query(readMigrations().find(({ id }) => id === '0034-date-bounds')!.sql);
    const { rows } = await owner.query<{ expires_at: string }>(`select expires_at from secrets where tenant_id = '${tenant}' order by id`);
    expect(rows.map(({ expires_at: at }) => Number(at))).toEqual([0, 253_402_300_799_999, 4_000_000_000_000]);
    await expect(insert('later', '8640000000000001')).rejects.toThrow(/secrets_expires_at_bounds/);
    await owner.query(`delete from secrets where tenant_id = '${tenant}'; delete from tenants where id = '${tenant}'`);
  });

  test('the schema in code has the columns of the database', async () => {
    const { rows } = await owner.query<{ table_name: string; columns: string[] }>(
      "select table_name, array_agg(column_name::text order by column_name) as columns from information_schema.columns where table_schema = 'public' and table_name <> 'migrations' group by 1 order by 1",
    );
    const tables = Object.values(schema)
      .filter((value) => value instanceof PgTable)
      .map((table) => getTableConfig(table));
    const inCode = tables
      .map((table) => ({ table_name: table.name, columns: table.columns.map((column) => column.name).sort() }))
      .sort((a, b) => (a.table_name < b.table_name ? -1 : 1));
    expect(inCode).toEqual(rows.map((row) => ({ ...row, columns: [...row.columns].sort() })));
  });
});
