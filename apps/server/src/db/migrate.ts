import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { escapeIdentifier, type Client } from 'pg';
import { StartFault } from '../start-fault.ts';
import type { OwnerConnection } from './connection.ts';
import { installJobStore, jobStoreGrants } from './job-store.ts';
import { PromptClient } from './prompt-client.ts';
import { ensureRoles, type RoleNames } from './roles.ts';

export interface Migration {
  /** File name without `.sql`; the number at its front gives the order. */
  readonly id: string;
  readonly sql: string;
}

const folder = new URL('./migrations/', import.meta.url);
/** Any fixed number: the advisory lock that lets one server migrate at a time. */
const lockKey = 4_150_223;
const oldestServer = 150_000;

export function readMigrations(): readonly Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ id: file.slice(0, -'.sql'.length), sql: readFileSync(new URL(file, folder), 'utf8') }));
}

/**
 * Brings the database to this program's version: each migration in one transaction with its row in `migrations`, so a kill at any
 * moment leaves it whole and it is applied exactly once, also when several servers start together. Refuses PostgreSQL before 15,
 * a server without fsync, and a database that a newer program has changed. A statement may take any time, so a database that hangs once
 * it is reached is waited for.
 */
export async function migrate(
  owner: OwnerConnection,
  names: RoleNames,
  kek: Uint8Array,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  const client = new PromptClient({ ...owner, answerTimeoutMs: 0, keepAlive: true, keepAliveInitialDelayMillis: 60_000 });
  await client.connect();
  try {
    await assertServer(client);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await assertSameRoles(client, names);
    await ensureRoles(client, names, kek);
    await client.query(
      'create table if not exists migrations (id text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied = await client.query<{ id: string; checksum: string }>('select id, checksum from migrations order by id');
    assertKnown(applied.rows, migrations);
    const done = new Set(applied.rows.map((row) => row.id));
    for (const migration of migrations) if (!done.has(migration.id)) await apply(client, migration, names);
    await installJobStore((text, values) => client.query(text, values));
    await client.query(jobStoreGrants(escapeIdentifier(names.gate)));
  } finally {
    await client.end();
  }
}

/** The tables are granted to the roles that the first start made. */
async function assertSameRoles(client: Client, { gate }: RoleNames): Promise<void> {
  const { rows } = await client.query<{ granted: boolean }>(
    `select case when exists (select from pg_roles where rolname = $1) then has_table_privilege($1, 'installation', 'select') else false end as granted
     where to_regclass('installation') is not null`,
    [gate],
  );
  if (rows[0]?.granted === false)
    throw new StartFault(
      'ACEQUIA_DB_ROLE_PREFIX cannot be changed: the tables of this database are granted to the roles of its first start. Start with the previous prefix.',
    );
}

async function apply(client: Client, migration: Migration, names: RoleNames): Promise<void> {
  const sql = migration.sql.replaceAll('{{app}}', escapeIdentifier(names.app)).replaceAll('{{gate}}', escapeIdentifier(names.gate));
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into migrations (id, checksum) values ($1, $2)', [migration.id, checksum(migration)]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function assertServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: string; fsync: string; pages: string }>(
    "select current_setting('server_version_num') as version, current_setting('fsync') as fsync, current_setting('full_page_writes') as pages",
  );
  const server = rows[0];
  if (Number(server?.version) < oldestServer)
    throw new StartFault(`PostgreSQL 15 or newer is needed; the server of DATABASE_URL says ${server?.version}.`);
  if (server?.fsync !== 'on' || server.pages !== 'on')
    throw new StartFault(
      'The database runs with fsync or full_page_writes off: acknowledged changes could be lost. Turn both on and start again.',
    );
}

function assertKnown(applied: readonly { readonly id: string; readonly checksum: string }[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.id, checksum(migration)]));
  const newest = migrations.at(-1)?.id ?? 'none';
  for (const row of applied) {
    const expected = known.get(row.id);
    if (expected === undefined)
      throw new StartFault(
        `The database was changed by a newer Acequia (${row.id}; this program knows up to ${newest}): start that version, or restore a backup.`,
      );
    if (expected !== row.checksum)
      throw new StartFault(
        `Migration ${row.id} of the database differs from the one of this program. Start the version that created the database, or restore a backup.`,
      );
  }
}

const checksum = (migration: Migration): string => createHash('sha256').update(migration.sql).digest('hex');
