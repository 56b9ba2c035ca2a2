// npm run record-demo: counts anew what the demo does in a day, after a change of what it consists of. Takes about ten minutes.
import { spawnSync } from 'node:child_process';
import { bundledEnvironment, bundledNode, installWhenNeeded, requireNode, root } from './runtime.mjs';

requireNode(20);
process.chdir(root);
installWhenNeeded();
const { buildKernelsWhenStale } = await import('./build-kernels.mjs');
await buildKernelsWhenStale();
const { status } = spawnSync(bundledNode(), ['tests/load/record-demo.ts'], { stdio: 'inherit', env: bundledEnvironment() });
process.exit(status ?? 1);
