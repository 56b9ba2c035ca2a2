import { dayMs, minuteMs } from '@acequia/base';
import { watchLimits, type Heard } from '@acequia/domain';
import { eq, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { datasinks, listeners, lookups, pipelines, samlConfigs, secrets, tenants } from '../../db/schema/index.ts';
import { reportingWorkers } from '../clusters/clusters.service.ts';
import { listParts } from '../health/health.service.ts';
import { certificateEnds, endsOf } from './certificates.ts';
import type { Facts } from './conditions-of.ts';
import type { SlowFacts } from './slow-facts.ts';

/** What the rules need to know of a tenant. */
export async function readFacts(tx: TenantTx, tenantId: string, { heard, limitUsed, imbalances }: SlowFacts, now: number): Promise<Facts> {
  const [listenerRows, datasinkRows] = [
    await tx.select({ id: listeners.id, name: listeners.name, clusterId: listeners.clusterId, config: listeners.config }).from(listeners),
    await tx.select({ id: datasinks.id, name: datasinks.name, config: datasinks.config }).from(datasinks),
  ];
  const pipelineRows = await tx.select({ id: pipelines.id, name: pipelines.name }).from(pipelines);
  const lookupRows = await tx.select({ id: lookups.id, name: lookups.name }).from(lookups);
  const names = new Map([...listenerRows, ...datasinkRows, ...pipelineRows, ...lookupRows].map(({ id, name }) => [id, name]));
  const recent = await readRecent(tx, now);
  return {
    now,
    workers: (await reportingWorkers({ tx })).map(({ vitals: { diskFreeBytes = 0, diskBytes, writeFault, memoryEnd }, ...worker }) => ({
      ...worker,
      diskFree: diskBytes ? diskFreeBytes / diskBytes : undefined,
      writeFault: writeFault && { ...writeFault, at: worker.seenAt - writeFault.agoMs },
      memoryEnd: memoryEnd && { ...memoryEnd, at: worker.seenAt - memoryEnd.agoMs },
    })),
    parts: await listParts({ tx }),
    listeners: listenerRows.map(({ id, clusterId }) => ({
      id,
      clusterId,
      received: recent.get(`listener ${id} received`) ?? 0,
      rejected: recent.get(`listener ${id} rejected`) ?? 0,
      heard: heard.get(id) ?? null,
    })),
    lost: pipelineRows.flatMap(({ id }) => {
      const count = recent.get(`node ${id} lost`) ?? 0;
      return count > 0 ? [{ pipelineId: id, count }] : [];
    }),
    failing: pipelineRows.flatMap(({ id }) => {
      const count = recent.get(`node ${id} thrown`) ?? 0;
      return count > 0 ? [{ pipelineId: id, count }] : [];
    }),
    secrets: await tx
      .select({ id: secrets.id, name: secrets.name, expiresAt: secrets.expiresAt })
      .from(secrets)
      .where(eq(secrets.active, true)),
    certificates: [
      ...listenerRows.flatMap(({ id, name, config }) =>
        certificateEnds(config).map((expiresAt) => ({ sourceType: 'listener' as const, sourceId: id, name, expiresAt })),
      ),
      ...datasinkRows.flatMap(({ id, name, config }) =>
        certificateEnds(config).map((expiresAt) => ({ sourceType: 'datasink' as const, sourceId: id, name, expiresAt })),
      ),
      ...(await tx.select({ certificates: samlConfigs.certificates }).from(samlConfigs)).flatMap((row) =>
        row.certificates.flatMap(endsOf).map((expiresAt) => ({ sourceType: 'unknown' as const, sourceId: '', name: 'SAML', expiresAt })),
      ),
    ],
    limitUsed,
    imbalances: imbalances.filter(({ sourceId }) => names.has(sourceId)),
    trialStopped: await readTrialStopped(tx, tenantId),
    names,
  };
}

/** Sums of the last minutes by scope, id and counter. Events that a port without a link, or a person, let go are not lost. */
async function readRecent(tx: TenantTx, now: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.execute<{ key: string; total: string }>(sql`
    select scope || ' ' || object_id || ' ' || case when c.key like 'dropped:%' then 'lost' else c.key end as key, sum(c.value::numeric) as total
    from ledger_minutes l cross join lateral jsonb_each_text(l.counts) c
    where l.at >= ${now - watchLimits.recentMs}
      and (l.scope = 'listener' and c.key in ('received', 'rejected') or l.scope = 'node' and c.key in ('dropped:overflow', 'dropped:damaged', 'thrown'))
    group by 1`);
  return new Map(rows.map(({ key, total }) => [key, Number(total)]));
}

/** When each listener received events, from a moment on. */
export async function readHeard(tx: TenantTx, since: number): Promise<ReadonlyMap<string, Heard>> {
  const { rows } = await tx.execute<Record<'id' | 'first' | 'last' | 'gap', string>>(sql`
    select id, min(at) as first, max(at) + ${minuteMs}::bigint as last, coalesce(max(gap), 0) as gap from (
      select id, at, at - lag(at) over (partition by id order by at) - ${minuteMs}::bigint as gap from (
        select distinct object_id as id, at from ledger_minutes
        where scope = 'listener' and at >= ${since} and coalesce((counts->>'received')::numeric, 0) > 0) minutes) gaps
    group by 1`);
  return new Map(rows.map((row) => [row.id, { firstAt: Number(row.first), lastAt: Number(row.last), longestGapMs: Number(row.gap) }]));
}

/** The end of the trial that stopped this tenant's pipelines, unless it was extended since. */
async function readTrialStopped(tx: TenantTx, tenantId: string): Promise<number | undefined> {
  const [trial] = await tx
    .select({ endsAt: tenants.trialEndsAt, stoppedAt: tenants.trialStoppedAt })
    .from(tenants)
    .where(eq(tenants.id, tenantId));
  if (!trial || trial.endsAt === null || trial.stoppedAt === null) return undefined;
  return trial.stoppedAt >= trial.endsAt ? trial.endsAt : undefined;
}

/** Of a day in UTC, as usage counts it. */
export async function readLimitUsed(tx: TenantTx, tenantId: string, now: number): Promise<number | undefined> {
  const [tenant] = await tx.select({ limit: tenants.ingestLimitBytes }).from(tenants).where(eq(tenants.id, tenantId));
  if (!tenant?.limit) return undefined;
  const { rows } = await tx.execute<{ total: string | null }>(sql`
    select sum((counts->>'receivedBytes')::numeric) as total from ledger_minutes where scope = 'listener' and at >= ${now - (now % dayMs)}`);
  return Number(rows[0]?.total ?? 0) / tenant.limit;
}
