/**
 * A process that events may end: `redriven-child.ts <directory> refuse|redrive|run <count> [text]`. When so many letters are open it
 * prints them as JSON, each with its node, its code and its line, and ends; delivers to `<sink>.txt`.
 *
 * - `refuse`: takes in `one`, which the data sink `fast` refuses, and a deadly event, which a harmless `mark` does
 * - `redrive`: with the deadly `mark`, drives the letters with the text again into their nodes
 * - `run`: with the deadly `mark`, goes on
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { components, deadlyToys } from './deadly-toys.ts';
import { action, deployment, label, links, pipeline, sink } from './deployments.ts';
import { startHarness } from './harness.ts';
import { createToys, submitLines } from './toy-components.ts';

const [directory, mode, count, text] = process.argv.slice(2) as [string, string, string, string | undefined];
const refuses = mode === 'refuse';
const journal = await openJournal({ identity: testLog(), directory: join(directory, 'journal'), clock: systemClock, log: silentLog });
const toys = refuses ? createToys() : { ...deadlyToys, components };
const { engine } = startHarness({
  journal,
  toys,
  limits: { branchMemoryBytes: 4000 },
  crashes: { directory: join(directory, 'crash'), componentsModule: new URL('./deadly-toys.ts', import.meta.url).href },
});
for (const name of ['fast', 'slow']) {
  toys.destination(name).answer = (_batch, lines) => {
    const taken = lines.filter((line) => !refuses || name === 'slow' || line !== 'one');
    appendFileSync(join(directory, `${name}.txt`), taken.map((line) => `${line}\n`).join(''));
    return { rejected: lines.flatMap((line, record) => (taken.includes(line) ? [] : [{ record, code: 'TOY_NO' }])) };
  };
}
const nodes = [label(), action('mark', 'mark', { mark: '' }), sink('fast', 'fast'), sink('slow', 'slow')];
const joined = links('start > mark', 'start > fast', 'mark > slow');
await engine.apply(deployment([pipeline('PL_1', 'PV_1', nodes, joined)], { sinks: ['fast', 'slow'] }));
if (refuses) await submitLines(toys.peer('LI_1'), ['one', 'a deadly event, bad']);
if (mode === 'redrive') {
  const filter = text === undefined ? {} : { text };
  await engine.deadLetters.redrive('t1', { filter, from: undefined, limit: 100 }, 'node');
}
await engine.drain({ deadlineMs: 20_000 });
let letters = [];
do ({ letters } = await engine.deadLetters.list('t1', {}, undefined, 100, 1000));
while (letters.length !== Number(count));
await engine.stop({ deadlineMs: 1000 });
await journal.close();
const said = letters.map(({ node, code, json }) => `${node} ${code} ${(JSON.parse(json!) as { message: string }).message}`);
process.stdout.write(JSON.stringify(said.toSorted()));
process.exit(0);
