import { eq, lte } from 'drizzle-orm';
import type { GateDb, TenantTx } from '../../db/database.ts';
import { samlAssertions, samlConfigs } from '../../db/schema/index.ts';

export type SamlConfigRow = typeof samlConfigs.$inferSelect;

/** Of the transaction's tenant. */
export async function findSamlConfig(tx: TenantTx): Promise<SamlConfigRow | undefined> {
  const rows = await tx.select().from(samlConfigs);
  return rows[0];
}

/** Held until the end of the transaction. */
export async function lockSamlConfig(tx: TenantTx): Promise<SamlConfigRow | undefined> {
  const rows = await tx.select().from(samlConfigs).for('update');
  return rows[0];
}

/** Whether it was the first one. */
export async function insertSamlConfig(tx: TenantTx, row: SamlConfigRow): Promise<boolean> {
  const result = await tx.insert(samlConfigs).values(row).onConflictDoNothing();
  return (result.rowCount ?? 0) > 0;
}

export const updateSamlConfig = (tx: TenantTx, row: SamlConfigRow) => tx.update(samlConfigs).set(row).where(eq(samlConfigs.id, row.id));

/** Whether it is the first use of an assertion; of many at once one is. */
export async function useAssertion(tx: TenantTx, row: typeof samlAssertions.$inferInsert): Promise<boolean> {
  const result = await tx.insert(samlAssertions).values(row).onConflictDoNothing();
  return (result.rowCount ?? 0) > 0;
}

export const deleteOldAssertions = async (gate: GateDb, now: number): Promise<void> => {
  await gate.delete(samlAssertions).where(lte(samlAssertions.endsAt, now));
};
