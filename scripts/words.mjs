// npm run words: what is wrong with the visible texts. With a part of a path only those files; with --lower the baselines shrink to what is left.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundledEnvironment, bundledNode, installWhenNeeded, requireNode, root } from './runtime.mjs';

requireNode(20);
installWhenNeeded();
if (process.execPath !== bundledNode()) {
  const child = spawnSync(bundledNode(), process.argv.slice(1), { stdio: 'inherit', env: bundledEnvironment() });
  process.exit(child.status ?? 1);
}

const { findProblems } = await import('../tooling/words/find-problems.ts');
const { countFindings, findingLine, lowered, readBaselines, writeBaselines } = await import('../tooling/words/baselines.ts');

const folder = join(root, 'tooling/words/baselines');
const [option] = process.argv.slice(2);
const findings = findProblems(root);
if (option === '--lower') {
  writeBaselines(folder, lowered(readBaselines(folder), countFindings(findings)));
} else {
  const shown = findings.filter(({ file }) => file.includes(option ?? ''));
  for (const finding of shown) console.log(findingLine(finding));
  console.log(`${shown.length} to improve`);
}
