// Debian's PostgreSQL 15 for the database suite, started on a free port in a throw-away folder and stopped by its pid.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackedPackage } from './debian-packages.mjs';

const nobody = { uid: 65534, gid: 65534 };

/** Runs `use` with the URL of a superuser on a fresh server. */
export async function withPostgres15(use) {
  const { folder, env } = unpackedPackage('postgresql-15');
  const bin = (name) => join(folder, 'usr/lib/postgresql/15/bin', name);
  const owner = process.getuid?.() === 0 ? nobody : {};
  const data = mkdtempSync(join(tmpdir(), 'acequia-pg15-'));
  if (process.getuid?.() === 0) chownSync(data, nobody.uid, nobody.gid);
  const options = { env: { ...env, LC_ALL: 'C' }, ...owner, cwd: data, stdio: ['ignore', 'ignore', 'pipe'] };
  execFileSync(
    bin('initdb'),
    ['-D', join(data, 'db'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-L', join(folder, 'usr/share/postgresql/15')],
    options,
  );
  const port = await freePort();
  const server = spawn(
    bin('postgres'),
    [
      '-D',
      join(data, 'db'),
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${data}`,
      '-c',
      'max_connections=200',
      '-c',
      'jit=off',
    ],
    options,
  );
  const ended = new Promise((resolve) => server.on('exit', resolve));
  try {
    await ready(server);
    return await use(`postgres://postgres@127.0.0.1:${port}/postgres`);
  } finally {
    server.kill('SIGINT');
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}

function ready(server) {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stderr.on('data', (data) => {
      text = (text + data).slice(-8000);
      if (text.includes('database system is ready to accept connections')) resolve();
    });
    server.on('exit', (code) => reject(new Error(`PostgreSQL 15 ended with ${code}: ${text}`)));
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
