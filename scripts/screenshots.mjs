// npm run screenshots: the pictures of README and guides, made from the demo; `-- --check` lists those that no longer show today's console.
import { spawn } from 'node:child_process';
import { bundledEnvironment, bundledNode, installWhenNeeded, requireNode, root } from './runtime.mjs';

requireNode(20);
process.chdir(root);
installWhenNeeded();
const words = process.argv.slice(2);
if (!words.includes('--check')) {
  const { ensureDebianPackages } = await import('./debian-packages.mjs');
  ensureDebianPackages();
}

const child = spawn(bundledNode(), ['tooling/screenshots/main.ts', ...words], { stdio: 'inherit', env: bundledEnvironment() });
child.on('exit', (code) => process.exit(code ?? 1));
