import type { Log } from '@acequia/base';

/** Work that goes on after an answer was given, so that the answer's time tells nothing of it. */
export interface AfterAnswer {
  /** Never throws; what fails is logged. */
  run(work: Promise<unknown>): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export function createAfterAnswer(log: Log): AfterAnswer {
  const underWay = new Set<Promise<void>>();
  return {
    run: (work) => {
      const done: Promise<void> = work
        .then(
          () => undefined,
          (error: unknown) => log.error({ error }, 'what was to be done after an answer failed'),
        )
        .then(() => void underWay.delete(done));
      underWay.add(done);
    },
    settled: async () => {
      await Promise.all(underWay);
    },
  };
}
