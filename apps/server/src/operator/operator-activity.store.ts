import { eq } from 'drizzle-orm';
import type { GateDb } from '../db/database.ts';
import { memberships, tenants, users } from '../db/schema/index.ts';

export async function readTenantIdsBySlug(gate: GateDb, slug: string): Promise<string[]> {
  return (await gate.select({ id: tenants.id }).from(tenants).where(eq(tenants.slug, slug))).map(({ id }) => id);
}

/** Where the account of an address is a member. */
export async function readTenantIdsByEmail(gate: GateDb, email: string): Promise<string[]> {
  const rows = await gate
    .select({ id: memberships.tenantId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(users.email, email));
  return rows.map(({ id }) => id);
}
