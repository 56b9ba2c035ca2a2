import type { Pipeline, Version } from '@acequia/contract';

export type RunState = 'starting' | 'waitingWorker' | 'refusedStart' | 'unknownState' | 'waitingNodes' | 'flowing';

const starts = { starting: 'starting', waiting: 'waitingWorker', refused: 'refusedStart' } as const;

/** How a published version does: on its way, silent, held up by steps, or well. A version no worker runs yet is not called running. */
export function runState(version: Pick<Version, 'start'>, pipeline: Pick<Pipeline, 'state'>, waitingNodes: number): RunState {
  if (version.start !== null) return starts[version.start];
  if (pipeline.state === 'unknown') return 'unknownState';
  return waitingNodes > 0 ? 'waitingNodes' : 'flowing';
}
