import { asc, eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { datasinks, datasinkSecrets } from '../../db/schema/index.ts';

export type DatasinkRow = typeof datasinks.$inferSelect;

export const readDatasinks = (tx: TenantTx): Promise<DatasinkRow[]> => tx.select().from(datasinks).orderBy(asc(datasinks.name));

export async function findDatasinkRow(tx: TenantTx, id: string): Promise<DatasinkRow | undefined> {
  const rows = await tx.select().from(datasinks).where(eq(datasinks.id, id));
  return rows[0];
}

/** Held until the transaction ends, so that two changes of one follow each other. Never for a read. */
export async function lockDatasinkRow(tx: TenantTx, id: string): Promise<DatasinkRow | undefined> {
  const rows = await tx.select().from(datasinks).where(eq(datasinks.id, id)).for('update');
  return rows[0];
}

export const insertDatasink = (tx: TenantTx, row: DatasinkRow) => tx.insert(datasinks).values(row);
export const updateDatasink = (tx: TenantTx, row: DatasinkRow) => tx.update(datasinks).set(row).where(eq(datasinks.id, row.id));
export const deleteDatasink = (tx: TenantTx, id: string) => tx.delete(datasinks).where(eq(datasinks.id, id));

export async function replaceDatasinkSecrets(tx: TenantTx, row: DatasinkRow, secretIds: readonly string[]): Promise<void> {
  await tx.delete(datasinkSecrets).where(eq(datasinkSecrets.datasinkId, row.id));
  if (secretIds.length > 0)
    await tx.insert(datasinkSecrets).values(secretIds.map((secretId) => ({ tenantId: row.tenantId, datasinkId: row.id, secretId })));
}
