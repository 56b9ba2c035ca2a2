import { asc, eq, sql, type SQL } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { datasinks, excludedDatasinks } from '../../db/schema/index.ts';

export interface Sum {
  readonly scope: 'listener' | 'pipeline' | 'node' | 'replay';
  readonly objectId: string;
  readonly versionId: string;
  readonly datasinkId: string;
  /** Base name of the counter: `filtered:condition` counts as `filtered`. */
  readonly counter: string;
  readonly total: number;
}

/**
 * A minute stands in exactly one of the three tables, so sums over all of them are exact, also those of one cluster. Rows that were
 * counted before clusters were told apart got theirs in migration 0031: minutes that of the worker, older ones that of the listener.
 */
export const ledger = sql`(
  select cluster_id, scope, object_id, version_id, node, datasink_id, at, counts from ledger_minutes
  union all select cluster_id, scope, object_id, version_id, node, datasink_id, at, counts from ledger_hours
  union all select cluster_id, scope, object_id, version_id, node, datasink_id, at, counts from ledger_days)`;

export async function sumLedger(tx: TenantTx, from: number, to: number): Promise<Sum[]> {
  const result = await tx.execute<Record<string, string>>(sql`
    select l.scope, l.object_id, l.version_id, l.datasink_id, split_part(c.key, ':', 1) as counter, sum(c.value::numeric) as total
    from ${ledger} l cross join lateral jsonb_each_text(l.counts) c
    where l.at >= ${from} and l.at < ${to}
    group by 1, 2, 3, 4, 5`);
  return result.rows.map((row) => ({
    scope: row['scope'] as Sum['scope'],
    objectId: row['object_id']!,
    versionId: row['version_id']!,
    datasinkId: row['datasink_id']!,
    counter: row['counter']!,
    total: Number(row['total']),
  }));
}

/** What became of events at each step of a pipeline, over all of its versions. */
export async function sumOutcomes(tx: TenantTx, pipelineId: string, from: number, to: number) {
  const result = await tx.execute<Record<'node' | 'delivered' | 'rejected' | 'dropped', string>>(sql`
    select l.node, ${ofCounter('delivered')} as delivered, ${ofCounter('rejected')} as rejected, ${ofCounter('dropped')} as dropped
    from ${ledger} l cross join lateral jsonb_each_text(l.counts) c
    where l.scope = 'node' and l.object_id = ${pipelineId} and l.at >= ${from} and l.at < ${to}
    group by 1`);
  return result.rows;
}

const ofCounter = (counter: string): SQL => sql`coalesce(sum(c.value::numeric) filter (where split_part(c.key, ':', 1) = ${counter}), 0)`;

const lineIds = {
  object: sql`l.object_id`,
  cluster: sql`l.cluster_id`,
  datasink: sql`l.datasink_id`,
  label: sql`case l.node when '' then '' else l.object_id || '/' || l.node end`,
} as const satisfies Record<string, SQL>;

export interface SeriesQuery {
  readonly scopes: readonly Sum['scope'][];
  /** What a line stands for. */
  readonly idOf: keyof typeof lineIds;
  readonly counter: string;
  readonly ids: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
}

/** Totals by line and step number. */
export async function sumSteps(
  tx: TenantTx,
  query: SeriesQuery,
): Promise<{ readonly id: string; readonly step: number; readonly total: number }[]> {
  const id = lineIds[query.idOf];
  const list = (texts: readonly string[]): SQL =>
    sql.join(
      texts.map((text) => sql`${text}`),
      sql`, `,
    );
  const only = query.ids.length > 0 ? sql`and ${id} in (${list(query.ids)})` : sql``;
  const result = await tx.execute<{ id: string; step: string; total: string }>(sql`
    select ${id} as id, ((l.at - ${query.from}::bigint) / ${query.stepMs}::bigint)::int as step, sum(c.value::numeric) as total
    from ${ledger} l cross join lateral jsonb_each_text(l.counts) c
    where l.scope in (${list(query.scopes)}) and ${id} <> '' and l.at >= ${query.from} and l.at < ${query.to} and split_part(c.key, ':', 1) = ${query.counter} ${only}
    group by 1, 2`);
  return result.rows.map((row) => ({ id: row.id, step: Number(row.step), total: Number(row.total) }));
}

export async function readExclusions(tx: TenantTx): Promise<string[]> {
  const rows = await tx.select().from(excludedDatasinks).orderBy(asc(excludedDatasinks.datasinkId));
  return rows.map(({ datasinkId }) => datasinkId);
}

export const insertExclusion = (tx: TenantTx, tenantId: string, datasinkId: string) =>
  tx.insert(excludedDatasinks).values({ tenantId, datasinkId }).onConflictDoNothing();
export const deleteExclusion = (tx: TenantTx, datasinkId: string) =>
  tx.delete(excludedDatasinks).where(eq(excludedDatasinks.datasinkId, datasinkId));

export async function findDatasinkName(tx: TenantTx, id: string): Promise<string | undefined> {
  const rows = await tx.select({ name: datasinks.name }).from(datasinks).where(eq(datasinks.id, id));
  return rows[0]?.name;
}
