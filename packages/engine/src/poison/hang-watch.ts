import { Worker } from 'node:worker_threads';
import type { Log } from '@acequia/base';

export interface HangWatchSettings {
  /** Of the slot to watch. */
  readonly memory: SharedArrayBuffer;
  /** Where the slot is written before the process is ended. */
  readonly path: string;
  readonly tickMs: number;
  /** Looks in a row that find the same step at work. Looks are counted, not time: a machine that slept has not hung. */
  readonly ticksMax: number;
}

const looks = 10;

/** Ends the process with SIGKILL when one step takes longer than `stepMsMax`. Returns the end of the watch; when it fails, the work goes on unwatched. */
export function watchForHangs(memory: SharedArrayBuffer, path: string, stepMsMax: number, log: Log): () => Promise<void> {
  const settings: HangWatchSettings = { memory, path, tickMs: Math.ceil(stepMsMax / looks), ticksMax: looks };
  const watch = new Worker(new URL('./hang-watch-thread.ts', import.meta.url), { workerData: settings });
  watch.on('error', (error) => log.error({ error }, 'steps that hang are not noticed any more'));
  watch.unref();
  return async () => void (await watch.terminate());
}
