import { asc, eq, inArray } from 'drizzle-orm';
import type { Role } from '@acequia/domain';
import type { TenantTx } from '../../db/database.ts';
import { memberships, users } from '../../db/schema/index.ts';

export interface MemberRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly surname: string;
  readonly role: Role;
  readonly lastSeenAt: number | null;
}

const columns = {
  id: users.id,
  email: users.email,
  name: users.name,
  surname: users.surname,
  role: memberships.role,
  lastSeenAt: memberships.lastSeenAt,
};

export const readMemberRows = (tx: TenantTx): Promise<MemberRow[]> =>
  tx.select(columns).from(users).innerJoin(memberships, eq(memberships.userId, users.id)).orderBy(asc(users.email));

/** These members, kept as they are until the transaction ends: of two changes at once the second sees what the first left. */
export const lockMembers = (tx: TenantTx, ids: readonly string[]): Promise<MemberRow[]> =>
  tx
    .select(columns)
    .from(memberships)
    .innerJoin(users, eq(memberships.userId, users.id))
    .where(inArray(memberships.userId, [...ids]))
    .orderBy(asc(memberships.userId))
    .for('update', { of: memberships });

export async function writeRoles(tx: TenantTx, ids: readonly string[], role: Role): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(memberships)
      .set({ role })
      .where(inArray(memberships.userId, [...ids]));
}

/** Their sessions in the tenant go with them. */
export async function deleteMembers(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(memberships).where(inArray(memberships.userId, [...ids]));
}
