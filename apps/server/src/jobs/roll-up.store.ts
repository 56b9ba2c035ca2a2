import { sql } from 'drizzle-orm';
import type { GateDb, TenantTx } from '../db/database.ts';
import { tenants } from '../db/schema/index.ts';

export const readTenantIds = async (gate: GateDb): Promise<string[]> =>
  (await gate.select({ id: tenants.id }).from(tenants)).map((row) => row.id);

/** Minutes last written before `before` become part of their hours and leave, in one statement: no reader sees them twice or not at all. */
export const moveMinutesToHours = (tx: TenantTx, before: number) =>
  tx.execute(sql`
    with moved as (delete from ledger_minutes where written_at < ${before} and at < ${before} returning tenant_id, scope, object_id, version_id, node, datasink_id, at, counts),
    summed as (
      select m.tenant_id, m.scope, m.object_id, m.version_id, m.node, max(m.datasink_id) as datasink_id, m.at - mod(m.at, 3600000) as hour, c.key, sum(c.value::numeric) as total
      from moved m cross join lateral jsonb_each_text(m.counts) c group by 1, 2, 3, 4, 5, 7, 8)
    insert into ledger_hours as h (tenant_id, scope, object_id, version_id, node, datasink_id, at, counts)
    select tenant_id, scope, object_id, version_id, node, max(datasink_id), hour, jsonb_object_agg(key, total) from summed group by 1, 2, 3, 4, 5, 7
    on conflict (tenant_id, at, scope, object_id, version_id, node) do update set counts = (
      select jsonb_object_agg(key, total) from (
        select key, sum(value::numeric) as total from (select * from jsonb_each_text(h.counts) union all select * from jsonb_each_text(excluded.counts)) both_parts group by key) added)`);

export const moveHoursToDays = (tx: TenantTx, before: number) =>
  tx.execute(sql`
    with moved as (delete from ledger_hours where at < ${before} returning tenant_id, scope, object_id, version_id, node, datasink_id, at, counts),
    summed as (
      select m.tenant_id, m.scope, m.object_id, m.version_id, m.node, max(m.datasink_id) as datasink_id, m.at - mod(m.at, 86400000) as day, c.key, sum(c.value::numeric) as total
      from moved m cross join lateral jsonb_each_text(m.counts) c group by 1, 2, 3, 4, 5, 7, 8)
    insert into ledger_days as d (tenant_id, scope, object_id, version_id, node, datasink_id, at, counts)
    select tenant_id, scope, object_id, version_id, node, max(datasink_id), day, jsonb_object_agg(key, total) from summed group by 1, 2, 3, 4, 5, 7
    on conflict (tenant_id, at, scope, object_id, version_id, node) do update set counts = (
      select jsonb_object_agg(key, total) from (
        select key, sum(value::numeric) as total from (select * from jsonb_each_text(d.counts) union all select * from jsonb_each_text(excluded.counts)) both_parts group by key) added)`);

export const removeOld = async (tx: TenantTx, daysBefore: number, activityBefore: number): Promise<void> => {
  await tx.execute(sql`delete from ledger_days where at < ${daysBefore}`);
  await tx.execute(sql`delete from activity where at < ${activityBefore}`);
};
