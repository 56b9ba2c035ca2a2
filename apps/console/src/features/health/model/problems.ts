import type { Cluster, HealthPart, Reason } from '@acequia/contract';
import { missesData, stateOfPart, watchLimits } from '@acequia/domain';
import { waitingIn, type FlowRow } from './flow-rows.ts';
import { heardWorkers } from './heard-workers.ts';

/** Something a person should look after. */
export interface Problem {
  readonly key: string;
  readonly kind: HealthPart['kind'] | 'worker' | 'journal' | 'disk';
  readonly severe: boolean;
  /** Of the part or the worker. */
  readonly id: string;
  /** Of a data sink that one pipeline alone cannot deliver to, else empty. */
  readonly pipelineId: string;
  readonly node: string;
  readonly reason: Reason | null;
  /** ms since 1970; null when unknown. */
  readonly since: number | null;
  /** Events that wait. */
  readonly waiting: number;
  /** Of the journal that is not delivered, of the disk that is free. */
  readonly fraction: number;
}

const none = { pipelineId: '', node: '', reason: null, since: null, waiting: 0, fraction: 0 };

/**
 * What stands in the way of the data, each thing once however many pipelines and workers it concerns, as alerts have it; the worst and
 * longest first. What waits is what the rows say. A worker that is not heard of speaks
 * for its parts: their last word is old.
 */
export function problemsOf(parts: readonly HealthPart[], clusters: readonly Cluster[], rows: readonly FlowRow[]): readonly Problem[] {
  const workers = clusters.flatMap((cluster) => cluster.workers).filter(({ status }) => status !== 'revoked');
  const heard = heardWorkers(clusters);
  const found = new Map<string, Problem>();
  const add = (problem: Problem) => {
    const known = found.get(problem.key);
    found.set(
      problem.key,
      known
        ? {
            ...known,
            ...(known.pipelineId === problem.pipelineId && known.node === problem.node ? {} : { pipelineId: '', node: '' }),
            since: Math.min(known.since ?? Infinity, problem.since ?? Infinity),
          }
        : problem,
    );
  };
  for (const { id, lastSeenAt, status, diskFreeBytes, diskBytes } of workers) {
    if (status === 'unknown') add({ ...none, key: `worker ${id}`, kind: 'worker', severe: true, id, since: lastSeenAt });
    const fraction = diskBytes ? (diskFreeBytes ?? 0) / diskBytes : 1;
    if (status === 'online' && fraction < watchLimits.diskFree)
      add({ ...none, key: `disk ${id}`, kind: 'disk', severe: true, id, fraction });
  }
  for (const part of parts.filter(({ workerId }) => heard.has(workerId))) {
    const { kind, id, pipelineId, node, reason, since } = part;
    const state = stateOfPart({ ...part, heard: true });
    const fraction = part.limitBytes > 0 ? part.undeliveredBytes / part.limitBytes : 0;
    if (fraction >= watchLimits.journalUndelivered) add({ ...none, key: `journal ${id}`, kind: 'journal', severe: false, id, fraction });
    if (state !== 'action-required' && state !== 'waiting' && kind !== 'lookup' && !missesData({ ...part, heard: true })) continue;
    const waiting = kind === 'datasink' ? waitingIn(rows, id) : 0;
    add({ ...none, key: `${kind} ${id}`, kind, severe: state !== 'degraded', id, pipelineId, node, reason, since, waiting });
  }
  return [...found.values()].sort(
    (a, b) => Number(b.severe) - Number(a.severe) || (a.since ?? Infinity) - (b.since ?? Infinity) || a.key.localeCompare(b.key),
  );
}
