import { and, eq, gt, lte } from 'drizzle-orm';
import type { GateDb } from '../../db/database.ts';
import { credentials, memberships, mfaResets, totpFactors, users } from '../../db/schema/index.ts';

/** The user of an address who has a second factor. */
export async function findEnrolledAccount(gate: GateDb, email: string) {
  const rows = await gate
    .select({ id: users.id, preferences: users.preferences, mailedAt: credentials.mailedAt })
    .from(users)
    .innerJoin(totpFactors, eq(totpFactors.userId, users.id))
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.email, email));
  return rows[0];
}

/** The newest link of a user is the only one. */
export async function writeMfaReset(gate: GateDb, row: typeof mfaResets.$inferInsert): Promise<void> {
  const { userId, ...set } = row;
  await gate
    .insert(mfaResets)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: mfaResets.userId, set });
}

/** The user of a link, as long as the address is still the one it was sent to. */
export async function findMfaReset(gate: GateDb, tokenHash: Buffer, now: number) {
  const rows = await gate
    .select({ user: users, byMail: mfaResets.byMail, passwordHash: credentials.passwordHash, mailedAt: credentials.mailedAt })
    .from(mfaResets)
    .innerJoin(users, and(eq(users.id, mfaResets.userId), eq(users.email, mfaResets.email)))
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(and(eq(mfaResets.tokenHash, tokenHash), gt(mfaResets.expiresAt, now)));
  return rows[0];
}

/** Of many who show the same link at once, one gets true. */
export async function spendMfaReset(gate: GateDb, tokenHash: Buffer): Promise<boolean> {
  const result = await gate.delete(mfaResets).where(eq(mfaResets.tokenHash, tokenHash));
  return (result.rowCount ?? 0) > 0;
}

export async function deleteOldMfaResets(gate: GateDb, now: number): Promise<void> {
  await gate.delete(mfaResets).where(lte(mfaResets.expiresAt, now));
}

export async function readTenantIdsOf(gate: GateDb, userId: string): Promise<string[]> {
  const rows = await gate.select({ id: memberships.tenantId }).from(memberships).where(eq(memberships.userId, userId));
  return rows.map(({ id }) => id);
}
