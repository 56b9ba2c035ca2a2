import { alertPriorities, type Alert, type AlertCode, type Cluster, type HealthPart, type Reason } from '@acequia/contract';
import { missesData, stateOfPart, watchLimits } from '@acequia/domain';
import { waitingIn, type FlowRow } from './flow-rows.ts';
import { heardWorkers } from './heard-workers.ts';

/** Something a person should look after. */
export interface Problem {
  /** What it is, as alerts call it: they say it in the same words. */
  readonly code: AlertCode;
  readonly key: string;
  /** Of which the picture is shown. */
  readonly kind: HealthPart['kind'] | 'worker' | 'unknown';
  readonly severe: boolean;
  /** Of the part or the worker; empty where only the alert is known. */
  readonly id: string;
  /** Of a data sink that one pipeline alone cannot deliver to, else empty. */
  readonly pipelineId: string;
  readonly node: string;
  readonly reason: Reason | null;
  /** ms since 1970; null when unknown. */
  readonly since: number | null;
  /** Events that wait. */
  readonly waiting: number;
  /** Values of its words, but for the name of what is known by its id. */
  readonly fields: Reason['fields'];
  /** How many places it speaks of. */
  readonly places: number;
  /** Path where it is mended, of what only the alert tells. */
  readonly location?: string;
}

const none = { pipelineId: '', node: '', reason: null, since: null, waiting: 0, fields: {}, places: 1 };

const codeOf = {
  listener: 'LISTENER_FAILED',
  pipeline: 'PIPELINE_REFUSED',
  datasink: 'DESTINATION_DOWN',
  lookup: 'LOOKUP_NOT_IN_FORCE',
} as const satisfies Readonly<Record<HealthPart['kind'], AlertCode>>;

/** Read from parts and workers here: at once, and with what waits. All others are known by their alert alone. */
const read: ReadonlySet<AlertCode> = new Set([...Object.values(codeOf), 'LISTENER_INCOMPLETE', 'JOURNAL_NEAR_LIMIT', 'WORKER_SILENT']);

interface Known {
  readonly parts: readonly HealthPart[];
  readonly clusters: readonly Cluster[];
  readonly rows: readonly FlowRow[];
  /** The open ones. */
  readonly alerts?: readonly Alert[];
}

const percentOf = (fraction: number): number => Math.round(fraction * 100);

/**
 * All that is wrong, each thing once however many pipelines and workers it concerns, as alerts have it; the worst and longest first. What
 * waits is what the rows say. A worker that is not heard of speaks for its parts: their last word is old.
 */
export function problemsOf({ parts, clusters, rows, alerts = [] }: Known): readonly Problem[] {
  const workers = clusters.flatMap((cluster) => cluster.workers).filter(({ status }) => status !== 'revoked');
  const heard = heardWorkers(clusters);
  const found = new Map<string, Problem>();
  const add = (problem: Omit<Problem, 'key'>) => {
    const key = `${problem.code} ${problem.id}`;
    const known = found.get(key);
    found.set(
      key,
      known
        ? {
            ...known,
            ...(known.pipelineId === problem.pipelineId && known.node === problem.node ? {} : { pipelineId: '', node: '' }),
            since: Math.min(known.since ?? Infinity, problem.since ?? Infinity),
            places: known.places + 1,
          }
        : { ...problem, key },
    );
  };
  for (const { id, lastSeenAt, status, diskFreeBytes, diskBytes } of workers) {
    if (status === 'unknown') add({ ...none, code: 'WORKER_SILENT', kind: 'worker', severe: true, id, since: lastSeenAt });
    const free = diskBytes ? (diskFreeBytes ?? 0) / diskBytes : 1;
    if (status === 'online' && free < watchLimits.diskFree)
      add({ ...none, code: 'DISK_LOW', kind: 'worker', severe: true, id, fields: { percent: percentOf(free) } });
  }
  for (const part of parts.filter(({ workerId }) => heard.has(workerId))) {
    const { kind, id, pipelineId, node, reason, since } = part;
    const state = stateOfPart({ ...part, heard: true });
    const undelivered = part.limitBytes > 0 ? part.undeliveredBytes / part.limitBytes : 0;
    if (undelivered >= watchLimits.journalUndelivered)
      add({ ...none, code: 'JOURNAL_NEAR_LIMIT', kind, severe: false, id, fields: { percent: percentOf(undelivered) } });
    const incomplete = missesData({ ...part, heard: true });
    if (state !== 'action-required' && state !== 'waiting' && kind !== 'lookup' && !incomplete) continue;
    const code = incomplete ? 'LISTENER_INCOMPLETE' : codeOf[kind];
    const waiting = kind === 'datasink' ? waitingIn(rows, id) : 0;
    const fields = reason?.fields ?? {};
    add({ ...none, code, kind, severe: state !== 'degraded', id, pipelineId, node, reason, since, waiting, fields });
  }
  const knowsDisks = workers.some(({ diskBytes }) => diskBytes !== undefined);
  const isRead = (code: AlertCode) => read.has(code) || (code === 'DISK_LOW' && knowsDisks);
  const told = alerts.filter(({ message }) => !isRead(message.code)).map(problemOfAlert);
  return [...found.values(), ...told].sort(
    (a, b) => Number(b.severe) - Number(a.severe) || (a.since ?? Infinity) - (b.since ?? Infinity) || a.key.localeCompare(b.key),
  );
}

const problemOfAlert = ({ id, message, priority, source, worker, timestamp, places, location }: Alert): Problem => ({
  ...none,
  ...message,
  key: id,
  kind: source.type === 'unknown' && worker ? 'worker' : source.type,
  severe: alertPriorities.indexOf(priority) <= alertPriorities.indexOf('high'),
  id: '',
  since: timestamp,
  places,
  location,
});
