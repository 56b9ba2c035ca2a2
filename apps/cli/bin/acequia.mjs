#!/usr/bin/env node
// Plain JavaScript: an older Node reads this file, says what is missing, or hands over to the Node that npm brought.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const bundled = fileURLToPath(new URL(`../../../node_modules/node-linux-${process.arch}/bin/node`, import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= 24) await import(main);
else if (existsSync(bundled)) {
  const run = spawnSync(bundled, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exit(run.status ?? 1);
} else {
  process.stderr.write(
    `acequia needs Node 24; this is ${process.version}. Run "npm ci" in the project's folder (it brings its own Node) and try again.\n`,
  );
  process.exit(1);
}
