// npm run test:long -- editor [--minutes N] or idle [--seconds N]: what only shows after a long time. Exit code 1 when a limit is broken.
import { spawn } from 'node:child_process';
import { bundledEnvironment, bundledNode, environmentOf, installWhenNeeded, requireNode, root } from './runtime.mjs';

const long = { editor: 'tests/load/editor-memory.ts', idle: 'tests/load/idle-worker.ts' };

requireNode(20);
process.chdir(root);
const [name, ...rest] = process.argv.slice(2);
if (!Object.hasOwn(long, name ?? '')) {
  process.stderr.write(`Say which one: ${Object.keys(long).join(', ')}.\n`);
  process.exit(2);
}
installWhenNeeded();
/** With the programs that users run. */
async function environment() {
  if (name !== 'idle') return bundledEnvironment();
  const { buildKernelsWhenStale } = await import('./build-kernels.mjs');
  await buildKernelsWhenStale();
  const { programsOfToday } = await import('./build-programs.mjs');
  const programs = await programsOfToday();
  return { ...environmentOf(programs), ACEQUIA_PROGRAMS: programs };
}
const child = spawn(bundledNode(), [long[name], ...rest], { stdio: 'inherit', env: await environment() });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
