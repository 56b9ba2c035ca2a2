import { and, asc, eq, gt } from 'drizzle-orm';
import type { GateDb } from '../../db/database.ts';
import { activity, activityHeads, tenants } from '../../db/schema/index.ts';
import type { ChainRow } from './chain.ts';

/** Every tenant with where its chain begins and ends; without activity there is none. */
export const readHeads = (gate: GateDb) =>
  gate
    .select({ head: activityHeads, slug: tenants.slug })
    .from(activityHeads)
    .innerJoin(tenants, eq(tenants.id, activityHeads.tenantId))
    .orderBy(asc(tenants.slug));

export const readChainAfter = (gate: GateDb, tenantId: string, seq: number, limit: number): Promise<ChainRow[]> =>
  gate
    .select()
    .from(activity)
    .where(and(eq(activity.tenantId, tenantId), gt(activity.seq, seq)))
    .orderBy(asc(activity.seq))
    .limit(limit);
