import type { Pipeline } from '@acequia/contract';

/** Whether a pipeline of one's own runs or has run; the demo is not one's own. */
export const hasRun = (pipelines: readonly Pick<Pipeline, 'tags' | 'runningVersion' | 'state'>[]): boolean =>
  pipelines.some(({ tags, runningVersion, state }) => !tags.includes('demo') && (runningVersion !== null || state === 'stopped'));
