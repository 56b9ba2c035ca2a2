/**
 * Early test 5 of the engine: JSON of 200 shapes from 300 keys, 20 % of the values with escapes, through the pipeline of W3,
 * against W3's own data, from a file. Wanted: at least half of W3's rate, at most 120 MB. Run with
 * `node tests/load/mixed-json.ts [events]`; the last line is one JSON object. Takes about two minutes.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataKinds } from './bench/data/data-kinds.ts';
import { runCounted, type CountedResult } from './parts/counted-run.ts';
import { median } from './parts/median.ts';
import { mixedLine } from './parts/mixed-line.ts';
import { argumentOr, printResult } from './parts/print-result.ts';

const events = argumentOr(1_000_000);
const rounds = 3;

async function measure(line: (index: number) => string): Promise<CountedResult> {
  const text = `${Array.from({ length: events }, (_, index) => line(index)).join('\n')}\n`;
  return runCounted('W3-file', events, async ({ input }) => {
    writeFileSync(join(input, 'data.part'), text);
    renameSync(join(input, 'data.part'), join(input, 'data.log'));
  });
}

const pairs: { readonly w3: CountedResult; readonly mixed: CountedResult }[] = [];
for (let round = 0; round < rounds; round++) pairs.push({ w3: await measure(dataKinds.json), mixed: await measure(mixedLine) });
const ratio = median(pairs.map(({ w3, mixed }) => w3.cpuSecondsPerMillion / mixed.cpuSecondsPerMillion));
const rssMb = median(pairs.map(({ mixed }) => mixed.rssMb));
const figures = [
  { name: 'rateOfW3', is: ratio, atLeast: 0.5 },
  { name: 'rssMb', is: rssMb, atMost: 120 },
];
printResult('mixed-json', figures, { events, last: pairs.at(-1) });
