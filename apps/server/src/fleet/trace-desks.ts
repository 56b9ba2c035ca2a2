import { secondMs, type Clock, type Random } from '@acequia/base';
import type { TraceAnswer, TraceQuestion } from '@acequia/contract/fleet';
import type { Connections } from './connections.ts';
import { createDesk, type Desk } from './desk.ts';
import { createLentLookups, type LentLookups } from './lent-lookups.ts';

/** Asks workers what documents do to events. */
export interface TraceDesks extends Desk<TraceQuestion, TraceAnswer> {
  /** Ids of the workers of the cluster that are connected here. */
  workersOf(clusterId: string): readonly string[];
  readonly lent: LentLookups;
}

/** Longer than a worker lets a trace wait and run. */
const timeoutMs = 25 * secondMs;

export function createTraceDesks(connections: Connections, clock: Clock, random: Random): TraceDesks {
  const lent = createLentLookups(clock);
  const desk = createDesk<TraceQuestion, TraceAnswer>({
    connections,
    clock,
    random,
    timeoutMs,
    message: (requestId, tenantId, question) => ({ type: 'trace', requestId, tenantId, question }),
  });
  return { ...desk, lent, workersOf: (clusterId) => connections.ofCluster(clusterId).map(({ workerId }) => workerId) };
}
