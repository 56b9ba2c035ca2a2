// npm run words: what is wrong with the visible texts. With a part of a path only those files. Fails when there is anything.
import { spawnSync } from 'node:child_process';
import { bundledEnvironment, bundledNode, installWhenNeeded, requireNode, root } from './runtime.mjs';

requireNode(20);
installWhenNeeded();
if (process.execPath !== bundledNode()) {
  const child = spawnSync(bundledNode(), process.argv.slice(1), { stdio: 'inherit', env: bundledEnvironment() });
  process.exit(child.status ?? 1);
}

const { findingLine, findProblems } = await import('../tooling/words/find-problems.ts');

const [part = ''] = process.argv.slice(2);
const findings = findProblems(root).filter(({ file }) => file.includes(part));
for (const finding of findings) console.log(findingLine(finding));
if (findings.length > 0) {
  console.log(`${findings.length} to improve`);
  process.exit(1);
}
