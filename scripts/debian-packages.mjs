// Programs that tests talk to, from Debian's packages. Harmless ones are installed; servers that could replace a daemon
// of the machine (rsyslog, syslog-ng, PostgreSQL) are only downloaded and unpacked into an ignored folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './runtime.mjs';

const cache = join(root, '.cache', 'debian');

/** Command to look for → package that brings it. */
const installed = {
  chromium: 'chromium',
  logger: 'bsdutils',
  curl: 'curl',
  openssl: 'openssl',
  nc: 'netcat-openbsd',
  socat: 'socat',
};

/** Package → a file that proves it is there, with what is unpacked beside it. */
const unpacked = {
  rsyslog: 'usr/share/doc/rsyslog-relp/copyright',
  'syslog-ng-core': 'usr/sbin/syslog-ng',
  logrotate: 'usr/sbin/logrotate',
  'postgresql-15': 'usr/lib/postgresql/15/bin/postgres',
};

/** Package → others that are unpacked into its folder. */
const beside = { rsyslog: ['rsyslog-relp'] };

const run = (command, args) => spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
const has = (command) => run('sh', ['-c', `command -v ${command}`]).status === 0;

/** Makes every program above available, or ends with one sentence that says what to type. */
export function ensureDebianPackages() {
  const missing = Object.entries(installed)
    .filter(([command]) => !has(command))
    .map(([, name]) => name);
  const folders = Object.keys(unpacked).filter((name) => !existsSync(join(cache, name, unpacked[name])));
  if (missing.length + folders.length === 0) return;
  if (!has('apt-get'))
    fail(`The tests need ${[...missing, ...folders].join(', ')}; this machine has no apt-get to bring them. Run the tests on Debian 12.`);
  if (process.getuid?.() !== 0) {
    if (missing.length > 0) fail(`The tests need ${missing.join(', ')}. Run once: sudo apt-get install -y ${missing.join(' ')}`);
  } else if (run('apt-get', ['update', '-q']).status !== 0) {
    fail('apt-get update failed; the tests need Debian’s packages. Check the network and run the command again.');
  }
  if (missing.length > 0) {
    process.stdout.write(`Installing ${missing.join(', ')} …\n`);
    const result = run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing]);
    if (result.status !== 0) fail(`apt-get could not install ${missing.join(', ')}: ${result.stderr.trim().split('\n').at(-1)}`);
  }
  for (const name of folders) {
    try {
      unpack(name, unpacked[name]);
    } catch (error) {
      fail(error.message);
    }
  }
}

/** Makes one more package available under `.cache/debian/<name>`; `proof` is a file of it. Throws one sentence when that cannot be done. */
export function ensureUnpacked(name, proof) {
  if (existsSync(join(cache, name, proof))) return;
  if (!has('apt-get')) throw new Error('this machine has no apt-get to bring it');
  if (process.getuid?.() === 0 && run('apt-get', ['update', '-q']).status !== 0) throw new Error('apt-get update failed');
  unpack(name, proof);
}

/** Downloads a package with what this machine lacks of its dependencies, and unpacks all into `.cache/debian/<package>`. */
function unpack(name, proof) {
  process.stdout.write(`Unpacking ${name} into .cache/debian …\n`);
  const folder = join(cache, name);
  const archives = join(cache, 'archives', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(archives, 'partial'), { recursive: true });
  mkdirSync(folder, { recursive: true });
  const result = run('apt-get', [
    'install',
    '-y',
    '-q',
    '--download-only',
    '--reinstall',
    '--no-install-recommends',
    '-o',
    `Dir::Cache::archives=${archives}`,
    '-o',
    'APT::Sandbox::User=root',
    name,
    ...(beside[name] ?? []),
  ]);
  const files = readdirSync(archives).filter((file) => file.endsWith('.deb'));
  if (result.status !== 0 || files.length === 0)
    throw new Error(`apt-get could not download ${name}: ${result.stderr.trim().split('\n').at(-1)}`);
  for (const file of files) {
    if (run('dpkg-deb', ['-x', join(archives, file), folder]).status !== 0) throw new Error(`dpkg-deb could not unpack ${file}.`);
  }
  if (!existsSync(join(folder, proof))) throw new Error(`${name} was unpacked, but ${proof} is not in it.`);
  writeFileSync(join(folder, '.complete'), '');
  rmSync(archives, { recursive: true, force: true });
}

/** Folder of an unpacked package, and the environment in which its programs find their libraries. */
export function unpackedPackage(name) {
  const folder = join(cache, name);
  const libraries = ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu', 'lib/aarch64-linux-gnu', 'usr/lib'];
  return { folder, env: { ...process.env, LD_LIBRARY_PATH: libraries.map((path) => join(folder, path)).join(':') } };
}
