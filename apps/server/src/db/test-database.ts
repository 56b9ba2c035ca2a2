import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@acequia/base';
import { Client } from 'pg';
import { embeddedConnection, type OwnerConnection } from './connection.ts';
import { openDatabase, type Database } from './database.ts';
import { startEmbedded } from './embedded/supervisor.ts';
import { migrate, readMigrations } from './migrate.ts';
import { roleNames } from './roles.ts';

/** A migrated database of its own for one test file: a copy of a template, on a server of its own or on TEST_DATABASE_URL. */
export interface TestDatabase {
  readonly database: Database;
  readonly owner: OwnerConnection;
  readonly kek: Buffer;
  drop(): Promise<void>;
}

export const testKek = Buffer.alloc(32, 7);
export const testRoles = roleNames('acequia_test');
const lockKey = 4_150_224;

/** The servers database tests run on: the embedded one always, and an external one (Debian's PostgreSQL 15) when TEST_DATABASE_URL names it. */
export const testServers: readonly ('embedded' | 'external')[] =
  process.env['TEST_DATABASE_URL'] === undefined ? ['embedded'] : ['embedded', 'external'];

export async function createTestDatabase(kind: 'embedded' | 'external' = 'embedded'): Promise<TestDatabase> {
  const server = await testServer(kind);
  const template = `acequia_template_${createHash('sha256')
    .update(
      readMigrations()
        .map((each) => each.sql)
        .join(),
    )
    .digest('hex')
    .slice(0, 12)}`;
  const name = `acequia_test_${randomBytes(6).toString('hex')}`;
  const admin = await connect(server.connection('postgres'));
  try {
    await admin.query('select pg_advisory_lock($1)', [lockKey]);
    const known = await admin.query('select from pg_database where datname = $1', [template]);
    if (known.rowCount === 0) {
      await admin.query(`create database ${template}_new`).catch(() => undefined);
      await migrate(server.connection(`${template}_new`), testRoles, testKek);
      await admin.query(`alter database ${template}_new rename to ${template}`);
    }
    await admin.query(`create database ${name} template ${template}`);
  } finally {
    await admin.end();
  }
  const owner = server.connection(name);
  const database = openDatabase(owner, testRoles, testKek);
  return {
    database,
    owner,
    kek: testKek,
    drop: async () => {
      await database.close();
      const client = await connect(server.connection('postgres'));
      try {
        await client.query(`drop database if exists ${name} with (force)`);
      } finally {
        await client.end();
      }
      await server.stop();
    },
  };
}

async function testServer(
  kind: 'embedded' | 'external',
): Promise<{ readonly connection: (database: string) => OwnerConnection; readonly stop: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (kind === 'external' && url !== undefined) {
    const connection = (database: string): OwnerConnection => ({
      connectionString: Object.assign(new URL(url), { pathname: `/${database}` }).href,
    });
    return { connection, stop: () => Promise.resolve() };
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'acequia-pg-'));
  mkdirSync(path.join(folder, 'keys'));
  const embedded = await startEmbedded({
    folder: path.join(folder, 'postgres'),
    passwordFile: path.join(folder, 'keys', 'password'),
    clock: systemClock,
  });
  return {
    connection: (database) => embeddedConnection(embedded.address, database),
    stop: () => embedded.stop().then(() => rmSync(folder, { recursive: true, force: true })),
  };
}

async function connect(connection: OwnerConnection): Promise<Client> {
  const client = new Client(connection);
  await client.connect();
  return client;
}
