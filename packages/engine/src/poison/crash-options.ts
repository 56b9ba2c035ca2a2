import type { MessagePort } from 'node:worker_threads';
import { secondMs } from '@acequia/base';
import { readBootId } from '@acequia/base/process';
import { takeLastEnd, type BadEnd } from './last-end.ts';
import type { TryBlock } from './trial-protocol.ts';

/** How an engine finds and sets aside what ends its process (engine decision 16). */
export interface CrashOptions {
  /** A folder of the engine's own that outlives its process. */
  readonly directory: string;
  /** Address of a module that exports `components: Components`, for the process that runs a suspected block. */
  readonly componentsModule: string;
  /**
   * A step that uses a processor for longer has hung: its lane is ended. So it is when a step uses none for three times as long, or
   * takes three times as long where the system does not tell what it uses. At least 1 s; default 10 s.
   */
  readonly stepMsMax?: number;
  /**
   * A step that uses a processor for longer is tried apart while the others go on: its lane is ended. Innocent, its version
   * has `stepMsMax` from then on. Default 750 ms.
   */
  readonly suspectMs?: number;
}

/** The same for one lane. Plain data. */
export interface LaneCrashOptions extends Required<CrashOptions> {
  /** Of a lane on a thread of its own: where it is told that the thread is to be ended. */
  readonly hung?: MessagePort | undefined;
  /** Number of the lane in its process. */
  readonly lane: number;
  readonly lastEnd: BadEnd | undefined;
}

/** The same for a lane at work. */
export interface LaneCrashes extends LaneCrashOptions {
  /** Of a lane on a thread of its own, the process's main thread does it. */
  readonly tryBlock: TryBlock;
}

const defaults = { stepMsMax: 10 * secondMs, suspectMs: 750 };

/** Made once at start, from what the process before has left. Throws as `node:fs` does when the folder cannot be used. */
export function laneCrashOptions(options: CrashOptions): (lane: number) => LaneCrashOptions {
  const lastEnd = takeLastEnd(options.directory, readBootId());
  return (lane) => ({ ...defaults, ...options, lane, lastEnd });
}
