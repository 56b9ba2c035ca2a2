import type { LedgerRow as WireRow, Report } from '@acequia/contract/fleet';
import type { ApplyReport, EngineStatus, Fault, LedgerRow } from '@acequia/engine';

const reasonOf = (fault: Fault) => ({ code: fault.code, fields: fault.message === undefined ? {} : { message: fault.message } });

/** What the last deployment met with. */
export function deploymentReport(report: ApplyReport | undefined): Report['deployment'] {
  if (!report) return null;
  const listeners = report.listeners.flatMap((entry) =>
    entry.error ? [{ kind: 'listener' as const, id: entry.id, node: '', reason: reasonOf(entry.error) }] : [],
  );
  const pipelines = report.pipelines.flatMap((entry) =>
    entry.error ? [{ kind: 'pipeline' as const, id: entry.id, node: entry.error.node ?? '', reason: reasonOf(entry.error) }] : [],
  );
  return { hash: report.hash, faults: [...listeners, ...pipelines] };
}

/** States of listeners that have settled; one that is still starting says nothing. */
export function listenerReports(status: EngineStatus): Report['listeners'] {
  return status.listeners.flatMap((listener): Report['listeners'] => {
    if (listener.state === 'running') {
      const reason = listener.error ? reasonOf(listener.error) : null;
      return [{ id: listener.id, revision: listener.revision, state: 'created' as const, reason }];
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
          : branch.state === 'misconfigured'
            ? ('waiting' as const)
            : branch.state === 'retrying'
              ? ('retrying' as const)
              : ('running' as const),
      reason: branch.error ? reasonOf(branch.error) : null,
      queuedEvents: branch.waitingEvents,
      queuedBytes: branch.spilledBytes,
    })),
  );
}

/** Ledger rows as the server stores them. */
export function ledgerReports(rows: readonly LedgerRow[]): WireRow[] {
  return rows.map(({ tenantId, generation, subject, node, datasinkId, minute, counts }) => ({
    tenantId,
    generation,
    scope: subject.kind === 'listener' ? 'listener' : node === '' ? 'pipeline' : 'node',
    id: subject.kind === 'listener' ? subject.id : subject.pipelineId,
    versionId: subject.kind === 'listener' ? '' : subject.versionId,
    node,
    datasinkId,
    minute,
    counts: { ...counts },
  }));
}
