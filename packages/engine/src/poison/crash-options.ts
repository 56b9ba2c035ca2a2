import { readBootId, takeLastEnd, type BadEnd } from './last-end.ts';

/** How an engine finds and sets aside what ends its process (engine decision 16). */
export interface CrashOptions {
  /** A folder of the engine's own that outlives its process. */
  readonly directory: string;
  /** Address of a module that exports `components: Components`, for the process that runs a suspected block. */
  readonly componentsModule: string;
  /** A step that takes longer has hung: the process is ended. At least 1 s; default 10 s. */
  readonly stepMsMax?: number;
}

/** The same for one lane. Plain data. */
export interface LaneCrashOptions extends Required<CrashOptions> {
  /** Number of the lane in its process. */
  readonly lane: number;
  readonly lastEnd: BadEnd | undefined;
}

const stepMsMax = 10_000;

/** Made once at start, from what the process before has left. Throws as `node:fs` does when the folder cannot be used. */
export function laneCrashOptions(options: CrashOptions): (lane: number) => LaneCrashOptions {
  const lastEnd = takeLastEnd(options.directory, readBootId());
  return (lane) => ({ stepMsMax, ...options, lane, lastEnd });
}
