import { Worker } from 'node:worker_threads';

/** A step that never comes back must not outlive the worker: this process ends with the one that started it. */
export function endsWithParent(): void {
  new Worker(new URL('./orphan-watch-thread.ts', import.meta.url), { workerData: process.ppid }).unref();
  process.on('disconnect', () => process.exit(0));
}
