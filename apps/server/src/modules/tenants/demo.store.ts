import { and, eq } from 'drizzle-orm';
import type { GateDb, TenantTx } from '../../db/database.ts';
import { datasinks, listeners, lookups, memberships, pipelines, secrets, tenants } from '../../db/schema/index.ts';

export interface DemoTenant {
  readonly id: string;
  readonly createdAt: number;
}

export async function findDemo(gate: GateDb, homeId: string): Promise<DemoTenant | undefined> {
  const rows = await gate.select({ id: tenants.id, createdAt: tenants.createdAt }).from(tenants).where(eq(tenants.demoOf, homeId));
  return rows[0];
}

/** The tenant that a demo is made for, held until the end of the transaction. */
export async function lockHome(gate: GateDb, id: string) {
  const rows = await gate.select().from(tenants).where(eq(tenants.id, id)).for('no key update');
  return rows[0];
}

export async function readRole(gate: GateDb, tenantId: string, userId: string) {
  const rows = await gate
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId)));
  return rows[0]?.role;
}

/** Nothing happens when the user is one already. */
export const insertMember = (gate: GateDb, row: typeof memberships.$inferInsert) =>
  gate.insert(memberships).values(row).onConflictDoNothing();

/** What keeps a tenant's clusters and secrets from being removed. */
export async function clearTenant(tx: TenantTx): Promise<void> {
  for (const table of [pipelines, listeners, datasinks, lookups, secrets]) await tx.delete(table);
}

/** With all that refers to it; it is cleared. */
export const deleteTenant = (gate: GateDb, id: string) => gate.delete(tenants).where(eq(tenants.id, id));
