import { and, eq, lte, or } from 'drizzle-orm';
import type { SessionVia, SsoProvider } from '@acequia/domain';
import type { GateDb, TenantTx } from '../../db/database.ts';
import { identities, memberships, sessions, ssoFlows, tenants, users } from '../../db/schema/index.ts';

export type FlowRow = typeof ssoFlows.$inferSelect;
export type IdentityRow = typeof identities.$inferSelect;
export type IdentityKey = Pick<IdentityRow, 'tenantId' | 'provider' | 'issuer' | 'subject'>;

export const insertFlow = (tx: TenantTx, row: FlowRow) => tx.insert(ssoFlows).values(row);

/** Takes a flow away; of many who show the same state at once one gets it. */
export async function takeFlow(tx: TenantTx, stateHash: Buffer, provider: SsoProvider): Promise<FlowRow | undefined> {
  const rows = await tx
    .delete(ssoFlows)
    .where(and(eq(ssoFlows.stateHash, stateHash), eq(ssoFlows.provider, provider)))
    .returning();
  return rows[0];
}

export const deleteOldFlows = async (gate: GateDb, now: number): Promise<void> => {
  await gate.delete(ssoFlows).where(lte(ssoFlows.expiresAt, now));
};

const isIdentity = ({ tenantId, provider, issuer, subject }: IdentityKey) =>
  and(eq(identities.tenantId, tenantId), eq(identities.provider, provider), eq(identities.issuer, issuer), eq(identities.subject, subject));

/** The member an identity stands for. */
export async function findIdentity(gate: GateDb, key: IdentityKey) {
  const rows = await gate
    .select({ userId: identities.userId, role: memberships.role })
    .from(identities)
    .innerJoin(memberships, and(eq(memberships.tenantId, identities.tenantId), eq(memberships.userId, identities.userId)))
    .where(isIdentity(key));
  return rows[0];
}

export const markIdentityUsed = (gate: GateDb, key: IdentityKey, email: string | undefined, at: number) =>
  gate
    .update(identities)
    .set({ lastUsedAt: at, ...(email === undefined ? {} : { email }) })
    .where(isIdentity(key));

/** Whether it was free: nobody else is this identity, and the user is no other one of the same issuer. */
export async function insertIdentity(gate: GateDb, row: IdentityRow): Promise<boolean> {
  const result = await gate.insert(identities).values(row).onConflictDoNothing();
  return (result.rowCount ?? 0) > 0;
}

/** An account by its address, with its role in one tenant (null: no member there). */
export async function findAccountIn(gate: GateDb, email: string, tenantId: string) {
  const rows = await gate
    .select({ user: { id: users.id, name: users.name, surname: users.surname }, role: memberships.role })
    .from(users)
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.tenantId, tenantId)))
    .where(eq(users.email, email));
  return rows[0];
}

/** Ids of the sessions of a tenant that began this way; they may have gone on in its demo. */
export async function findSessionsVia(gate: GateDb, tenantId: string, via: SessionVia): Promise<string[]> {
  const rows = await gate
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(tenants, eq(tenants.id, sessions.tenantId))
    .where(and(or(eq(tenants.id, tenantId), eq(tenants.demoOf, tenantId)), eq(sessions.via, via)));
  return rows.map((row) => row.id);
}
