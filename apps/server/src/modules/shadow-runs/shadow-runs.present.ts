import type { ShadowRun } from '@acequia/contract';
import type { NamedShadow } from './shadow-runs.store.ts';

/** A run that nobody has heard of for so long is given up. */
const silenceMs = 60_000;

export function presentShadow({ run, version }: NamedShadow, now: number, createdBy: string): ShadowRun {
  const lost = run.state === 'running' && now - run.heardAt > silenceMs;
  return {
    id: run.id,
    pipelineId: run.pipelineId,
    version,
    revision: run.revision,
    against: run.againstVersion,
    from: run.fromMs,
    to: run.toMs,
    state: lost ? 'failed' : run.state,
    reason: lost ? { code: 'SHADOW_LOST', fields: {} } : run.reason,
    createdAt: run.createdAt,
    createdBy,
    endedAt: lost ? run.heardAt : run.endedAt,
    progress: run.progress,
    result: run.result,
  };
}

/** For lists, and for who may not read what is in events: the differing events stay away. */
export const withoutDifferences = (run: ShadowRun): ShadowRun =>
  run.result ? { ...run, result: { ...run.result, differences: [] } } : run;
