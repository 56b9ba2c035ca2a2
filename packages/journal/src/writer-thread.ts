import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '@acequia/base';
import { nodeFileCalls } from './file-calls.ts';
import { JobRunner } from './job-runner.ts';
import type { WriterJob } from './writer-jobs.ts';

/** The journal writer thread: blocks in write and sync, so that no other thread does, and never waits for libuv's pool (engine decision 5). */
const port = parentPort;
assert(port !== null, 'writer-thread.ts runs as a worker thread');
const runner = new JobRunner(nodeFileCalls, (workerData as { readonly reserve: string }).reserve);
port.on('message', (job: WriterJob | 'stop') => {
  if (job === 'stop') {
    runner.stop();
    port.close();
    return;
  }
  port.postMessage(runner.run(job));
});
