import { asc, eq, isNull, sql } from 'drizzle-orm';
import type { EgressRule } from '@acequia/contract';
import type { GateDb } from '../../db/database.ts';
import { clusters, dispatch, installation, tenants } from '../../db/schema/index.ts';

export interface EgressRow {
  readonly loopback: boolean;
  readonly rules: readonly EgressRule[] | null;
  /** How many organizations there are; a demo is none. */
  readonly tenants: number;
  /** Ids of the demos. */
  readonly demos: readonly string[];
}

export async function readEgress(gate: GateDb): Promise<EgressRow> {
  const { egressLoopback: loopback, egressRules: rules } = installation;
  const rows = await gate
    .select({
      loopback,
      rules,
      tenants: sql<number>`(select count(*)::int from ${tenants} where ${tenants.demoOf} is null)`,
      demos: sql<string[]>`array(select id::text from ${tenants} where ${tenants.demoOf} is not null order by id)`,
    })
    .from(installation);
  return rows[0]!;
}

/** Held until the end of the transaction: two who make a tenant, or change the rules, do it one after the other. */
export async function lockEgress(gate: GateDb): Promise<EgressRow> {
  await gate.select({ id: installation.id }).from(installation).for('update');
  return readEgress(gate);
}

export async function writeEgress(gate: GateDb, { loopback, rules }: Pick<EgressRow, 'loopback' | 'rules'>): Promise<void> {
  await gate
    .update(installation)
    .set({ egressLoopback: loopback, egressRules: rules && [...rules] })
    .where(eq(installation.id, 1));
}

export async function readTenantNames(gate: GateDb): Promise<{ readonly id: string; readonly name: string; readonly slug: string }[]> {
  return gate
    .select({ id: tenants.id, name: tenants.name, slug: tenants.slug })
    .from(tenants)
    .where(isNull(tenants.demoOf))
    .orderBy(asc(tenants.name));
}

/** Workers of every cluster are sent what changed. */
export async function changeEveryCluster(gate: GateDb, at: number): Promise<void> {
  const rows = await gate.select({ id: clusters.id }).from(clusters);
  if (rows.length > 0) await gate.insert(dispatch).values(rows.map(({ id }) => ({ tenantId: null, entity: 'cluster', objectId: id, at })));
}

/** Returns whether there is such a tenant. */
export async function writeOperator(gate: GateDb, slug: string, operator: boolean): Promise<boolean> {
  const result = await gate.update(tenants).set({ operator }).where(eq(tenants.slug, slug));
  return (result.rowCount ?? 0) > 0;
}
