// What every script needs before anything of ours runs: the lockfile's packages, and the Node that npm brings.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.acequia-lock');

/** One clear sentence and exit code 1. */
export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

export function requireNode(major) {
  if (Number(process.versions.node.split('.')[0]) < major) {
    fail(`Acequia needs Node ${major} or newer to start; this is ${process.version}. Install a newer Node and run the command again.`);
  }
}

/**
 * Whether npm has installed what a lockfile says: `installed` is its own record of what lies in node_modules (`.package-lock.json`, the last
 * thing it writes there). Packages for other machines, and what these alone need, may be missing.
 */
export function isInstalled(lock, installed, platform = process.platform, arch = process.arch) {
  const isForUs = ({ os, cpu, libc }) => os?.includes(platform) && cpu?.includes(arch) && !libc;
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true;
    const found = installed.packages?.[path];
    if (!found) return wanted.optional === true && !isForUs(wanted);
    return ['version', 'resolved', 'integrity', 'link'].every((part) => found[part] === wanted[part]);
  });
}

function isInstalledByNpm(lock) {
  try {
    return isInstalled(JSON.parse(lock), JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')));
  } catch {
    return false;
  }
}

/** Installs from the lockfile, unless that is what has been installed last, by us or by `npm ci`. */
export function installWhenNeeded() {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const lock = createHash('sha256').update(text).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  if (isInstalledByNpm(text)) {
    writeFileSync(stamp, lock);
    return;
  }
  process.stdout.write('Installing packages (only after a change of the lockfile) …\n');
  const result = spawnSync('npm', ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (result.status !== 0)
    fail(
      'npm could not install the packages of the lockfile; the reason stands above. Check the network and the disk, then run the command again.',
    );
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}

/** The bundled Node's binary, as `process.execPath` names it: without links, so that a script can tell whether it runs in it. */
export function bundledNode() {
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
  const path = join(root, 'node_modules', `node-linux-${arch}`, 'bin', 'node');
  if (!existsSync(path))
    fail(
      `The bundled Node for linux-${arch} is not installed. Run the command again on a 64-bit Linux (x64 or arm64) with optional packages enabled.`,
    );
  return realpathSync(path);
}

/** An environment in which `node` is the bundled one, and programs keep their compiled form: they start in a fifth of the time. */
export function bundledEnvironment() {
  return {
    NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'),
    ...process.env,
    PATH: `${dirname(bundledNode())}:${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
  };
}

/** The same for bundled programs: their compiled form is kept beside them, and goes with them. */
export function environmentOf(programs) {
  return { ...bundledEnvironment(), NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(programs, 'compiled') };
}
