import { dayMs, hourMs, minuteMs } from '@acequia/base';
import { sql, type SQL } from 'drizzle-orm';
import type { GateDb, TenantTx } from '../db/database.ts';
import { tenants } from '../db/schema/index.ts';

export const readTenantIds = async (gate: GateDb): Promise<string[]> =>
  (await gate.select({ id: tenants.id }).from(tenants)).map((row) => row.id);

/**
 * The rows of a table that `leaving` names become part of the next coarser one and leave, in one statement: no reader sees them
 * twice or not at all.
 */
const moveUp = (tx: TenantTx, from: string, to: string, bucketMs: number, leaving: SQL) =>
  tx.execute(sql`
    with moved as (delete from ${sql.identifier(from)} where ${leaving} returning tenant_id, cluster_id, scope, object_id, version_id, node, datasink_id, at, counts),
    summed as (
      select m.tenant_id, m.cluster_id, m.scope, m.object_id, m.version_id, m.node, max(m.datasink_id) as datasink_id, m.at - mod(m.at, ${sql.raw(String(bucketMs))}) as bucket, c.key, sum(c.value::numeric) as total
      from moved m cross join lateral jsonb_each_text(m.counts) c group by 1, 2, 3, 4, 5, 6, 8, 9)
    insert into ${sql.identifier(to)} as t (tenant_id, cluster_id, scope, object_id, version_id, node, datasink_id, at, counts)
    select tenant_id, cluster_id, scope, object_id, version_id, node, max(datasink_id), bucket, jsonb_object_agg(key, total) from summed group by 1, 2, 3, 4, 5, 6, 8
    on conflict (tenant_id, at, scope, object_id, version_id, node, cluster_id) do update set counts = (
      select jsonb_object_agg(key, total) from (
        select key, sum(value::numeric) as total from (select * from jsonb_each_text(t.counts) union all select * from jsonb_each_text(excluded.counts)) both_parts group by key) added)`);

/**
 * A worker repeats the newest minutes of each ledger for as long as nothing newer comes, over restarts of both sides. A minute that
 * left would be counted again when it is repeated, so the newest stay where a repetition finds them. More than the engine keeps.
 */
export const minutesRepeated = 60;

/** The start of the first 10 minutes from `from` on that a ledger has something of, if before `before`. */
export async function nextMinutes(tx: TenantTx, from: number, before: number): Promise<number | undefined> {
  const { rows } = await tx.execute<{ at: string | null }>(
    sql`select min(at) as at from ledger_minutes where at >= ${from} and at < ${before}`,
  );
  const at = rows[0]?.at ?? null;
  return at === null ? undefined : Number(at) - (Number(at) % movedMs);
}

/** So much time of the minutes moves in one statement. */
export const movedMs = 10 * minuteMs;

/** Of the minutes from `from` on for `movedMs`, those last written before `before`, but for those a worker may still repeat. */
export const moveMinutesToHours = (tx: TenantTx, from: number, before: number) =>
  moveUp(
    tx,
    'ledger_minutes',
    'ledger_hours',
    hourMs,
    sql`written_at < ${before} and at >= ${from} and at < ${Math.min(before, from + movedMs)} and ctid in (
      select m.ctid from (select distinct worker_id, object_id, version_id from ledger_minutes where at >= ${from} and at < ${Math.min(before, from + movedMs)}) l
        cross join lateral (
          select generation, at from (
            select distinct n.generation, n.at from ledger_minutes n
            where n.worker_id = l.worker_id and n.object_id = l.object_id and n.version_id = l.version_id) minutes
          order by generation desc, at desc offset ${minutesRepeated - 1} limit 1) oldest_kept
        join ledger_minutes m on m.worker_id = l.worker_id and m.object_id = l.object_id and m.version_id = l.version_id
          and m.at >= ${from} and m.at < ${Math.min(before, from + movedMs)}
          and (m.generation, m.at) < (oldest_kept.generation, oldest_kept.at))`,
  );

export const moveHoursToDays = (tx: TenantTx, before: number) => moveUp(tx, 'ledger_hours', 'ledger_days', dayMs, sql`at < ${before}`);

export const removeOld = async (tx: TenantTx, before: number): Promise<void> => {
  for (const table of ['ledger_minutes', 'ledger_hours', 'ledger_days'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where at < ${before}`);
  await tx.execute(sql`delete from replays where ended_at < ${before}`);
};

/** Rows of the activity log that one statement removes. */
const trimmedAtOnce = 10_000;

/** From the front of the tenant's chain; never rows younger than 30 days, whatever is asked. True when there is more to remove. */
export const trimActivity = async (gate: GateDb, tenantId: string, before: number, atOnce = trimmedAtOnce): Promise<boolean> => {
  const { rows } = await gate.execute<{ more: boolean }>(
    sql`select trim_activity(${tenantId}::uuid, ${before}::bigint, ${atOnce}::integer) as more`,
  );
  return rows[0]?.more === true;
};
