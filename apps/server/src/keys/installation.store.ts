import { eq, sql } from 'drizzle-orm';
import type { GateDb, TenantTx } from '../db/database.ts';
import { installation, tenantKeys } from '../db/schema/index.ts';

export async function findInstallation(gate: GateDb) {
  const rows = await gate.select().from(installation).where(eq(installation.id, 1));
  return rows[0];
}

/** Of two first servers one writes the row. */
export const insertInstallation = (gate: GateDb, row: typeof installation.$inferInsert) =>
  gate.insert(installation).values(row).onConflictDoNothing();

export async function updateInstallation(
  gate: GateDb,
  row: Pick<typeof installation.$inferInsert, 'fleetKeySealed' | 'kekCheck'>,
): Promise<void> {
  await gate.update(installation).set(row).where(eq(installation.id, 1));
}

export async function lockTenantKey(tx: TenantTx): Promise<Buffer | undefined> {
  const rows = await tx.select().from(tenantKeys).for('update');
  return rows[0]?.sealedKey;
}

export async function updateTenantKey(tx: TenantTx, sealedKey: Buffer): Promise<void> {
  await tx.update(tenantKeys).set({ sealedKey });
}

const makingLock = 4_150_226;

/** Taken before anything new is sealed with the deployment's key, until it is committed. */
export async function beginKeyMaking(tx: Pick<GateDb, 'execute'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${makingLock})`);
}

/** Resolves when every key whose making had begun is committed. */
export async function keyMakersDone(gate: GateDb): Promise<void> {
  await gate.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${makingLock})`);
  });
}
