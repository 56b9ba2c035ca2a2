import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { assert } from '@acequia/base';
import { nodeFileCalls } from './file-calls.ts';
import { JobRunner } from './job-runner.ts';
import { plainlyDone, type Reserve, type WriterJob } from './writer-jobs.ts';
import { MailboxReceiver, type WriterMemory } from './writer-mailbox.ts';

/** The journal writer thread: blocks in write and sync, so that no other thread does, and never waits for libuv's pool (engine decision 5). */
const port = parentPort;
assert(port !== null, 'writer-thread.ts runs as a worker thread');
const { reserve, memory } = workerData as { readonly reserve: Reserve; readonly memory: WriterMemory };
const runner = new JobRunner(nodeFileCalls, reserve);
const mailbox = new MailboxReceiver(memory);
let isStopped = false;

const run = (job: WriterJob): void => {
  const reply = runner.run(job);
  port.postMessage(reply.outcome === 'done' && !reply.reserveUsed ? plainlyDone : reply);
};
const receive = (): void => {
  const received = receiveMessageOnPort(port) as { readonly message: WriterJob | 'stop' } | undefined;
  assert(received !== undefined, 'a job was given');
  if (received.message !== 'stop') return run(received.message);
  isStopped = true;
  runner.stop();
};
while (!isStopped) mailbox.next(run, receive);
