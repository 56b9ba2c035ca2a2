import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { GateDb } from '../../db/database.ts';
import { credentials, memberships, passwordResets, tenants, users } from '../../db/schema/index.ts';

export async function findAccount(gate: GateDb, email: string) {
  const rows = await gate
    .select({
      id: users.id,
      preferences: users.preferences,
      passwordOf: credentials.userId,
      /** Whether an identity provider decides who comes in, somewhere. */
      ssoOn: sql<boolean>`exists (select from ${memberships} m join ${tenants} t on t.id = m.tenant_id where m.user_id = ${users.id} and t.sso <> 'unconfigured')`,
    })
    .from(users)
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.email, email));
  return rows[0];
}

/** The newest link of a user is the only one. */
export async function writeReset(gate: GateDb, row: typeof passwordResets.$inferInsert): Promise<void> {
  const { userId, ...set } = row;
  await gate
    .insert(passwordResets)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: passwordResets.userId, set });
}

/** The user of a link, as long as the address is still the one it was sent to. */
export async function findReset(gate: GateDb, tokenHash: Buffer, now: number) {
  const rows = await gate
    .select({ user: users, byMail: passwordResets.byMail })
    .from(passwordResets)
    .innerJoin(users, and(eq(users.id, passwordResets.userId), eq(users.email, passwordResets.email)))
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)));
  return rows[0];
}

/** Of many who show the same link at once, one gets true. */
export async function spendReset(gate: GateDb, tokenHash: Buffer): Promise<boolean> {
  const result = await gate.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash));
  return (result.rowCount ?? 0) > 0;
}

export async function deleteOldResets(gate: GateDb, now: number): Promise<void> {
  await gate.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
}
