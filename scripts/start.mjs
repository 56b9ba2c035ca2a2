// npm start: installs and builds what is stale, then runs `acequia start` with the Node that npm brings.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundledNode, environmentOf, installWhenNeeded, requireNode } from './runtime.mjs';

requireNode(20);
installWhenNeeded();
const { buildWhenStale } = await import('./build-when-stale.mjs');
const programs = await buildWhenStale();

// The child alone decides what a signal means; this process waits for it and takes over its exit code.
const child = spawn(bundledNode(), [join(programs, 'apps/cli/main.js'), 'start', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: environmentOf(programs),
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
