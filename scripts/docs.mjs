// npm run docs: writes the pages of docs/reference that follow from the code. Runs with the bundled Node, which reads TypeScript.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledEnvironment, bundledNode, installWhenNeeded, requireNode, root } from './runtime.mjs';

requireNode(20);
installWhenNeeded();
if (process.execPath !== bundledNode()) {
  const child = spawnSync(bundledNode(), process.argv.slice(1), { stdio: 'inherit', env: bundledEnvironment() });
  process.exit(child.status ?? 1);
}

const { referencePages } = await import('../tooling/reference/pages.ts');
for (const [name, text] of Object.entries(referencePages())) writeFileSync(join(root, 'docs', 'reference', name), text);
