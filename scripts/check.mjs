// Format, types, lint, dependency rules, dead code, visible texts, sizes of the console’s pages. Each failure says what to do instead.
import { spawn } from 'node:child_process';

const folders = ['apps', 'packages', 'tests', 'scripts', 'tooling'];
const bin = (name) => `node_modules/.bin/${name}`;

/** The slowest first, so that none is left to run alone at the end. */
export const checks = [
  {
    name: 'dependency rules',
    command: [bin('depcruise'), '--config', 'tooling/dependency-rules.cjs', '--output-type', 'err-long', 'apps', 'packages'],
  },
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings', ...folders] },
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
  { name: 'dead code', command: [bin('knip'), '--no-progress'] },
  {
    name: 'bundle sizes',
    command: [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'rules', 'tooling/bundle-sizes.test.ts'],
  },
  { name: 'words', command: [process.execPath, 'scripts/words.mjs'] },
  { name: 'lockfile', command: ['npm', 'ci', '--ignore-scripts', '--dry-run', '--silent'] },
  { name: 'format', command: [bin('oxfmt'), '--check', ...folders, 'vitest.config.ts'] },
];

/** Checks at a time: most use one core. */
const atOnce = 2;

/** Runs the checks; each that failed, by name and with what it wrote. Their output is shown only when they fail. */
export async function runChecks(chosen) {
  const waiting = [...chosen];
  const failures = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) failures.push(...(await runCheck(check)));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failures;
}

async function runCheck({ name, command }) {
  const started = performance.now();
  const output = [];
  const status = await new Promise((resolve) => {
    const child = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
    child.on('error', (error) => resolve(error.message));
    child.on('close', resolve);
  });
  const passed = status === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? '✓' : '✗'} check: ${name} (${seconds} s)`);
  if (passed) return [];
  const written = `${Buffer.concat(output).toString().slice(-20_000)}${typeof status === 'string' ? status : ''}`;
  console.log(written);
  return [`check: ${name}\n${written}`];
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const chosen = process.argv.slice(2);
  const failed = await runChecks(checks.filter(({ name }) => chosen.length === 0 || chosen.includes(name)));
  process.exitCode = failed.length === 0 ? 0 : 1;
}
