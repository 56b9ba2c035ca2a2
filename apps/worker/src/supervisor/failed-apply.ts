import { secondMs } from '@acequia/base';
import type { ApplyReport, EngineStatus } from '@acequia/engine';
import type { Deployment } from '@acequia/pipeline';

const fault = { code: 'INTERNAL' } as const;

/** After the engine failed as a whole: a fault for each listener and pipeline that does not run as the deployment asks. */
export function failedApply(deployment: Deployment, status: EngineStatus): ApplyReport {
  const listeners = new Map(status.listeners.map((listener) => [listener.id, listener]));
  const runs = new Set(status.pipelines.filter(({ state }) => state === 'running').map(({ versionId }) => versionId));
  return {
    hash: deployment.hash,
    listeners: deployment.listeners.map(({ id, revision }) => {
      const now = listeners.get(id);
      const asAsked = now?.revision === revision && (now.state === 'running' || now.state === 'error');
      return asAsked ? { id, result: 'unchanged' } : { id, result: 'failed', error: fault };
    }),
    pipelines: deployment.pipelines.map(({ id, versionId }) =>
      runs.has(versionId) ? { id, versionId, result: 'unchanged' } : { id, versionId, result: 'failed', error: fault },
    ),
  };
}

const firstWaitMs = secondMs;
const lastWaitMs = 60 * secondMs;
/** Between two attempts of what a full or failing disk has refused: it may take writes again at any time. */
export const diskRetryMs = 5 * secondMs;

/** How long to wait after so many failures in a row: 1 s, doubled each time, at most a minute, or 5 s where the disk refused. */
export const applyWaitMs = (failures: number, diskRefused: boolean): number =>
  Math.min(firstWaitMs * 2 ** (failures - 1), diskRefused ? diskRetryMs : lastWaitMs);
