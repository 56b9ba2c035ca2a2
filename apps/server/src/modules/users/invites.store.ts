import { and, asc, eq, gt, inArray, lte, type SQL } from 'drizzle-orm';
import type { Role } from '@acequia/domain';
import type { GateDb, TenantTx } from '../../db/database.ts';
import { invitations, memberships, tenants } from '../../db/schema/index.ts';

export type InviteRow = typeof invitations.$inferSelect;

export const readInvites = (tx: TenantTx): Promise<InviteRow[]> => tx.select().from(invitations).orderBy(asc(invitations.email));

export const lockInvites = (tx: TenantTx, ids: readonly string[]): Promise<InviteRow[]> =>
  tx
    .select()
    .from(invitations)
    .where(inArray(invitations.id, [...ids]))
    .orderBy(asc(invitations.id))
    .for('update');

export const lockInvitesFor = (tx: TenantTx, emails: readonly string[]): Promise<InviteRow[]> =>
  tx
    .select()
    .from(invitations)
    .where(inArray(invitations.email, [...emails]))
    .orderBy(asc(invitations.id))
    .for('update');

/** A newer invitation of an address takes the place of the one before; its id stays. */
export async function writeInvite(tx: TenantTx | GateDb, row: InviteRow): Promise<string> {
  const { role, tokenHash, invitedBy, invitedAt, expiresAt } = row;
  const rows = await tx
    .insert(invitations)
    .values(row)
    .onConflictDoUpdate({
      target: [invitations.tenantId, invitations.email],
      set: { role, tokenHash, invitedBy, invitedAt, expiresAt },
    })
    .returning({ id: invitations.id });
  return rows[0]?.id ?? row.id;
}

export async function writeInviteRoles(tx: TenantTx, ids: readonly string[], role: Role, invitedBy: string): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(invitations)
      .set({ role, invitedBy })
      .where(inArray(invitations.id, [...ids]));
}

export async function deleteInvites(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(invitations).where(inArray(invitations.id, [...ids]));
}

/** What a link is for, with the role its inviter has now (null: none any more, or the operator invited). */
export const findInviteByToken = (gate: GateDb, tokenHash: Buffer, now: number) =>
  findInvite(gate, eq(invitations.tokenHash, tokenHash), now);

/** As `findInviteByToken`, for who has proved the address instead of showing a link. */
export const findInviteByAddress = (gate: GateDb, tenantId: string, email: string, now: number) =>
  findInvite(gate, and(eq(invitations.tenantId, tenantId), eq(invitations.email, email)), now);

async function findInvite(gate: GateDb, is: SQL | undefined, now: number) {
  const rows = await gate
    .select({ invite: invitations, tenant: tenants, inviterRole: memberships.role })
    .from(invitations)
    .innerJoin(tenants, eq(tenants.id, invitations.tenantId))
    .leftJoin(memberships, and(eq(memberships.tenantId, invitations.tenantId), eq(memberships.userId, invitations.invitedBy)))
    .where(and(is, gt(invitations.expiresAt, now)));
  return rows[0];
}

/** Of many who show the same link at once, one gets true. */
export async function spendInvite(gate: GateDb, tokenHash: Buffer): Promise<boolean> {
  const result = await gate.delete(invitations).where(eq(invitations.tokenHash, tokenHash));
  return (result.rowCount ?? 0) > 0;
}

export async function deleteOldInvites(gate: GateDb, before: number): Promise<void> {
  await gate.delete(invitations).where(lte(invitations.expiresAt, before));
}
