/**
 * A process to be killed: `kill-windows-child.ts <directory> <first number> [end]`. Lists numbered lines by key in windows of
 * 5 ms. Writes `ack <n>` for each acknowledged line; delivers to `out.txt`. `end` stops the pipeline and writes its counts.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { action, deployment, label, links, pipeline, sink } from './deployments.ts';
import { startHarness, until } from './harness.ts';
import { submitLines } from './toy-components.ts';

const [directory, first, mode] = process.argv.slice(2) as [string, string, string | undefined];
const journal = await openJournal({ identity: testLog(), directory: join(directory, 'journal'), clock: systemClock, log: silentLog });
const { engine, toys } = startHarness({ journal, limits: { branchMemoryBytes: 4000, checkpointIntervalMs: 50 } });
toys.destination('a').answer = (_batch, lines) => {
  appendFileSync(join(directory, 'out.txt'), lines.map((line) => `${line}\n`).join(''));
  return undefined;
};
const nodes = [label(), action('tally', 'tally', { everyMs: 5 }), sink('out', 'a')];
await engine.apply(deployment([pipeline('PL_1', 'PV_1', nodes, links('start > tally', 'tally > out'))]));
if (mode === 'end') {
  await until(() => engine.status().pipelines.every(({ lagBlocks }) => lagBlocks === 0));
  await engine.apply(deployment([]));
  await until(() => engine.status().pipelines.length === 0);
  await engine.stop({ deadlineMs: 1000 });
  process.stdout.write(JSON.stringify(engine.totals().find(({ subject }) => subject.kind === 'version')!.counts));
  await journal.close();
  process.exit(0);
}
for (let n = Number(first); ; n += 4) {
  await Promise.all(
    [n, n + 1, n + 2, n + 3].map(async (one) => {
      await submitLines(toys.peer('LI_1'), [`k${one % 3}#${one}`], undefined, Date.now());
      process.stdout.write(`ack ${one}\n`);
    }),
  );
}
