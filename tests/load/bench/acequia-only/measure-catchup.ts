import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { totalRows, type WorkloadData } from '../data/data-files.ts';
import { startLoad } from '../load/load-program.ts';
import { outputFault } from '../measure/measure-once.ts';
import { measurementOf, type Measurement } from '../measure/measurement.ts';
import { followGrowth } from '../measure/output-growth.ts';
import { readGroup } from '../measure/process-group.ts';
import { acequia } from '../systems/acequia/acequia.ts';
import { deploymentOf, readPipeline } from '../systems/acequia/deployment.ts';
import { deployTo, startWorker } from '../systems/acequia/worker-process.ts';
import { awaitReady } from '../systems/await-ready.ts';
import type { Place } from '../systems/system.ts';
import { workloads } from '../workloads.ts';
import { awaitLedger } from '../systems/acequia/ledger-sum.ts';

/**
 * Syslog over TCP while the destination's folder is missing, so that everything waits on disk; then the folder appears and
 * the clock runs until the last line is written.
 */
export async function measureCatchup(data: WorkloadData, place: Place): Promise<Measurement> {
  const rows = totalRows(data);
  const workload = workloads.get('W2-tcp')!;
  const load = await startLoad('tcp', [data.warmUp.path, data.measured.path], place.port, join(place.run, 'load.log'));
  const worker = await startWorker(place.run, place.input, place.cores);
  try {
    rmSync(place.output, { recursive: true });
    await deployTo(worker, deploymentOf(readPipeline('W2-tcp', place), place));
    await awaitReady(worker.process, 'tcp', place.port);
    await load.go();
    await load.go();
    await awaitLedger(worker, 'listener', 'received', rows);
    mkdirSync(place.output);
    const { group } = worker.process;
    const before = readGroup(group);
    const start = performance.now();
    worker.fleet.send({ type: 'retry-node', pipelineId: 'PL_bench', node: 'out' });
    const growth = await followGrowth([join(place.output, 'out.log')], group, () => true, rows);
    const after = readGroup(group);
    await worker.stop();
    return measurementOf({
      events: rows,
      seconds: (growth.lastMs - start) / 1000,
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      rssBytes: after.peakRssBytes,
      fault: outputFault(acequia(), workload, rows, place),
    });
  } finally {
    await worker.stop();
    await load.stop();
  }
}
