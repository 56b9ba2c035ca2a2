import { dayMs, hourMs } from '@acequia/base';
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

/** Minutes last written before `before`, but for those a worker may still repeat. */
export const moveMinutesToHours = (tx: TenantTx, before: number) =>
  moveUp(
    tx,
    'ledger_minutes',
    'ledger_hours',
    hourMs,
    sql`written_at < ${before} and at < ${before} and ctid in (
      select row from (
        select ctid as row, dense_rank() over (partition by worker_id, object_id, version_id order by generation desc, at desc) as newest
        from ledger_minutes) ranked
      where newest > ${minutesRepeated})`,
  );

export const moveHoursToDays = (tx: TenantTx, before: number) => moveUp(tx, 'ledger_hours', 'ledger_days', dayMs, sql`at < ${before}`);

export const removeOld = async (tx: TenantTx, before: number): Promise<void> => {
  for (const table of ['ledger_minutes', 'ledger_hours', 'ledger_days'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where at < ${before}`);
  await tx.execute(sql`delete from replays where ended_at < ${before}`);
};

/** From the front of each tenant's chain; never rows younger than 30 days, whatever is asked. */
export const trimActivity = async (gate: GateDb, before: number): Promise<void> => {
  await gate.execute(sql`select trim_activity(${before}::bigint)`);
};
