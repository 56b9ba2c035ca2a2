import { and, asc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { GateDb } from '../db/database.ts';
import { dispatch } from '../db/schema/index.ts';

const lockKey = 4_150_225;

/** Numbers new rows in the order of their ids, one server at a time; returns the highest number given, 0 when there was none. */
export async function assignSequence(gate: GateDb): Promise<number> {
  return gate.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    const given = await tx.execute<{ seq: string | null }>(sql`
      with fresh as (select id from dispatch where seq is null order by id limit 10000),
           numbered as (select id, nextval('dispatch_seq') as seq from (select id from fresh order by id) ordered)
      update dispatch d set seq = numbered.seq from numbered where d.id = numbered.id returning d.seq`);
    return given.rows.reduce((top, row) => Math.max(top, Number(row.seq ?? 0)), 0);
  });
}

export async function highestSequence(gate: GateDb): Promise<number> {
  const rows = await gate.select({ seq: sql<string>`coalesce(max(${dispatch.seq}), 0)` }).from(dispatch);
  return Number(rows[0]?.seq ?? 0);
}

/** Whether there are rows without a number, or with one above `seq`. */
export async function hasChangesAfter(gate: GateDb, seq: number): Promise<boolean> {
  const { rows } = await gate.execute<{ has: boolean }>(sql`
    select exists (select from ${dispatch} where seq is null) or exists (select from ${dispatch} where seq > ${seq}::bigint) as has`);
  return rows[0]?.has === true;
}

export const readChangesAfter = (gate: GateDb, seq: number, limit: number) =>
  gate.select().from(dispatch).where(gt(dispatch.seq, seq)).orderBy(asc(dispatch.seq)).limit(limit);

/** What people may hear of: of one tenant, and of what belongs to none. */
export const readTenantChangesAfter = (gate: GateDb, tenantId: string, seq: number, limit: number) =>
  gate
    .select()
    .from(dispatch)
    .where(and(gt(dispatch.seq, seq), ne(dispatch.entity, 'order'), or(eq(dispatch.tenantId, tenantId), isNull(dispatch.tenantId))))
    .orderBy(asc(dispatch.seq))
    .limit(limit);

/** Removes changes every server has long read. */
export async function removeOldChanges(gate: GateDb, before: number): Promise<void> {
  await gate.delete(dispatch).where(and(lte(dispatch.at, before), gt(dispatch.seq, 0)));
}
