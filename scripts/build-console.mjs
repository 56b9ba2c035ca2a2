// Builds the console when its sources have changed since the last build.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledEnvironment, bundledNode, fail, root } from './runtime.mjs';

const stamp = join(root, 'apps/console/dist/.sources');
const folders = [
  'apps/console',
  'packages/ui',
  'packages/contract',
  'packages/domain',
  'packages/pipeline',
  'packages/event',
  'packages/components',
  'packages/component-sdk',
  'packages/base',
];

/** Names, sizes and times of all files that can end up in the bundle. */
function fingerprint() {
  const hash = createHash('sha256');
  const visit = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (['node_modules', 'dist'].includes(entry.name) || entry.name.includes('.test.')) continue;
      const full = join(path, entry.name);
      if (entry.isDirectory()) visit(full);
      else {
        const { size, mtimeMs } = statSync(full);
        hash.update(`${full.slice(root.length)} ${size} ${mtimeMs}\n`);
      }
    }
  };
  for (const folder of folders) visit(join(root, folder));
  hash.update(readFileSync(join(root, 'docs/glossary.md')));
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

export async function buildConsoleWhenStale() {
  const now = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  process.stdout.write('Building the console (only after a change) …\n');
  const output = [];
  const code = await new Promise((resolve) => {
    const child = spawn(bundledNode(), [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'apps/console'),
      env: { ...bundledEnvironment(), NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (data) => output.push(data));
    child.stderr.on('data', (data) => output.push(data));
    child.on('exit', resolve);
  });
  if (code !== 0) fail(`The console could not be built:\n${Buffer.concat(output).toString().slice(-4000)}`);
  mkdirSync(join(root, 'apps/console/dist'), { recursive: true });
  writeFileSync(stamp, now);
}
