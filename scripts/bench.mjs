// npm run bench: the engine beside its peers. Sets up what a fresh clone lacks, then runs tests/load/bench in the bundled Node.
import { spawn } from 'node:child_process';
import { bundledNode, environmentOf, installWhenNeeded, requireNode, root } from './runtime.mjs';

requireNode(20);
process.chdir(root);
installWhenNeeded();
const { buildKernelsWhenStale } = await import('./build-kernels.mjs');
await buildKernelsWhenStale();
const { programsOfToday } = await import('./build-programs.mjs');
const programs = await programsOfToday();

const child = spawn(bundledNode(), ['tests/load/bench/main.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...environmentOf(programs), ACEQUIA_PROGRAMS: programs },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
