// `node bundle.mjs <folder>`: bundles server, worker and command into the folder.
import { root } from '../runtime.mjs';
import { bundlePrograms } from './bundle-programs.mjs';

const [target] = process.argv.slice(2);
await bundlePrograms(root, ['apps/cli/src/main.ts', 'apps/server/src/main.ts', 'apps/worker/src/main.ts'], target);
