import type { FlatRecord } from '../../compare/flat-record.ts';
import type { WorkloadId } from '../../workloads.ts';
import { awaitReady } from '../await-ready.ts';
import { tidySyslog } from '../structured-data.ts';
import type { System, SystemId } from '../system.ts';
import { deploymentOf, lookupFilesOf, missingComponent, readPipeline } from './deployment.ts';
import { ledgerSum } from './ledger-sum.ts';
import { deployTo, startWorker } from './worker-process.ts';

const nowhere = { port: 1, input: '/', lookup: '/' };

/** Publishes the running pipeline again, as a new version. */
export interface Publisher {
  /** Resolves when the worker runs it. */
  publish(): Promise<void>;
  /** Events delivered so far, as the worker last reported. */
  delivered(): number;
}

/** The worker program as in production: listener, journal on disk with a sync before each acknowledgement, pipeline, file datasink, counters. */
export const acequia = (onStart?: (publisher: Publisher) => void): System => workerAs('acequia', 'wasm', onStart);

/** The same program without its compiled kernels: the JavaScript steps alone. */
export const acequiaFloor = (): System => workerAs('acequia-floor', 'script');

function workerAs(id: SystemId, kernels: 'wasm' | 'script', onStart: (publisher: Publisher) => void = () => undefined): System {
  return {
    id,
    missing: (workload) => missingComponent(readPipeline(workload, nowhere)),
    start: async (workload, place) => {
      const worker = await startWorker(place.run, place.input, place.cores, kernels);
      let version = 1;
      const pipeline = readPipeline(workload.id, place);
      worker.fleet.serveLookups(lookupFilesOf(pipeline));
      const deploy = () => deployTo(worker, deploymentOf(pipeline, place, version));
      try {
        await deploy();
        await awaitReady(worker.process, workload.input, place.port);
      } catch (error) {
        await worker.stop();
        throw error;
      }
      onStart({
        publish: () => {
          version += 1;
          return deploy();
        },
        delivered: () => ledgerSum(worker.fleet.report(), 'pipeline', 'delivered'),
      });
      return { ...worker.process, stop: worker.stop };
    },
    tidy: (workload: WorkloadId, record: FlatRecord) => {
      if (!workload.startsWith('W2') && workload !== 'fanout') return record;
      const { facility, severity, ...rest } = record;
      return tidySyslog({ ...rest, pri: String(Number(facility) * 8 + Number(severity)) });
    },
  };
}
