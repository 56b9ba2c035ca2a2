import type { Clock, Log } from '@acequia/base';

/** Something short that is done again and again for the whole installation; it may run on several servers at once, so it must be repeatable. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(now: number): Promise<void>;
}

export interface RunningJobs {
  stop(): Promise<void>;
}

/** Runs each job at once and then after each pause; a failure is logged and the next turn comes. */
export function startJobs(jobs: readonly Job[], clock: Clock, log: Log): RunningJobs {
  let stopped = false;
  /** Of the pauses; a job without one is under way. */
  const cancels = new Map<string, () => void>();
  const running = new Map<string, Promise<void>>();
  const turn = (job: Job): void => {
    cancels.delete(job.name);
    const work = job
      .run(clock.now())
      .catch((error: unknown) => log.error({ error, job: job.name }, 'a job failed; it is tried again'))
      .then(() => {
        if (stopped) return;
        cancels.set(
          job.name,
          clock.after(job.everyMs, () => turn(job)),
        );
      });
    running.set(job.name, work);
  };
  for (const job of jobs) turn(job);
  return {
    stop: async () => {
      stopped = true;
      for (const cancel of cancels.values()) cancel();
      await Promise.all(running.values());
    },
  };
}
