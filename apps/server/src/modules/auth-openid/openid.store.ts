import { eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { openIdConfigs } from '../../db/schema/index.ts';

export type OpenIdRow = typeof openIdConfigs.$inferSelect;

/** Of the transaction's tenant, held until its end. */
export async function lockConfig(tx: TenantTx): Promise<OpenIdRow | undefined> {
  const rows = await tx.select().from(openIdConfigs).for('update');
  return rows[0];
}

export async function findConfig(tx: TenantTx): Promise<OpenIdRow | undefined> {
  const rows = await tx.select().from(openIdConfigs);
  return rows[0];
}

/** Whether it was the first one. */
export async function insertConfig(tx: TenantTx, row: OpenIdRow): Promise<boolean> {
  const result = await tx.insert(openIdConfigs).values(row).onConflictDoNothing();
  return (result.rowCount ?? 0) > 0;
}

export const updateConfig = (tx: TenantTx, row: OpenIdRow) => tx.update(openIdConfigs).set(row).where(eq(openIdConfigs.id, row.id));
