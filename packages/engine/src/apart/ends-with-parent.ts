import { Worker } from 'node:worker_threads';

/**
 * A step that never comes back must not outlive the worker: this process ends with the one that started it. It always ends by a signal,
 * SIGTERM where an error was not caught: an orderly end waits for V8's threads, and one of them that waits for a collection keeps it for
 * ever (Node 24.21).
 */
export function endsWithParent(): void {
  const end = (): void => void process.kill(process.pid, 'SIGKILL');
  // It may have gone while this process was loading; who is the parent now is another then.
  if (!process.connected) return end();
  const parent = process.ppid;
  new Worker(new URL('./orphan-watch-thread.ts', import.meta.url), { workerData: parent }).unref();
  process.on('disconnect', end);
  // An answer to a parent that is just going away fails before anything else tells that it is.
  process.on('uncaughtException', () => void process.kill(process.pid, 'SIGTERM'));
}
