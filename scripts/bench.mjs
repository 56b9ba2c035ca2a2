// npm run bench: the engine beside its peers. Sets up what a fresh clone lacks, then runs tests/load/bench in the bundled Node.
import { spawn } from 'node:child_process';
import { bundledEnvironment, bundledNode, installWhenNeeded, requireNode, root } from './runtime.mjs';

requireNode(20);
process.chdir(root);
installWhenNeeded();
const { buildKernelsWhenStale } = await import('./build-kernels.mjs');
await buildKernelsWhenStale();

const child = spawn(bundledNode(), ['tests/load/bench/main.ts', ...process.argv.slice(2)], { stdio: 'inherit', env: bundledEnvironment() });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
