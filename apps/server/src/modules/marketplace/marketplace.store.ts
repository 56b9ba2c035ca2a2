import { asc, count, eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { templates } from '../../db/schema/index.ts';

export type TemplateRow = typeof templates.$inferSelect;

/** By name. */
export const readTemplates = (tx: TenantTx): Promise<TemplateRow[]> => tx.select().from(templates).orderBy(asc(templates.name));

export async function countTemplates(tx: TenantTx): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(templates);
  return row?.count ?? 0;
}

export const insertTemplate = (tx: TenantTx, row: TemplateRow) => tx.insert(templates).values(row);

/** The one that is gone; undefined when there was none. */
export async function removeTemplate(tx: TenantTx, id: string): Promise<TemplateRow | undefined> {
  const [row] = await tx.delete(templates).where(eq(templates.id, id)).returning();
  return row;
}
