// npm run test:long -- editor [--minutes N]: what only shows after a long time. Exit code 1 when a limit is broken.
import { spawn } from 'node:child_process';
import { bundledEnvironment, bundledNode, installWhenNeeded, requireNode, root } from './runtime.mjs';

const long = { editor: 'tests/load/editor-memory.ts' };

requireNode(20);
process.chdir(root);
const [name, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(long, name ?? '')) {
  process.stderr.write(`Say which one: ${Object.keys(long).join(', ')}.\n`);
  process.exit(2);
}
installWhenNeeded();
const child = spawn(bundledNode(), [long[name], ...rest], { stdio: 'inherit', env: bundledEnvironment() });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
