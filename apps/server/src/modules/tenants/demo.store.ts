import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { keepOthersOut, type GateDb } from '../../db/database.ts';
import { memberships, tenants, users } from '../../db/schema/index.ts';

export interface DemoTenant {
  readonly id: string;
  readonly createdAt: number;
}

export async function findDemo(gate: GateDb, homeId: string): Promise<DemoTenant | undefined> {
  const rows = await gate.select({ id: tenants.id, createdAt: tenants.createdAt }).from(tenants).where(eq(tenants.demoOf, homeId));
  return rows[0];
}

export async function isDemo(gate: GateDb, id: string): Promise<boolean> {
  const rows = await gate
    .select({ id: tenants.id })
    .from(tenants)
    .where(and(eq(tenants.id, id), isNotNull(tenants.demoOf)));
  return rows.length > 0;
}

/** The tenant that a demo is made for, held until the end of the transaction. */
export async function lockHome(gate: GateDb, id: string) {
  const rows = await gate.select().from(tenants).where(eq(tenants.id, id)).for('no key update');
  return rows[0];
}

export async function readMember(gate: GateDb, tenantId: string, userId: string) {
  const rows = await gate
    .select({ role: memberships.role, preferences: users.preferences })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId)));
  const [row] = rows;
  return row && { role: row.role, language: row.preferences.language };
}

/** Nothing happens when the user is one already. */
export const insertMember = (gate: GateDb, row: typeof memberships.$inferInsert) =>
  gate.insert(memberships).values(row).onConflictDoNothing();

/** With all that refers to it, which may refer to other parts of it in any order. */
export async function deleteTenant(gate: GateDb, id: string): Promise<void> {
  await keepOthersOut(gate, id);
  // Who begins or ends a session in it holds these rows, and then asks for the tenant's own, as each row of the log does.
  await gate.delete(memberships).where(eq(memberships.tenantId, id));
  await gate.execute(sql`set constraints all deferred`);
  await gate.delete(tenants).where(eq(tenants.id, id));
}
