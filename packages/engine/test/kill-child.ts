/**
 * A process to be killed: `kill-child.ts <directory> <first number> [drain]`. Each body is a new event and a repeat of one
 * of the process before, of which only the first may pass. Writes `ack <n>` for each acknowledged body; delivers to `out.txt`.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { action, deployment, label, links, pipeline, sink } from './deployments.ts';
import { startHarness } from './harness.ts';
import { submitLines } from './toy-components.ts';

const [directory, first, mode] = process.argv.slice(2) as [string, string, string | undefined];
const journal = await openJournal({ identity: testLog(), directory: join(directory, 'journal'), clock: systemClock, log: silentLog });
const { engine, toys } = startHarness({ journal, limits: { branchMemoryBytes: 4000, checkpointIntervalMs: 50 } });
toys.destination('a').answer = (_batch, lines) => {
  appendFileSync(join(directory, 'out.txt'), lines.map((line) => `${line}\n`).join(''));
  return undefined;
};
const nodes = [label(), action('once', 'once', {}), sink('out', 'a')];
await engine.apply(deployment([pipeline('PL_1', 'PV_1', nodes, links('start > once', 'once > out'))]));
if (mode === 'drain') {
  const drained = await engine.drain({ deadlineMs: 20_000 });
  await engine.stop({ deadlineMs: 1000 });
  const totals = engine.totals().find(({ subject }) => subject.kind === 'version')!.counts;
  const { entered, delivered, 'filtered:duplicate': repeats } = totals;
  process.stdout.write(`${JSON.stringify({ drained, entered, delivered, repeats })}\n`);
  await journal.close();
  process.exit(0);
}
for (let n = Number(first); ; n += 4) {
  await Promise.all(
    [n, n + 1, n + 2, n + 3].map(async (one) => {
      await submitLines(toys.peer('LI_1'), [`event-${one}#${one}`, `event-${one - 1_000_000}#${one}`]);
      process.stdout.write(`ack ${one}\n`);
    }),
  );
}
