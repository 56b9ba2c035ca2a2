import { createId, hourMs, minuteMs, type Random } from '@acequia/base';
import type { Reason } from '@acequia/contract';
import type { LookupFault } from '@acequia/lookup';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TenantTx } from '../../db/database.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { addActivation } from './activations.store.ts';
import { lookupUses } from './lookup-uses.ts';
import {
  findVersion,
  insertVersion,
  readAbandoned,
  readEarlierColumns,
  readUsingVersions,
  removeParts,
  updateLookup,
  updateVersion,
  type LookupRow,
  type LookupVersionRow,
} from './lookups.store.ts';
import type { FileRead } from './stored-file.ts';

/** An upload that nobody has gone on with for so long is taken away. */
const abandonedMs = 24 * hourMs;

/** A version that a refresh began so long ago has lost its server. */
const fetchMaxMs = 30 * minuteMs;

/** One without a file yet. */
export async function beginVersion(
  scope: Pick<TenantScope, 'tx' | 'tenantId' | 'userId' | 'now'>,
  lookup: LookupRow,
  { random, refreshed }: { readonly random: Random; readonly refreshed: boolean },
): Promise<LookupVersionRow> {
  const version: LookupVersionRow = {
    tenantId: scope.tenantId,
    id: createId('lookupVersion', random),
    lookupId: lookup.id,
    number: lookup.lastNumber + 1,
    status: 'processing',
    columns: [],
    types: [],
    rowCount: 0,
    byteCount: 0,
    sha256: '',
    fault: null,
    sealedAt: refreshed ? scope.now : null,
    refreshed,
    checkedBytes: 0,
    takenUntil: refreshed ? scope.now + fetchMaxMs : null,
    takes: 0,
    createdAt: scope.now,
    createdBy: scope.userId,
  };
  await insertVersion(scope.tx, version);
  await updateLookup(scope.tx, { ...lookup, lastNumber: version.number });
  await writeChange(scope, 'lookup', lookup.id);
  return version;
}

/** The version with the file that was read: in force, or failed with the reason and without a file. The lookup is locked. */
export async function settleVersion(
  scope: Pick<TenantScope, 'tx' | 'tenantId' | 'userId' | 'now'>,
  lookup: LookupRow,
  version: LookupVersionRow,
  read: FileRead,
): Promise<LookupVersionRow> {
  const fault = 'fault' in read ? read.fault : await missingColumn(scope.tx, lookup.id, read.facts.columns);
  if ('fault' in read || fault) {
    const { code, ...fields } = fault!;
    return failVersion(scope, { ...version, byteCount: read.bytes }, { code, fields });
  }
  const { columns, types, rows } = read.facts;
  const whole = { ...version, columns: [...columns], types: [...types], rowCount: rows, byteCount: read.bytes, sha256: read.sha256 };
  return activate(scope, lookup, whole);
}

/** Its file goes, the reason stays. */
export async function failVersion(
  scope: Pick<TenantScope, 'tx' | 'tenantId' | 'now'>,
  version: LookupVersionRow,
  fault: Reason,
): Promise<LookupVersionRow> {
  const failed: LookupVersionRow = { ...version, status: 'failed', fault };
  await updateVersion(scope.tx, failed);
  await removeParts(scope.tx, [version.id]);
  await writeChange(scope, 'lookup', version.lookupId);
  return failed;
}

/** Pipelines may read every column there ever was, so each version keeps them. */
async function missingColumn(tx: TenantTx, lookupId: string, columns: readonly string[]): Promise<LookupFault | undefined> {
  const gone = (await readEarlierColumns(tx, lookupId)).find((column) => !columns.includes(column));
  return gone === undefined ? undefined : { code: 'LOOKUP_COLUMN_GONE', detail: gone };
}

/** Puts a version in force in the place of the one before. */
export async function activate(
  scope: Pick<TenantScope, 'tx' | 'tenantId' | 'userId' | 'now'>,
  lookup: LookupRow,
  version: LookupVersionRow,
): Promise<LookupVersionRow> {
  const before = lookup.activeNumber === null ? undefined : await findVersion(scope.tx, lookup.id, lookup.activeNumber);
  if (before && before.id !== version.id) await updateVersion(scope.tx, { ...before, status: 'inactive' });
  if (before?.id !== version.id)
    await addActivation(scope.tx, {
      tenantId: scope.tenantId,
      lookupId: lookup.id,
      number: version.number,
      replaced: lookup.activeNumber,
      activatedAt: scope.now,
      activatedBy: scope.userId,
    });
  const active: LookupVersionRow = { ...version, status: 'active' };
  await updateVersion(scope.tx, active);
  const stamps = { updatedAt: scope.now, updatedBy: scope.userId };
  await updateLookup(scope.tx, {
    ...lookup,
    lastNumber: Math.max(lookup.lastNumber, version.number),
    activeNumber: version.number,
    ...stamps,
  });
  await writeChange(scope, 'lookup', lookup.id);
  return active;
}

/** Versions that a pipeline keeps to. */
export async function fixedNumbers(
  tx: TenantTx,
  lookupId: string,
  catalogue: Pick<Catalogue, 'action'>,
): Promise<ReadonlySet<number | undefined>> {
  const using = await readUsingVersions(tx, lookupId);
  return new Set(
    using.flatMap(({ document }) => lookupUses(document, catalogue).filter(({ id }) => id === lookupId)).map(({ fixed }) => fixed),
  );
}

/** Its file goes, its row stays. */
export async function dropVersion(tx: TenantTx, version: LookupVersionRow): Promise<void> {
  await removeParts(tx, [version.id]);
  await updateVersion(tx, { ...version, status: 'deleted' });
}

export async function dropAbandoned(scope: Pick<TenantScope, 'tx' | 'now'>): Promise<void> {
  for (const version of await readAbandoned(scope.tx, scope.now - abandonedMs)) await dropVersion(scope.tx, version);
}
