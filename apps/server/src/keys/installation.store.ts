import { eq } from 'drizzle-orm';
import type { GateDb } from '../db/database.ts';
import { installation } from '../db/schema/index.ts';

export async function findInstallation(gate: GateDb) {
  const rows = await gate.select().from(installation).where(eq(installation.id, 1));
  return rows[0];
}

/** Of two first servers one writes the row. */
export const insertInstallation = (gate: GateDb, row: typeof installation.$inferInsert) =>
  gate.insert(installation).values(row).onConflictDoNothing();
