import type { LedgerRow as WireRow, Report } from '@acequia/contract/fleet';
import type { ApplyReport, EngineStatus, Fault, LedgerRow } from '@acequia/engine';
import { withoutPlaces } from './without-places.ts';

const reasonOf = (fault: Fault) => ({
  code: fault.code,
  fields: fault.message === undefined ? {} : { message: withoutPlaces(fault.message) },
});

/** A lane takes up again by itself what ran in it: such a fault lasts as long as the status has it, whatever the deployment met with. */
const passing = 'LANE_DIED';

/**
 * What the last deployment met with, and what has stopped a version since. `pending`: tenants for which it is not applied yet. `waiting`:
 * those of which nothing runs since the start.
 */
export function deploymentReport(
  report: ApplyReport | undefined,
  status: EngineStatus,
  pending: ReadonlySet<string>,
  waiting: ReadonlySet<string>,
): Report['deployment'] {
  if (!report) return null;
  const listeners = report.listeners.flatMap((entry) =>
    entry.error ? [{ kind: 'listener' as const, id: entry.id, node: '', reason: reasonOf(entry.error) }] : [],
  );
  const met = report.pipelines.filter(({ error }) => error?.code !== passing);
  const known = new Set(met.flatMap(({ versionId, error }) => (error ? [versionId] : [])));
  const since = status.pipelines.filter(({ versionId, state }) => state === 'error' && !known.has(versionId));
  const pipelines = [...met, ...since].flatMap((entry) =>
    entry.error ? [{ kind: 'pipeline' as const, id: entry.id, node: entry.error.node ?? '', reason: reasonOf(entry.error) }] : [],
  );
  return {
    hash: report.hash,
    faults: [...listeners, ...pipelines],
    ...(pending.size === 0 ? {} : { pending: [...pending] }),
    ...(waiting.size === 0 ? {} : { waiting: [...waiting] }),
  };
}

/** States of listeners that have settled; one that is still starting says nothing. */
export function listenerReports(status: EngineStatus): Report['listeners'] {
  return status.listeners.flatMap((listener): Report['listeners'] => {
    if (listener.state === 'running') {
      const reason = listener.error ? reasonOf(listener.error) : null;
      const refusals = listener.refusals ? { refusals: [...listener.refusals] } : {};
      return [{ id: listener.id, revision: listener.revision, state: 'created' as const, reason, ...refusals }];
    }
    if (listener.state === 'error') {
      return [
        {
          id: listener.id,
          revision: listener.revision,
          state: 'error' as const,
          reason: reasonOf(listener.error ?? { code: 'LISTENER_FAILED' }),
        },
      ];
    }
    return [];
  });
}

/** While a version does not run, its branches stand still for the same reason. */
function faultOf({ state, error }: EngineStatus['pipelines'][number], branch: { readonly error?: Fault }) {
  const fault = state === 'error' ? (error ?? branch.error) : branch.error;
  return fault ? reasonOf(fault) : null;
}

export function branchReports(status: EngineStatus): Report['branches'] {
  return status.pipelines.flatMap((pipeline) =>
    pipeline.branches.map((branch) => ({
      pipelineId: pipeline.id,
      versionId: pipeline.versionId,
      node: branch.node,
      datasinkId: branch.datasinkId,
      state:
        pipeline.state === 'draining'
          ? ('draining' as const)
          : pipeline.state === 'error'
            ? ('retrying' as const)
            : branch.state === 'misconfigured'
              ? ('waiting' as const)
              : branch.state === 'retrying'
                ? ('retrying' as const)
                : ('running' as const),
      reason: faultOf(pipeline, branch),
      queuedEvents: branch.waitingEvents,
      queuedBytes: branch.waitingBytes,
      ...(branch.oldestMs === undefined ? {} : { oldestMs: branch.oldestMs }),
      ...(branch.failedAt === undefined ? {} : { failedAt: branch.failedAt }),
      ...(branch.nextTryAt === undefined ? {} : { nextTryAt: branch.nextTryAt }),
    })),
  );
}

/** How far this worker's part of each replay is. */
export function replayReports({ replays }: EngineStatus): NonNullable<Report['replays']> {
  return replays.map((replay) => ({
    id: replay.id,
    tenantId: replay.tenantId,
    state: replay.state,
    reason: replay.error ? reasonOf(replay.error) : null,
    progress: {
      blocks: replay.blocks,
      blocksDone: replay.blocksDone,
      missedBlocks: replay.missedBlocks,
      eventsPerSecond: Math.round(replay.eventsPerSecond * 10) / 10,
      waitingEvents: replay.waitingEvents,
      entered: countOf(replay.counts, 'entered'),
      created: countOf(replay.counts, 'created'),
      delivered: countOf(replay.counts, 'delivered'),
      filtered: countOf(replay.counts, 'filtered'),
      merged: countOf(replay.counts, 'merged'),
      rejected: countOf(replay.counts, 'rejected'),
      dropped: countOf(replay.counts, 'dropped'),
      expired: countOf(replay.counts, 'expired'),
    },
  }));
}

/** Of an outcome, with all its reasons. */
function countOf(counts: Readonly<Record<string, number>>, outcome: string): number {
  return Object.entries(counts).reduce((sum, [counter, count]) => (counter.split(':')[0] === outcome ? sum + count : sum), 0);
}

/** Ledger rows as the server stores them. */
export function ledgerReports(rows: readonly LedgerRow[]): WireRow[] {
  return rows.map(({ tenantId, generation, subject, node, datasinkId, minute, counts }) => ({
    tenantId,
    generation,
    scope: subject.kind === 'version' ? (node === '' ? 'pipeline' : 'node') : subject.kind,
    id: subject.kind === 'version' ? subject.pipelineId : subject.id,
    versionId: subject.kind === 'listener' ? '' : subject.versionId,
    node,
    datasinkId,
    minute,
    counts: { ...counts },
  }));
}
