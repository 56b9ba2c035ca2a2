// Bundles server, worker and command into `dist/programs/<hash of their sources>` when there is no bundle of these sources yet.
// A running program keeps the folder it was started from: its threads are of its own version, whatever has been built since.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { bundledNode, fail, root } from './runtime.mjs';

const folder = join(root, 'dist/programs');
const builder = join(root, 'scripts/programs/bundle.mjs');
/** Bundles that stay, by their last start, beside those that run. */
const kept = 8;

/**
 * The folder of the bundles of today's sources, built when it is not there: `apps/cli/main.js` in it is the command. Ends this
 * process with the reason when they cannot be built.
 */
export async function programsOfToday() {
  const target = join(folder, fingerprint());
  if (!existsSync(target)) await build(target);
  try {
    const now = new Date();
    utimesSync(target, now, now);
    forgetOld();
  } catch (error) {
    // Another user's checkout: it is theirs to tidy.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
  return target;
}

function fingerprint() {
  const hash = createHash('sha256');
  const add = (path) => hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  const sources = (path) => {
    for (const name of readdirSync(join(root, path, 'src'), { recursive: true }).sort()) {
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) add(join(path, 'src', name));
    }
    add(join(path, 'package.json'));
  };
  add('package-lock.json');
  for (const name of readdirSync(join(root, 'scripts/programs')).sort()) add(join('scripts/programs', name));
  for (const name of ['cli', 'server', 'worker']) sources(join('apps', name));
  for (const name of readdirSync(join(root, 'packages')).sort()) {
    if (existsSync(join(root, 'packages', name, 'package.json'))) sources(join('packages', name));
  }
  return hash.digest('hex').slice(0, 16);
}

async function build(target) {
  process.stderr.write('Building the programs (only after a change) …\n');
  const output = [];
  const code = await new Promise((resolve) => {
    const child = spawn(bundledNode(), [builder, target], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (data) => output.push(data));
    child.stderr.on('data', (data) => output.push(data));
    child.on('close', resolve);
  });
  if (code !== 0) fail(`The programs could not be built:\n${Buffer.concat(output).toString().slice(-4000)}`);
}

function forgetOld() {
  const lastStarts = readdirSync(folder)
    .filter((name) => !name.includes('.'))
    .flatMap((name) => {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      return stats ? [{ name, startMs: stats.mtimeMs }] : [];
    })
    .sort((a, b) => b.startMs - a.startMs);
  const old = lastStarts.slice(kept);
  if (old.length === 0) return;
  const running = commandLines();
  for (const { name } of old) {
    if (!running.some((line) => line.includes(name))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Of all processes of this machine. */
function commandLines() {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8')] : [];
    } catch {
      return [];
    }
  });
}
