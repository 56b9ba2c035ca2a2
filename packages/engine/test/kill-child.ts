/** A process to be killed: `kill-child.ts <directory> <first number> [drain]`. Writes `ack <n>` for each acknowledged body; delivers to `out.txt`. */
import { appendFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { openJournal } from '@acequia/journal';
import { deployment, label, links, pipeline, sink } from './deployments.ts';
import { startHarness } from './harness.ts';
import { submitLines } from './toy-components.ts';

const [directory, first, mode] = process.argv.slice(2) as [string, string, string | undefined];
const journal = await openJournal({ directory: join(directory, 'journal'), clock: systemClock, log: silentLog });
const { engine, toys } = startHarness({ journal, limits: { branchMemoryBytes: 4000 } });
toys.destination('a').answer = (_batch, lines) => {
  appendFileSync(join(directory, 'out.txt'), lines.map((line) => `${line}\n`).join(''));
  return undefined;
};
await engine.apply(deployment([pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'))]));
if (mode === 'drain') {
  const drained = await engine.drain({ deadlineMs: 20_000 });
  await engine.stop({ deadlineMs: 1000 });
  const totals = engine
    .ledger()
    .filter(({ subject }) => subject.kind === 'version')
    .reduce(
      (sum, { counts }) => ({ entered: sum.entered + (counts['entered'] ?? 0), delivered: sum.delivered + (counts['delivered'] ?? 0) }),
      { entered: 0, delivered: 0 },
    );
  writeSync(1, `${JSON.stringify({ drained, ...totals })}\n`);
  await journal.close();
  process.exit(0);
}
for (let n = Number(first); ; n += 4) {
  await Promise.all(
    [n, n + 1, n + 2, n + 3].map(async (one) => {
      await submitLines(toys.peer('LI_1'), [`event-${one}`]);
      writeSync(1, `ack ${one}\n`);
    }),
  );
}
