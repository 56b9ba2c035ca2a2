import { asc, count, eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { labels } from '../../db/schema/index.ts';

export type LabelRow = typeof labels.$inferSelect;

export const readLabels = (tx: TenantTx, listenerId?: string): Promise<LabelRow[]> =>
  tx
    .select()
    .from(labels)
    .where(listenerId === undefined ? undefined : eq(labels.listenerId, listenerId))
    .orderBy(asc(labels.createdAt), asc(labels.id));

export async function findLabel(tx: TenantTx, id: string): Promise<LabelRow | undefined> {
  const rows = await tx.select().from(labels).where(eq(labels.id, id));
  return rows[0];
}

export async function countLabels(tx: TenantTx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.select({ listenerId: labels.listenerId, count: count() }).from(labels).groupBy(labels.listenerId);
  return new Map(rows.map((row) => [row.listenerId, row.count]));
}

/** One listener's labels are changed by one transaction at a time, so the limit holds. */
export const lockListenerLabels = (tx: TenantTx, listenerId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`labels ${listenerId}`}))`);
export const insertLabel = (tx: TenantTx, row: LabelRow) => tx.insert(labels).values(row);
export const updateLabel = (tx: TenantTx, row: LabelRow) => tx.update(labels).set(row).where(eq(labels.id, row.id));
export const deleteLabel = (tx: TenantTx, id: string) => tx.delete(labels).where(eq(labels.id, id));
