import { and, count, desc, gte, inArray, lte, type SQL } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { activity } from '../../db/schema/index.ts';

export interface ActivityFilter {
  readonly from: number;
  readonly to: number;
  readonly userId: readonly string[];
  readonly operation: readonly string[];
  readonly entity: readonly string[];
}

export async function insertActivity(tx: TenantTx, row: typeof activity.$inferInsert): Promise<void> {
  await tx.insert(activity).values(row);
}

/** Newest first. */
export async function readActivity(tx: TenantTx, filter: ActivityFilter, page: number, limit: number) {
  const where = conditions(filter);
  const rows = await tx
    .select()
    .from(activity)
    .where(where)
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(limit)
    .offset((page - 1) * limit);
  const total = await tx.select({ count: count() }).from(activity).where(where);
  return { rows, count: total[0]?.count ?? 0 };
}

function conditions(filter: ActivityFilter): SQL | undefined {
  return and(
    gte(activity.at, filter.from),
    lte(activity.at, filter.to),
    filter.userId.length > 0 ? inArray(activity.userId, [...filter.userId]) : undefined,
    filter.operation.length > 0 ? inArray(activity.operation, [...filter.operation]) : undefined,
    filter.entity.length > 0 ? inArray(activity.entity, [...filter.entity]) : undefined,
  );
}
