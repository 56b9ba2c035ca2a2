/**
 * Two lanes against one: the pipeline of W2 from files to files, two listeners of their own, once with both in one lane and once
 * with a lane each. Wanted: 1.9 times the rate on two cores. Run with `node tests/load/two-lanes.ts [events] [rounds]`; the last
 * line is one JSON object. Takes about two minutes.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { dataKinds } from './bench/data/data-kinds.ts';
import { runCounted, type CountedResult } from './parts/counted-run.ts';
import { median } from './parts/median.ts';

const copies = 2;
const eachEvents = Math.ceil(Number(process.argv[2] ?? 3_000_000) / copies);
const rounds = Number(process.argv[3] ?? 5);
const text = `${Array.from({ length: eachEvents }, (_, index) => dataKinds.syslog(index)).join('\n')}\n`;

const measure = (lanes: number): Promise<CountedResult> =>
  runCounted(
    'W2-file',
    eachEvents * copies,
    async ({ input }) => {
      const folders = Array.from({ length: copies }, (_, copy) => join(input, String(copy)));
      for (const folder of folders) writeFileSync(join(folder, 'data.part'), text);
      for (const folder of folders) renameSync(join(folder, 'data.part'), join(folder, 'data.log'));
    },
    { copies, lanes },
  );

const pairs: { readonly one: CountedResult; readonly two: CountedResult }[] = [];
for (let round = 0; round < rounds; round++) pairs.push({ one: await measure(1), two: await measure(2) });
const ratio = median(pairs.map(({ one, two }) => two.eventsPerSecond / one.eventsPerSecond));
const rssMb = median(pairs.map(({ two }) => two.rssMb));
const machine = `${cpus().length} × ${cpus()[0]!.model}, load ${loadavg()[0]!.toFixed(1)}`;
process.stdout.write(
  `${JSON.stringify({ test: 'two-lanes', events: eachEvents * copies, ratio, rssMb, last: pairs.at(-1), goal: 'a ratio of 1.9', machine })}\n`,
);
