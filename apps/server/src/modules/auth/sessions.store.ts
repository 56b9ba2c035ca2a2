import { createHash } from 'node:crypto';
import { and, eq, lt, or } from 'drizzle-orm';
import type { GateDb } from '../../db/database.ts';
import { memberships, sessions, tenants, users } from '../../db/schema/index.ts';

/** Ids are kept hashed: who reads the table cannot use a session. */
export const sessionHash = (id: string): Buffer => createHash('sha256').update(id).digest();

export async function findSession(gate: GateDb, idHash: Buffer) {
  const rows = await gate
    .select({ session: sessions, user: users, role: memberships.role, tenant: tenants })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(memberships, and(eq(memberships.tenantId, sessions.tenantId), eq(memberships.userId, sessions.userId)))
    .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
    .where(eq(sessions.idHash, idHash));
  return rows[0];
}

export async function insertSession(gate: GateDb, row: typeof sessions.$inferInsert): Promise<void> {
  await gate.insert(sessions).values(row);
}

export async function markSeen(gate: GateDb, idHash: Buffer, at: number): Promise<void> {
  await gate
    .update(sessions)
    .set({ seenAt: at })
    .where(and(eq(sessions.idHash, idHash), lt(sessions.seenAt, at)));
}

export async function deleteSession(gate: GateDb, idHash: Buffer): Promise<void> {
  await gate.delete(sessions).where(eq(sessions.idHash, idHash));
}

export async function deleteEndedSessions(gate: GateDb, seenBefore: number, createdBefore: number): Promise<void> {
  await gate.delete(sessions).where(or(lt(sessions.seenAt, seenBefore), lt(sessions.createdAt, createdBefore)));
}
