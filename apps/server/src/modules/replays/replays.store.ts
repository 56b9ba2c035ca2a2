import { and, count, desc, eq, inArray } from 'drizzle-orm';
import type { ReplayReport } from '@acequia/contract';
import type { TenantTx } from '../../db/database.ts';
import { listeners, pipelines, replays, replayWorkers, versions } from '../../db/schema/index.ts';

export type ReplayRow = typeof replays.$inferSelect;

/** A replay with the names of what it is about. */
export interface NamedReplay {
  readonly replay: ReplayRow;
  readonly listenerName: string;
  readonly pipelineName: string;
  readonly version: string;
}

const listMax = 100;

/** The newest first; one of them where `id` is given. */
export const readReplays = (tx: TenantTx, id?: string): Promise<NamedReplay[]> =>
  tx
    .select({ replay: replays, listenerName: listeners.name, pipelineName: pipelines.name, version: versions.version })
    .from(replays)
    .innerJoin(listeners, eq(listeners.id, replays.listenerId))
    .innerJoin(pipelines, eq(pipelines.id, replays.pipelineId))
    .innerJoin(versions, eq(versions.id, replays.versionId))
    .where(id === undefined ? undefined : eq(replays.id, id))
    .orderBy(desc(replays.createdAt), desc(replays.id))
    .limit(listMax);

/** Held until the transaction ends, so that two reports and a stop follow each other. Never for a read. */
export async function lockReplayRow(tx: TenantTx, id: string): Promise<ReplayRow | undefined> {
  const rows = await tx.select().from(replays).where(eq(replays.id, id)).for('update');
  return rows[0];
}

export const insertReplay = (tx: TenantTx, row: ReplayRow) => tx.insert(replays).values(row);

export const endReplay = (tx: TenantTx, id: string, change: Pick<ReplayRow, 'state' | 'reason' | 'endedAt'>) =>
  tx.update(replays).set(change).where(eq(replays.id, id));

/** Ends every one that runs; returns their ids. */
export async function endReplays(tx: TenantTx, at: number): Promise<string[]> {
  const ended = await tx
    .update(replays)
    .set({ state: 'stopped', reason: null, endedAt: at })
    .where(eq(replays.state, 'running'))
    .returning({ id: replays.id });
  return ended.map(({ id }) => id);
}

export async function countRunning(tx: TenantTx): Promise<number> {
  const rows = await tx.select({ running: count() }).from(replays).where(eq(replays.state, 'running'));
  return rows[0]?.running ?? 0;
}

/** What workers last said of replays, by replay id. */
export async function readParts(tx: TenantTx, replayIds: readonly string[]) {
  if (replayIds.length === 0) return new Map<string, (typeof replayWorkers.$inferSelect)[]>();
  const rows = await tx
    .select()
    .from(replayWorkers)
    .where(inArray(replayWorkers.replayId, [...replayIds]));
  return Map.groupBy(rows, (row) => row.replayId);
}

export const upsertPart = (tx: TenantTx, tenantId: string, workerId: string, report: ReplayReport) =>
  tx
    .insert(replayWorkers)
    .values({ tenantId, replayId: report.id, workerId, report })
    .onConflictDoUpdate({ target: [replayWorkers.tenantId, replayWorkers.replayId, replayWorkers.workerId], set: { report } });

/** Replays that workers of a cluster are to run, with the version of each. */
export const readWantedReplays = (tx: TenantTx, clusterId: string) =>
  tx
    .select({ replay: replays, version: versions, name: pipelines.name })
    .from(replays)
    .innerJoin(versions, eq(versions.id, replays.versionId))
    .innerJoin(pipelines, eq(pipelines.id, replays.pipelineId))
    .where(and(eq(replays.clusterId, clusterId), eq(replays.state, 'running')))
    .orderBy(replays.createdAt, replays.id);
