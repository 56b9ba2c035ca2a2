/** `npm run bench`: Acequia and its peers side by side, on the same data, taking turns. See docs/benchmarks/engine.md. */
import { join } from 'node:path';
import { readArguments, usage } from './arguments.ts';
import { dataFiles, lookupFiles, type WorkloadData } from './data/data-files.ts';
import type { DataKind } from './data/data-kinds.ts';
import { machine } from './machine.ts';
import { measureLoadAlone, type LoadAlone } from './measure/load-alone.ts';
import { cores, endGroupsWithThisProcess, pinSelf } from './measure/pinned-process.ts';
import { makePlace } from './measure/run-places.ts';
import { printTable } from './result-table.ts';
import { markLoadBound, type WorkloadResult } from './results.ts';
import { runTrial, type TrialSurroundings } from './trial.ts';
import { allTrials, trialIds } from './trials.ts';
import { workloads, type WorkloadId } from './workloads.ts';

const cache = join(import.meta.dirname, '..', '..', '..', '.cache', 'bench');
const data = join(cache, 'data');

const asked = readArguments(process.argv.slice(2), trialIds);
if (typeof asked === 'string') {
  process.stderr.write(`${asked}\n${usage}\n`);
  process.exit(2);
}
const { rounds, rows, only, json } = asked;
const dataOf = (kind: DataKind): WorkloadData => dataFiles(data, kind, rows);
pinSelf(cores.rest);
endGroupsWithThisProcess();
const lookup = lookupFiles(data);
const surroundings: TrialSurroundings = {
  rounds,
  makePlace: () => makePlace(cache, lookup, cores.system),
  say: (line) => void process.stderr.write(`${line}\n`),
};
/** The generator a trial needs; its data is the same in all trials. */
const loadOf = (id: string): 'tcp' | 'http' | 'file' | undefined => loadsOfOwnTrials[id] ?? workloads.get(id as WorkloadId)?.input;
const loadsOfOwnTrials: Readonly<Record<string, 'tcp' | 'http'>> = { http: 'http', catchup: 'tcp', publish: 'tcp' };
const dataOfLoad = { tcp: 'syslog', http: 'json' } as const;
const isChosen = (id: string): boolean => only?.includes(id) ?? true;
const start = machine();
const loads = await loadsAlone();
const measured: WorkloadResult[] = [];
for (const trial of allTrials(asked, dataOf)) if (isChosen(trial.id)) measured.push(...(await runTrial(trial, surroundings)));
const results = markLoadBound(measured, (id) => loads.find(({ kind }) => kind === loadOf(id))?.eventsPerSecond);
if (!json) process.stdout.write(`${printTable(results)}\n`);
process.stdout.write(`${JSON.stringify({ machine: start, rounds, rows, loads, workloads: results })}\n`);

/** The generators without a system behind them: nothing that is measured may come near. */
async function loadsAlone(): Promise<LoadAlone[]> {
  const found: LoadAlone[] = [];
  for (const kind of ['tcp', 'http'] as const) {
    const id = trialIds.find((trial) => isChosen(trial) && loadOf(trial) === kind);
    if (id === undefined) continue;
    const place = await surroundings.makePlace();
    try {
      const alone = await measureLoadAlone(kind, dataOf(dataOfLoad[kind]).measured, place);
      surroundings.say(`load over ${kind} alone: ${alone.eventsPerSecond.toLocaleString('en')} events/s, ${alone.mbPerSecond} MB/s`);
      found.push(alone);
    } finally {
      place.remove();
    }
  }
  return found;
}
