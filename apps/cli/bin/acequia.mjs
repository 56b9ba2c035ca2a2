#!/usr/bin/env node
// Plain JavaScript: an older Node reads this file, says what is missing, or hands over to the Node that npm brought.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const own = fileURLToPath(import.meta.url);
const bundled = fileURLToPath(new URL(`../../../node_modules/node-linux-${process.arch}/bin/node`, import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= 24) {
  const { programsOfToday } = await import('../../../scripts/build-programs.mjs');
  const programs = await programsOfToday();
  // For this program, and for those it starts.
  process.env['NODE_COMPILE_CACHE'] ??= join(programs, 'compiled');
  module.enableCompileCache(process.env['NODE_COMPILE_CACHE']);
  await import(pathToFileURL(join(programs, 'apps/cli/main.js')).href);
} else if (existsSync(bundled)) {
  const run = spawnSync(bundled, [own, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(run.status ?? 1);
} else {
  process.stderr.write(
    `acequia needs Node 24; this is ${process.version}. Run "npm ci" in the project's folder (it brings its own Node) and try again.\n`,
  );
  process.exit(1);
}
