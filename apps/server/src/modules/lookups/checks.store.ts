import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { minuteMs } from '@acequia/base';
import type { TenantTx } from '../../db/database.ts';
import { lookupVersions } from '../../db/schema/index.ts';
import type { LookupVersionRow } from './lookups.store.ts';

/** A server that says nothing for so long has lost what it had in hand. */
export const checkLeaseMs = minuteMs;

const isFetched = (refreshed: boolean) =>
  and(eq(lookupVersions.status, 'processing'), isNotNull(lookupVersions.sealedAt), eq(lookupVersions.refreshed, refreshed));

/** The upload of the tenant whose turn it is, taken until the lease ends; undefined when there is none or another is in hand. */
export async function takeUpload(tx: TenantTx, now: number): Promise<LookupVersionRow | undefined> {
  const rows = await tx.select().from(lookupVersions).where(isFetched(false)).orderBy(asc(lookupVersions.sealedAt)).for('update');
  const first = rows[0];
  if (!first || rows.some(({ takenUntil }) => takenUntil !== null && takenUntil > now)) return undefined;
  const taken: LookupVersionRow = { ...first, takenUntil: now + checkLeaseMs, takes: first.takes + 1, checkedBytes: 0 };
  await tx.update(lookupVersions).set(taken).where(eq(lookupVersions.id, first.id));
  return taken;
}

/** Whether the tenant has an upload that is to be read, or is being read. */
export const hasUpload = async (tx: TenantTx): Promise<boolean> =>
  (await tx.select({ id: lookupVersions.id }).from(lookupVersions).where(isFetched(false)).limit(1)).length > 0;

/** Notes how far it is and takes it on; false when it is deleted, settled or in other hands. */
export async function keepUpload(
  tx: TenantTx,
  taken: LookupVersionRow,
  noted: Partial<Pick<LookupVersionRow, 'checkedBytes' | 'takenUntil' | 'takes'>>,
): Promise<boolean> {
  const rows = await tx
    .update(lookupVersions)
    .set(noted)
    .where(and(eq(lookupVersions.id, taken.id), eq(lookupVersions.status, 'processing'), eq(lookupVersions.takes, taken.takes)))
    .returning({ id: lookupVersions.id });
  return rows.length > 0;
}

/** What refreshes of a lookup have begun and not settled. */
export const lockLostFetches = (tx: TenantTx, lookupId: string): Promise<LookupVersionRow[]> =>
  tx
    .select()
    .from(lookupVersions)
    .where(and(isFetched(true), eq(lookupVersions.lookupId, lookupId)))
    .for('update');
