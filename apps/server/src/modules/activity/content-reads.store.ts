import { eq, lt } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { contentReads, listeners, memberships, pipelines, templates, tenants } from '../../db/schema/index.ts';

type ContentReadRow = typeof contentReads.$inferSelect;

/** Returns whether it is the first of its hour: of many servers at once one is told so. */
export async function insertContentRead(tx: TenantTx, row: ContentReadRow): Promise<boolean> {
  const result = await tx.insert(contentReads).values(row).onConflictDoNothing();
  return (result.rowCount ?? 0) > 0;
}

export const removeContentReads = (tx: TenantTx, before: number) => tx.delete(contentReads).where(lt(contentReads.hour, before));

/** Name of the listener, pipeline or template with this id. */
export async function findContentName(tx: TenantTx, id: string): Promise<string | undefined> {
  for (const table of [listeners, pipelines, templates]) {
    const rows = await tx.select({ name: table.name }).from(table).where(eq(table.id, id));
    if (rows[0]) return rows[0].name;
  }
  return undefined;
}

/** What decides whether a user may read content now. */
export async function readContentRights(tx: TenantTx, tenantId: string, userId: string) {
  const [tenant] = await tx.select({ viewersReadContent: tenants.viewersReadContent }).from(tenants).where(eq(tenants.id, tenantId));
  const [member] = await tx.select({ role: memberships.role }).from(memberships).where(eq(memberships.userId, userId));
  return { viewersReadContent: tenant?.viewersReadContent ?? false, role: member?.role };
}
