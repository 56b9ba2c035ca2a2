/**
 * What a worker holds and uses while nothing comes in (P-22): with nothing deployed, and with pipelines of the benchmarks. Run with
 * `npm run test:long -- idle [--seconds 20]`; the last line is one JSON object.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { lookupFiles } from './bench/data/data-files.ts';
import { machine } from './bench/machine.ts';
import { cores, endGroupsWithThisProcess } from './bench/measure/pinned-process.ts';
import { readGroup } from './bench/measure/process-group.ts';
import { makePlace } from './bench/measure/run-places.ts';
import { acequia } from './bench/systems/acequia/acequia.ts';
import { startWorker } from './bench/systems/acequia/worker-process.ts';
import type { Place, RunningSystem } from './bench/systems/system.ts';
import { workloads, type WorkloadId } from './bench/workloads.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
const seconds = Number(values.seconds);
const restSeconds = 5;
const cache = join(import.meta.dirname, '..', '..', '.cache', 'bench');
const deployed: readonly WorkloadId[] = ['W1', 'W2-tcp', 'W3-file', 'W5'];

endGroupsWithThisProcess();
const measured: Record<string, object> = { nothing: await atRest(startEmpty) };
for (const id of deployed) measured[id] = await atRest((place) => acequia().start(workloads.get(id)!, place));
process.stdout.write(
  `${JSON.stringify({ test: 'idle-worker', seconds, measured, goal: 'at most 120 MB and 1 % of a core', machine: machine() })}\n`,
);

async function startEmpty(place: Place): Promise<RunningSystem> {
  const worker = await startWorker(place.run, place.input, place.cores);
  while (worker.fleet.report() === undefined) await sleep(100);
  return { ...worker.process, stop: worker.stop };
}

/** Memory in 10⁶ bytes as the processes hold it together, and how it is made up; CPU as share of one core. */
async function atRest(start: (place: Place) => Promise<RunningSystem>): Promise<object> {
  const place = await makePlace(cache, lookupFiles(join(cache, 'data')), cores.both);
  const running = await start(place);
  try {
    await sleep(restSeconds * 1000);
    const before = readGroup(running.group).cpuSeconds;
    await sleep(seconds * 1000);
    const cpuPercent = Number((((readGroup(running.group).cpuSeconds - before) / seconds) * 100).toFixed(2));
    return { cpuPercent, ...memoryOf(running.group) };
  } finally {
    await running.stop();
    place.remove();
  }
}

/** Of a process: resident bytes, split into the program and its libraries, the stacks and heap of malloc, and the rest (V8, shared memory). */
function memoryOf(pid: number): object {
  const parts = { program: 0, malloc: 0, others: 0 };
  let part: keyof typeof parts = 'others';
  for (const line of readFileSync(`/proc/${pid}/smaps`, 'latin1').split('\n')) {
    const mapping = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+\s*(.*)$/.exec(line);
    if (mapping)
      part = mapping[1] === '[heap]' ? 'malloc' : mapping[1]!.startsWith('/') && !mapping[1]!.startsWith('/dev/') ? 'program' : 'others';
    const resident = /^Rss:\s+(\d+) kB/.exec(line);
    if (resident) parts[part] += Number(resident[1]) * 1024;
  }
  const mb = (bytes: number) => Number((bytes / 1e6).toFixed(1));
  return {
    rssMb: mb(parts.program + parts.malloc + parts.others),
    peakMb: mb(readGroup(pid).peakRssBytes),
    threads: readdirSync(`/proc/${pid}/task`).length,
    ...Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [`${name}Mb`, mb(bytes)])),
  };
}
