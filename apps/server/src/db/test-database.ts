import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@acequia/base';
import { Client } from 'pg';
import { embeddedConnection, type OwnerConnection } from './connection.ts';
import { openDatabase, type Database } from './database.ts';
import { embeddedBinaries } from './embedded/binaries.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded/supervisor.ts';
import { migrate, readMigrations } from './migrate.ts';
import { roleNames } from './roles.ts';
import { endWithThisProcess } from './testing/end-with-process.ts';
import { testServerPrefix } from './testing/servers-end.ts';

/** A migrated database of its own: a copy of a template, on an embedded server that has no other, or on TEST_DATABASE_URL. */
export interface TestDatabase {
  readonly database: Database;
  readonly owner: OwnerConnection;
  readonly kek: Buffer;
  drop(): Promise<void>;
}

/** An embedded server that only this test knows: it may be killed or made to hang. */
export interface TestServer {
  /** `statementTimeoutMs` as of `openDatabase`. */
  createDatabase(statementTimeoutMs?: number): Promise<TestDatabase>;
  stop(): Promise<void>;
}

export const testKek = Buffer.alloc(32, 7);
export const testRoles = roleNames('acequia_test');
const lockKey = 4_150_224;
const preparedFolder = fileURLToPath(new URL('../../../../.cache/test-postgres', import.meta.url));

/** The servers database tests run on: the embedded one always, and an external one (Debian's PostgreSQL 15) when TEST_DATABASE_URL names it. */
export const testServers: readonly ('embedded' | 'external')[] =
  process.env['TEST_DATABASE_URL'] === undefined ? ['embedded'] : ['embedded', 'external'];

/** Servers of this process whose database was dropped, for the next database: a start costs many times what a database costs. */
const idleServers: RunningServer[] = [];

/**
 * The embedded server lives as long as this process, and other databases follow on it: a test that kills a server or makes it hang uses
 * `startTestServer`. `statementTimeoutMs` as of `openDatabase`.
 */
export async function createTestDatabase(kind: 'embedded' | 'external' = 'embedded', statementTimeoutMs?: number): Promise<TestDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  if (kind === 'external' && url !== undefined) return createOn(connectionOf(url), statementTimeoutMs);
  const server = idleServers.pop() ?? (await startServer());
  const db = await createOn(server.connection, statementTimeoutMs);
  return { ...db, drop: () => db.drop().then(() => void idleServers.push(server)) };
}

export async function startTestServer(): Promise<TestServer> {
  const server = await startServer();
  return { createDatabase: (statementTimeoutMs) => createOn(server.connection, statementTimeoutMs), stop: () => server.stop() };
}

async function createOn(connection: Connection, statementTimeoutMs: number | undefined): Promise<TestDatabase> {
  const name = `acequia_test_${randomBytes(6).toString('hex')}`;
  const admin = await connect(connection('postgres'));
  try {
    await admin.query('select pg_advisory_lock($1)', [lockKey]);
    await admin.query(`create database ${name} template ${await haveTemplate(admin, connection)}`);
  } finally {
    await admin.end();
  }
  const owner = connection(name);
  const database = openDatabase(owner, testRoles, testKek, statementTimeoutMs);
  return {
    database,
    owner,
    kek: testKek,
    drop: async () => {
      await database.close();
      const client = await connect(connection('postgres'));
      try {
        await client.query(`drop database if exists ${name} with (force)`);
      } finally {
        await client.end();
      }
    },
  };
}

/** Name of the migrated database of this server that others are copied from, made when missing. */
async function haveTemplate(admin: Client, connection: Connection): Promise<string> {
  const template = `acequia_template_${digestOf(...readMigrations().map((each) => each.sql))}`;
  const known = await admin.query('select from pg_database where datname = $1', [template]);
  if (known.rowCount === 0) {
    await admin.query(`create database ${template}_new`).catch(() => undefined);
    await migrate(connection(`${template}_new`), testRoles, testKek);
    await admin.query(`alter database ${template}_new rename to ${template}`);
  }
  return template;
}

type Connection = (database: string) => OwnerConnection;

const connectionOf =
  (url: string): Connection =>
  (database) => ({ connectionString: Object.assign(new URL(url), { pathname: `/${database}` }).href });

interface RunningServer {
  readonly connection: Connection;
  stop(): Promise<void>;
}

async function startServer(): Promise<RunningServer> {
  const prepared = await preparedServer();
  const folder = mkdtempSync(path.join(tmpdir(), testServerPrefix(process.ppid)));
  endWithThisProcess(folder);
  copyFolder(prepared, folder);
  const embedded = await startIn(folder);
  return {
    connection: (database) => embeddedConnection(embedded.address, database),
    stop: () => embedded.stop().then(() => rmSync(folder, { recursive: true, force: true })),
  };
}

/**
 * Folder of a stopped embedded server that has the template. Made once for these migrations and this way of making a server, in a
 * folder of its own that takes its place when it is whole; each test file runs a copy.
 */
async function preparedServer(): Promise<string> {
  const texts = ['embedded/supervisor.ts', 'roles.ts', 'test-database.ts'].map((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  );
  const version = readFileSync(path.join(embeddedBinaries(), '../../package.json'), 'utf8');
  const prepared = path.join(preparedFolder, digestOf(version, ...texts, ...readMigrations().map((each) => each.sql)));
  if (existsSync(prepared)) return prepared;
  const folder = mkdtempSync(path.join(tmpdir(), 'acequia-pg-'));
  mkdirSync(path.join(folder, 'keys'));
  const embedded = await startIn(folder);
  const connection: Connection = (database) => embeddedConnection(embedded.address, database);
  const admin = await connect(connection('postgres'));
  await haveTemplate(admin, connection);
  await admin.end();
  await embedded.stop();
  const draft = `${prepared}.${randomBytes(6).toString('hex')}`;
  mkdirSync(draft, { recursive: true });
  copyFolder(folder, draft);
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(draft, prepared);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(prepared)) throw error;
  }
  return prepared;
}

const startIn = (folder: string): Promise<EmbeddedPostgres> =>
  startEmbedded({ folder: path.join(folder, 'postgres'), passwordFile: path.join(folder, 'keys', 'password'), clock: systemClock });

/** What is in it, with owners and modes: PostgreSQL runs only on files of its own user. */
function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  for (const name of ['.', ...readdirSync(from, { recursive: true, encoding: 'utf8' })]) {
    const { uid, gid, mode } = lstatSync(path.join(from, name));
    chownSync(path.join(to, name), uid, gid);
    chmodSync(path.join(to, name), mode);
  }
}

const digestOf = (...texts: readonly string[]): string => createHash('sha256').update(texts.join()).digest('hex').slice(0, 12);

async function connect(connection: OwnerConnection): Promise<Client> {
  const client = new Client(connection);
  await client.connect();
  return client;
}
