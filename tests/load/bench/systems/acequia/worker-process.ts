import { join } from 'node:path';
import { workerCommandLine } from '../../../../../apps/cli/src/start/worker-command-line.ts';
import { startPinned, type PinnedProcess } from '../../measure/pinned-process.ts';
import { startFleetServer, type FleetServer } from './fleet-server.ts';

/** What users run where `npm run bench` says where it is; its source in the tests of this harness. */
const program = process.env['ACEQUIA_PROGRAMS']
  ? join(process.env['ACEQUIA_PROGRAMS'], 'apps/worker/main.js')
  : join(import.meta.dirname, '..', '..', '..', '..', '..', 'apps', 'worker', 'src', 'main.ts');
const stopPatienceMs = 30_000;

/** The product's worker program, joined to a fleet server of ours. */
export interface WorkerUnderTest {
  readonly fleet: FleetServer;
  readonly process: PinnedProcess;
  /** Drains it, ends it, and closes the server; may be called again. */
  stop(): Promise<void>;
}

/**
 * Starts a worker with a new journal below `folder`, on the cores given; `readable` is the folder that file listeners may read.
 * `kernels` as its setting `ACEQUIA_KERNELS`.
 */
export async function startWorker(folder: string, readable: string, cores: string, kernels = 'wasm'): Promise<WorkerUnderTest> {
  const fleet = await startFleetServer();
  const worker = startPinned({
    command: workerCommandLine(program),
    cores,
    log: join(folder, 'log'),
    env: {
      ...process.env,
      ACEQUIA_SERVER_URL: fleet.url,
      ACEQUIA_WORKER_DATA: join(folder, 'data'),
      ACEQUIA_WORKER_KEYS: join(folder, 'keys'),
      ACEQUIA_WORKER_NAME: 'bench',
      ACEQUIA_ENROL_TOKEN: 'bench',
      ACEQUIA_READ_ROOTS: readable,
      ACEQUIA_KERNELS: kernels,
      ACEQUIA_LOG: 'warn',
    },
  });
  let stopping: Promise<void> | undefined;
  return {
    fleet,
    process: worker,
    stop: () => (stopping ??= worker.stop(stopPatienceMs).then(() => fleet.close())),
  };
}

/** Sends a deployment and waits until it runs; rejects with the worker's last words when it ends before. */
export async function deployTo(worker: WorkerUnderTest, deployment: Parameters<FleetServer['deploy']>[0]): Promise<void> {
  const ended = Promise.withResolvers<never>();
  const onExit = () => ended.reject(new Error(`the worker ended: ${worker.process.lastWords()}`));
  worker.process.child.once('exit', onExit);
  if (worker.process.ended()) onExit();
  try {
    await Promise.race([worker.fleet.deploy(deployment), ended.promise]);
  } finally {
    worker.process.child.off('exit', onExit);
  }
}
