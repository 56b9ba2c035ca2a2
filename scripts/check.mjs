// Format, types, lint, dependency rules, dead code. Each failure says what to do instead.
import { spawnSync } from 'node:child_process';

const folders = ['apps', 'packages', 'tests', 'scripts', 'tooling'];
const bin = (name) => `node_modules/.bin/${name}`;

export const checks = [
  { name: 'format', command: [bin('oxfmt'), '--check', ...folders, 'vitest.config.ts'] },
  {
    name: 'types',
    command: [
      process.execPath,
      'node_modules/typescript-7/bin/tsc',
      '--checkers',
      '1',
      '--incremental',
      '--tsBuildInfoFile',
      '.cache/types.tsbuildinfo',
      '-p',
      '.',
    ],
  },
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings', ...folders] },
  {
    name: 'dependency rules',
    command: [bin('depcruise'), '--config', 'tooling/dependency-rules.cjs', '--output-type', 'err-long', 'apps', 'packages'],
  },
  { name: 'dead code', command: [bin('knip'), '--no-progress'] },
  { name: 'lockfile', command: ['npm', 'ci', '--ignore-scripts', '--dry-run', '--silent'] },
];

/** Runs one check; its output is shown only when it fails. */
export function runCheck(check) {
  const started = performance.now();
  const result = spawnSync(check.command[0], check.command.slice(1), { encoding: 'utf8', maxBuffer: 1 << 26 });
  const passed = result.status === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? '✓' : '✗'} check: ${check.name} (${seconds} s)`);
  if (!passed) console.log(`${result.stdout ?? ''}${result.stderr ?? ''}`.slice(-20_000));
  return passed;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const chosen = process.argv.slice(2);
  const failed = checks.filter((check) => chosen.length === 0 || chosen.includes(check.name)).filter((check) => !runCheck(check));
  process.exitCode = failed.length === 0 ? 0 : 1;
}
