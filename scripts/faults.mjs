// npm run test:faults -- [--cycles N] [--seed S] [--only <fault>[,<fault>]] [--json]: kills, cuts and damages, and judges.
// npm run test:faults -- --walk [--minutes N] [--rate EVENTS] [--seed S] [--only <hazard>[,<hazard>]] [--mistakes] [--json]: random hazards over one installation.
// With --json the last line is one JSON object; without it a sentence. Exit code 1 when a promise was broken or a mutant not caught.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundledEnvironment, bundledNode, installWhenNeeded, requireNode, root } from './runtime.mjs';

requireNode(20);
process.chdir(root);
installWhenNeeded();
if (process.execPath !== bundledNode()) {
  const child = spawnSync(bundledNode(), process.argv.slice(1), { stdio: 'inherit', env: bundledEnvironment() });
  process.exit(child.status ?? 1);
}
// Engines start again and again: they keep their compiled form also when this is already the bundled Node.
process.env.NODE_COMPILE_CACHE ??= bundledEnvironment().NODE_COMPILE_CACHE;

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    walk: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string' },
    mistakes: { type: 'boolean', default: false },
  },
});
const only = values.only.split(',').filter(Boolean);
const print = (line) => void process.stdout.write(`${line}\n`);
if (values.walk) process.exit((await walkAll()) ? 0 : 1);
const { runFaults } = await import(join(root, 'tests/faults/run-faults.ts'));
const { allFaults } = await import(join(root, 'tests/faults/all-faults.ts'));
const unknown = only.filter((id) => !allFaults.some((fault) => fault.id === id));
if (unknown.length > 0) {
  process.stderr.write(`There is no fault ${unknown.join(', ')}. There are: ${allFaults.map(({ id }) => id).join(', ')}.\n`);
  process.exit(2);
}
print(`seed ${values.seed}`);
const summary = await runFaults({ cycles: Number(values.cycles), seed: Number(values.seed), only, print });
for (const { fault, seed, cycles } of summary.failed) {
  print(`again: npm run test:faults -- --only ${fault} --seed ${seed} --cycles ${cycles}   (then add it to tests/faults/regressions.json)`);
}
const [caught, all] = summary.mutantsCaught.split('/');
const isKept = summary.failed.length === 0 && summary.void === 0 && caught === all;
print(
  values.json
    ? JSON.stringify(summary)
    : `${summary.cyclesRun} cycles, ${summary.acknowledged} acknowledged, ${summary.lost} lost; mutants caught: ${summary.mutantsCaught}`,
);
process.exit(isKept ? 0 : 1);

/** Whether every promise was kept, and with --mistakes each mistake noticed. The last line counts walk and mistakes. */
async function walkAll() {
  const { walk, tryMistakes } = await import(join(root, 'tests/faults/walk/walk.ts'));
  print(`seed ${values.seed}`);
  const kept = mkdtempSync(join(tmpdir(), 'acequia-walk-'));
  const rate = values.rate === undefined ? {} : { rate: Number(values.rate) };
  const { verdict, met, notPossible, kills, rotations, output } = await walk({
    seed: Number(values.seed),
    minutes: Number(values.minutes),
    only,
    print,
    keepIn: join(kept, 'data'),
    ...rate,
  });
  for (const fault of verdict.faults) print(`✗ ${fault}`);
  if (verdict.faults.length > 0) {
    writeFileSync(join(kept, 'output.log'), output);
    print(`What the processes printed, and their data, is in ${kept}.`);
  } else rmSync(kept, { recursive: true });
  const { acknowledged, lost, invented, corrupt, duplicates, repeated } = verdict;
  const summary = {
    minutes: Number(values.minutes),
    acknowledged,
    lost,
    invented,
    corrupt,
    duplicates,
    repeated,
    kills,
    rotations,
    met,
    notPossible,
    faults: verdict.faults.length,
  };
  print(values.json ? JSON.stringify({ ...summary, seed: Number(values.seed) }) : JSON.stringify(summary));
  const isKept = verdict.faults.length === 0 && verdict.void === undefined;
  const { caught, missed } = values.mistakes ? await tryMistakes(Number(values.seed), only, print) : { caught: 0, missed: 0 };
  print(`${caught + (isKept ? 1 : 0)} passed, ${missed + (isKept ? 0 : 1)} failed`);
  return isKept && missed === 0;
}
