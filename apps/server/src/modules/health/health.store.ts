import { and, asc, eq, getTableColumns, isNotNull, notInArray, sql, type SQL } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { healthParts, workers } from '../../db/schema/index.ts';
import type { ReportedPart } from './parts-of-report.ts';

/** With the cluster of their worker; those of revoked workers are left out. */
export const readParts = (tx: TenantTx) =>
  tx
    .select({ ...getTableColumns(healthParts), clusterId: workers.clusterId, seenAt: workers.lastSeenAt })
    .from(healthParts)
    .innerJoin(workers, eq(workers.id, healthParts.workerId))
    .where(eq(workers.revoked, false))
    .orderBy(asc(healthParts.kind), asc(healthParts.objectId), asc(healthParts.pipelineId), asc(healthParts.node));

/** Keys (`partKey`) of what let events pass from a moment on. */
export async function readPassed(tx: TenantTx, since: number): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<Record<'scope' | 'worker' | 'object' | 'node', string>>(sql`
    select distinct scope, worker_id as worker, object_id as object, node from ledger_minutes
    where at >= ${since} and (
      scope = 'listener' and (counts->>'received')::numeric > 0
      or scope = 'pipeline' and (counts->>'entered')::numeric > 0
      or scope = 'node' and datasink_id <> '' and (counts->>'delivered')::numeric > 0)`);
  return new Set(rows.map(({ scope, worker, object, node }) => partKey(worker, scope === 'node' ? 'datasink' : scope, object, node)));
}

/** `id`: of a data sink node, that of its pipeline. */
export const partKey = (workerId: string, kind: string, id: string, node: string): string => [workerId, kind, id, node].join(' ');

export const readRefusals = (tx: TenantTx) =>
  tx
    .select({ listenerId: healthParts.objectId, refusals: healthParts.refusals, seenAt: workers.lastSeenAt })
    .from(healthParts)
    .innerJoin(workers, eq(workers.id, healthParts.workerId))
    .where(and(eq(workers.revoked, false), isNotNull(healthParts.refusals)));

export const readPlaces = (tx: TenantTx, kind: ReportedPart['kind'], objectId: string) =>
  tx
    .select({
      workerId: healthParts.workerId,
      clusterId: workers.clusterId,
      pipelineId: healthParts.pipelineId,
      node: healthParts.node,
      seenAt: workers.lastSeenAt,
    })
    .from(healthParts)
    .innerJoin(workers, eq(workers.id, healthParts.workerId))
    .where(and(eq(workers.revoked, false), eq(healthParts.kind, kind), eq(healthParts.objectId, objectId)));

const partsPerStatement = 500;

/** Reasons that make of a worker's word another state than the others do (`stateOfPart`). */
const apart = ['LANE_DIED', 'LOOKUP_UNDER_WAY'];
const kindOfReason = (reason: SQL) =>
  sql`case when ${reason} is null then '' when ${reason}->>'code' in (${sql.join(
    apart.map((code) => sql`${code}`),
    sql`, `,
  )}) then ${reason}->>'code' else 'other' end`;
const isSameState = sql`${healthParts.state} = excluded.state and ${kindOfReason(sql`${healthParts.reason}`)} = ${kindOfReason(sql`excluded.reason`)}`;
const isSameError = sql`${healthParts.state} = excluded.state and ${healthParts.reason}->>'code' = excluded.reason->>'code'`;

/**
 * A part that stays in its state keeps its `since`, whatever its reason becomes. Its last error stays when it recovers, with the time of
 * the last attempt that failed, or, where the worker does not tell, of its first report.
 */
export async function upsertParts(
  tx: TenantTx,
  { tenantId, workerId, now }: { readonly tenantId: string; readonly workerId: string; readonly now: number },
  parts: readonly ReportedPart[],
): Promise<void> {
  const rows = parts.map(({ id, failedAt, ...part }) => ({
    ...part,
    objectId: id,
    tenantId,
    workerId,
    since: now,
    lastError: part.reason,
    lastErrorAt: part.reason ? (failedAt ?? now) : null,
    updatedAt: now,
  }));
  for (let at = 0; at < rows.length; at += partsPerStatement) {
    await tx
      .insert(healthParts)
      .values(rows.slice(at, at + partsPerStatement))
      .onConflictDoUpdate({
        target: [
          healthParts.tenantId,
          healthParts.workerId,
          healthParts.kind,
          healthParts.objectId,
          healthParts.pipelineId,
          healthParts.node,
        ],
        set: {
          state: sql`excluded.state`,
          reason: sql`excluded.reason`,
          since: sql`case when ${isSameState} then ${healthParts.since} else excluded.since end`,
          lastError: sql`coalesce(excluded.last_error, ${healthParts.lastError})`,
          lastErrorAt: sql`case when ${isSameError} and excluded.last_error_at = excluded.updated_at then ${healthParts.lastErrorAt} else coalesce(excluded.last_error_at, ${healthParts.lastErrorAt}) end`,
          waitingEvents: sql`excluded.waiting_events`,
          waitingBytes: sql`excluded.waiting_bytes`,
          keptBytes: sql`excluded.kept_bytes`,
          oldestAt: sql`excluded.oldest_at`,
          nextTryAt: sql`excluded.next_try_at`,
          refusals: sql`excluded.refusals`,
          undeliveredBytes: sql`excluded.undelivered_bytes`,
          limitBytes: sql`excluded.limit_bytes`,
          updatedAt: sql`excluded.updated_at`,
        },
      });
  }
}

/** Those the worker does not run any more. `kept`: ids of listeners and pipelines whose parts stay. */
export async function deleteOtherParts(
  tx: TenantTx,
  workerId: string,
  parts: readonly ReportedPart[],
  kept: readonly string[],
): Promise<void> {
  const keys = JSON.stringify(parts.map(({ kind, id, pipelineId, node }) => [kind, id, pipelineId, node]));
  await tx
    .delete(healthParts)
    .where(
      and(
        eq(healthParts.workerId, workerId),
        notInArray(healthParts.objectId, [...kept]),
        notInArray(healthParts.pipelineId, [...kept]),
        sql`not (${keys}::jsonb @> jsonb_build_array(jsonb_build_array(${healthParts.kind}, ${healthParts.objectId}, ${healthParts.pipelineId}, ${healthParts.node})))`,
      ),
    );
}
