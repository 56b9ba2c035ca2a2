import { Worker, type MessagePort } from 'node:worker_threads';
import type { Log } from '@acequia/base';
import { thisTask } from '@acequia/base/process';
import type { LaneCrashOptions } from './crash-options.ts';
import { idleLooks, type StepBounds } from './step-watch.ts';

export interface HangWatchSettings {
  /** Of the slot to watch. */
  readonly memory: SharedArrayBuffer;
  /** Where the slot is written before the lane is ended. */
  readonly path: string;
  readonly tickMs: number;
  readonly bounds: StepBounds;
  /** The lane's thread as the system knows it, for `processorMs`; undefined: it does not. */
  readonly task: string | undefined;
  /** Told the place when the lane's thread is to be ended; without it the process is. */
  readonly hung: MessagePort | undefined;
}

const tickMs = 50;

/**
 * Ends the lane's thread, or the process where it has none of its own, when a step uses a processor for `suspectMs`, or, one
 * that may take its time, for `stepMsMax`, or when it is blocked for three times as long (`StepWatch`). Called on the lane's thread.
 * Returns the end of the watch; when it fails, the work goes on unwatched.
 */
export function watchForHangs(
  memory: SharedArrayBuffer,
  path: string,
  { stepMsMax, suspectMs, hung }: LaneCrashOptions,
  log: Log,
): () => Promise<void> {
  const bounds = { suspectMs, stepMsMax, idleLooksMax: idleLooks(stepMsMax, tickMs) };
  const settings: HangWatchSettings = { memory, path, tickMs, bounds, task: thisTask(), hung };
  const url = new URL('./hang-watch-thread.ts', import.meta.url);
  const watch = new Worker(url, { workerData: settings, transferList: hung ? [hung] : [] });
  watch.on('error', (error) => log.error({ error }, 'steps that hang are not noticed any more'));
  watch.unref();
  return async () => void (await watch.terminate());
}
