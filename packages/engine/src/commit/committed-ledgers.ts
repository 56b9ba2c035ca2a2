import type { CommitValue, JournalStreams } from '@acequia/journal';
import { sumOf, type StoredLedger, type ToldPieces } from '../outcomes/ledger.ts';
import type { LedgerRow } from '../status.ts';
import { recordKeys, storedVersions, versionOf, type StoredListener, type StoredVersion } from './records.ts';

interface CommittedLedger extends Pick<LedgerRow, 'subject' | 'tenantId'> {
  readonly ledger: StoredLedger;
  /** Node → id of its datasink. */
  readonly datasinks: Readonly<Record<string, string>>;
}

/** The ledgers of all listeners and versions that the journal's commit records hold. */
export function* committedLedgers(journal: JournalStreams): Generator<CommittedLedger> {
  for (const key of journal.commits.keys('l/')) {
    const stored = journal.commits.get(key) as StoredListener | undefined;
    if (!stored) continue;
    const subject = { kind: 'listener', id: stored.listenerId } as const;
    yield { subject, tenantId: stored.tenantId, ledger: stored.ledger as unknown as StoredLedger, datasinks: {} };
  }
  for (const [versionId, stored] of newestOfVersions(journal)) {
    const { pipelineId, replay } = stored;
    const subject = replay
      ? ({ kind: 'replay', id: replay.id, pipelineId, versionId: replay.versionId } as const)
      : ({ kind: 'version', pipelineId, versionId } as const);
    yield { subject, tenantId: stored.tenantId, ledger: stored.ledger as unknown as StoredLedger, datasinks: stored.datasinks };
  }
}

/** Names the ledger of a subject. */
export function ledgerKey(subject: LedgerRow['subject']): string {
  return subject.kind === 'version' ? `version ${subject.versionId}` : `${subject.kind} ${subject.id}`;
}

/** Of each ledger, what the rows say of its pieces. */
export function toldPieces(rows: readonly LedgerRow[]): ReadonlyMap<string, ToldPieces> {
  const told = new Map<string, Map<string, [number, number, number]>>();
  for (const { subject, generation, minute, counts } of rows) {
    const key = ledgerKey(subject);
    const pieces = told.get(key) ?? new Map<string, [number, number, number]>();
    const piece = pieces.get(`${generation} ${minute}`) ?? [generation, minute, 0];
    piece[2] += sumOf([counts]);
    told.set(key, pieces.set(`${generation} ${minute}`, piece));
  }
  return new Map([...told].map(([key, pieces]) => [key, [...pieces.values()]]));
}

/** What the runs of a version have counted, as the commit records say; undefined: nothing is kept of it. */
export function committedLedger(journal: JournalStreams, versionId: string): CommitValue | undefined {
  return newestOfVersions(journal).get(versionId)?.ledger;
}

type LedgerRecord = StoredVersion & { tenantId: string; pipelineId: string; datasinks: Readonly<Record<string, string>> };

/** The runs of a version count in one ledger, and each record has it as it was then: the one that has counted most says all. */
function newestOfVersions(journal: JournalStreams): ReadonlyMap<string, LedgerRecord> {
  const newest = new Map<string, LedgerRecord>();
  for (const run of storedVersions(journal)) {
    const stored = journal.commits.get(recordKeys.version(run)) as unknown as LedgerRecord | undefined;
    const known = newest.get(versionOf(run));
    if (stored && (!known || counted(stored) > counted(known))) newest.set(versionOf(run), stored);
  }
  return newest;
}

const counted = ({ ledger }: LedgerRecord): number =>
  Object.values((ledger as unknown as StoredLedger).totals).reduce((sum, count) => sum + count, 0);
