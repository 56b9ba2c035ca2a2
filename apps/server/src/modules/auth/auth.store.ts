import { eq, sql } from 'drizzle-orm';
import type { Preferences } from '@acequia/contract';
import type { GateDb } from '../../db/database.ts';
import { clusters, credentials, installation, memberships, tenantClusters, tenants, users } from '../../db/schema/index.ts';

export async function ownerExists(gate: GateDb): Promise<boolean> {
  const rows = await gate.select({ role: memberships.role }).from(memberships).where(eq(memberships.role, 'owner')).limit(1);
  return rows.length > 0;
}

export async function findCredentials(gate: GateDb, email: string) {
  const rows = await gate
    .select({ userId: users.id, hash: credentials.passwordHash, tenantId: memberships.tenantId })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(eq(users.email, email))
    .orderBy(memberships.tenantId)
    .limit(1);
  return rows[0];
}

/** Locks the installation row, so that of two owners created at once one wins. */
export async function lockInstallation(gate: GateDb) {
  const rows = await gate.select().from(installation).where(eq(installation.id, 1)).for('update');
  return rows[0];
}

export interface NewOwner {
  readonly tenant: typeof tenants.$inferInsert;
  readonly user: typeof users.$inferInsert;
  readonly passwordHash: string;
}

/** Tenant, user, membership, and the use of every cluster there is. */
export async function insertOwner(gate: GateDb, owner: NewOwner): Promise<void> {
  await gate.insert(tenants).values(owner.tenant);
  await gate.insert(users).values(owner.user);
  await gate.insert(credentials).values({ userId: owner.user.id, passwordHash: owner.passwordHash });
  await gate.insert(memberships).values({ tenantId: owner.tenant.id, userId: owner.user.id, role: 'owner' });
  await gate.execute(sql`insert into ${tenantClusters} (tenant_id, cluster_id) select ${owner.tenant.id}::uuid, id from ${clusters}`);
  await gate.update(installation).set({ setupCodeHash: null });
}

export async function writeSetupCode(gate: GateDb, hash: Buffer | null): Promise<void> {
  await gate.update(installation).set({ setupCodeHash: hash });
}

export async function writePreferences(gate: GateDb, userId: string, preferences: Preferences): Promise<void> {
  await gate.update(users).set({ preferences }).where(eq(users.id, userId));
}

export async function readFirstOwner(gate: GateDb) {
  const rows = await gate
    .select({ tenantId: memberships.tenantId, userId: memberships.userId })
    .from(memberships)
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .where(eq(memberships.role, 'owner'))
    .orderBy(tenants.createdAt)
    .limit(1);
  return rows[0];
}
