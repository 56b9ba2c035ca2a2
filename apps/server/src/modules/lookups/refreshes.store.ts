import { and, eq, lte } from 'drizzle-orm';
import type { GateDb, TenantTx } from '../../db/database.ts';
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

/** The refresh of a lookup, if it is due at `dueAt`, put off to the next turn of its schedule. */
export async function claimRefresh(tx: TenantTx, lookupId: string, dueAt: number, now: number): Promise<RefreshRow | undefined> {
  const [row] = await tx.select().from(lookupRefreshes).where(eq(lookupRefreshes.lookupId, lookupId)).for('update');
  if (!row || row.nextAt > dueAt) return undefined;
  await tx
    .update(lookupRefreshes)
    .set({ nextAt: now + row.everyMs })
    .where(eq(lookupRefreshes.lookupId, lookupId));
  return row;
}

/** Of all tenants, those whose turn has come for longest. */
export const readDue = (gate: GateDb, now: number): Promise<{ tenantId: string; lookupId: string }[]> =>
  gate
    .select({ tenantId: lookupRefreshes.tenantId, lookupId: lookupRefreshes.lookupId })
    .from(lookupRefreshes)
    .where(lte(lookupRefreshes.nextAt, now))
    .orderBy(lookupRefreshes.nextAt)
    .limit(dueMax);

const dueMax = 1000;

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
