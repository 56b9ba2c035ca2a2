import type { CommitValue, JournalStreams } from '@acequia/journal';
import type { StoredLedger } from '../outcomes/ledger.ts';
import type { LedgerRow } from '../status.ts';
import { recordKeys, storedVersions, type StoredVersion } from './records.ts';

interface CommittedLedger extends Pick<LedgerRow, 'subject' | 'tenantId'> {
  readonly ledger: StoredLedger;
  /** Node → id of its datasink. */
  readonly datasinks: Readonly<Record<string, string>>;
}

/** The ledgers of all listeners and versions that the journal's commit records hold. */
export function* committedLedgers(journal: JournalStreams): Generator<CommittedLedger> {
  for (const key of journal.commits.keys('l/')) {
    const stored = journal.commits.get(key) as { tenantId: string; listenerId: string; ledger: CommitValue } | undefined;
    if (!stored) continue;
    const subject = { kind: 'listener', id: stored.listenerId } as const;
    yield { subject, tenantId: stored.tenantId, ledger: stored.ledger as unknown as StoredLedger, datasinks: {} };
  }
  for (const versionId of storedVersions(journal)) {
    const stored = journal.commits.get(recordKeys.version(versionId)) as unknown as
      | (StoredVersion & { tenantId: string; pipelineId: string; datasinks: Readonly<Record<string, string>> })
      | undefined;
    if (!stored) continue;
    const { pipelineId, replay } = stored;
    const subject = replay
      ? ({ kind: 'replay', id: replay.id, pipelineId, versionId: replay.versionId } as const)
      : ({ kind: 'version', pipelineId, versionId } as const);
    yield { subject, tenantId: stored.tenantId, ledger: stored.ledger as unknown as StoredLedger, datasinks: stored.datasinks };
  }
}
