import { and, eq, lte } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { lookupRefreshes } from '../../db/schema/index.ts';

export type RefreshRow = typeof lookupRefreshes.$inferSelect;

export const readRefreshes = (tx: TenantTx): Promise<RefreshRow[]> => tx.select().from(lookupRefreshes);

export async function findRefresh(tx: TenantTx, lookupId: string): Promise<RefreshRow | undefined> {
  const rows = await tx.select().from(lookupRefreshes).where(eq(lookupRefreshes.lookupId, lookupId));
  return rows[0];
}

/** In the place of the one before. */
export async function putRefresh(tx: TenantTx, row: RefreshRow): Promise<void> {
  await tx
    .insert(lookupRefreshes)
    .values(row)
    .onConflictDoUpdate({ target: [lookupRefreshes.tenantId, lookupRefreshes.lookupId], set: row });
}

export const removeRefresh = (tx: TenantTx, lookupId: string) => tx.delete(lookupRefreshes).where(eq(lookupRefreshes.lookupId, lookupId));

/** One whose turn it is, put off to `nextOf` its schedule, so that no other server takes it as well. */
export async function claimDue(tx: TenantTx, now: number): Promise<RefreshRow | undefined> {
  const rows = await tx
    .select()
    .from(lookupRefreshes)
    .where(lte(lookupRefreshes.nextAt, now))
    .orderBy(lookupRefreshes.nextAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const row = rows[0];
  if (row)
    await tx
      .update(lookupRefreshes)
      .set({ nextAt: now + row.everyMs })
      .where(eq(lookupRefreshes.lookupId, row.lookupId));
  return row;
}

/** Its turn comes at once. */
export const bringForward = (tx: TenantTx, lookupId: string, now: number) =>
  tx.update(lookupRefreshes).set({ nextAt: now }).where(eq(lookupRefreshes.lookupId, lookupId));

/** What the last question brought; nothing when the schedule was changed or taken away meanwhile. */
export const noteOutcome = (
  tx: TenantTx,
  asked: RefreshRow,
  outcome: Pick<RefreshRow, 'checkedAt' | 'fault'> & Partial<Pick<RefreshRow, 'changedAt' | 'etag' | 'lastModified'>>,
) =>
  tx
    .update(lookupRefreshes)
    .set(outcome)
    .where(and(eq(lookupRefreshes.lookupId, asked.lookupId), eq(lookupRefreshes.url, asked.url)));
