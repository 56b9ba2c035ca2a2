import { and, asc, desc, eq, inArray, isNull, ne, notInArray } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { pipelines, versionClusters, versionReferences, versions } from '../../db/schema/index.ts';
import type { Reference } from './document-references.ts';

export type PipelineRow = typeof pipelines.$inferSelect;
export type VersionRow = typeof versions.$inferSelect;
/** A version without its document, for lists. */
export type VersionHead = Omit<VersionRow, 'document'>;

const head = {
  tenantId: versions.tenantId,
  id: versions.id,
  pipelineId: versions.pipelineId,
  version: versions.version,
  versionName: versions.versionName,
  kind: versions.kind,
  status: versions.status,
  revision: versions.revision,
  reason: versions.reason,
  createdAt: versions.createdAt,
  updatedAt: versions.updatedAt,
  createdBy: versions.createdBy,
  updatedBy: versions.updatedBy,
};

export const readPipelines = (tx: TenantTx): Promise<PipelineRow[]> => tx.select().from(pipelines).orderBy(asc(pipelines.name));

export async function findPipelineRow(tx: TenantTx, id: string): Promise<PipelineRow | undefined> {
  const rows = await tx.select().from(pipelines).where(eq(pipelines.id, id));
  return rows[0];
}

/** Held until the transaction ends, so that two changes of one pipeline follow each other. Never for a read: viewers would wait for editors. */
export async function lockPipelineRow(tx: TenantTx, id: string): Promise<PipelineRow | undefined> {
  const rows = await tx.select().from(pipelines).where(eq(pipelines.id, id)).for('update');
  return rows[0];
}

export const insertPipeline = (tx: TenantTx, row: PipelineRow) => tx.insert(pipelines).values(row);
export const updatePipeline = (tx: TenantTx, row: PipelineRow) => tx.update(pipelines).set(row).where(eq(pipelines.id, row.id));
export const deletePipeline = (tx: TenantTx, id: string) => tx.delete(pipelines).where(eq(pipelines.id, id));

export const readHeads = (tx: TenantTx, pipelineId?: string): Promise<VersionHead[]> =>
  tx
    .select(head)
    .from(versions)
    .where(pipelineId === undefined ? undefined : eq(versions.pipelineId, pipelineId));

export async function findVersionRow(tx: TenantTx, pipelineId: string, version: string): Promise<VersionRow | undefined> {
  const rows = await tx
    .select()
    .from(versions)
    .where(and(eq(versions.pipelineId, pipelineId), eq(versions.version, version)));
  return rows[0];
}

export async function insertVersion(tx: TenantTx, row: VersionRow, references: readonly Reference[]): Promise<void> {
  await tx.insert(versions).values(row);
  await replaceReferences(tx, row, references);
}

/** Kept once for a revision; it refers to nothing. */
export const insertAutosaved = (tx: TenantTx, row: VersionRow) => tx.insert(versions).values(row).onConflictDoNothing();

/** Removes autosaved versions of a pipeline but for the newest. */
export async function deleteAutosavedAfter(tx: TenantTx, pipelineId: string, keptMax: number): Promise<void> {
  const autosaved = and(eq(versions.pipelineId, pipelineId), eq(versions.status, 'autosaved'));
  const kept = tx.select({ id: versions.id }).from(versions).where(autosaved).orderBy(desc(versions.revision)).limit(keptMax);
  await tx.delete(versions).where(and(autosaved, notInArray(versions.id, kept)));
}

export async function updateVersion(tx: TenantTx, row: VersionRow, references: readonly Reference[]): Promise<void> {
  await tx.update(versions).set(row).where(eq(versions.id, row.id));
  await replaceReferences(tx, row, references);
}

export const updateHead = (tx: TenantTx, id: string, change: Partial<Pick<VersionHead, 'status' | 'reason' | 'updatedAt' | 'updatedBy'>>) =>
  tx.update(versions).set(change).where(eq(versions.id, id));
export const deleteVersion = (tx: TenantTx, id: string) => tx.delete(versions).where(eq(versions.id, id));

async function replaceReferences(tx: TenantTx, row: VersionRow, references: readonly Reference[]): Promise<void> {
  await tx.delete(versionReferences).where(eq(versionReferences.versionId, row.id));
  if (references.length === 0) return;
  await tx
    .insert(versionReferences)
    .values(references.map(({ kind, id }) => ({ tenantId: row.tenantId, versionId: row.id, kind, objectId: id })));
}

/** Listener and datasink ids by version id. */
export async function readReferences(tx: TenantTx, versionIds: readonly string[]) {
  if (versionIds.length === 0) return [];
  return tx
    .select()
    .from(versionReferences)
    .where(inArray(versionReferences.versionId, [...versionIds]));
}

/** A cluster a version is wanted on. */
export interface VersionCluster {
  readonly clusterId: string;
  /** A worker of the cluster has reported that it runs the version. */
  readonly applied: boolean;
  /** Which start of the version this is; null: its publication. */
  readonly startedAt: number | null;
}

/** The clusters of every version, by version id. */
export async function readVersionClusters(tx: TenantTx): Promise<ReadonlyMap<string, readonly VersionCluster[]>> {
  return Map.groupBy(await tx.select().from(versionClusters).orderBy(asc(versionClusters.clusterId)), (row) => row.versionId);
}

/** Writes a worker's word on a start of a version of its cluster; false when it was known, or the version was started anew since. */
export async function writeApplied(
  tx: TenantTx,
  { versionId, clusterId, startedAt }: Pick<VersionCluster, 'clusterId' | 'startedAt'> & { readonly versionId: string },
  applied: boolean,
): Promise<boolean> {
  const rows = await tx
    .update(versionClusters)
    .set({ applied })
    .where(
      and(
        eq(versionClusters.versionId, versionId),
        eq(versionClusters.clusterId, clusterId),
        startedAt === null ? isNull(versionClusters.startedAt) : eq(versionClusters.startedAt, startedAt),
        ne(versionClusters.applied, applied),
      ),
    )
    .returning({ id: versionClusters.versionId });
  return rows.length > 0;
}

/**
 * The version is wanted on these clusters and no other; what is known of those it stays on is kept. `startedAt`: of those that are new
 * to it; null when it has never been on any.
 */
export async function replaceVersionClusters(
  tx: TenantTx,
  tenantId: string,
  versionId: string,
  clusterIds: readonly string[],
  startedAt: number | null,
): Promise<void> {
  await tx
    .delete(versionClusters)
    .where(and(eq(versionClusters.versionId, versionId), notInArray(versionClusters.clusterId, [...clusterIds])));
  if (clusterIds.length > 0)
    await tx
      .insert(versionClusters)
      .values(clusterIds.map((clusterId) => ({ tenantId, versionId, clusterId, startedAt })))
      .onConflictDoNothing();
}

/** Takes clusters away from the other versions of a pipeline; returns those it changed. */
export async function takeClusters(
  tx: TenantTx,
  pipelineId: string,
  exceptVersionId: string,
  clusterIds: readonly string[],
): Promise<string[]> {
  if (clusterIds.length === 0) return [];
  const others = tx
    .select({ id: versions.id })
    .from(versions)
    .where(and(eq(versions.pipelineId, pipelineId), ne(versions.id, exceptVersionId)));
  const taken = await tx
    .delete(versionClusters)
    .where(and(inArray(versionClusters.versionId, others), inArray(versionClusters.clusterId, [...clusterIds])))
    .returning({ id: versionClusters.versionId });
  return [...new Set(taken.map((row) => row.id))];
}
