import { count, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Feature, TenantSettings } from '@acequia/domain';
import type { GateDb, TenantTx } from '../../db/database.ts';
import { homeFirst } from '../../db/home-first.ts';
import { clusters, memberships, tenantClusters, tenants, users } from '../../db/schema/index.ts';

/** Of one user, where a login begins first. */
export async function readTenantsOf(gate: GateDb, userId: string) {
  const others = alias(memberships, 'others');
  const { id, slug, name, mfaRequired, sso, viewersReadContent, demoOf } = tenants;
  return gate
    .select({ id, slug, name, mfaRequired, sso, viewersReadContent, demoOf, members: count() })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(tenants, eq(tenants.id, memberships.tenantId))
    .innerJoin(others, eq(others.tenantId, tenants.id))
    .where(eq(users.id, userId))
    .groupBy(tenants.id, users.id)
    .orderBy(...homeFirst);
}

export async function findBySlug(gate: GateDb, slug: string) {
  const { id, name, sso } = tenants;
  const rows = await gate.select({ id, slug: tenants.slug, name, sso }).from(tenants).where(eq(tenants.slug, slug));
  return rows[0];
}

export async function writeDefaultTenant(gate: GateDb, userId: string, tenantId: string): Promise<void> {
  await gate.update(users).set({ defaultTenantId: tenantId }).where(eq(users.id, userId));
}

/** Returns whether there is such a tenant. */
export async function writeFeatures(gate: GateDb, slug: string, features: readonly Feature[]): Promise<boolean> {
  const result = await gate
    .update(tenants)
    .set({ features: [...features] })
    .where(eq(tenants.slug, slug));
  return (result.rowCount ?? 0) > 0;
}

/** With the use of every cluster there is. */
export async function insertTenant(gate: GateDb, tenant: typeof tenants.$inferInsert): Promise<void> {
  await gate.insert(tenants).values(tenant);
  await gate.execute(sql`insert into ${tenantClusters} (tenant_id, cluster_id) select ${tenant.id}::uuid, id from ${clusters}`);
}

/** Everyone of the tenant. */
export async function readMembers(tx: TenantTx): Promise<{ readonly id: string; readonly name: string; readonly surname: string }[]> {
  return tx
    .select({ id: users.id, name: users.name, surname: users.surname })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id));
}

/** The tenant of the transaction, held until its end. Rows that refer to it, such as those of the activity log, may still be written: their locks wait for one another otherwise. */
export async function lockTenant(tx: TenantTx, id: string) {
  const rows = await tx
    .select({ mfaRequired: tenants.mfaRequired, sso: tenants.sso })
    .from(tenants)
    .where(eq(tenants.id, id))
    .for('no key update');
  return rows[0];
}

export async function writeSettings(tx: TenantTx, id: string, change: Partial<TenantSettings>): Promise<void> {
  await tx.update(tenants).set(change).where(eq(tenants.id, id));
}
