import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@acequia/base';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';
import { createCertificate } from '../tls/self-signed.ts';
import { asUser, externalConnection } from './connection.ts';
import { openDatabase } from './database.ts';
import { ConnectionFailed, PromptClient } from './prompt-client.ts';
import { embeddedBinaries } from './embedded/binaries.ts';
import { startEmbedded } from './embedded/supervisor.ts';
import { createRunner, ownerOf } from './embedded/unprivileged.ts';
import { migrate } from './migrate.ts';
import { testKek, testRoles } from './test-database.ts';

const base = 'postgresql://acequia:secret@db.example.com:5432/acequia';

describe('the address of a database', () => {
  test.each([
    `${base}?sslmode=verify-full`,
    `${base}?sslmode=disable`,
    'postgres://acequia@localhost/acequia',
    'postgresql://acequia@127.0.0.1:5433/acequia',
    'postgresql://acequia@[::1]/acequia',
    'postgresql:///acequia?host=/run/postgresql',
  ])('%s is taken', (url) => expect(externalConnection(url)).toEqual({ connectionString: url }));

  test.each([
    [base, 'without saying how'],
    [`${base}?host=elsewhere`, 'without saying how'],
    [`${base}?sslmode=require`, 'must be verify-full or disable'],
    [`${base}?sslmode=prefer`, 'must be verify-full or disable'],
    [`${base}?sslmode=no-verify`, 'must be verify-full or disable'],
    [`${base}?sslmode=verify-full&sslmode=disable`, 'once'],
    [`${base}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`, 'does not exist'],
    ['mysql://db.example.com/acequia', 'must be an address'],
    ['db.example.com', 'must be an address'],
  ])('%s is refused before anything is sent, and no password is told', (url, words) => {
    expect(() => externalConnection(url)).toThrow(words);
    expect(() => externalConnection(url)).not.toThrow('secret');
  });
});

describe('a PostgreSQL that speaks TLS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'acequia-pg-tls-'));
  const at = (name: string) => path.join(folder, name);
  let server: ChildProcess;
  let address: URL;
  const url = (mode: string, change: (url: URL) => void = () => undefined) => {
    const made = new URL(`${address.href}?sslmode=${mode}&sslrootcert=${encodeURIComponent(at('cert.pem'))}`);
    change(made);
    return made.href;
  };
  const connect = async (text: string) => {
    const client = new Client(externalConnection(text));
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean; version: string }>(
      'select ssl, version from pg_stat_ssl where pid = pg_backend_pid()',
    );
    await client.end();
    return rows[0]!;
  };

  beforeAll(async () => {
    mkdirSync(at('keys'));
    const embedded = await startEmbedded({ folder: at('db'), passwordFile: at('keys/password'), clock: systemClock });
    await embedded.stop();
    const { cert, key } = createCertificate(['localhost'], Date.now());
    writeFileSync(at('cert.pem'), cert);
    writeFileSync(at('key.pem'), key, { mode: 0o600 });
    writeFileSync(at('other.pem'), createCertificate(['localhost'], Date.now()).cert);
    const postgres = ownerOf();
    if (postgres) for (const name of ['cert.pem', 'key.pem']) chownSync(at(name), postgres.uid, postgres.gid);
    const port = await freePort();
    const binaries = embeddedBinaries();
    const runner = createRunner([folder, binaries]);
    const [program, ...first] = runner.command(path.join(binaries, 'postgres'));
    const settings = { listen_addresses: 'localhost', ssl: 'on', ssl_cert_file: at('cert.pem'), ssl_key_file: at('key.pem') };
    server = spawn(
      program,
      [
        ...first,
        '-D',
        at('db'),
        '-p',
        String(port),
        '-k',
        '',
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { ...runner.owner, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' },
    );
    await readyToServe(server);
    const { user, password } = embedded.address;
    address = new URL(`postgresql://${user}:${password}@localhost:${port}/postgres`);
  });
  afterAll(async () => {
    const gone = once(server, 'exit');
    server.kill('SIGINT');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  });

  test('verify-full is TLS 1.2 or newer, for the owner and for both roles', async () => {
    const version = expect.stringMatching(/^TLSv1\.[23]$/);
    expect(await connect(url('verify-full'))).toEqual({ ssl: true, version });
    const owner = externalConnection(url('verify-full'));
    await migrate(owner, testRoles, testKek);
    const database = openDatabase(owner, testRoles, testKek);
    const { rows } = await database.gate.execute('select ssl, version from pg_stat_ssl where pid = pg_backend_pid()');
    expect(rows).toEqual([{ ssl: true, version }]);
    await database.withTenant(randomUUID(), async (tx) => {
      const { rows: own } = await tx.execute('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
      expect(own).toEqual([{ ssl: true }]);
    });
    await database.close();
  });

  test('another authority, or another name than the certificate’s, is not spoken to', async () => {
    await expect(connect(url('verify-full', ({ searchParams }) => searchParams.set('sslrootcert', at('other.pem'))))).rejects.toThrow(
      /self.signed|unable to verify|certificate/i,
    );
    await expect(connect(url('verify-full', ({ searchParams }) => searchParams.delete('sslrootcert')))).rejects.toThrow(/self.signed/);
    await expect(connect(url('verify-full', (one) => (one.hostname = '127.0.0.1')))).rejects.toThrow(/127\.0\.0\.1|altnames/i);
  });

  test('disable is plain, and only because it was said', async () => {
    expect(await connect(url('disable', ({ searchParams }) => searchParams.delete('sslrootcert')))).toEqual({ ssl: false, version: null });
  });

  test('an encrypted connection is given up, too, when the database hangs', async () => {
    const client = new PromptClient({ ...externalConnection(url('verify-full')), answerTimeoutMs: 300 });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]!.pid, 'SIGSTOP');
    try {
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      await expect(client.query('select 1')).rejects.toThrow(ConnectionFailed);
      await ended;
    } finally {
      process.kill(rows[0]!.pid, 'SIGCONT');
    }
  });

  test('a role keeps the parameters of the owner’s address', () => {
    const { connectionString } = asUser(externalConnection(url('verify-full')), 'a role', 'p@ss');
    expect(new URL(connectionString!).search).toBe(new URL(url('verify-full')).search);
  });
});

async function readyToServe(server: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)));
    server.stderr!.on('data', (data: Buffer) => {
      said += data.toString();
      if (said.includes('ready to accept connections')) resolve();
    });
  });
}
