import { readlinkSync } from 'node:fs';
import { Worker, type MessagePort } from 'node:worker_threads';
import type { Log } from '@acequia/base';
import type { LaneCrashOptions } from './crash-options.ts';

export interface HangWatchSettings {
  /** Of the slot to watch. */
  readonly memory: SharedArrayBuffer;
  /** Where the slot is written before the lane is ended. */
  readonly path: string;
  readonly tickMs: number;
  /** Looks in a row that find the same step at work. Looks are counted, not time: a machine that slept has not hung. */
  readonly ticksMax: number;
  /** Processor time of one step after which it is suspected. */
  readonly suspectMs: number;
  /** Where the system tells how long the lane's thread has used a processor; undefined: it does not. */
  readonly usage: string | undefined;
  /** Told the place when the lane's thread is to be ended; without it the process is. */
  readonly hung: MessagePort | undefined;
}

const tickMs = 50;

/**
 * Ends the lane's thread, or the process where it has none of its own, when a step uses a processor for `suspectMs`, or does
 * not come back within `stepMsMax`. Called on the lane's thread. Returns the end of the watch; when it fails, the work goes
 * on unwatched.
 */
export function watchForHangs(
  memory: SharedArrayBuffer,
  path: string,
  { stepMsMax, suspectMs, hung }: LaneCrashOptions,
  log: Log,
): () => Promise<void> {
  const ticksMax = Math.ceil(stepMsMax / tickMs);
  const settings: HangWatchSettings = { memory, path, tickMs, ticksMax, suspectMs, usage: usageOfThisThread(), hung };
  const url = new URL('./hang-watch-thread.ts', import.meta.url);
  const watch = new Worker(url, { workerData: settings, transferList: hung ? [hung] : [] });
  watch.on('error', (error) => log.error({ error }, 'steps that hang are not noticed any more'));
  watch.unref();
  return async () => void (await watch.terminate());
}

/** proc(5): the first number of `schedstat` is the time on a processor, in ns. */
function usageOfThisThread(): string | undefined {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/schedstat`;
  } catch {
    return undefined;
  }
}
