import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import { rethrowInTenant } from '../../db/constraint.ts';
import type { GateDb, TenantTx } from '../../db/database.ts';
import { activity } from '../../db/schema/index.ts';

export interface ActivityFilter {
  readonly from: number;
  readonly to: number;
  readonly userId: readonly string[];
  readonly operation: readonly string[];
  readonly entity: readonly string[];
}

/** Throws `TenantGone` where the tenant was removed meanwhile. */
export async function insertActivity(tx: GateDb, row: typeof activity.$inferInsert): Promise<void> {
  await tx
    .insert(activity)
    .values(row)
    .catch((error: unknown) => rethrowInTenant(error, row.tenantId));
}

/** Whether the same user with the same thing and the same outcome stands in the tenant's log since a moment. */
export async function isRecorded(
  tx: GateDb,
  of: {
    readonly tenantId: string;
    readonly userId: string;
    readonly entity: string;
    readonly operation: string;
    readonly objectName: string;
    readonly refusedCode: string | null;
  },
  since: number,
): Promise<boolean> {
  const same = and(eq(activity.userId, of.userId), eq(activity.entity, of.entity), eq(activity.operation, of.operation));
  const rows = await tx
    .select({ seq: activity.seq })
    .from(activity)
    .where(
      and(
        eq(activity.tenantId, of.tenantId),
        gte(activity.at, since),
        same,
        eq(activity.objectName, of.objectName),
        of.refusedCode === null ? isNull(activity.refusedCode) : eq(activity.refusedCode, of.refusedCode),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Newest first. */
export async function readActivity(tx: TenantTx, filter: ActivityFilter, page: number, limit: number) {
  const where = conditions(filter);
  const rows = await tx
    .select()
    .from(activity)
    .where(where)
    .orderBy(desc(activity.at), desc(activity.seq))
    .limit(limit)
    .offset((page - 1) * limit);
  const total = await tx.select({ count: count() }).from(activity).where(where);
  return { rows, count: total[0]?.count ?? 0 };
}

/** Oldest first, from a place in the chain on. */
export const readActivityAfter = (tx: TenantTx, filter: ActivityFilter, seq: number, limit: number) =>
  tx
    .select()
    .from(activity)
    .where(and(conditions(filter), gt(activity.seq, seq)))
    .orderBy(asc(activity.seq))
    .limit(limit);

/** Everyone who stands in the log, with the name and address of the last time. */
export const readActors = (tx: TenantTx) =>
  tx
    .selectDistinctOn([activity.userId], { id: activity.userId, name: activity.name, surname: activity.surname, email: activity.email })
    .from(activity)
    .orderBy(activity.userId, desc(activity.seq));

function conditions(filter: ActivityFilter): SQL | undefined {
  return and(
    gte(activity.at, filter.from),
    lte(activity.at, filter.to),
    filter.userId.length > 0 ? inArray(activity.userId, [...filter.userId]) : undefined,
    filter.operation.length > 0 ? inArray(activity.operation, [...filter.operation]) : undefined,
    filter.entity.length > 0 ? inArray(activity.entity, [...filter.entity]) : undefined,
  );
}
