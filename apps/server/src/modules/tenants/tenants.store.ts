import { count, eq } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { memberships, tenants, users } from '../../db/schema/index.ts';

export async function findTenant(tx: TenantTx, id: string) {
  const rows = await tx.select().from(tenants).where(eq(tenants.id, id));
  return rows[0];
}

export async function countMembers(tx: TenantTx): Promise<number> {
  const rows = await tx.select({ count: count() }).from(memberships);
  return rows[0]?.count ?? 0;
}

/** Everyone of the tenant. */
export async function readMembers(tx: TenantTx): Promise<{ readonly id: string; readonly name: string; readonly surname: string }[]> {
  return tx
    .select({ id: users.id, name: users.name, surname: users.surname })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id));
}
