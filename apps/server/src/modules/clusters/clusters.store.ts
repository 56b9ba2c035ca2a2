import { asc, eq, inArray, sum } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { clusters, healthParts, tenantClusters, workers } from '../../db/schema/index.ts';

/** The clusters the tenant may use (row-level security leaves out the others). */
export async function readClusters(tx: TenantTx) {
  return tx.select().from(clusters).orderBy(asc(clusters.createdAt), asc(clusters.id));
}

export async function findClusterRow(tx: TenantTx, id: string) {
  const rows = await tx
    .select()
    .from(clusters)
    .innerJoin(tenantClusters, eq(tenantClusters.clusterId, clusters.id))
    .where(eq(clusters.id, id));
  return rows[0]?.clusters;
}

export async function readWorkers(tx: TenantTx, clusterIds: readonly string[]) {
  if (clusterIds.length === 0) return [];
  const { id, clusterId, name, version, components, readRoots, lastSeenAt, deployment, vitals, revoked, copiedAt } = workers;
  return tx
    .select({ id, clusterId, name, version, components, readRoots, lastSeenAt, deployment, vitals, revoked, copiedAt })
    .from(workers)
    .where(inArray(workers.clusterId, [...clusterIds]))
    .orderBy(asc(workers.createdAt), asc(workers.id));
}
export type WorkerRow = Awaited<ReturnType<typeof readWorkers>>[number];

export interface OwnJournals {
  readonly journalBytes: number;
  readonly undeliveredBytes: number;
}

/** What the journals of the tenant's listeners hold, by worker. */
export async function readOwnJournals(tx: TenantTx): Promise<ReadonlyMap<string, OwnJournals>> {
  const rows = await tx
    .select({ workerId: healthParts.workerId, kept: sum(healthParts.keptBytes), undelivered: sum(healthParts.undeliveredBytes) })
    .from(healthParts)
    .where(eq(healthParts.kind, 'listener'))
    .groupBy(healthParts.workerId);
  return new Map(
    rows.map(({ workerId, kept, undelivered }) => [workerId, { journalBytes: Number(kept), undeliveredBytes: Number(undelivered) }]),
  );
}
