import { eq } from 'drizzle-orm';
import type { GateDb } from '../db/database.ts';
import { totpEnrolments, totpFactors } from '../db/schema/index.ts';

/** Where secrets of authenticators are kept. */
export const totpTables = [totpFactors, totpEnrolments] as const;
type TotpTable = (typeof totpTables)[number];

export const readTotpOwners = (gate: GateDb, table: TotpTable) => gate.select({ userId: table.userId }).from(table);

export async function lockTotpSecret(gate: GateDb, table: TotpTable, userId: string): Promise<Buffer | undefined> {
  const rows = await gate.select({ sealedSecret: table.sealedSecret }).from(table).where(eq(table.userId, userId)).for('update');
  return rows[0]?.sealedSecret;
}

export async function updateTotpSecret(gate: GateDb, table: TotpTable, userId: string, sealedSecret: Buffer): Promise<void> {
  await gate.update(table).set({ sealedSecret }).where(eq(table.userId, userId));
}
