import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { totalRows, type WorkloadData } from '../data/data-files.ts';
import { startLoad } from '../load/load-program.ts';
import { measurementOf, type Measurement } from '../measure/measurement.ts';
import { readGroup } from '../measure/process-group.ts';
import { deploymentOf, readPipeline } from '../systems/acequia/deployment.ts';
import { deployTo, startWorker } from '../systems/acequia/worker-process.ts';
import { awaitReady } from '../systems/await-ready.ts';
import type { Place } from '../systems/system.ts';
import { awaitLedger, ledgerSum } from '../systems/acequia/ledger-sum.ts';

async function ingest(durability: 'fsync' | 'os', data: WorkloadData, place: Place): Promise<Measurement> {
  const { warmUp, measured } = data;
  const folder = join(place.run, durability);
  mkdirSync(folder);
  const load = await startLoad('http', [warmUp.path, measured.path], place.port, join(folder, 'load.log'));
  const worker = await startWorker(folder, place.input, place.cores);
  try {
    await deployTo(worker, deploymentOf(readPipeline('http', place, { DURABILITY: durability }), place));
    await awaitReady(worker.process, 'http', place.port);
    await load.go();
    await awaitLedger(worker, 'pipeline', 'delivered', warmUp.rows);
    const before = readGroup(worker.process.group);
    const { seconds } = await load.go();
    await awaitLedger(worker, 'pipeline', 'delivered', totalRows(data));
    const after = readGroup(worker.process.group);
    const received = ledgerSum(worker.fleet.report(), 'listener', 'received');
    return measurementOf({
      events: measured.rows,
      seconds,
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      rssBytes: after.peakRssBytes,
      fault: received === totalRows(data) ? undefined : `${received} events were counted, ${totalRows(data)} were sent`,
    });
  } finally {
    await worker.stop();
    await load.stop();
  }
}

/** JSON over four HTTP connections to a null datasink, answered after the sync, and after the write only. */
export async function measureHttp(data: WorkloadData, place: Place): Promise<Measurement> {
  const synced = await ingest('fsync', data, place);
  const unsynced = await ingest('os', data, place);
  return {
    ...synced,
    fault: synced.fault ?? unsynced.fault,
    extra: {
      unsyncedEventsPerSecond: Math.round(unsynced.eventsPerSecond),
      syncedToUnsynced: Number((synced.eventsPerSecond / unsynced.eventsPerSecond).toFixed(2)),
    },
  };
}
