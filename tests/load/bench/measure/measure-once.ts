import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { compareOutputs, expectedLines } from '../compare/compare-outputs.ts';
import { totalRows, type WorkloadData } from '../data/data-files.ts';
import { startLoad, type LoadProgram } from '../load/load-program.ts';
import type { Place, RunningSystem, System } from '../systems/system.ts';
import type { Workload } from '../workloads.ts';
import { measurementOf, type Measurement } from './measurement.ts';
import { followGrowth } from './output-growth.ts';
import { readGroup } from './process-group.ts';
import { touchMemory } from './touch-memory.ts';

/** What stands ready to hand the data over; a file is there as a whole at once. */
async function prepareLoad(
  workload: Workload,
  { warmUp, measured }: WorkloadData,
  place: Place,
): Promise<Pick<LoadProgram, 'stop'> & { go(): Promise<unknown> }> {
  if (workload.input !== 'file') return startLoad(workload.input, [warmUp.path, measured.path], place.port, join(place.run, 'load.log'));
  const files = [warmUp.path, measured.path].values();
  let number = 0;
  return {
    go: async () => linkSync(files.next().value!, join(place.input, `${(number += 1)}.log`)),
    stop: async () => undefined,
  };
}

/** With the longest time in which nothing came out. */
export type MeasuredRun = Measurement & { readonly longestGapMs: number };

/**
 * One run of one system: start, get warm, load, wait for the last output, end, compare every line with what it must be. Only the
 * load is measured. `during` goes on beside it and is told when all was sent; the last output is waited for after both.
 */
export async function measureOnce(
  system: System,
  workload: Workload,
  data: WorkloadData,
  place: Place,
  during: (sent: () => boolean) => Promise<void> = async () => undefined,
): Promise<MeasuredRun> {
  const load = await prepareLoad(workload, data, place);
  const { expectation } = workload;
  const rows = totalRows(data);
  const warm = expectedLines(expectation, data.warmUp.rows);
  const all = expectedLines(expectation, rows);
  let running: RunningSystem | undefined;
  try {
    running = await system.start(workload, place);
    const { group } = running;
    const paths = expectation.outputs.map((output) => join(place.output, output));
    await load.go();
    await followGrowth(paths, group, () => true, warm);
    touchMemory(place.output);
    const before = readGroup(group);
    const start = performance.now();
    let sent = false;
    let done = false;
    const working = Promise.all([load.go().finally(() => (sent = true)), during(() => sent)]).finally(() => (done = true));
    const [growth] = await Promise.all([followGrowth(paths, group, () => done, all), working]);
    const after = readGroup(group);
    await running.stop();
    const totals = {
      events: data.measured.rows,
      seconds: (growth.lastMs - start) / 1000,
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      rssBytes: after.peakRssBytes,
      fault: outputFault(system, workload, rows, place),
    };
    return { ...measurementOf(totals), longestGapMs: Math.round(growth.longestGapMs) };
  } finally {
    await running?.stop();
    await load.stop();
  }
}

/** What is wrong with the outputs, in words. */
export const outputFault = (system: System, workload: Workload, rows: number, place: Pick<Place, 'output'>): string | undefined =>
  compareOutputs(
    (output) => join(place.output, output),
    workload.expectation,
    rows,
    (record) => system.tidy(workload.id, record),
  ).fault;
