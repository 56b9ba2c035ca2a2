import { Worker } from 'node:worker_threads';
import type { DirectLimits } from './direct-append.ts';
import type { FileCalls } from './file-calls.ts';
import { JobRunner } from './job-runner.ts';
import { plainlyDone, type Reserve, type Writer, type WriterJob, type WriterReply } from './writer-jobs.ts';
import { createWriterMemory, MailboxSender } from './writer-mailbox.ts';

/** A writer in a thread of its own. The thread does not keep the process alive, jobs in flight do. `given`: the number of the job before the first. */
export function startWriterThread(reserve: Reserve, given = 0): Writer {
  const memory = createWriterMemory(given);
  const mailbox = new MailboxSender(memory);
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: { reserve, memory } });
  const waiting: ((reply: WriterReply) => void)[] = [];
  let dead: string | undefined;
  worker.unref();
  worker.on('message', (reply: WriterReply | typeof plainlyDone) => {
    waiting.shift()?.(reply === plainlyDone ? { outcome: 'done', reserveUsed: false } : reply);
    if (waiting.length === 0) worker.unref();
  });
  const die = (reason: string): void => {
    dead ??= reason;
    for (const settle of waiting.splice(0)) settle({ outcome: 'failed', error: dead, code: 'WRITER_DIED' });
  };
  worker.on('error', (error) => die(error.message));
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      die('the journal writer has ended');
      resolve();
    });
  });
  return {
    run: (job: WriterJob) =>
      new Promise((resolve) => {
        if (dead !== undefined) {
          resolve({ outcome: 'failed', error: dead, code: 'WRITER_DIED' });
          return;
        }
        waiting.push(resolve);
        worker.ref();
        if (!mailbox.put(job)) worker.postMessage(job);
        mailbox.given();
      }),
    async stop() {
      worker.ref();
      worker.postMessage('stop');
      mailbox.given();
      await ended;
    },
  };
}

/** A writer on this thread over any file calls; for tests of failing disks. */
export function inlineWriter(calls: FileCalls, reserve: Reserve, limits?: DirectLimits): Writer {
  const runner = new JobRunner(calls, reserve, limits);
  return {
    run: (job) => Promise.resolve().then(() => runner.run(job)),
    stop: () => Promise.resolve(runner.stop()),
  };
}
