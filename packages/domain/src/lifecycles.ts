/** States of a listener: created once a worker of its cluster reports the port bound (specification 4). */
export const listenerStates = ['pending', 'created', 'error', 'stopped'] as const;
export type ListenerState = (typeof listenerStates)[number];

/** States of a pipeline as a whole. `unknown`: its worker has not reported for `workerSilenceMs`. */
export const pipelineStates = ['draft', 'running', 'stopped', 'unknown'] as const;
export type PipelineState = (typeof pipelineStates)[number];

/** How far a published version is that no worker runs yet: on its way, without a worker that could take it, or refused by one with a reason. */
export const versionStarts = ['starting', 'waiting', 'refused'] as const;
export type VersionStart = (typeof versionStarts)[number];

/**
 * Follows from what the workers of a running version's clusters report; null once one of them runs it. `refused` is told by
 * `refusal`, the reason a worker gave for not applying it; a cluster is `online` while one of its workers reports.
 */
export function versionStart(
  clusters: readonly { readonly applied: boolean; readonly online: boolean }[],
  refusal: boolean,
): VersionStart | null {
  if (clusters.some((cluster) => cluster.applied)) return null;
  if (!clusters.some((cluster) => cluster.online)) return 'waiting';
  return refusal ? 'refused' : 'starting';
}

/** A worker that has not reported for so long is unknown (docs/decisions.md). */
export const workerSilenceMs = 60_000;
