// npm test: sets up, checks, and runs the tests of the stages check, unit, dom, rules and e2e. `--all` runs surveys and faults too, as
// CI does; stages can also be named. `--list` does all the set-up and names every test without running one.
// The last line is `N passed, N failed, N skipped`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bundledEnvironment, bundledNode, installWhenNeeded, requireNode, root } from './runtime.mjs';

requireNode(20);
process.chdir(root);
const list = process.argv.includes('--list');
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const usual = ['check', 'unit', 'dom', 'rules', 'e2e'];
const all = [...usual, 'surveys', 'faults'];
const stages = chosen.length > 0 ? chosen : process.argv.includes('--all') ? all : usual;
installWhenNeeded();

if (process.execPath !== bundledNode()) {
  const child = spawnSync(bundledNode(), process.argv.slice(1), { stdio: 'inherit', env: bundledEnvironment() });
  process.exit(child.status ?? 1);
}

const { ensureDebianPackages } = await import('./debian-packages.mjs');
ensureDebianPackages();
const { buildWhenStale } = await import('./build-when-stale.mjs');
await buildWhenStale();

const results = join(root, '.cache', 'results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

if (list) {
  const listed = spawnSync(bundledNode(), ['node_modules/vitest/vitest.mjs', 'list'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: bundledEnvironment(),
  });
  process.exit(listed.status ?? 1);
}

const { withPostgres15 } = await import('./postgres-15.mjs');
for (const stage of stages) {
  if (stage === 'check') await check();
  else if (stage === 'unit') await withPostgres15((url) => vitest(stage, { TEST_DATABASE_URL: url }));
  else await vitest(stage, {});
}
process.stdout.write(failures.map((failure) => `✗ ${failure}\n`).join(''));
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

async function check() {
  const { checks, runChecks } = await import('./check.mjs');
  const failed = await runChecks(checks);
  total.failed += failed.length;
  total.passed += checks.length - failed.length;
  failures.push(...failed);
}

/** Runs the vitest projects of a stage (`unit` and `unit-server`, say) and adds up the JSON report; a run without a report has failed. */
async function vitest(stage, env) {
  const report = join(results, `${stage}.json`);
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    stage,
    '--project',
    `${stage}-*`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const code = await new Promise((resolve) => {
    spawn(bundledNode(), args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...bundledEnvironment(), ...env } }).on('exit', resolve);
  });
  if (!existsSync(report)) {
    failures.push(`${stage}: vitest ended with ${code} and without a report`);
    total.failed += 1;
    return;
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  total.passed += numPassedTests;
  total.failed += numFailedTests;
  total.skipped += numPendingTests + numTodoTests;
  const told = testResults.flatMap(failuresOfFile).map((failure) => `${stage}: ${failure}`);
  failures.push(...told);
  if ((success && code === 0) || numFailedTests > 0) return;
  total.failed += 1;
  if (told.length === 0) failures.push(`${stage}: vitest ended with ${code} though no test failed`);
}

/** What failed in one file, told again at the end of the run, where the start of a long output may have been cut off. */
function failuresOfFile({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0) return status === 'failed' ? [`${file}\n${message}`] : [];
  return tests.map((test) => `${file} > ${test.fullName}\n${test.failureMessages.map(ownFrames).join('\n')}`);
}

function ownFrames(message) {
  const lines = message.split('\n');
  return lines.filter((line) => !/^\s+at .*(node_modules|node:internal)/.test(line)).join('\n');
}
