import type { Pipeline } from '@acequia/contract';

/** Whether a pipeline runs or has run. */
export const hasRun = (pipelines: readonly Pick<Pipeline, 'runningVersion' | 'state'>[]): boolean =>
  pipelines.some(({ runningVersion, state }) => runningVersion !== null || state === 'stopped');
